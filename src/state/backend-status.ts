import { create } from 'zustand';
import { noteClockSet, setServerClock } from '@/lib/clock.ts';
import { followBudget } from './request-budget.ts';

/** What answers tell about the service, beside their content. */
interface BackendStatus {
  /** Requests a second that the whole deployment may spend; undefined where nothing is counted (paper). */
  rps: number | undefined;
  /** How long a request waited for its turn when last told, in seconds. */
  waitSeconds: number;
  /** Local Unix milliseconds until which the service asks to be left alone, and when it said so. */
  slow: { until: number; since: number } | undefined;
  /** Service's time minus this computer's, in milliseconds, once they are clearly apart. */
  skewMs: number | undefined;
  /** Reads that have been waiting for longer than `SLOW_AFTER_MS`. */
  waiting: number;
  /** Whether an answer came that could not be read; which ones, the queries on show know. */
  unreadable: boolean;
  /** What the service said when it refused to open a trade from here; undefined while it has not. */
  regionRefusal: string | undefined;
  /** Interfaces whose every address answered 404: the platform does not have them. */
  absent: readonly string[];
}

const plain: BackendStatus = {
  rps: undefined,
  waitSeconds: 0,
  slow: undefined,
  skewMs: undefined,
  waiting: 0,
  unreadable: false,
  regionRefusal: undefined,
  absent: [],
};
export const useBackendStatus = create<BackendStatus>(() => plain);
const { getState, setState } = useBackendStatus;
useBackendStatus.subscribe(({ rps }) => followBudget(rps));

/** Whether requests are counted. */
export const isBudgeted = (): boolean => getState().rps !== undefined;

export const SLOW_AFTER_MS = 5_000;
/** A clock further off than this is told of. Dates come in whole seconds and some seconds late. */
const SKEW_TOLD_MS = 30_000;
const MAX_PAUSE_MS = 120_000;

let dateIsTime = false;
/** From now on the service's clock is the date its answers carry: a live platform has no other. */
export function followDates(): void {
  dateIsTime = true;
  setServerClock(Date.now() + (getState().skewMs ?? 0));
}

/**
 * What lies nearest to `expected` of that by which the clocks may be apart. An answer is dated between `askedAt` and now,
 * which may be long: a tab was frozen, or its computer slept.
 */
const skewOf = (date: number, askedAt: number, expected: number): number =>
  Math.max(Math.min(expected, date - askedAt), date - Date.now());

/** By how much the clocks were apart with the first answer, and since this computer's was set. */
let apartMs: number | undefined;
/** The clock of a paper exchange is told once: setting this computer's leaves it where it was. */
function followSetting(date: number, askedAt: number): void {
  const skew = skewOf(date, askedAt, apartMs ?? 0);
  apartMs ??= skew;
  const setBy = apartMs - skew;
  if (Math.abs(setBy) <= SKEW_TOLD_MS) return;
  noteClockSet(setBy);
  apartMs = skew;
}

function noteDate(header: string | null, askedAt: number): void {
  const date = Date.parse(header ?? '');
  if (Number.isNaN(date)) return;
  if (!dateIsTime) followSetting(date, askedAt);
  const skew = skewOf(date, askedAt, 0);
  const told = Math.abs(skew) > SKEW_TOLD_MS ? skew : undefined;
  const { skewMs } = getState();
  if (told === skewMs || Math.abs((told ?? 0) - (skewMs ?? 0)) < SKEW_TOLD_MS / 10) return;
  setState({ skewMs: told });
  if (dateIsTime) setServerClock(Date.now() + (told ?? 0));
}

/** Nobody asks for anything by themselves for so long. */
export function notePause(milliseconds: number): void {
  const since = Date.now();
  const until = since + Math.min(MAX_PAUSE_MS, milliseconds);
  if (milliseconds <= 0 || until <= (getState().slow?.until ?? 0)) return;
  setState({ slow: { until, since } });
  setTimeout(() => {
    if (getState().slow?.until === until) setState({ slow: undefined });
  }, until - since);
}

const numberOf = (header: string | null): number | undefined =>
  header !== null && /^\d{1,10}(\.\d+)?$/.test(header) ? Number(header) : undefined;

export interface AnswerFacts {
  /** Local Unix milliseconds at which the answer was true: a cached one is as old as it says. */
  asOf: number;
  /** How long a request of this kind waits for its turn now, in milliseconds. */
  waitMs: number;
  /** It was told by the stream, which tells of the next one by itself. */
  pushed?: boolean | undefined;
}

/** Milliseconds that an answer was old when it was asked for: 0 where nothing is said, negative for one made after. */
function ageOf(headers: Headers): number {
  const told = headers.get('x-age-ms') ?? '';
  return /^-?\d{1,9}$/.test(told) ? Number(told) : (numberOf(headers.get('age')) ?? 0) * 1_000;
}

/**
 * Takes in what the headers of an answer say.
 * @param askedAt when it was asked for, local Unix milliseconds: however long it was on its way, it was true then.
 */
export function recordResponseHeaders(headers: Headers, askedAt = Date.now()): AnswerFacts {
  noteDate(headers.get('date'), askedAt);
  const rps = numberOf(headers.get('x-budget-rps'));
  const waitSeconds = numberOf(headers.get('x-budget-wait')) ?? 0;
  const now = getState();
  if (rps !== undefined && (rps !== now.rps || waitSeconds !== now.waitSeconds))
    setState({ rps, waitSeconds });
  const until = numberOf(headers.get('x-upstream-slow-until'));
  if (until !== undefined) notePause(until * 1_000 - Date.now() - (getState().skewMs ?? 0));
  return {
    asOf: Math.min(Date.now(), askedAt - ageOf(headers)),
    waitMs: waitSeconds * 1_000,
  };
}

/** A read has been waiting for long; the function returned says that it has ended. */
export function noteWaiting(): () => void {
  setState(({ waiting }) => ({ waiting: waiting + 1 }));
  return () => setState(({ waiting }) => ({ waiting: waiting - 1 }));
}

/** Whether an interface is there, as its own listing says. */
export function noteAbsence(name: string, absent: boolean): void {
  const known = getState().absent;
  if (known.includes(name) !== absent)
    setState({ absent: absent ? [...known, name] : known.filter((one) => one !== name) });
}
