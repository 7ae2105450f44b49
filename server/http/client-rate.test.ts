import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClientRate } from './client-rate.ts';

function rateOf(rps: number) {
  const time = { ms: 0 };
  return { time, rate: new ClientRate(rps, () => time.ms) };
}

describe('the rate of a client', () => {
  it('lets three seconds pass at once, then its share of a second', () => {
    const { rate, time } = rateOf(2);
    for (let n = 0; n < 6; n++) expect(rate.take('a').passes).toBe(true);
    expect(rate.take('a')).toEqual({ passes: false, waitSeconds: 0.5 });
    expect(rate.take('b').passes).toBe(true);
    time.ms += 500;
    expect(rate.take('a').passes).toBe(true);
    expect(rate.take('a').passes).toBe(false);
  });

  it('counts what costs less as less', () => {
    const { rate } = rateOf(1);
    let passed = 0;
    while (rate.take('a', 0.25).passes) passed += 1;
    expect(passed).toBe(12);
  });

  it('lends what a request costs beside its first token, and no more before it is paid back', () => {
    const { rate, time } = rateOf(2);
    expect(rate.take('a').passes).toBe(true);
    expect(rate.charge('a', 9).passes).toBe(true);
    // Owes 4 of the 6 that a bucket holds: one more is lent, a third is not.
    expect(rate.charge('a', 9).passes).toBe(true);
    expect(rate.charge('a', 9)).toEqual({ passes: false, waitSeconds: 3.5 });
    time.ms += 6_500;
    rate.take('b');
    expect(rate.take('a').passes).toBe(false);
    time.ms += 1_000;
    expect(rate.take('a').passes).toBe(true);
  });

  it('forgets whoever has been quiet, and never counts more than it has room for', () => {
    const { rate, time } = rateOf(1);
    for (let n = 0; n < 25_000; n++) rate.take(`client ${n}`);
    expect(rate.size).toBe(20_000);
    time.ms += 3_000;
    rate.take('a');
    expect(rate.size).toBe(1);
  });

  it('is never exceeded over any span', () => {
    const steps = fc.array(fc.tuple(fc.nat(2_000), fc.nat(20)), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), steps, (rps, asked) => {
        const { rate, time } = rateOf(rps);
        let passed = 0;
        for (const [wait, times] of asked) {
          time.ms += wait;
          for (let n = 0; n < times; n++) if (rate.take('a').passes) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(rps * 3 + (time.ms / 1000) * rps + 1e-6);
      }),
    );
  });
});
