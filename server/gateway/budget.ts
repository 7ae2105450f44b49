import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../common/errors.ts';
import type { Priority } from '../common/facts.ts';
import { type Limit, PROMPT, ruleOf } from './pace.ts';
import { OwnPlaces } from './places.ts';
import { type Waiter, WaitingQueue } from './queue.ts';
import type { Pace, SharedState, Taken } from './shared-state.ts';
import { SlowDown } from './slow-down.ts';
import type { Timing } from './timing.ts';
import { ORDINARY, UrgentShares } from './urgent.ts';

export interface BudgetOptions {
  readonly rps: Limit['rps'];
  /** Unless given, 1. */
  readonly windowSeconds?: Limit['windowSeconds'] | undefined;
  /** Unless given, 0.2. */
  readonly reserve?: Limit['reserve'] | undefined;
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
  /** A newer answer than one at hand, for which nobody waits. */
  readonly isRefresh?: boolean;
  /** It sends what is signed. */
  readonly sends?: boolean | undefined;
  /** Aborted when nobody wants it any more; of what shall be sent all the same absent. */
  readonly left?: AbortSignal | undefined;
}

/**
 * Tells that the answer has come, with its headers, or that none will: from then on the request counts for a window
 * more. `unsent`: that there was no request, and its place is free at once. Only the first time counts.
 */
export type Leave = (told?: IncomingHttpHeaders | 'unsent') => void;

/** Leaves a place once the answer is there, or it is known that none comes. */
export async function leaving<T extends { readonly told?: IncomingHttpHeaders }>(
  leave: Leave,
  work: Promise<T>,
): Promise<T> {
  try {
    const answer = await work;
    leave(answer.told);
    return answer;
  } finally {
    leave();
  }
}

export interface BudgetState {
  /** Requests a second, as agreed and as slowed down for the moment. */
  readonly rps: number;
  readonly effectiveRps: number;
  /** Of these, what newer answers can be fetched with. */
  readonly refreshRps: number;
  /** Places of a window, and how many of them are taken. */
  readonly places: number;
  readonly taken: number;
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
   * Resolves when one request may be sent, with what is to be called once it has its answer.
   * @throws ServiceError `unavailable` UPSTREAM_BUSY with `retryAfter` when that would take too long: nothing has been sent then.
   */
  enter(place: Place): Promise<Leave>;
  /** What the platform answered, for slowing down. */
  heard(status: number, headers: IncomingHttpHeaders): void;
  /** Seconds that a request of this priority would wait now. */
  waitOf(priority: Priority): number;
  state(): BudgetState;
  /** Sends everybody away who waits. */
  close(): void;
}

/** Who waits behind more than this many seconds of work, his own or everybody's, waits for nothing. */
const SECONDS_OF_ONE = 10;
const SECONDS_OF_ALL = 20;
const ALWAYS_OF_ONE = 32;
const ALWAYS_OF_ALL = 2_000;
const SECOND = 1_000;
/** How often it is looked whether other gateways have given up places sooner than they had to. */
const LOOK_AGAIN_MS = 500;
const DEFAULT_RESERVE = 0.2;

const busy = (why: string, retryAfter: number): ServiceError => {
  const message = `the platform is busy, nothing was sent: ${why}`;
  return new ServiceError('busy', 'UPSTREAM_BUSY', message, { retryAfter });
};

/** Nobody hears it. */
const gone = (): ServiceError => busy('its client has left', 1);

