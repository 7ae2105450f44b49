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
  [true, 0n, 100n, 'Not filled'],
  [true, 5n, 100n, 'Partly filled'],
  [true, 96n, 100n, 'Partly filled'],
  [true, 5n, 0n, 'Partly filled'],
  [false, 60n, 100n, 'Partly filled'],
  [false, 100n, 100n, 'Filled'],
])(
  'an order that has ended (purchase: %s) after %s of %s contracts is shown as %s',
  (isBuy, filled, wanted, text) => {
    const counts = { filledContractsMicro: microContracts(filled), contractsMicro: microContracts(wanted) };
    expect(orderStatusText(order({ status: 'failed', isBuy, ...counts }))).toBe(text);
  },
);

it.each([
  [false, 40n, 100n, 'Partly filled'],
  [false, 100n, 100n, 'Filled'],
  [true, 94n, 100n, 'Partly filled'],
  [true, 95n, 100n, 'Filled'],
  [true, 5n, 0n, 'Filled'],
])(
  'an order that is called filled (purchase: %s) after %s of %s contracts is shown as %s',
  (isBuy, filled, wanted, text) => {
    const counts = { filledContractsMicro: microContracts(filled), contractsMicro: microContracts(wanted) };
    expect(orderStatusText(order({ isBuy, ...counts }))).toBe(text);
  },
);

it('a record is named as the position it was, and an unknown status is left to the reader of it', () => {
  expect(recordStatusText('Claimed')).toBe('Paid out');
  expect(recordStatusText('on_hold')).toBeUndefined();
});
