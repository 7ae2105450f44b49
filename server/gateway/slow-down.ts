import type { IncomingHttpHeaders } from 'node:http';

/** Longest pause that is made on the platform's word: one wrong header must not close the desk for a day. */
export const MAX_PAUSE_MS = 120_000;
const FIRST_PAUSE_MS = 1_000;
/** Share of the full rate that is left, however often the platform has refused. */
export const SLOWEST = 1 / 8;
/** Share of the full rate that comes back in a second. */
const RECOVERY = 0.02;

/** A field of an answer's headers: the first, where there are several; nothing, where there is none. */
export const textOf = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value) ?? '';

/** Two clocks that differ by no more are the same: a date is of whole seconds, and is on its way for a while. */
const SAME_CLOCK_MS = 2_000;

/** Unix milliseconds by the clock of who answered, by which its moments are: ours (`clock`) may be hours off. */
function theirClock({ date, age }: IncomingHttpHeaders, clock: number): number {
  const theirs = Date.parse(date ?? '') + (Number(textOf(age)) || 0) * 1_000;
  return Math.abs(theirs - clock) > SAME_CLOCK_MS ? theirs : clock;
}

/**
 * Milliseconds a header asks for: seconds from now, Unix seconds or milliseconds, or a date; undefined: nothing.
 * `clock`: Unix milliseconds.
 */
export function waitOf(headers: IncomingHttpHeaders, name: string, clock: number): number | undefined {
  const text = textOf(headers[name]);
  if (text === '') return undefined;
  const until = (at: number): number => Math.max(0, at - theirClock(headers, clock));
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(text)) {
    const at = Date.parse(text);
    return Number.isNaN(at) ? undefined : until(at);
  }
  const value = Number(text);
  if (value > 1e12) return until(value);
  if (value > 1e9) return until(value * 1_000);
  return value * 1_000;
}

/** How fast the platform wants to be asked, as it says itself: by 429, 503 and its rate-limit headers. */
export class SlowDown {
  private pausedUntil = 0;
  private share = 1;
  private since = 0;
  private inRow = 0;
  /** Refusals for asking too much, since the start. */
  refusals = 0;

  /** Milliseconds until anything may be sent. */
  pause(now: number): number {
    return Math.max(0, this.pausedUntil - now);
  }

  /** Share of the full rate that is used at the moment, above 0 and at most 1. */
  factor(now: number): number {
    return Math.min(1, this.share + (Math.max(0, now - this.since) / 1_000) * RECOVERY);
  }

  /** Nothing is sent for so long. @returns the pause that holds, in ms. */
  hold(ms: number, now: number): number {
    const pause = Math.min(ms, MAX_PAUSE_MS);
    this.pausedUntil = Math.max(this.pausedUntil, now + pause);
    return pause;
  }

  /** Requests that the platform says are left to us; undefined: it says nothing. */
  remaining(headers: IncomingHttpHeaders): number | undefined {
    const left = textOf(headers['x-ratelimit-remaining']);
    return /^\d{1,9}$/.test(left) ? Number(left) : undefined;
  }

  /** Milliseconds until it counts anew, as it says; undefined: it says nothing. */
  resetIn(headers: IncomingHttpHeaders, clock: number): number | undefined {
    return waitOf(headers, 'x-ratelimit-reset', clock);
  }

  /** Takes in how the platform answered. @returns a pause to be made from now on, in ms; 0: none. */
  heard(status: number, headers: IncomingHttpHeaders, now: number, clock: number): number {
    const reset = this.resetIn(headers, clock);
    const asked = waitOf(headers, 'retry-after', clock);
    // "At once" after a 503 is no wish to be asked less: it is one request's failure, as is a 503 that says nothing.
    if (status === 429 || (status === 503 && asked)) {
      this.share = Math.max(SLOWEST, this.factor(now) / 2);
      this.since = now;
      this.refusals += 1;
      this.inRow += 1;
      const unasked = FIRST_PAUSE_MS * 2 ** Math.min(this.inRow - 1, 5);
      // It has just refused: what is over by then says no more than nothing. Where it gives no date, our clock may be
      // ahead of its.
      return this.hold(asked || reset || unasked, now);
    }
    if (status < 500) this.inRow = 0;
    if (this.remaining(headers) === 0 && reset !== undefined) return this.hold(reset, now);
    return 0;
  }
}
