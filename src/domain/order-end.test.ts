import { microContracts } from '@contract/money.ts';
import { expect, it } from 'vitest';
import { endOf } from './order-end.ts';

it.each([
  ['filled', true, 96n, 100n, 'filled'],
  ['filled', true, 94n, 100n, 'partial'],
  ['filled', true, 94n, 0n, 'filled'],
  ['filled', true, 95n, 100n, 'filled'],
  ['filled', false, 40n, 100n, 'partial'],
  ['filled', false, 100n, 100n, 'filled'],
  ['filled', false, 99n, 100n, 'partial'],
  ['failed', true, 96n, 100n, 'partial'],
  ['failed', false, 0n, 100n, 'failed'],
  ['failed', true, 5n, 0n, 'partial'],
  ['failed', true, 5n, 100n, 'partial'],
  ['failed', false, 60n, 100n, 'partial'],
  ['failed', false, 100n, 100n, 'filled'],
  // However a platform calls an end that is not that of a filled order.
  ['cancelled', false, 0n, 100n, 'failed'],
  ['cancelled', true, 96n, 100n, 'partial'],
  ['cancelled', true, 100n, 100n, 'filled'],
])(
  'an order that ended %s (a buy: %s) with %s of %s contracts is %s',
  (status, isBuy, filled, wanted, end) => {
    const order = {
      ...{ status, isBuy },
      filledContractsMicro: microContracts(filled),
      contractsMicro: microContracts(wanted),
    };
    expect(endOf(order)).toBe(end);
  },
);
