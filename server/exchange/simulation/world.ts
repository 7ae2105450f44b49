import type { PriceMark, Steerable } from './feeds/steered-feed.ts';
import type { Level, Override } from './model.ts';
import type { Universe } from './universe.ts';

/** A price of a token of the listing that the test control has set: plain JSON, `pico` in 10^-12 USD as text. */
export interface ListedPrice {
  mint: string;
  at: number;
  pico: string;
}

/** What of the simulation can be changed. */
export interface World {
  readonly universe: Pick<Universe, 'consume' | 'setPrice' | 'resolve' | 'overrides' | 'loadOverrides'>;
  /** What has a feed that can be set, by mint. */
  readonly feeds: ReadonlyMap<string, Steerable>;
  readonly listed: {
    /** 10^-12 USD a whole token; null while nobody knows one. */
    priceAt(mint: string, t: number): bigint | null;
    setPrice(mint: string, pico: bigint, t: number): (() => void) | undefined;
    pins(): ListedPrice[];
    loadPins(pins: readonly ListedPrice[]): void;
  };
}

/** A change of the simulation as plain data; `at` is simulated Unix seconds. Done in the same order, it comes to the same. */
export type WorldChange =
  | Override
  /** A user's fills eat bids of one side. */
  | { kind: 'consume'; marketId: string; at: number; side: 'yes' | 'no'; fills: readonly Level[] }
  /** The price of what has a feed; `usd` is decimal text. */
  | { kind: 'steer'; mint: string; at: number; usd: string }
  /** The price of a token of the listing. */
  | ({ kind: 'pin' } & ListedPrice);

/** @returns how to take it back, the last first; undefined where nothing has changed, for it could not. */
export function changeWorld(
  { universe, feeds, listed }: World,
  change: WorldChange,
): (() => void) | undefined {
  switch (change.kind) {
    case 'consume':
      return universe.consume(change.marketId, change.side, change.fills, change.at);
    case 'price':
      return universe.setPrice(change.marketId, change.probability, change.at);
    case 'resolve':
      return universe.resolve(change.marketId, change.result, change.at);
    case 'steer': {
      const feed = feeds.get(change.mint);
      const before = feed?.marks() ?? [];
      return feed?.steer(change.usd, change.at) ? () => feed.load(before) : undefined;
    }
    case 'pin':
      return listed.setPrice(change.mint, BigInt(change.pico), change.at);
  }
}

/** What has been set in a world, as plain JSON; what users took of its books is not among it. */
export interface WorldSettings {
  /** Prices of feeds, by mint. */
  readonly marks: Readonly<Record<string, readonly PriceMark[]>>;
  readonly overrides: readonly Override[];
  readonly pins: readonly ListedPrice[];
}

export const settingsOf = ({ universe, feeds, listed }: World): WorldSettings => ({
  marks: Object.fromEntries([...feeds].map(([mint, feed]) => [mint, feed.marks()])),
  overrides: universe.overrides(),
  pins: listed.pins(),
});

/** Sets in a new world what had been set in another. */
export function loadSettings(
  { universe, feeds, listed }: World,
  { marks, overrides, pins }: WorldSettings,
): void {
  // Prices first: chances are computed from them.
  for (const [mint, feed] of feeds) feed.load(marks[mint] ?? []);
  universe.loadOverrides(overrides);
  listed.loadPins(pins);
}
