import type { MarketId, Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { expect, it } from 'vitest';
import { marketsHeld, profitsOf } from './equity.ts';
import { withResults } from './trail.ts';

const P = 'P' as Pubkey;
const trail = {
  record: { positionPubkey: P, marketId: 'm' as MarketId, isYes: true },
  moments: [{ at: 100, contracts: microContracts(5_000_000n), cash: microUsd(-3_000_000n), settled: null }],
};
const won = { pubkey: P, claimable: true, claimableAt: 200, payoutUsd: microUsd(5_000_000n) };

it('a position that has won is worth its payout from then on, without a price', () => {
  const [held] = withResults([trail], [won]);
  expect(held && profitsOf(held, [150, 201, 900], new Map())).toEqual([null, 2_000_000n, 2_000_000n]);
  expect(held && marketsHeld([held], [201, 900])).toEqual([]);
});

it('what its records tell of a result stays, and so does what has none or is gone', () => {
  const settled = { ...trail, moments: trail.moments.map((one) => ({ ...one, settled: microUsd(1n) })) };
  const gone = { ...trail, moments: trail.moments.map((one) => ({ ...one, contracts: microContracts(0n) })) };
  for (const one of [settled, gone]) expect(withResults([one], [won])).toEqual([one]);
  for (const waits of [
    { ...won, claimable: false },
    { ...won, claimableAt: null },
  ]) {
    expect(withResults([trail], [waits])).toEqual([trail]);
  }
});
