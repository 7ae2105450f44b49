import * as z from 'zod/mini';
import { eventId, eventIdInput, pubkeyInput } from '../ids.ts';
import { MAX_PAGE, pageLimit, pageQuery, queryBoolean } from '../page.ts';
import { sendsHere } from '../sends.ts';
import {
  detail,
  instant,
  instantText,
  isoInstant,
  listOrEmpty,
  mayLack,
  openEnum,
  orUnknown,
  textIfAny,
  textOrEmpty,
  usd,
} from '../wire.ts';
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

const metadata = {
  eventId,
  title: textIfAny,
  subtitle: textIfAny,
  /** No picture: it is not sent, rather than empty. */
  imageUrl: detail(
    sendsHere(textOrEmpty, () => z.optional(z.string().check(z.minLength(1)))),
    '',
  ),
  isLive: detail(z.optional(z.boolean()), undefined),
  status: detail(textIfAny, ''),
  tags: detail(mayLack(listOrEmpty(z.string())), []),
  beginAt: mayLack(instantText),
  category: textIfAny,
  subcategory: textIfAny,
};
/** What orders, positions and history embed of their event. */
export const eventMetadata = z.object({ ...metadata, closeTime: mayLack(instant) });
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
  tags: detail(listOrEmpty(z.string()), []),
  metadata: z.optional(z.object({ ...metadata, closeTime: mayLack(isoInstant) })),
  markets: mayLack(listOrEmpty(market)),
  volumeUsd: detail(orUnknown(usd), null),
  volume24hr: detail(orUnknown(usd), null),
  closeCondition: textOrEmpty,
  beginAt: instantText,
  rulesPdf: textOrEmpty,
});
export type PredictionEvent = z.output<typeof event>;
export type EventWire = z.input<typeof event>;

/** The same name wherever events are asked for; events of any provider without it. */
export const ofProvider = z.optional(z.string().check(z.maxLength(40)));

/**
 * `subcategories` and `tags` are comma-separated, and one of them is enough; `subcategory` and `tag` hold beside them.
 * `includeClosed` adds events whose markets have all ended.
 */
export const eventsQuery = z.strictObject({
  category: z.optional(z.enum(['all', ...CATEGORIES], 'is not a category')),
  subcategory: z.optional(z.string().check(z.maxLength(100))),
  subcategories: z.optional(z.string().check(z.maxLength(400))),
  tag: z.optional(z.string().check(z.maxLength(100))),
  tags: z.optional(z.string().check(z.maxLength(200))),
  filter: z.optional(z.enum(EVENT_FILTERS, 'must be new, live, trending or upcoming')),
  sortBy: z.optional(z.enum(EVENT_SORTS, 'must be volume24hr, volume or beginAt')),
  sortDirection: z.optional(z.enum(['asc', 'desc'], 'must be asc or desc')),
  includeMarkets: z.optional(queryBoolean),
  includeAllMarkets: z.optional(queryBoolean),
  includeClosed: z.optional(queryBoolean),
  provider: ofProvider,
  limit: pageLimit(MAX_PAGE),
  ...pageQuery,
});
export type EventsQuery = z.output<typeof eventsQuery>;

export const searchQuery = z.strictObject({
  query: z
    .string()
    .check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must be at most 200 characters')),
  provider: ofProvider,
  /** Without it, or with false, found events come without their markets. */
  includeMarkets: z.optional(queryBoolean),
  limit: pageLimit(MAX_PAGE),
  ...pageQuery,
});

/** An event on its own has all its markets unless told otherwise; `includeAllMarkets` false leaves the moneyline. */
export const eventQuery = z.strictObject({
  includeMarkets: z.optional(queryBoolean),
  includeAllMarkets: z.optional(queryBoolean),
});
export const DEFAULT_SUGGESTED = 10;
export const MAX_SUGGESTED = 50;
export const suggestedQuery = z.strictObject({
  provider: ofProvider,
  limit: pageLimit(MAX_SUGGESTED),
  ...pageQuery,
});
export const eventParams = z.strictObject({ eventId: eventIdInput });
export const suggestedParams = z.strictObject({ pubkey: pubkeyInput });
