import * as history from './history.ts';
import type { Route } from './route.ts';

/** What prices were: the service's own surface, which no platform has. */
export const historyRoutes = {
  seriesOfMarkets: {
    base: 'desk',
    method: 'GET',
    path: '/series/markets',
    summary: 'Prices of markets over time',
    query: history.marketSeriesQuery,
    answer: history.marketSeriesAnswer,
  },
  seriesOfEvent: {
    base: 'desk',
    method: 'GET',
    path: '/series/events/{eventId}',
    summary: 'Prices of all markets of an event over time',
    params: history.eventSeriesParams,
    query: history.eventSeriesQuery,
    answer: history.eventSeriesAnswer,
  },
  seriesOfAssets: {
    base: 'desk',
    method: 'GET',
    path: '/series/assets',
    summary: 'Prices of assets over time',
    query: history.assetSeriesQuery,
    answer: history.assetSeriesAnswer,
  },
  seriesOfTokens: {
    base: 'desk',
    method: 'GET',
    path: '/series/tokens',
    summary: 'Prices of tokens over time',
    query: history.tokenSeriesQuery,
    answer: history.tokenSeriesAnswer,
  },
  listMovers: {
    base: 'desk',
    method: 'GET',
    path: '/movers',
    summary: 'Markets whose price has moved most',
    query: history.moversQuery,
    answer: history.moversAnswer,
  },
} as const satisfies Record<string, Route>;
