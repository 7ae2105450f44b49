import { MICRO, type MicroUsd, microUsd } from '@contract/money.ts';
import { marketWithEvent } from '@contract/prediction/market.ts';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latestSettlement, legState, mostOf, parlayFigures, slipState } from './parlay.ts';

const price = fc.bigInt({ min: 10_000n, max: 999_999n }).map(microUsd);
const five = fc.array(price, { minLength: 5, maxLength: 5 });

describe('the figures of a parlay', () => {
  it('are those one can work out by hand', () => {
    const half = microUsd(500_000n);
    expect(parlayFigures([half, half, half, half, half], 'paid')).toMatchObject({
      product: 31_250n,
      fair: 320_000_000n,
      offered: 304_000_000n,
      capped: false,
      marginPermille: 50,
    });
    expect(parlayFigures([half, half, half, half, half], 'free')).toMatchObject({ offered: 30_400_000n });
    // A chance of 1 in 100,000: what is fair is $1,000,000.00, and $10,000.00 is the most that is paid.
    const tenth = microUsd(100_000n);
    expect(parlayFigures([tenth, tenth, tenth, tenth, tenth], 'paid')).toMatchObject({
      capped: true,
      marginPermille: 990,
    });
  });

  it('never offer more than is fair or than is paid at most, and keep the usual share, or more where that is the most', () => {
    fc.assert(
      fc.property(five, fc.constantFrom('paid' as const, 'free' as const), (prices, mode) => {
        const figures = parlayFigures(prices, mode);
        if (!figures) throw new Error('every leg has a price');
        expect(figures.offered).toBeLessThanOrEqual(figures.fair);
        expect(figures.offered).toBeLessThanOrEqual(mostOf(mode));
        if (figures.capped) expect(figures.marginPermille).toBeGreaterThanOrEqual(50);
        else expect(figures.marginPermille).toBe(50);
        expect(figures.marginPermille).toBeLessThanOrEqual(1_000);
        expect(figures.capped).toBe(figures.offered === mostOf(mode));
      }),
    );
  });

  it('do not depend on the order of the legs, the cost by singles aside', () => {
    fc.assert(
      fc.property(five, (prices) => {
        const { asSingles: _, ...one } = parlayFigures(prices, 'paid') ?? {};
        const { asSingles: __, ...other } = parlayFigures(prices.toReversed(), 'paid') ?? {};
        expect(one).toEqual(other);
      }),
    );
  });

  it('count singles at no less than the payout is worth, and exactly so with fees on top', () => {
    fc.assert(
      fc.property(five, (prices) => {
        const figures = parlayFigures(prices, 'paid');
        if (!figures) throw new Error('every leg has a price');
        const worth = prices.reduce((value, each) => (value * each) / MICRO, figures.offered as bigint);
        expect(figures.asSingles).toBeGreaterThanOrEqual(worth);
      }),
    );
    const dear = Array.from({ length: 5 }, () => 999_999n as MicroUsd);
    expect(parlayFigures(dear, 'paid')?.offered).toBeLessThan(PARLAY_STAKE);
  });

  it('round what is paid down, with a margin and without', () => {
    const third = parlayFigures([microUsd(300_000n)], 'paid');
    expect([third?.fair, third?.offered]).toEqual([33_333_333n, 31_666_666n]);
  });

  it('say nothing while a price is missing', () => {
    expect(parlayFigures([microUsd(500_000n), microUsd(0n)], 'paid')).toBeNull();
    expect(parlayFigures([microUsd(500_000n), null], 'paid')).toBeNull();
    expect(parlayFigures([], 'paid')).toBeNull();
  });
});

const market = (over: object) =>
  marketWithEvent.parse({
    provider: 'provider_a',
    marketId: 'M',
    eventId: 'E',
    status: 'open',
    pricing: { buyYesPriceUsd: '420000' },
    ...over,
  });

describe('a leg', () => {
  it.each([
    [{}, 'open'],
    [{ pricing: { buyYesPriceUsd: '0' } }, 'unquoted'],
    [{ pricing: null }, 'unquoted'],
    [{ status: 'closed' }, 'closed'],
    [{ tradable: false }, 'closed'],
    [{ status: 'closed', result: 'yes' }, 'won'],
    [{ status: 'closed', result: 'no' }, 'lost'],
    [{ status: 'closed', result: 'draw' }, 'lost'],
    [{ status: 'cancelled' }, 'cancelled'],
  ])('of a market like %o is %s', (over, state) => {
    expect(legState(market(over))).toBe(state);
  });
});

describe('a slip', () => {
  const placed = { claimable: false, isClaimed: false, executionStatus: 'success' };
  it.each([
    [placed, ['open', 'won', 'won'], 'running'],
    [placed, [], 'running'],
    [placed, ['open', 'won', undefined], 'unknown'],
    [placed, ['open', 'won', undefined], 'running', false],
    [placed, ['open', 'won', undefined], 'lost', true],
    [placed, ['open', 'lost'], 'lost'],
    [placed, ['open', 'lost'], 'lost', false],
    [placed, ['won', 'cancelled'], 'settling'],
    [{ ...placed, claimable: true }, ['won'], 'claimable'],
    [{ ...placed, isClaimed: true, claimable: true }, ['won'], 'paid'],
    [{ ...placed, executionStatus: 'pending' }, ['open'], 'confirming'],
    [{ ...placed, executionStatus: 'failed' }, ['open'], 'failed'],
    [{ ...placed, executionStatus: 'something new' }, ['open'], 'running'],
  ] as const)(
    '%o with legs %o is %s where the records say %s of a loss',
    (slip, legs, state, lost?: boolean) => {
      expect(slipState(slip, legs, lost)).toBe(state);
    },
  );

  it('settles with its last leg, as far as the service says', () => {
    const at = (closeTime: number | null, resolveAt: number | null = null) => ({ closeTime, resolveAt });
    expect(latestSettlement([at(10), at(5, 30)])).toEqual({ at: 30, complete: true });
    expect(latestSettlement([at(10), at(null)])).toEqual({ at: 10, complete: false });
    expect(latestSettlement([at(null)])).toBeNull();
  });
});
