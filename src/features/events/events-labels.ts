import type { Span } from '@contract/history.ts';
import type { EventSort } from '@contract/prediction/event.ts';
import type { Liquidity } from '@/domain/liquidity.ts';
import type { EventColumn } from './event-columns.ts';
import type { EventTab, Ranking } from './search-params.ts';

/** What is to be said of a column. */
export const COLUMN_HINTS: Partial<Record<EventColumn, string>> = {
  liquidity: 'Orders resting within 5¢ of the mid, both sides',
};

/** Names of the tabs. */
export const TAB_LABELS: Record<EventTab, string> = {
  trending: 'Trending',
  live: 'Live',
  new: 'New',
  upcoming: 'Upcoming',
  all: 'All events',
  'for-you': 'For you',
  watchlist: 'Watchlist',
};

/** What stands over the list of a tab. */
export const TAB_HEADINGS: Record<EventTab, string> = { ...TAB_LABELS, live: 'Live now' };

/** What is said where a tab has nothing. */
export const EMPTY_LABELS: Record<EventTab, string> = {
  trending: 'No event is trending',
  live: 'Nothing is live right now',
  new: 'No event is new',
  upcoming: 'No event is coming up',
  all: 'There are no events',
  'for-you': 'Nothing to suggest yet',
  watchlist: 'No watched event is shown',
};

export const SORT_LABELS: Record<EventSort, string> = {
  volume24hr: '24 h volume ↓',
  volume: 'Volume ↓',
  beginAt: 'Start ↑',
};

export const RANKING_LABELS: Record<Ranking, string> = {
  'move-1h': 'Biggest move, 1 h',
  'move-24h': 'Biggest move, 24 h',
  'move-7d': 'Biggest move, 7 d',
  closing: 'Ending soon',
};

/** Orders that tabs bring along; the others are by 24 h volume. */
export const OWN_ORDER_LABELS: Partial<Record<EventTab, string>> = {
  trending: 'Trending first',
  new: 'Newest first',
  upcoming: 'Soonest first',
};

export const SPAN_LABELS: Record<Span, string> = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' };

/** Why no liquidity is told. */
export const NO_LIQUIDITY_LABELS: Record<Extract<Liquidity, string> | 'none', string> = {
  none: 'No order book',
  empty: 'The order book is empty',
  'only-asks': 'No bids',
  'only-bids': 'No asks',
  crossed: 'The order book is changing',
};
