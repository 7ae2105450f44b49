import * as z from 'zod/mini';
import { listed, paged } from '../page.ts';
import type { Route } from '../route.ts';
import * as events from './event.ts';
import { marketWithEvent } from './market.ts';
import { marketParams, orderbook } from './orderbook.ts';
import * as scores from './score.ts';
import { tradeList, tradingStatus } from './trade.ts';
import { vaultInfo } from './vault-info.ts';

const noQuery = z.strictObject({});

/** What everybody may read of events and markets. */
export const marketRoutes = {
  listEvents: {
    base: 'prediction',
    method: 'GET',
    path: '/events',
    always: true,
    summary: 'Browse events',
    query: events.eventsQuery,
    answer: paged(events.event),
  },
  searchEvents: {
    base: 'prediction',
    method: 'GET',
    path: '/events/search',
    summary: 'Search events by keyword',
    query: events.searchQuery,
    answer: listed(events.event),
  },
  listScores: {
    base: 'prediction',
    method: 'GET',
    path: '/events/scores',
    summary: 'Scores of up to 100 events',
    query: scores.scoresQuery,
    answer: scores.scoreList,
  },
  suggestedEvents: {
    base: 'prediction',
    method: 'GET',
    path: '/events/suggested/{pubkey}',
    summary: 'Events suggested to a wallet',
    params: events.suggestedParams,
    query: events.suggestedQuery,
    answer: listed(events.event),
  },
  getEvent: {
    base: 'prediction',
    method: 'GET',
    path: '/events/{eventId}',
    summary: 'One event with all its markets',
    params: events.eventParams,
    query: events.eventQuery,
    answer: events.event,
  },
  getScore: {
    base: 'prediction',
    method: 'GET',
    path: '/events/{eventId}/score',
    summary: 'Score of one event',
    params: events.eventParams,
    query: noQuery,
    answer: z.nullable(scores.gameScore),
  },
  getMarket: {
    base: 'prediction',
    method: 'GET',
    path: '/markets/{marketId}',
    summary: 'One market',
    params: marketParams,
    query: noQuery,
    answer: marketWithEvent,
  },
  getOrderbook: {
    base: 'prediction',
    method: 'GET',
    path: '/orderbook/{marketId}',
    summary: 'Resting bids of a market',
    params: marketParams,
    query: noQuery,
    answer: z.nullable(orderbook),
  },
  getTradingStatus: {
    base: 'prediction',
    method: 'GET',
    path: '/trading-status',
    summary: 'Whether trading is active',
    query: noQuery,
    answer: tradingStatus,
  },
  getVaultInfo: {
    base: 'prediction',
    method: 'GET',
    path: '/vault-info',
    summary: 'The vault that contracts are paid from',
    query: noQuery,
    answer: vaultInfo,
  },
  listTrades: {
    base: 'prediction',
    method: 'GET',
    path: '/trades',
    summary: 'The newest trades',
    query: noQuery,
    answer: tradeList,
  },
} as const satisfies Record<string, Route>;
