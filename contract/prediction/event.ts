import * as z from 'zod/mini';
import { eventId, eventIdInput, pubkeyInput } from '../ids.ts';
import { pageQuery, queryBoolean, queryInteger } from '../page.ts';
import { instant, listOrEmpty, openEnum, orNull, textOrEmpty, usd } from '../wire.ts';
import { market } from './market.ts';

export const CATEGORIES = [
  'crypto',
  'sports',
  'politics',
  'esports',
  'culture',
  'economics',
  'tech',
] as const;
export type Category = (typeof CATEGORIES)[number];
export const EVENT_FILTERS = ['new', 'live', 'trending', 'upcoming'] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];
export const EVENT_SORTS = ['volume24hr', 'volume', 'beginAt'] as const;
export type EventSort = (typeof EVENT_SORTS)[number];

/** What orders, positions and history embed of their event. */
export const eventMetadata = z.object({
  eventId,
  title: textOrEmpty,
  subtitle: textOrEmpty,
  imageUrl: textOrEmpty,
  isLive: z.optional(z.boolean()),
  status: textOrEmpty,
  tags: listOrEmpty(z.string()),
  closeTime: instant,
  beginAt: instant,
  category: textOrEmpty,
  subcategory: textOrEmpty,
});
export type EventMetadata = z.output<typeof eventMetadata>;
export type EventMetadataWire = z.input<typeof eventMetadata>;

/** `volumeUsd` and `volume24hr` are micro-USD. */
export const event = z.object({
  eventId,
  provider: z.optional(z.string()),
  isActive: z.boolean(),
  isLive: z.boolean(),
  category: openEnum(CATEGORIES),
  subcategory: textOrEmpty,
  tags: listOrEmpty(z.string()),
  metadata: z.optional(eventMetadata),
  markets: listOrEmpty(market),
  volumeUsd: orNull(usd),
  volume24hr: orNull(usd),
  closeCondition: textOrEmpty,
  beginAt: instant,
  rulesPdf: textOrEmpty,
});
export type PredictionEvent = z.output<typeof event>;
export type EventWire = z.input<typeof event>;

export const eventsQuery = z.strictObject({
  category: z.optional(z.enum(['all', ...CATEGORIES], 'is not a category')),
  subcategory: z.optional(z.string().check(z.maxLength(100))),
  tags: z.optional(z.string().check(z.maxLength(200))),
  filter: z.optional(z.enum(EVENT_FILTERS, 'must be new, live, trending or upcoming')),
  sortBy: z.optional(z.enum(EVENT_SORTS, 'must be volume24hr, volume or beginAt')),
  sortDirection: z.optional(z.enum(['asc', 'desc'], 'must be asc or desc')),
  includeMarkets: z.optional(queryBoolean),
  includeAllMarkets: z.optional(queryBoolean),
  provider: z.optional(z.string().check(z.maxLength(40))),
  ...pageQuery,
});
export type EventsQuery = z.output<typeof eventsQuery>;

export const searchQuery = z.strictObject({
  query: z
    .string()
    .check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must be at most 200 characters')),
  limit: z.optional(queryInteger.check(z.gte(1), z.lte(100, 'must be at most 100'))),
});

export const eventQuery = z.strictObject({ includeAllMarkets: z.optional(queryBoolean) });
export const eventParams = z.strictObject({ eventId: eventIdInput });
export const suggestedParams = z.strictObject({ pubkey: pubkeyInput });
