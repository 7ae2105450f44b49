import { describe, expect, test } from 'vitest';
import {
  filledTitle,
  heldNameOf,
  heldText,
  heldWithin,
  outcomeText,
  resultText,
  sideName,
  sideTone,
  titleBeside,
} from './held-name.ts';

const named = (event: string, outcome: string, isYes = true, parlay?: boolean) => ({
  marketId: 'm',
  isYes,
  parlay,
  eventMetadata: { title: event },
  marketMetadata: { title: outcome, subtitle: '' },
});

describe('how something held is called', () => {
  test.each([
    ['France vs. Senegal', 'France', true, 'Yes · France vs. Senegal · France'],
    ['Will it rain?', 'Will it rain?', false, 'No · Will it rain?'],
    ['Bitcoin above ___ on Nov 24?', 'Above $75,000', true, 'Yes · Bitcoin above $75,000 on Nov 24?'],
    ['Bitcoin above ___ on Nov 24?', '86,000', false, 'No · Bitcoin above 86,000 on Nov 24?'],
    ['Gold hits ____', '$3,000', true, 'Yes · Gold hits $3,000'],
    ['Gold above ___?', 'Above $4,000', true, 'Yes · Gold above $4,000?'],
    ['Bitcoin up or down', 'Down', true, 'Down · Bitcoin up or down'],
    ['Bitcoin up or down', 'Up', false, 'No · Bitcoin up or down · Up'],
  ])('%s, %s, %s', (event, outcome, isYes, text) => {
    expect(heldText(named(event, outcome, isYes))).toBe(text);
  });

  test('a parlay has no side, whatever leg its record names', () => {
    expect(heldText(named('Parlay of 5 legs', 'lost by Gold', true, true))).toBe(
      'Parlay of 5 legs · lost by Gold',
    );
  });

  test('tells what may be cut apart from what may not', () => {
    expect(heldNameOf(named('Bitcoin above ___ on Nov 24', 'Above $75,000'))).toMatchObject({
      around: { before: 'Bitcoin above', after: 'on Nov 24' },
      outcome: '$75,000',
    });
  });
});

test.each([
  ['Bitcoin above ___ on Nov 24?', '$86,000', 'Bitcoin above $86,000 on Nov 24?'],
  ['Bitcoin above ___ on Nov 24?', 'Above $86,000', 'Bitcoin above $86,000 on Nov 24?'],
  ['Gold above ___?', 'Above $4,000', 'Gold above $4,000?'],
  ['___ wins the cup', 'France', 'France wins the cup'],
  ['Who wins the cup?', 'France', undefined],
])('%s, %s → %s', (title, outcome, filled) => {
  expect(filledTitle(title, outcome)).toBe(filled);
});

test.each([
  [
    'Bitcoin above ___ on Nov 24?',
    '$86,000',
    'Bitcoin above $86,000 on Nov 24?',
    'Bitcoin above $86,000 on Nov 24?',
  ],
  ['Who wins the cup?', 'France', 'Who wins the cup?', 'France · Who wins the cup?'],
  ['Will it rain?', 'Will it rain?', 'Will it rain?', 'Will it rain?'],
])('%s beside %s, and both in one line', (title, outcome, beside, line) => {
  expect(titleBeside(title, outcome)).toBe(beside);
  expect(outcomeText(title, outcome)).toBe(line);
});

describe('beside its event', () => {
  test.each([
    ['France', true, 'France', 'Yes', 'yes'],
    ['France', false, 'France', 'No', 'no'],
    ['Down', true, null, 'Down', 'no'],
    ['Down', false, 'Down', 'No', 'no'],
    ['Up', true, null, 'Up', 'yes'],
    ['', true, null, 'Yes', 'yes'],
  ])('%s, %s', (name, isYes, outcome, side, tone) => {
    expect(heldWithin(name, isYes)).toEqual({ outcome, side });
    expect(sideName(name, isYes)).toBe(side);
    expect(sideTone(side, isYes)).toBe(tone);
  });

  test.each([
    ['France', true, 'Yes won'],
    ['France', false, 'No won'],
    ['Down', true, 'Down won'],
    ['Up', false, 'Up lost'],
  ])('%s, Yes won: %s', (name, yesWon, text) => {
    expect(resultText(name, yesWon)).toBe(text);
  });
});
