import { microUsd } from '@contract/money.ts';
import { describe, expect, it } from 'vitest';
import { aClaimable, anOrder, MARKET, ORDER, OWNER, POSITION, STABLECOIN, USDC } from '../testing.tsx';
import { cancelOrder, cancelTermsOf, claimPosition, claimTermsOf } from './intents.ts';

const mints = { usdc: USDC, stablecoin: STABLECOIN };

describe('what a row showed', () => {
  it('of a payout is its position, side and amount, in USDC where nobody says', () => {
    const position = aClaimable();
    expect(claimTermsOf(position, OWNER, mints)).toMatchObject({
      owner: OWNER,
      position: POSITION,
      side: 'yes',
      markets: expect.arrayContaining([MARKET]),
      contracts: position.contractsMicro,
      payout: 120_500_000n,
      mint: null,
      usual: USDC,
    });
    expect(claimPosition(position, OWNER, mints).title).toMatch(/^Claim \$120\.50 · Yes · France/);
  });

  it('of an open purchase is its deposit, while nothing of it is spent', () => {
    expect(cancelTermsOf(anOrder(), OWNER, mints)).toMatchObject({
      order: ORDER,
      position: POSITION,
      isBuy: true,
      deposit: 6_500_000n,
    });
    const filled = { ...anOrder(), filledContractsMicro: aClaimable().contractsMicro };
    expect(cancelTermsOf(filled, OWNER, mints).deposit).toBeNull();
    expect(cancelTermsOf(anOrder({ sizeUsd: microUsd(0n) }), OWNER, mints).deposit).toBeNull();
    expect(cancelOrder(anOrder({ isBuy: false }), OWNER, mints).title).toMatch(/^Cancel sale · Yes/);
  });
});
