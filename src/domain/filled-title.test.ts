import { expect, it } from 'vitest';
import { filledTitle } from './filled-title.ts';

it.each([
  ['Bitcoin above ___ on Nov 24?', '$86,000', 'Bitcoin above $86,000 on Nov 24?'],
  ['Bitcoin above ___ on Nov 24?', 'Above $86,000', 'Bitcoin above $86,000 on Nov 24?'],
  ['Gold above ___?', 'Above $4,000', 'Gold above $4,000?'],
  ['___ wins the cup', 'France', 'France wins the cup'],
  ['Who wins the cup?', 'France', undefined],
])('%s, %s → %s', (title, outcome, filled) => {
  expect(filledTitle(title, outcome)).toBe(filled);
});
