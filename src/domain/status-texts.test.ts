import { expect, it } from 'vitest';
import { orderStatusText, recordStatusText } from './status-texts.ts';

it.each([
  ['created', 'Open'],
  ['pending', 'Open'],
  ['PartiallyFilled', 'Partly filled'],
  ['failed', 'Not filled'],
  ['on_hold', 'on_hold'],
])('an order that is %s is shown as %s', (status, text) => {
  expect(orderStatusText({ status })).toBe(text);
});

it('a record is named as the position it was, and an unknown status is left to the reader of it', () => {
  expect(recordStatusText('Claimed')).toBe('Paid out');
  expect(recordStatusText('on_hold')).toBeUndefined();
});
