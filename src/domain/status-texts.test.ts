import { microContracts } from '@contract/money.ts';
import { expect, it } from 'vitest';
import { orderStatusText, recordStatusText } from './status-texts.ts';

type Shown = Parameters<typeof orderStatusText>[0];
const order = (change: Partial<Shown>): Shown => ({
  status: 'filled',
  isBuy: true,
  contractsMicro: microContracts(100n),
  filledContractsMicro: microContracts(0n),
  ...change,
});

it.each([
  ['created', 'Open'],
  ['pending', 'Open'],
  ['partiallyfilled', 'Partly filled'],
  ['failed', 'Not filled'],
  ['on_hold', 'on_hold'],
])('an order that is %s is shown as %s', (status, text) => {
  expect(orderStatusText(order({ status }))).toBe(text);
});

it.each([
  ['failed', 0n, 'Not filled'],
  ['failed', 96n, 'Partly filled'],
  ['filled', 60n, 'Partly filled'],
  ['filled', 100n, 'Filled'],
])('an order that has ended %s after %s of 100 contracts is shown as %s', (status, filled, text) => {
  const counts = { filledContractsMicro: microContracts(filled), contractsMicro: microContracts(100n) };
  expect(orderStatusText(order({ status, isBuy: true, ...counts }))).toBe(text);
});

it('a record is named as the position it was, and an unknown status is left to the reader of it', () => {
  expect(recordStatusText('Claimed')).toBe('Paid out');
  expect(recordStatusText('on_hold')).toBeUndefined();
});
