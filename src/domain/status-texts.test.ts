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
  ['failed', true, 0n, 100n, 'Not filled'],
  ['failed', true, 5n, 100n, 'Partly filled'],
  ['failed', true, 96n, 100n, 'Partly filled'],
  ['failed', true, 5n, 0n, 'Partly filled'],
  ['failed', false, 60n, 100n, 'Partly filled'],
  ['failed', false, 100n, 100n, 'Filled'],
  ['filled', false, 40n, 100n, 'Partly filled'],
  ['filled', false, 100n, 100n, 'Filled'],
  ['filled', true, 94n, 100n, 'Partly filled'],
  ['filled', true, 95n, 100n, 'Filled'],
  ['filled', true, 5n, 0n, 'Filled'],
])(
  'an order that has ended %s (purchase: %s) after %s of %s contracts is shown as %s',
  (status, isBuy, filled, wanted, text) => {
    const counts = { filledContractsMicro: microContracts(filled), contractsMicro: microContracts(wanted) };
    expect(orderStatusText(order({ status, isBuy, ...counts }))).toBe(text);
  },
);

it('a record is named as the position it was, and an unknown status is left to the reader of it', () => {
  expect(recordStatusText('Claimed')).toBe('Paid out');
  expect(recordStatusText('on_hold')).toBeUndefined();
});
