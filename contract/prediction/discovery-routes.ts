import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import * as discovery from './discovery.ts';
import { eventParams } from './event.ts';
import { market } from './market.ts';

/** Ways to find events that no page of the desk goes: for other clients of the same interface. */
export const discoveryRoutes = {
  listEventTags: {
    base: 'prediction',
    method: 'GET',
    path: '/events/tags',
    summary: 'Tags of a category, and how many events have each',
    query: discovery.tagsQuery,
    answer: discovery.tagList,
  },
  listCategories: {
    base: 'prediction',
    method: 'GET',
    path: '/events/categories',
    summary: 'Categories with their subcategories, and how many events are in each',
    query: discovery.categoriesQuery,
    answer: discovery.categoryList,
  },
  listClosedEvents: {
    base: 'prediction',
    method: 'GET',
    path: '/events/closed',
    summary: 'Events of which some market has closed lately, with all their markets',
    query: discovery.closedQuery,
    answer: discovery.closedList,
  },
  listTimedEvents: {
    base: 'prediction',
    method: 'GET',
    path: '/events/crypto/timed',
    summary: 'Events of an asset and a span: those of the last 5 hours, and all to come',
    query: discovery.timedQuery,
    answer: discovery.timedList,
  },
  generalSuggestions: {
    base: 'prediction',
    method: 'GET',
    path: '/events/suggested',
    summary: 'Events suggested to anybody',
    query: discovery.suggestionsQuery,
    answer: discovery.suggestionList,
  },
  listEventMarkets: {
    base: 'prediction',
    method: 'GET',
    path: '/events/{eventId}/markets',
    summary: 'Markets of one event',
    params: eventParams,
    query: discovery.eventMarketsQuery,
    answer: discovery.eventMarketList,
  },
  getEventMarket: {
    base: 'prediction',
    method: 'GET',
    path: '/events/{eventId}/markets/{marketId}',
    summary: 'One market of one event',
    params: discovery.eventMarketParams,
    query: z.strictObject({}),
    answer: market,
  },
} as const satisfies Record<string, Route>;
