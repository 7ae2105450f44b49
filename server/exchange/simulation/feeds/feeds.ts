import { ASSET_SPECS } from '../asset-specs.ts';
import type { PriceFeed } from './feed.ts';
import { createGeneratedFeed } from './generated-feed.ts';
import { createSteeredFeed, type SteeredFeed } from './steered-feed.ts';

/** The prices of one paper world: an asset has one feed, and whatever shows or uses its price takes it from here. */
export interface Feeds {
  /** @throws RangeError for a key that no asset has. */
  of(key: string): SteeredFeed;
  /** How often the test control has set a price: what was computed before it grew may be out of date. */
  version(): number;
}

interface FeedsOptions {
  seed: string;
  /** Feeds that take the place of generated ones, by the key of their asset. */
  given?: Readonly<Record<string, PriceFeed | undefined>>;
}

/** A feed for every asset: the one that is given, else a generated one. */
export function createFeeds({ seed, given = {} }: FeedsOptions): Feeds {
  const feeds = new Map(
    ASSET_SPECS.map(({ key }) => [key, createSteeredFeed(given[key] ?? createGeneratedFeed(key, seed))]),
  );
  return {
    of(key) {
      const feed = feeds.get(key);
      if (feed === undefined) throw new RangeError(`there is no asset ${key}`);
      return feed;
    },
    version: () => [...feeds.values()].reduce((sum, feed) => sum + feed.version(), 0),
  };
}
