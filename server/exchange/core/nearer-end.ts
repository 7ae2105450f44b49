import { lengthWithin, type PageRange } from '@contract/page.ts';

/** How a page is read from the nearer end of its list: an index is walked over whatever lies before it. */
export interface PageReading {
  readonly fromOldest: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** For a list, newest first, of which the newest `most` are listed; `total`: how many those are. */
export function fromNearerEnd(range: PageRange, most: number, total: number): PageReading {
  const limit = Math.max(0, Math.min(lengthWithin(range, most), total - range.start));
  const after = total - range.start - limit;
  // Where the list goes on beyond those, its other end is not theirs.
  return limit > 0 && total < most && after < range.start
    ? { fromOldest: true, offset: after, limit }
    : { fromOldest: false, offset: range.start, limit };
}
