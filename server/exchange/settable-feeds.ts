import { BTC, SOL } from './ledger/mints.ts';
import type { Feeds } from './simulation/feeds/feeds.ts';
import type { Steerable } from './simulation/feeds/steered-feed.ts';

/** What the test control can set the price of by its feed, by mint. */
export const settableFeeds = (feeds: Feeds): ReadonlyMap<string, Steerable> =>
  new Map([
    [SOL.address, feeds.of('sol')],
    [BTC.address, feeds.of('btc')],
  ]);
