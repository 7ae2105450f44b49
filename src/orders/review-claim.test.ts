import { microContracts, microUsd } from '@contract/money.ts';
import type { ClaimAnswer } from '@contract/prediction/position.ts';
import { describe, expect, it } from 'vitest';
import { CLAIM, OWNER, POSITION, STABLECOIN, STRANGER, USDC } from './fixtures.ts';
import { claimMint, reviewClaim } from './review-claim.ts';

const terms = CLAIM;
const answer = (changes: Partial<ClaimAnswer['position']> = {}): ClaimAnswer['position'] => ({
  positionPubkey: POSITION,
  marketPubkey: 'm',
  userPubkey: OWNER,
  ownerPubkey: OWNER,
  isYes: true,
  contracts: 120n,
  contractsMicro: microContracts(120_500_000n),
  contractsDecimal: '120.5',
  payoutAmountUsd: microUsd(120_500_000n),
  ...changes,
});

describe('claiming', () => {
  it.each([
    ['the same', {}, 'as-shown'],
    ['one unit more', { payoutAmountUsd: microUsd(120_500_001n) }, 'ask'],
    ['one unit less', { payoutAmountUsd: microUsd(120_499_999n) }, 'refuse'],
    ['other contracts', { contractsMicro: microContracts(120_510_000n) }, 'ask'],
    ['another position', { positionPubkey: STRANGER }, 'refuse'],
    ['another market', { marketPubkey: 'n' }, 'refuse'],
    ['the other side', { isYes: false }, 'refuse'],
    ['another wallet', { ownerPubkey: STRANGER }, 'refuse'],
    ['the stablecoin', { settlementMint: STABLECOIN }, 'as-shown'],
    ['an unknown token', { settlementMint: STRANGER }, 'refuse'],
  ] as const)('%s', (_, changes, verdict) => {
    expect(reviewClaim(terms, answer(changes)).verdict).toBe(verdict);
  });

  it('says both payouts when it asks', () => {
    const review = reviewClaim(terms, answer({ payoutAmountUsd: microUsd(130_000_000n) }));
    expect(JSON.stringify(review)).toMatch(/\$120\.50.*\$130\.00/);
    const others = reviewClaim(terms, answer({ contractsMicro: microContracts(130_000_000n) }));
    expect(JSON.stringify(others)).toMatch(/Shown: 120\.50 contracts.*Now: 130\.00 contracts/);
  });

  it('refuses another token than the position is held in', () => {
    const held = { ...terms, mint: STABLECOIN };
    expect(reviewClaim(held, answer({ settlementMint: USDC })).verdict).toBe('refuse');
    expect(reviewClaim(held, answer({ settlementMint: STABLECOIN })).verdict).toBe('as-shown');
  });

  it('of a payout that cannot be read is refused; of contracts that are not shown it is not held to them', () => {
    expect(reviewClaim({ ...terms, payout: null }, answer()).verdict).toBe('refuse');
    const parlay = { ...terms, side: null, contracts: null, markets: [] };
    expect(
      reviewClaim(parlay, answer({ marketPubkey: 'n', isYes: false, contractsMicro: microContracts(1n) })),
    ).toEqual({
      verdict: 'as-shown',
    });
    expect(reviewClaim(parlay, answer())).toEqual({ verdict: 'as-shown' });
  });

  it('expects the token that the service names, of the claim or of the position, else the usual one', () => {
    expect(claimMint({ mint: STABLECOIN, usual: USDC }, answer())).toBe(STABLECOIN);
    expect(claimMint(terms, answer({ settlementMint: STABLECOIN }))).toBe(STABLECOIN);
    expect(claimMint(terms, answer({ settlementMint: null }))).toBe(USDC);
  });
});
