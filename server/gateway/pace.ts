import type { Priority } from '../common/facts.ts';
import type { Pace } from './shared-state.ts';
import { SLOWEST } from './slow-down.ts';
import { URGENT } from './urgent.ts';

/** How the platform counts what one key asks. */
export interface Limit {
  /** Requests a second, in the mean over the window. */
  readonly rps: number;
  /** Seconds that it counts over; 1: it counts seconds. */
  readonly windowSeconds: number;
  /** Share of a longer window, 0 to 1, that is kept for writes and the status of orders. */
  readonly reserve: number;
}

/** What waits for a place. */
export interface Crowd {
  /** Of who is next. */
  readonly priority: Priority;
  /** Whether it stands behind everybody: a newer answer that nobody waits for, or what is more than its caller's share. */
  readonly isBehind: boolean;
  /** How many wait who do not. */
  readonly waiting: number;
  /** Share of the full rate that is used at the moment, above 0 and at most 1. */
  readonly factor: number;
  /** Places that others than this gateway have taken, as the platform says. */
  readonly foreign: number;
  /** How many within the window were urgent. */
  readonly urgent: number;
}

export interface Rule {
  /** Places of a window. */
  readonly count: number;
  readonly windowMs: number;
  /** Requests a second that newer answers can be fetched with while nobody asks for anything else. */
  readonly refreshRps: number;
  /** Whether refreshes stand in a line of their own, behind everybody. */
  readonly isApart: boolean;
  paceOf(crowd: Crowd): Pace;
}

const SECOND = 1_000;
/** Up to this priority requests may follow one another at once while there are places left in the second. */
export const PROMPT: Priority = 2;
/** Clocks that count the same minute differ by a little. */
const MARGIN_MS = 20;
const DRIFT = 0.001;
/** An answer may take long, a request does not: by then the platform has counted it. */
const FLIGHT_MS = 2_000;
const LONG_FLIGHT_MS = 30_000;
/** Share of a window that refreshes leave to whoever comes: a page that nobody has looked at lately. */
const HEADROOM = 0.2;

/** Never more than `ceil(rps)` in any `ceil(rps) / rps` seconds, evenly spread unless somebody waits for them. */
function secondRule({ rps }: Limit): Rule {
  const count = Math.max(1, Math.ceil(rps));
  return {
    count,
    windowMs: (count * SECOND) / rps,
    refreshRps: rps,
    isApart: false,
    paceOf: ({ priority, factor, foreign }) => {
      const rate = rps * factor;
      const gapMs = SECOND / rate;
      return {
        count: count - foreign,
        windowMs: count * gapMs + MARGIN_MS,
        flightMs: FLIGHT_MS,
        longestMs: FLIGHT_MS + (count * SECOND) / (rps * SLOWEST) + MARGIN_MS,
        gapMs: priority <= PROMPT && factor === 1 ? 0 : gapMs,
        line: 'all',
      };
    },
  };
}

/**
 * Never more than `rps * windowSeconds` in any window. Whoever waits goes at once while there are places, the last of
 * which are for what is urgent; newer answers are fetched evenly, with what leaves room for a page that is opened. Only
 * where more wait than that, everything goes evenly, so that a window is not spent in its first second.
 */
function windowRule({ rps, windowSeconds, reserve }: Limit): Rule {
  // A rate such as 1.6667 stands for 100 a minute.
  const count = Math.max(1, Math.floor(rps * windowSeconds + 0.01));
  const reads = Math.max(1, count - Math.ceil(count * reserve));
  const headroom = Math.min(reads - 1, Math.ceil(count * HEADROOM));
  const refreshes = reads - headroom;
  const windowMs = windowSeconds * SECOND;
  const evenly = (places: number): number => windowMs / places;
  return {
    count,
    windowMs,
    refreshRps: refreshes / windowSeconds,
    isApart: true,
    paceOf: ({ priority, isBehind, waiting, factor, foreign, urgent }) => {
      // Of what is kept for those, half of what they have taken need not be kept once more by newer answers.
      const spared = Math.floor(Math.min(urgent, count - reads) / 2);
      const share = (places: number): number => Math.max(1, Math.floor(places * factor));
      const takenMs = windowMs * (1 + DRIFT) + MARGIN_MS;
      const flightMs = Math.min(LONG_FLIGHT_MS, Math.max(FLIGHT_MS, windowMs));
      const all = { windowMs: takenMs, flightMs, longestMs: flightMs + takenMs };
      const taken = (places: number): number => share(places) - foreign;
      if (priority <= URGENT && !isBehind) return { ...all, count: taken(count), gapMs: 0, line: 'urgent' };
      if (isBehind && waiting === 0) {
        return { ...all, count: taken(refreshes + spared), gapMs: evenly(share(refreshes)), line: 'refresh' };
      }
      const gapMs = isBehind || waiting > headroom ? evenly(share(reads)) : 0;
      return { ...all, count: taken(reads), gapMs, line: 'read' };
    },
  };
}

export const ruleOf = (limit: Limit): Rule => (limit.windowSeconds > 1 ? windowRule : secondRule)(limit);