/**
 * The requests that the platform grants one key within its window: see `pace.ts` for how they are spent. Who waits is
 * served by priority. Whatever the platform says about its limits holds for everybody, writes too.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { rps, windowSeconds = 1, reserve = DEFAULT_RESERVE, timing, shared } = options;
  const rule = ruleOf({ rps, windowSeconds, reserve });
  const queue = new WaitingQueue();
  /** Refreshes, and what is more than a caller's share, where they stand behind everybody. */
  const behind = rule.isApart ? new WaitingQueue() : queue;
  const slow = new SlowDown();
  const own = new OwnPlaces();
  const urgent = new UrgentShares(rps, rule.windowMs);
  const { now, clock } = timing;
  const mostOfOne = Math.max(ALWAYS_OF_ONE, rps * SECONDS_OF_ONE);
  const mostOfAll = Math.max(ALWAYS_OF_ALL, rps * SECONDS_OF_ALL);
  let granted = 0;
  let refused = 0;
  let places = 0;
  let closed = false;
  let pumping = false;
  /** Whether somebody in the line before waits for a place to become free. */
  let isBlocked = false;
  /** Places that are taken and not ours, as the platform said to a request, and until when that is believed. */
  let foreign = { count: 0, until: 0, sentAs: 0 };
  let wake: (() => void) | undefined;
  /** Counts what may change whose turn it is. */
  let news = 0;
  const lookAgain = (): void => {
    news += 1;
    wake?.();
  };

  const effectiveRps = () => rps * slow.factor(now());
  const paceOf = (priority: Priority, isBehind: boolean, at = now()): Pace =>
    rule.paceOf({
      priority,
      isBehind,
      waiting: isBehind ? (isBlocked ? queue.size : 0) : queue.size,
      factor: slow.factor(now()),
      foreign: at < foreign.until ? foreign.count : 0,
      urgent: urgent.within(now()),
    });
  /** Milliseconds until what others have taken counts no more; without end where they have nothing. */
  const othersMs = (): number =>
    foreign.count > 0 && now() < foreign.until ? foreign.until - now() : Number.POSITIVE_INFINITY;
  const take = async (place: string, pace: Pace): Promise<Taken> => {
    // Its own places are kept up as well: should the others fall silent, it goes on from where it is.
    if (!shared) return own.take(place, pace, now());
    // Nor does it believe others who have forgotten them: a Redis that came back empty, or whose clock was set.
    const ownMs = own.wait(pace, now());
    if (ownMs > 0) return { waitMs: ownMs, taken: own.taken(now()) };
    try {
      const { waitMs, taken } = await shared.take(place, pace);
      if (waitMs <= 0) own.note(place, pace, now());
      return { waitMs: Math.min(waitMs, LOOK_AGAIN_MS), taken };
    } catch {
      return own.take(place, pace, now());
    }
  };
  /**
   * Takes in how many places the platform says are left, in the answer to a request that left as the `sentAs`-th, with
   * so many places taken: the rest others have. Of several answers the one to the latest request is right: whatever of
   * ours the platform had counted by then had left before it.
   */
  function believe(told: IncomingHttpHeaders, sentAs: number, taken: number): void {
    const left = slow.remaining(told);
    if (left === undefined || sentAs < foreign.sentAs) return;
    const resetMs = slow.resetIn(told, clock()) ?? rule.windowMs;
    const count = Math.max(0, rule.count - taken - left);
    foreign = { count, until: now() + Math.min(rule.windowMs, resetMs), sentAs };
  }
  const leaveOf = (place: string, { windowMs }: Pace, taken: number): Leave => {
    const sentAs = places;
    let isOver = false;
    return (told) => {
      if (isOver) return;
      isOver = true;
      if (told === 'unsent') {
        own.giveBack(place);
        shared?.giveBack(place).catch(() => undefined);
      } else {
        if (told) believe(told, sentAs, taken);
        own.leave(place, windowMs, now());
        shared?.leave(place, windowMs).catch(() => undefined);
      }
      // When the next place is free is known better now.
      lookAgain();
    };
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = timing.after(Math.max(1, Math.ceil(ms)), resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  /** The lines to try, in order: who is behind goes before somebody else only when both have to wait and he waited longer. */
  function lines(): { line: WaitingQueue; priority: Priority; isBehind: boolean }[] {
    const asked = queue.next();
    const refresh = rule.isApart ? behind.next() : undefined;
    if (!asked) isBlocked = false;
    const first = asked && { line: queue, priority: asked.priority, isBehind: false };
    const second = refresh && { line: behind, priority: refresh.priority, isBehind: true };
    const isTurn = isBlocked && asked && refresh && refresh.rank < asked.rank;
    return (isTurn ? [second, first] : [first, second]).filter((one) => one !== undefined);
  }

  /** @returns how long to wait before there may be a place for anybody; 0: somebody has got one. */
  async function serveNext(tries: ReturnType<typeof lines>): Promise<number> {
    let wait = Number.POSITIVE_INFINITY;
    for (const { line, priority, isBehind } of tries) {
      places += 1;
      const place = String(places);
      const pace = paceOf(priority, isBehind);
      const { waitMs, taken } = await take(place, pace);
      if (waitMs > 0) {
        wait = Math.min(wait, waitMs, othersMs());
        if (!isBehind) isBlocked = true;
        continue;
      }
      const leave = leaveOf(place, pace, taken);
      const waiter = line.take(now());
      // Whoever it was for has given up meanwhile.
      if (!waiter) leave('unsent');
      else {
        granted += 1;
        waiter.grant(leave);
      }
      return 0;
    }
    return wait;
  }

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    for (let tries = lines(); tries.length > 0 && !closed; tries = lines()) {
      const known = news;
      const held = slow.pause(now());
      const wait = held > 0 ? held : await serveNext(tries);
      if (wait > 0 && known === news) await pause(wait);
    }
    pumping = false;
  }

  const waitOf = (priority: Priority): number => {
    const placeAt = (at: number): number => own.wait({ ...paceOf(priority, false, at), gapMs: 0 }, now());
    const full = Math.min(placeAt(now()), Math.max(othersMs(), placeAt(foreign.until))) / SECOND;
    const lined = queue.ahead(priority) / effectiveRps();
    return slow.pause(now()) / SECOND + (rule.isApart ? Math.max(full, lined) : lined);
  };

  const waiters = new Set<() => void>();
  function enter(place: Place): Promise<Leave> {
    const { caller, waitMs, left } = place;
    if (left?.aborted) return Promise.reject(gone());
    const pausedMs = slow.pause(now());
    const waiting = (of: (line: WaitingQueue) => number): number =>
      of(queue) + (rule.isApart ? of(behind) : 0);
    const isFull =
      waiting(({ size }) => size) >= mostOfAll || waiting((line) => line.of(caller)) >= mostOfOne;
    if (closed || isFull || pausedMs > waitMs) {
      refused += 1;
      const why = pausedMs > waitMs ? 'the platform has asked for a pause' : 'too many requests wait for it';
      return Promise.reject(busy(why, Math.max(1, pausedMs / SECOND)));
    }
    const isMore = urgent.isMore(place, now());
    const priority = isMore ? ORDINARY : place.priority;
    const isBehind = isMore || place.isRefresh === true;
    const line = isBehind ? behind : queue;
    return new Promise((resolve, reject) => {
      const leave = () => {
        cancel();
        waiters.delete(giveUp);
        left?.removeEventListener('abort', goAway);
      };
      const goAway = () => {
        leave();
        if (line.remove(waiter)) reject(gone());
      };
      const giveUp = () => {
        leave();
        if (!line.remove(waiter)) return;
        refused += 1;
        reject(busy('too many requests go before', Math.max(1, waitOf(priority))));
      };
      const waiter: Waiter = {
        priority,
        caller,
        since: now(),
        grant: (answered) => {
          leave();
          resolve(answered);
        },
      };
      const cancel = timing.after(waitMs, giveUp);
      waiters.add(giveUp);
      left?.addEventListener('abort', goAway);
      line.add(waiter);
      // Whoever may go at once does not wait for the turn of who may not.
      if (priority <= PROMPT || (rule.isApart && !isBehind)) lookAgain();
      void pump();
    });
  }

  return {
    enter,
    heard: (status, headers) => {
      const ms = slow.heard(status, headers, now(), clock());
      if (ms > 0) shared?.pause(ms).catch(() => undefined);
    },
    waitOf,
    state: () => {
      const held = slow.pause(now());
      return {
        rps,
        effectiveRps: effectiveRps(),
        refreshRps: rule.refreshRps * slow.factor(now()),
        places: rule.count,
        taken: own.taken(now()),
        slowUntil: held > 0 ? Math.ceil((clock() + held) / SECOND) : undefined,
        waiting: queue.size + (rule.isApart ? behind.size : 0),
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
