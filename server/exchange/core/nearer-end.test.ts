import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromNearerEnd } from './nearer-end.ts';

it('is the same page from either end, and never walks over more than half', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(70), fc.nat(30), fc.option(fc.nat(60)), (total, start, length, bound) => {
      const most = bound ?? Number.POSITIVE_INFINITY;
      const newestFirst = Array.from({ length: total }, (_, index) => total - index);
      const { fromOldest, offset, limit } = fromNearerEnd(
        { start, end: start + length },
        most,
        Math.min(total, most),
      );
      const list = fromOldest ? newestFirst.toReversed() : newestFirst;
      const page = list.slice(offset, offset + limit);
      if (fromOldest) page.reverse();
      expect(page).toEqual(newestFirst.slice(start, Math.min(start + length, most)));
      if (page.length > 0 && total < most) expect(offset).toBeLessThanOrEqual(total / 2);
    }),
  );
});
