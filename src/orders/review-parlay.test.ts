import type { MarketId, Pubkey } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import { describe, expect, it } from 'vitest';
import { OWNER, STRANGER, USDC } from './fixtures.ts';
import { reviewFreeParlays, reviewParlay } from './review-parlay.ts';
import type { FreeParlaysTerms, ParlayTerms } from './terms.ts';

const ids = ['a', 'b', 'c', 'd', 'e'] as unknown as MarketId[];
const terms: ParlayTerms = {
  owner: OWNER,
  mint: USDC,
  legMarketIds: ids,
  stake: microUsd(PARLAY_STAKE),
  offered: microUsd(300_000_000n),
};
const built = {
  status: 'ok' as const,
  transaction: '',
  parlayId: `PY-${'0123456789abcdef'.repeat(2).slice(0, 29)}`,
  nonce: 1,
  positionPubkey: 'position' as Pubkey,
  orderPubkey: 'order' as Pubkey,
  ownerPubkey: OWNER,
  legMarketIds: ids.toReversed(),
  stakeUsd: microUsd(PARLAY_STAKE),
  txMeta: { blockhash: '', lastValidBlockHeight: 1 },
};
const fixed = (payout: bigint) => ({ ...built, payoutUsd: microUsd(payout) });

describe('the review of a built parlay', () => {
  it('passes what was shown, and an estimate that became better', () => {
    expect(reviewParlay(terms, built, microUsd(300_000_000n)).verdict).toBe('as-shown');
    expect(reviewParlay(terms, built, microUsd(297_000_000n)).verdict).toBe('as-shown');
    expect(reviewParlay(terms, built, microUsd(400_000_000n)).verdict).toBe('as-shown');
    expect(reviewParlay(terms, fixed(300_000_000n), null).verdict).toBe('as-shown');
  });
  it('asks when the payout has fallen by more than a hundredth, or is not known', () => {
    expect(reviewParlay(terms, built, microUsd(296_999_999n)).verdict).toBe('ask');
    expect(reviewParlay(terms, built, null)).toMatchObject({
      verdict: 'ask',
      title: 'The payout is not known',
      lines: ['Shown: $300.00 if every leg wins.', 'Now: the payout is not known.', expect.any(String)],
    });
  });
  it('asks when the service fixes more than a hundredth above what was shown', () => {
    expect(reviewParlay(terms, fixed(303_000_000n), null).verdict).toBe('as-shown');
    expect(reviewParlay(terms, fixed(303_000_001n), null)).toMatchObject({ title: 'The payout has risen' });
  });
  it('believes what the service says it has fixed before its own figure', () => {
    expect(reviewParlay(terms, fixed(300_000_000n), microUsd(1n)).verdict).toBe('as-shown');
    const review = reviewParlay(terms, fixed(200_000_000n), microUsd(300_000_000n));
    const lines = ['Shown: $300.00 if every leg wins.', 'Now: $200.00.', expect.any(String)];
    expect(review).toMatchObject({ verdict: 'ask', title: 'The payout has fallen', lines });
    expect(reviewParlay(terms, built, microUsd(200_000_000n))).toMatchObject({
      lines: expect.arrayContaining(['Now: about $200.00.']),
    });
  });
  it.each([
    [{ ownerPubkey: STRANGER }],
    [{ stakeUsd: microUsd(PARLAY_STAKE + 1n) }],
    [{ stakeUsd: microUsd(PARLAY_STAKE - 1n) }],
    [{ legMarketIds: ids.slice(1) }],
    [{ legMarketIds: [...ids.slice(1), 'f' as MarketId] }],
    [{ parlayId: '' }],
    [{ parlayId: 'PY-1' }],
    [{ parlayId: `${built.parlayId}0` }],
  ])('never signs one with %o', (over) => {
    expect(reviewParlay(terms, { ...fixed(300_000_000n), ...over }, null).verdict).toBe('refuse');
  });
});

describe('the review of free parlays', () => {
  const offered = microUsd(40_000_000n);
  const free = (count: number): FreeParlaysTerms => ({
    owner: OWNER,
    parlays: Array.from({ length: count }, () => ({ legMarketIds: ids, offered })),
    fee: 1_000_000n,
    recipient: null,
  });
  it('passes while every one of them pays what was shown', () => {
    expect(reviewFreeParlays(free(2), [offered, microUsd(39_600_000n)])).toEqual({ verdict: 'as-shown' });
  });
  it('asks about each that pays less, and about those of which nobody knows', () => {
    expect(reviewFreeParlays(free(2), [offered, microUsd(20_000_000n)])).toMatchObject({
      title: 'The payout has fallen',
      lines: ['Parlay 2: $40.00 shown, about $20.00 now.', expect.any(String)],
    });
    expect(reviewFreeParlays(free(1), [null])).toMatchObject({
      title: 'The payout is not known',
      lines: ['$40.00 shown, the payout is not known now.', expect.any(String)],
    });
    expect(reviewFreeParlays(free(2), [null, microUsd(20_000_000n)])).toMatchObject({
      title: 'The payout is not known',
    });
    expect(reviewFreeParlays(free(2), [offered])).toMatchObject({ title: 'The payout is not known' });
  });
});
