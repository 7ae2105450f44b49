import type { ListedPrice } from '../simulation/world.ts';
import { createLaunches, type Launch, type Launches } from './launches.ts';
import { type Life, lifeOf } from './life.ts';

/** Prices of the listed tokens at any instant, a pure function of seed, mint and time (simulated Unix seconds). */
export interface TokenPrices {
  /**
   * Price of one whole token in 10^-12 USD, above zero; it changes once a second. Null: no such token has been
   * launched by `t`, or it has not traded yet.
   */
  priceAt(mint: string, t: number): bigint | null;
  /** The same of a mint that is asked for again and again: what never changes about it is worked out once. */
  follow(mint: string): (t: number) => bigint | null;
  /**
   * Moves a price; it fades back into the token's own within hours.
   * @returns how to take that back, the last first; undefined for an unknown mint.
   */
  setPrice(mint: string, pico: bigint, t: number): (() => void) | undefined;
  pins(): ListedPrice[];
  loadPins(pins: readonly ListedPrice[]): void;
}

/** What the listing needs besides: the launches, their lives, and what a pin does to a price. */
export interface TokenCourse extends TokenPrices {
  readonly launches: Launches;
  lifeOf(launch: Launch): Life;
  /** USD a whole token, and the same in 10^-12 USD; null while it has not traded. */
  quote(launch: Launch, t: number): { usd: number; pico: bigint } | null;
  /** How much the test control has moved its price at `t`, as a factor. */
  moved(mint: string, t: number): number;
}

/** Tokens of a launch, whole. */
export const SUPPLY = 1_000_000_000;
/** Seconds until a new pool has its first trade. */
const FIRST_TRADE = 2;
/** A pinned price fades back over about this many seconds. */
const FADE = 3_600;
const FORGOTTEN = 12 * FADE;
/** It is kept for so long, and so many of a token, to tell what prices were. */
const KEPT = 31 * 86_400;
const MOST_PINS = 1_000;
const CACHED = 4_000;

/** The prices of all listed tokens, and what they come from. */
export function tokenPrices({ seed }: { seed: string }): TokenCourse {
  const launches = createLaunches(seed);
  const lives = new Map<number, Life>();
  const pinned = new Map<string, { pin: ListedPrice; shift: number }[]>();

  function life(launch: Launch): Life {
    const known = lives.get(launch.slot);
    if (known !== undefined) return known;
    const made = lifeOf(launch.seed);
    lives.set(launch.slot, made);
    if (lives.size > CACHED) {
      const [oldest] = lives.keys();
      if (oldest !== undefined) lives.delete(oldest);
    }
    return made;
  }

  function moved(mint: string, t: number): number {
    const pins = pinned.get(mint);
    if (pins === undefined) return 1;
    let shift = 0;
    for (const { pin, shift: size } of pins) {
      if (pin.at <= t && t - pin.at < FORGOTTEN) shift += size * Math.exp((pin.at - t) / FADE);
    }
    return Math.exp(shift);
  }

  function quote(launch: Launch, t: number, own?: Life): { usd: number; pico: bigint } | null {
    const age = Math.floor(t) - launch.at;
    if (age < FIRST_TRADE) return null;
    const usd = ((own ?? life(launch)).mcap(age) * moved(launch.mint, t)) / SUPPLY;
    const pico = BigInt(Math.max(1, Math.round(usd * 1e12)));
    return { usd: Number(pico) / 1e12, pico };
  }

  function priceAt(mint: string, t: number): bigint | null {
    const launch = launches.byMint(mint, t);
    return launch === undefined ? null : (quote(launch, t)?.pico ?? null);
  }

  const course: TokenCourse = {
    launches,
    lifeOf: life,
    quote,
    moved,
    priceAt,
    follow(mint) {
      const launch = launches.byMint(mint, Number.POSITIVE_INFINITY);
      if (launch === undefined) return () => null;
      const own = life(launch);
      return (t) => (launch.at <= t ? (quote(launch, t, own)?.pico ?? null) : null);
    },
    setPrice(mint, pico, t) {
      const before = priceAt(mint, t);
      if (before === null || pico <= 0n) return undefined;
      const former = pinned.get(mint) ?? [];
      const kept = former.filter(({ pin }) => t - pin.at < KEPT).slice(1 - MOST_PINS);
      kept.push({
        pin: { mint, at: t, pico: pico.toString() },
        shift: Math.log(Number(pico) / Number(before)),
      });
      pinned.set(mint, kept);
      return () => {
        // As if it had never been: what is set of other tokens next comes in the same order.
        if (former.length === 0) pinned.delete(mint);
        else pinned.set(mint, former);
      };
    },
    pins: () => [...pinned.values()].flat().map(({ pin }) => pin),
    loadPins(pins) {
      for (const { mint, pico, at } of pins) course.setPrice(mint, BigInt(pico), at);
    },
  };
  return course;
}
