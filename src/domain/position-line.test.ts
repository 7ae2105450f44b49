import type { MarketId, Pubkey } from '@contract/ids.ts';
import { type MicroContracts, microContracts, microUsd, ONE_USD } from '@contract/money.ts';
import { saleAt } from '@contract/pricing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakEvenBid, fillsOfPosition } from './position-line.ts';

describe('break-even', () => {
  it('is the lowest bid at which a sale brings the cost back, after fees', () => {
    const lots = fc.bigInt(1n, 10n ** 7n).map((many) => (many * 10_000n) as MicroContracts);
    fc.assert(
      fc.property(lots, fc.bigInt(1n, 1_100_000n), (contracts, price) => {
        const cost = microUsd((contracts * price) / 1_000_000n);
        const bid = breakEvenBid(contracts, cost);
        if (bid === null) {
          expect(saleAt(contracts, microUsd(999_000n))).toBeLessThan(cost);
          return;
        }
        expect(bid).toBeLessThan(ONE_USD);
        expect(saleAt(contracts, bid)).toBeGreaterThanOrEqual(cost);
        if (bid > 1_000n) expect(saleAt(contracts, microUsd(bid - 1_000n))).toBeLessThan(cost);
      }),
    );
  });

  it('is none where only the payout brings the cost back: nobody bids a dollar', () => {
    // 10 contracts at 99.9 cents, and the cent of their fee.
    expect(breakEvenBid(microContracts(10_000_000n), microUsd(10_000_000n))).toBeNull();
    expect(breakEvenBid(microContracts(10_000_000n), microUsd(9_980_000n))).toBe(999_000n);
  });

  it('is none of nothing', () => {
    expect(breakEvenBid(microContracts(0n), microUsd(5n))).toBeNull();
  });
});

describe('fills of a position', () => {
  const record = {
    id: '1',
    eventType: 'order_filled' as const,
    timestamp: 20,
    positionPubkey: 'mine',
    marketId: 'm' as MarketId,
    isYes: true,
    isBuy: true,
    avgFillPriceUsd: microUsd(400_000n),
    filledContractsMicro: microContracts(2_000_000n),
  };
  it('are its own, oldest first, also where records name no position', () => {
    const records = [
      record,
      { ...record, id: '2', timestamp: 10, isBuy: false, positionPubkey: '' },
      { ...record, positionPubkey: '', isYes: false },
      { ...record, positionPubkey: '', marketId: 'n' as MarketId },
      { ...record, positionPubkey: 'other' },
      { ...record, filledContractsMicro: microContracts(0n) },
      { ...record, eventType: 'order_created' as const },
    ];
    const mine = { pubkey: 'mine' as Pubkey, marketId: 'm' as MarketId, isYes: true };
    expect(fillsOfPosition(records, mine)).toEqual([
      { id: '2', at: 10, price: 400_000n, contracts: 2_000_000n, isBuy: false },
      { id: '1', at: 20, price: 400_000n, contracts: 2_000_000n, isBuy: true },
    ]);
  });
});
