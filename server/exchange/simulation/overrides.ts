import type { MarketState, Override, Result } from './model.ts';

interface Pin {
  at: number;
  /** Shift in log-odds at `at`. */
  delta: number;
  market: number;
}

interface EventOverrides {
  pins: Pin[];
  resolved: Map<number, { result: Result; at: number }>;
}

/** A pinned price fades back into the market's own over about this many seconds. */
const FADE = 3600;
/** Pins older than this no longer show … */
const FORGOTTEN = 12 * FADE;
/** … and are kept for so long, and so many of them, to tell what prices were. */
const KEPT = 31 * 86_400;
const MOST_PINS = 5_000;

/** What the test control changed, by event. */
export function createOverrides() {
  const byEvent = new Map<string, EventOverrides>();
  let log: Override[] = [];

  const entry = (eventId: string): EventOverrides => {
    const known = byEvent.get(eventId);
    if (known !== undefined) return known;
    const fresh = { pins: [], resolved: new Map() };
    byEvent.set(eventId, fresh);
    return fresh;
  };

  return {
    /** @returns how to take it back, the last first. */
    pin(eventId: string, market: number, delta: number, override: Override & { kind: 'price' }): () => void {
      const { pins } = entry(eventId);
      const logged = log;
      const kept = pins.filter((pin) => override.at - pin.at < KEPT).slice(1 - MOST_PINS);
      kept.push({ at: override.at, delta, market });
      entry(eventId).pins = kept;
      log = log.filter((o) => o.kind === 'resolve' || override.at - o.at < KEPT);
      const prices = log.filter((o) => o.kind === 'price').length;
      if (prices >= MOST_PINS)
        log.splice(
          log.findIndex((o) => o.kind === 'price'),
          1,
        );
      log.push(override);
      return () => {
        entry(eventId).pins = pins;
        log = logged;
      };
    },
    /** Of a market that has no result yet. @returns how to take it back, the last first. */
    resolve(eventId: string, market: number, override: Override & { kind: 'resolve' }): () => void {
      const { resolved } = entry(eventId);
      const logged = log;
      resolved.set(market, { result: override.result, at: override.at });
      log = [...log, override];
      return () => {
        resolved.delete(market);
        log = logged;
      };
    },
    /** Shifts in effect at t, oldest first. */
    shifts(eventId: string, t: number): { market: number; delta: number }[] {
      const pins = byEvent.get(eventId)?.pins;
      if (pins === undefined) return [];
      return pins
        .filter((pin) => pin.at <= t && t - pin.at < FORGOTTEN)
        .map((pin) => ({ market: pin.market, delta: pin.delta * Math.exp((pin.at - t) / FADE) }));
    },
    /** How many pins show at t, and when the last one came: quotes made before it are void. */
    version(eventId: string, t: number): { count: number; since: number } {
      const pins = byEvent.get(eventId)?.pins.filter((pin) => pin.at <= t && t - pin.at < FORGOTTEN) ?? [];
      return { count: pins.length, since: pins.at(-1)?.at ?? Number.NEGATIVE_INFINITY };
    },
    state(eventId: string, market: number, t: number): MarketState | undefined {
      const forced = byEvent.get(eventId)?.resolved.get(market);
      return forced === undefined || forced.at > t ? undefined : settled(forced.result, forced.at);
    },
    all: (): Override[] => [...log],
  };
}

/** The state of a market whose result is known. */
export const settled = (result: Result, at: number): MarketState =>
  result === 'cancelled'
    ? { status: 'cancelled', result: null, resolveAt: at }
    : { status: 'closed', result, resolveAt: at };
