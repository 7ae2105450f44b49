import type { Handlers } from '../common/operation.ts';
import { historyPrices } from './history-prices.ts';
import { createHistory } from './market-data/history.ts';
import { createLists, type ListsDeps } from './market-data/lists.ts';
import type { Feeds } from './simulation/feeds/feeds.ts';
import type { PublicReadId } from './threaded-ids.ts';
import { tokens as listing } from './tokens/room.ts';
import type { TokenMarket } from './tokens/tokens.ts';
import type { PriceSource } from './triggers/prices.ts';

export interface PublicReads {
  readonly handlers: Required<Pick<Handlers, PublicReadId | 'suggestedEvents'>>;
  /** Forgets what was kept for the moment: after a change that readers must see at once. */
  clear(): void;
}

interface Deps extends ListsDeps {
  readonly feeds: Feeds;
  readonly tokens: TokenMarket;
  /** What is traded beside markets, and at which prices. */
  readonly prices: PriceSource;
}

/** Computed from the simulation at the moment they are asked for, in whatever thread this runs. */
export function createPublicReads(deps: Deps): PublicReads {
  const { universe, feeds, tokens, prices, clock, monotoneMs } = deps;
  const lists = createLists(deps);
  return {
    handlers: {
      ...lists.handlers,
      ...listing.services({ tokens, prices, clock }),
      ...createHistory({
        ...{ universe, clock, ...historyPrices({ feeds, prices, tokens }) },
        ...(monotoneMs && { monotoneMs }),
      }),
    },
    clear: lists.clear,
  };
}
