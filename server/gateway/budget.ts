import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Priority } from './policies.ts';
import { type Waiter, WaitingQueue } from './queue.ts';
import type { Pace, SharedState } from './shared-state.ts';
import { SlowDown } from './slow-down.ts';
import type { Timing } from './timing.ts';

export interface BudgetOptions {
  /** Requests a second. */
  readonly rps: number;
  readonly timing: Timing;
  /** Where several gateways take their places together. */
  readonly shared?: SharedState | undefined;
}

export interface Place {
  readonly priority: Priority;
  /** Who asks, for taking turns. */
  readonly caller: string;
  /** Longest wait, in milliseconds. */
  readonly waitMs: number;
}

export interface BudgetState {
  /** Requests a second, as agreed and as slowed down for the moment. */
  readonly rps: number;
  readonly effectiveRps: number;
  /** Unix seconds until which nothing is sent; undefined: it is. */
  readonly slowUntil: number | undefined;
  readonly waiting: number;
  readonly granted: number;
  readonly refused: number;
  /** Times the platform refused for asking too much. */
  readonly slowdowns: number;
}

export interface Budget {
  /**
   * Resolves when one request may be sent.
   * @throws ApiError 503 UPSTREAM_BUSY with `retryAfter` when that would take too long: nothing has been sent then.
   */
  enter(place: Place): Promise<void>;
  /** What the platform answered, for slowing down. */
  heard(status: number, headers: IncomingHttpHeaders): void;
  /** Seconds that a request of this priority would wait now. */
  waitOf(priority: Priority): number;
  state(): BudgetState;
  /** Sends everybody away who waits. */
  close(): void;
}

/** Up to this priority requests may follow one another at once while there are places left in the second. */
const PROMPT: Priority = 2;
/** Who waits behind more than this many seconds of work, his own or everybody's, waits for nothing. */
const SECONDS_OF_ONE = 10;
const SECONDS_OF_ALL = 20;
const ALWAYS_OF_ONE = 32;
const ALWAYS_OF_ALL = 2_000;
const SECOND = 1_000;
/** Requests do not all travel equally fast: two that left in different seconds must not arrive in one. */
const MARGIN_MS = 20;

const busy = (why: string, retryAfter: number): ApiError => {
  const message = `the platform is busy, nothing was sent: ${why}`;
  return new ApiError(503, 'rate_limit_error', 'UPSTREAM_BUSY', message, undefined, { retryAfter });
};

/** Places of this gateway alone: when each of the last ones was taken. */
class OwnPlaces {
  private taken: number[] = [];

  /** A place that was taken elsewhere. */
  note(now: number, count: number): void {
    this.taken = [...this.taken.slice(-count), now];
  }

  take({ count, windowMs, gapMs }: Pace, now: number): number {
    const last = this.taken.at(-1) ?? Number.NEGATIVE_INFINITY;
    const nth = this.taken.at(-count) ?? Number.NEGATIVE_INFINITY;
    const wait = Math.max(last + gapMs, nth + windowMs) - now;
    if (wait > 0) return wait;
    this.note(now, count);
    return 0;
  }
}

/**
 * The requests a second that the platform grants one key. Never more than `ceil(rps)` in any `ceil(rps) / rps` seconds
 * (which is a second for a whole number); who waits is served by priority. Whatever the platform says about its limits
 * holds for everybody, writes too.
 */
export function createBudget({ rps, timing, shared }: BudgetOptions): Budget {
  const queue = new WaitingQueue();
  const slow = new SlowDown();
  const own = new OwnPlaces();
  const { now } = timing;
  const mostOfOne = Math.max(ALWAYS_OF_ONE, rps * SECONDS_OF_ONE);
  const mostOfAll = Math.max(ALWAYS_OF_ALL, rps * SECONDS_OF_ALL);
  let granted = 0;
  let refused = 0;
  let closed = false;
  let pumping = false;
  let wake: (() => void) | undefined;

  const effectiveRps = () => rps * slow.factor(now());
  const paceOf = (priority: Priority): Pace => {
    const rate = effectiveRps();
    const count = Math.ceil(rps);
    const gapMs = SECOND / rate;
    const isPrompt = priority <= PROMPT && rate === rps;
    return { count, windowMs: count * gapMs + MARGIN_MS, gapMs: isPrompt ? 0 : gapMs };
  };
  const place = async (pace: Pace): Promise<number> => {
    // Its own places are kept up as well: should the others fall silent, it goes on from where it is.
    if (!shared) return own.take(pace, now());
    try {
      const wait = await shared.take(pace);
      if (wait <= 0) own.note(now(), pace.count);
      return wait;
    } catch {
      return own.take(pace, now());
    }
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = timing.after(Math.max(1, Math.ceil(ms)), resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    for (let next = queue.next(); next !== undefined && !closed; next = queue.next()) {
      const held = slow.pause(now());
      const wait = held > 0 ? held : await place(paceOf(next));
      if (wait > 0) {
        await pause(wait);
        continue;
      }
      const waiter = queue.take();
      if (!waiter) break;
      granted += 1;
      waiter.grant();
    }
    pumping = false;
  }

  const waitOf = (priority: Priority): number => {
    const rate = effectiveRps();
    return slow.pause(now()) / SECOND + queue.ahead(priority) / rate;
  };

  const waiters = new Set<() => void>();
  function enter({ priority, caller, waitMs }: Place): Promise<void> {
    const pausedMs = slow.pause(now());
    const isFull = queue.size >= mostOfAll || queue.of(caller) >= mostOfOne;
    if (closed || isFull || pausedMs > waitMs) {
      refused += 1;
      const why = pausedMs > waitMs ? 'the platform has asked for a pause' : 'too many requests wait for it';
      return Promise.reject(busy(why, Math.max(1, pausedMs / SECOND)));
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        cancel();
        waiters.delete(giveUp);
      };
      const giveUp = () => {
        leave();
        if (!queue.remove(waiter)) return;
        refused += 1;
        reject(busy('too many requests go before', Math.max(1, waitOf(priority))));
      };
      const waiter: Waiter = {
        priority,
        caller,
        since: now(),
        grant: () => {
          leave();
          resolve();
        },
      };
      const cancel = timing.after(waitMs, giveUp);
      waiters.add(giveUp);
      queue.add(waiter);
      // Whoever may go at once does not wait for the turn of who may not.
      if (priority <= PROMPT) wake?.();
      void pump();
    });
  }

  return {
    enter,
    heard: (status, headers) => {
      const ms = slow.heard(status, headers, now());
      if (ms > 0) shared?.pause(ms).catch(() => undefined);
    },
    waitOf,
    state: () => {
      const held = slow.pause(now());
      return {
        rps,
        effectiveRps: effectiveRps(),
        slowUntil: held > 0 ? Math.ceil((now() + held) / SECOND) : undefined,
        waiting: queue.size,
        granted,
        refused,
        slowdowns: slow.refusals,
      };
    },
    close: () => {
      closed = true;
      for (const giveUp of [...waiters]) giveUp();
      wake?.();
    },
  };
}
