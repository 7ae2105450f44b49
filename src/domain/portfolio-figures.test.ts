import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { percentShares } from './portfolio-figures.ts';

describe('shares in percent', () => {
  test.each([
    [
      [1n, 1n, 1n],
      [34, 33, 33],
    ],
    [
      [71_336_000n, 28_664_000n],
      [71, 29],
    ],
    [[5n], [100]],
    [
      [0n, 0n],
      [0, 0],
    ],
    [[], []],
  ])('%s → %s', (parts, percents) => expect(percentShares(parts)).toEqual(percents));

  it('add up to 100, and none is off by a whole percent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 12 }),
        (parts) => {
          const all = parts.reduce((sum, part) => sum + part, 0n);
          fc.pre(all > 0n);
          const percents = percentShares(parts);
          expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100);
          parts.forEach((part, index) => {
            const exact = (Number(part) / Number(all)) * 100;
            expect(Math.abs((percents[index] ?? 0) - exact)).toBeLessThanOrEqual(1);
          });
        },
      ),
    );
  });
});
