import { useCallback, useSyncExternalStore } from 'react';

interface Ticker {
  now: number;
  /** Whether it was read in this turn of the event loop. */
  isRead: boolean;
  listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | undefined;
}

const tickers = new Map<number, Ticker>();
/** The service's clock: where it stood at one local instant (all in ms), and how fast it runs. */
let service = { local: 0, at: 0, speed: 1 };
let listening = false;

/**
 * Where the service's clock stands, in Unix milliseconds, and how many of its seconds pass in one of ours. Ages use
 * the local clock, countdowns the service's: on paper it may run faster, and a wrong local clock must not move a
 * closing time.
 */
export function setServerClock(now: number, speed = 1): void {
  if (Number.isFinite(now) && Number.isFinite(speed)) service = { local: Date.now(), at: now, speed };
}

/** This computer's clock was set forward by so many milliseconds, or back: the service's went on as before. */
export function noteClockSet(byMs: number): void {
  service = { ...service, local: service.local + byMs };
}

/** The service's Unix milliseconds at an instant of this computer's clock, also one before the page was opened. */
export const serverTime = (local: number): number => service.at + (local - service.local) * service.speed;

/** The service's time as it is now, in Unix milliseconds. */
export const serverNow = (): number => serverTime(Date.now());

/**
 * Whether what is of one local instant is news to what is of another (Unix ms). What would be so only in the future was
 * noted by a clock that has been set back since.
 */
export const isNews = (at: number, before: number): boolean =>
  at > before || (at < before && before > Date.now());

const hidden = (): boolean => typeof document !== 'undefined' && document.visibilityState === 'hidden';

function tick(ticker: Ticker): void {
  ticker.now = Date.now();
  for (const listener of ticker.listeners) listener();
}

function start(ticker: Ticker, interval: number): void {
  if (ticker.timer !== undefined || ticker.listeners.size === 0 || hidden()) return;
  ticker.timer = setInterval(() => tick(ticker), interval);
}

function stop(ticker: Ticker): void {
  clearInterval(ticker.timer);
  ticker.timer = undefined;
}

function onVisibility(): void {
  for (const [interval, ticker] of tickers) {
    if (hidden()) {
      stop(ticker);
    } else if (ticker.listeners.size > 0) {
      tick(ticker);
      start(ticker, interval);
    }
  }
}

function tickerOf(interval: number): Ticker {
  const known = tickers.get(interval);
  if (known) return known;
  const ticker: Ticker = { now: Date.now(), isRead: false, listeners: new Set(), timer: undefined };
  tickers.set(interval, ticker);
  return ticker;
}

function subscribe(interval: number, listener: () => void): () => void {
  const ticker = tickerOf(interval);
  if (!listening && typeof document !== 'undefined') {
    document.addEventListener('visibilitychange', onVisibility);
    listening = true;
  }
  ticker.listeners.add(listener);
  start(ticker, interval);
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size === 0) stop(ticker);
  };
}

function snapshot(interval: number): number {
  const ticker = tickerOf(interval);
  // What is drawn asks twice, and is to hear the same.
  if (ticker.isRead) return ticker.now;
  ticker.isRead = true;
  queueMicrotask(() => {
    ticker.isRead = false;
  });
  // Either way: a computer's clock may also be set back.
  const drift = Math.abs(Date.now() - ticker.now);
  if (ticker.timer === undefined && !hidden() && drift >= interval) ticker.now = Date.now();
  return ticker.now;
}

/**
 * Local Unix milliseconds, renewed every `interval` milliseconds. All readers of one interval share one timer; it
 * rests while the page is hidden and ticks at once when it is shown again.
 */
export function useNow(interval = 1_000): number {
  const join = useCallback((listener: () => void) => subscribe(interval, listener), [interval]);
  const read = useCallback(() => snapshot(interval), [interval]);
  return useSyncExternalStore(join, read, read);
}

/**
 * What follows from local Unix milliseconds, looked at every `interval` milliseconds: whoever reads it is drawn anew only
 * when it has changed. `read` gives a primitive value.
 */
export function useAtLocalTime<Value extends string | number | boolean>(
  read: (now: number) => Value,
  interval = 1_000,
): Value {
  const join = useCallback((listener: () => void) => subscribe(interval, listener), [interval]);
  const look = () => read(snapshot(interval));
  return useSyncExternalStore(join, look, look);
}

/** The same of the service's Unix milliseconds. */
export const useAtServerTime = <Value extends string | number | boolean>(
  read: (now: number) => Value,
  interval = 1_000,
): Value => useAtLocalTime((local) => read(serverTime(local)), interval);

/** Milliseconds after which a figure was not renewed: nothing is known of the time since. */
const SILENT_MS = 15_000;

/**
 * Until when figures are known, Unix seconds by the service's clock: now, unless answers have stopped coming. `asOf` is
 * the local time of the last, in milliseconds; 0 before the first.
 */
export function useKnownUntil(asOf: number, interval: number): number {
  const local = useNow(interval);
  return Math.floor(serverTime(asOf > 0 && local - asOf > SILENT_MS ? asOf : local) / 1_000);
}

/** The service's Unix milliseconds, renewed like `useNow`: for countdowns and closing times. */
export const useServerNow = (interval = 1_000): number => serverTime(useNow(interval));
