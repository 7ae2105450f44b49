import { microUsd } from '@contract/money.ts';
import { MAX_FREE_PARLAY_PAYOUT, MAX_PARLAY_PAYOUT } from '@contract/pricing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Leg, type LegState, legAfter, payoutOfLegs, statusOfLegs } from './parlay.ts';

const STAKE = { paid: 10_000_000n, free: 1_000_000n };
const MOST = { paid: MAX_PARLAY_PAYOUT as bigint, free: MAX_FREE_PARLAY_PAYOUT as bigint };
const mode = fc.constantFrom('paid', 'free');
const price = fc.bigInt(1n, 999_999n);
const prices = fc.array(price, { minLength: 5, maxLength: 5 });
const states = fc.array(fc.constantFrom<LegState>('open', 'won', 'lost', 'cancelled'), {
  minLength: 5,
  maxLength: 5,
});
const legsOf = (all: readonly bigint[], state: (index: number) => LegState = () => 'open'): Leg[] =>
  all.map((one, index) => ({
    marketId: `M${index}`,
    eventId: `E${index}`,
    price: one.toString(),
    state: state(index),
  }));
const product = (all: readonly bigint[]): bigint => all.reduce((total, one) => total * one, 1n);

describe('the payout of a parlay', () => {
  it('is stake ÷ product × 0.95, rounded down, at most the most', () => {
    fc.assert(
      fc.property(mode, prices, (kind, all) => {
        const payout = payoutOfLegs(kind, legsOf(all));
        // payout ≤ stake × 95 × 10^30 ÷ (100 × Πp) < payout + 1
        const exact = STAKE[kind] * 95n * 10n ** 30n;
        const scale = 100n * product(all);
        if (exact >= MOST[kind] * scale) expect(payout).toBe(MOST[kind]);
        else {
          expect(payout * scale <= exact).toBe(true);
          expect((payout + 1n) * scale > exact).toBe(true);
        }
      }),
    );
  });

  it('never pays more than the legs bought one after another would, and never less than 95 % of the stake', () => {
    fc.assert(
      fc.property(mode, prices, (kind, all) => {
        let rolled = STAKE[kind];
        for (const one of all) rolled = (rolled * 1_000_000n + one - 1n) / one;
        const payout = payoutOfLegs(kind, legsOf(all));
        expect(payout <= rolled).toBe(true);
        expect(payout >= (STAKE[kind] * 95n) / 100n).toBe(true);
      }),
    );
  });

  it('is the same in any order of the legs, and grows when a leg gets less likely', () => {
    fc.assert(
      fc.property(mode, prices, fc.nat(4), fc.bigInt(1n, 999_998n), (kind, all, at, less) => {
        const payout = payoutOfLegs(kind, legsOf(all));
        expect(payoutOfLegs(kind, legsOf([...all].reverse()))).toBe(payout);
        const cheaper = all.map((one, index) => (index === at && less < one ? less : one));
        expect(payoutOfLegs(kind, legsOf(cheaper)) >= payout).toBe(true);
      }),
    );
  });

  it('counts each cancelled leg as price 1, whatever it had cost', () => {
    fc.assert(
      fc.property(mode, prices, states, (kind, all, how) => {
        const legs = legsOf(all, (index) => how[index] ?? 'open');
        const asOne = all.map((one, index) => (how[index] === 'cancelled' ? 1_000_000n : one));
        expect(payoutOfLegs(kind, legs)).toBe(payoutOfLegs(kind, legsOf(asOne)));
        expect(payoutOfLegs(kind, legs) <= payoutOfLegs(kind, legsOf(all))).toBe(true);
      }),
    );
  });

  it('gives 95 % of the stake back when every leg is cancelled', () => {
    const gone = legsOf(Array(5).fill(300_000n), () => 'cancelled');
    expect(payoutOfLegs('paid', gone)).toBe(microUsd(9_500_000n));
    expect(payoutOfLegs('free', gone)).toBe(microUsd(950_000n));
    expect(statusOfLegs(gone)).toBe('won');
  });

  it('stops at 10,000 dollars, and at 100 for a free one', () => {
    const long = legsOf(Array(5).fill(10_000n));
    expect(payoutOfLegs('paid', long)).toBe(10_000_000_000n);
    expect(payoutOfLegs('free', long)).toBe(100_000_000n);
  });
});

describe('what becomes of a parlay', () => {
  it.each([
    ['yes', 'won'],
    ['no', 'lost'],
    ['draw', 'lost'],
    ['cancelled', 'cancelled'],
  ] as const)('a leg that ends in %s is %s', (outcome, state) => {
    expect(legAfter(outcome)).toBe(state);
  });

  it('is lost with one lost leg, won when none is open or lost, and open before', () => {
    fc.assert(
      fc.property(states, (how) => {
        const status = statusOfLegs(
          legsOf(
            how.map(() => 500_000n),
            (index) => how[index] ?? 'open',
          ),
        );
        const expected = how.includes('lost') ? 'lost' : how.includes('open') ? 'open' : 'won';
        expect(status).toBe(expected);
      }),
    );
  });

  it('never changes once it is decided, whatever else ends, and in whatever order', () => {
    const outcomes = fc.array(fc.constantFrom('yes', 'no', 'draw', 'cancelled'), {
      minLength: 5,
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        outcomes,
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }),
        (ends, order) => {
          let legs = legsOf(ends.map(() => 500_000n));
          let decided: string | undefined;
          for (const at of order) {
            legs = legs.map((leg, index) =>
              index === at ? { ...leg, state: legAfter(ends[at] ?? 'yes') } : leg,
            );
            const status = statusOfLegs(legs);
            if (decided !== undefined) expect(status).toBe(decided);
            if (status !== 'open') decided = status;
          }
          expect(decided).toBe(ends.some((end) => end === 'no' || end === 'draw') ? 'lost' : 'won');
        },
      ),
    );
  });
});
