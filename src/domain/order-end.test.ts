import { microContracts } from '@contract/money.ts';
import { expect, it } from 'vitest';
import { endOf } from './order-end.ts';

it.each([
  ['filled', true, 96, 100, 'filled'],
  ['filled', true, 94, 100, 'partial'],
  ['filled', true, 94, 0, 'filled'],
  ['filled', false, 99, 100, 'partial'],
  ['failed', true, 96, 100, 'partial'],
  ['failed', false, 0, 100, 'failed'],
  ['failed', true, 5, 0, 'partial'],
  // However a platform calls an end that is not that of a filled order.
  ['cancelled', false, 0, 100, 'failed'],
  ['cancelled', true, 96, 100, 'partial'],
  ['cancelled', true, 100, 100, 'filled'],
])(
  'an order that ended %s (a buy: %s) with %i of %i contracts is %s',
  (status, isBuy, filled, wanted, end) => {
    const order = {
      ...{ status, isBuy },
      filledContractsMicro: microContracts(BigInt(filled) * 1_000_000n),
      contractsMicro: microContracts(BigInt(wanted) * 1_000_000n),
    };
    expect(endOf(order)).toBe(end);
  },
);
