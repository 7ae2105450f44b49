import { microContracts, microUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { expect, test } from 'vitest';
import { resultOf } from './settled.ts';

const usd = (dollars: number) => microUsd(BigInt(dollars) * 1_000_000n);
const held = (more: Partial<Position>, result: 'yes' | 'no' | null = 'yes') =>
  ({
    isYes: true,
    contractsMicro: microContracts(160_000_000n),
    totalCostUsd: usd(75),
    payoutUsd: usd(160),
    claimedUsd: usd(0),
    realizedPnlUsd: usd(0),
    valueUsd: null,
    pnlUsdAfterFees: null,
    markPriceUsd: null,
    sellPriceUsd: null,
    claimable: false,
    claimed: false,
    marketMetadata: { status: 'closed', result },
    ...more,
  }) as Position;

test.each([
  ['to be claimed', held({ claimable: true }), usd(160), usd(85)],
  ['paid', held({ claimed: true, claimedUsd: usd(160), realizedPnlUsd: usd(85) }), usd(160), usd(85)],
  ['lost', held({ realizedPnlUsd: usd(-75) }, 'no'), usd(0), usd(-75)],
  ['without a result', held({}, null), null, null],
  // Three quarters of it were sold before for 90 more than they had cost.
  [
    'paid after a sale',
    held({ claimed: true, claimedUsd: usd(160), realizedPnlUsd: usd(175) }),
    usd(160),
    usd(85),
  ],
  ['lost after a sale', held({ realizedPnlUsd: usd(15) }, 'no'), usd(0), usd(-75)],
  ['lost, and not booked yet', held({}, 'no'), usd(0), usd(-75)],
  [
    'paid, its cost not kept',
    held({ claimed: true, totalCostUsd: usd(0), claimedUsd: usd(160), realizedPnlUsd: usd(85) }),
    usd(160),
    usd(85),
  ],
])('what came of a position that is %s', (_, position, value, gain) => {
  expect(resultOf(position)).toMatchObject({ value, gain });
});

test.each([
  ['is held', held({}, null), usd(75)],
  ['is held and cost nothing', held({ totalCostUsd: usd(0) }, null), usd(0)],
  ['has been paid', held({ claimed: true, claimedUsd: usd(160) }), usd(75)],
  ['has been paid, and is not kept any more', held({ claimed: true, totalCostUsd: usd(0) }), null],
  ['is lost with it, and is not kept any more', held({ totalCostUsd: usd(0) }, 'no'), null],
])('what a position cost that %s', (_, position, cost) => {
  expect(resultOf(position).cost).toBe(cost);
});
