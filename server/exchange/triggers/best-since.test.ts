import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextMark } from '../engine/trigger-index.ts';
import { bestsSince, type Sample } from './best-since.ts';

it('is the mark that an order has that saw every price from then on, one by one', () => {
  const seen = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.bigInt({ min: 1n, max: 40n })));
  fc.assert(
    fc.property(seen, fc.constantFrom('above', 'below'), fc.nat(70), (steps, condition, since) => {
      let t = 0;
      const samples = steps.map(([seconds, price]): Sample => {
        t += seconds;
        return { t, price };
      });
      const [first, ...rest] = samples.filter((sample) => sample.t >= since).map(({ price }) => price);
      const wanted =
        first === undefined
          ? undefined
          : rest.reduce((mark, price) => nextMark(condition, mark, price), first);
      expect(bestsSince(condition, samples)(since)).toBe(wanted);
    }),
  );
});

it('looks at the prices once, however many orders ask', () => {
  let looks = 0;
  const samples = Array.from({ length: 4_000 }, (_, n) => ({
    t: n,
    get price() {
      looks += 1;
      return BigInt(5_000 - n);
    },
  }));
  const best = bestsSince('below', samples);
  for (let t = 0; t < 4_000; t += 1) expect(best(t)).toBe(BigInt(5_000 - t));
  expect(looks).toBe(4_000);
});
