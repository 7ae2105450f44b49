import type { Handlers } from '../common/operation.ts';
import { historyPrices } from './history-prices.ts';
import { createHistory } from './market-data/history.ts';
import { createLists, type SuggestByEvents } from './market-data/lists.ts';
import type { MarketSource } from './market-data/source.ts';
import type { Feeds } from './simulation/feeds/feeds.ts';
import { tokens as listing } from './tokens/room.ts';
import type { TokenMarket } from './tokens/tokens.ts';
import type { PriceSource } from './triggers/prices.ts';

/** Operations that tell everybody alike, at some length: lists of events and tokens, events whole, what prices were. */
export const PUBLIC_READS = [
  'listEvents',
  'searchEvents',
  'suggestedEvents',
  'getEvent',
  'listEventMarkets',
  'listEventTags',
  'listCategories',
  'listClosedEvents',
  'listTimedEvents',
  'generalSuggestions',
  'recentTokens',
  'searchTokens',
  'taggedTokens',
  'busiestTokens',
  'tokenPrices',
  'seriesOfMarkets',
  'seriesOfEvent',
  'seriesOfAssets',
  'seriesOfTokens',
  'listMovers',
] as const;

export type PublicReadId = (typeof PUBLIC_READS)[number];

export interface PublicReads {
  readonly handlers: Required<Pick<Handlers, Exclude<PublicReadId, 'suggestedEvents'>>> & {
    readonly suggestedEvents: SuggestByEvents;
  };
  /** Forgets what was kept for the moment: after a change that readers must see at once. */
  clear(): void;
}

interface Deps {
  readonly universe: MarketSource;
  readonly feeds: Feeds;
  readonly tokens: TokenMarket;
  /** What is traded beside markets, and at which prices. */
  readonly prices: PriceSource;
  readonly clock: { now(): number };
}

/** Computed from the simulation at the moment they are asked for, in whatever thread this runs. */
export function createPublicReads({ universe, feeds, tokens, prices, clock }: Deps): PublicReads {
  const lists = createLists(universe, clock);
  return {
    handlers: {
      ...lists.handlers,
      ...listing.services({ tokens, prices, clock }),
      ...createHistory({ universe, clock, ...historyPrices({ feeds, prices, tokens }) }),
    },
    clear: lists.clear,
  };
}
