import type { Pace, Taken } from './shared-state.ts';

/**
 * Places of this gateway alone. A place is taken from when its request leaves until a window after its answer came: the
 * platform counts a request at some instant in between, which nobody here knows, so that it never has more within a
 * window than there are places, however unequally they travel.
 */
export class OwnPlaces {
  /** When the places of requests that have no answer yet are given up at the latest, by name. */
  private readonly underWay = new Map<string, { until: number; windowMs: number }>();
  /** When the places of answered requests are free again, in the order in which they were answered. */
  private freeAt: number[] = [];
  private first = 0;
  private readonly lastOf = new Map<string, number>();

  /** How many are taken. */
  taken(now: number): number {
    for (const [place, { until, windowMs }] of this.underWay) {
      // In the order in which they left, and all for about as long.
      if (until > now) break;
      this.leave(place, windowMs, until);
    }
    while ((this.freeAt[this.first] ?? Number.POSITIVE_INFINITY) <= now) this.first += 1;
    if (this.first > 1_000) {
      this.freeAt = this.freeAt.slice(this.first);
      this.first = 0;
    }
    return this.underWay.size + this.freeAt.length - this.first;
  }

  /** How long it would have to be waited for a place, in milliseconds. */
  wait({ count, windowMs, gapMs, line }: Pace, now: number): number {
    const taken = this.taken(now);
    const gap = (this.lastOf.get(line) ?? Number.NEGATIVE_INFINITY) + gapMs - now;
    if (taken < count) return Math.max(0, gap);
    // Whose answer is still to come leaves a window after it, at the earliest.
    const nth = count <= 0 ? undefined : this.freeAt[this.first + taken - count];
    return Math.max(gap, nth === undefined ? windowMs : nth - now);
  }

  /** Takes a place, whatever others there are: one that was granted elsewhere. */
  note(place: string, { line, flightMs, windowMs }: Pace, now: number): void {
    this.underWay.set(place, { until: now + flightMs, windowMs });
    this.lastOf.set(line, now);
  }

  take(place: string, pace: Pace, now: number): Taken {
    const waitMs = this.wait(pace, now);
    if (waitMs <= 0) this.note(place, pace, now);
    return { waitMs: Math.max(0, waitMs), taken: this.taken(now) };
  }

  leave(place: string, windowMs: number, now: number): void {
    if (this.underWay.delete(place)) this.freeAt.push(now + windowMs);
  }

  /** Nothing was sent in it. */
  giveBack(place: string): void {
    this.underWay.delete(place);
  }
}
