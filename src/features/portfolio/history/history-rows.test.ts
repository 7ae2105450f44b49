import { microUsd } from '@contract/money.ts';
import { expect, it } from 'vitest';
import { anEvent } from '../testing.tsx';
import { amountOf } from './history-rows.ts';

it.each([
  ['what it states', 1_900_000n, 2_000_000n, 80_000n, { name: 'Proceeds', value: 1_900_000n }],
  [
    'what its fee left, where it states no more',
    0n,
    2_000_000n,
    80_000n,
    { name: 'Proceeds', value: 1_920_000n },
  ],
  ['nothing, where its fee took all of it', 0n, 20_000n, 20_000n, null],
  ['nothing, where its fee was more', 0n, 20_000n, 30_000n, null],
  [
    'what it was before a fee that nobody states',
    0n,
    2_000_000n,
    null,
    { name: 'Before fee', value: 2_000_000n },
  ],
  [
    'what it states, with its fee or without',
    1_900_000n,
    2_000_000n,
    null,
    { name: 'Proceeds', value: 1_900_000n },
  ],
])('a sale has brought %s', (_, net, gross, fee, amount) => {
  const sale = anEvent({
    isBuy: false,
    netProceedsUsd: microUsd(net),
    grossProceedsUsd: microUsd(gross),
    feeUsd: fee === null ? null : microUsd(fee),
  });
  expect(amountOf(sale)).toEqual(amount);
});
