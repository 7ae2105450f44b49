import * as z from 'zod/mini';
import { eventIdInput, marketIdInput } from '../ids.ts';
import { listed, paged, pageLimit, pageQuery, pagination, queryBoolean, queryInstant } from '../page.ts';
import { isoInstant, textOrEmpty, whole } from '../wire.ts';
import { CATEGORIES, event, MAX_SUGGESTED, ofProvider } from './event.ts';
import { market } from './market.ts';

/* Ways to find events beside the list and the search. */

const category = z.enum(['all', ...CATEGORIES], 'is not a category');

/** `eventCount`: events that are not over. */
const tag = z.object({ label: textOrEmpty, tag: z.string(), eventCount: whole });
export const tagsQuery = z.strictObject({ category, provider: ofProvider });
export const tagList = z.object({ data: z.array(tag) });

/** `filterSubcategories` is what `subcategories` of the list of events is given to find these. */
const subcategory = z.object({
  subcategory: z.string(),
  label: textOrEmpty,
  eventCount: whole,
  filterSubcategories: z.array(z.string()),
});
const eventCategory = z.object({
  category: z.string(),
  eventCount: whole,
  subcategories: z.array(subcategory),
});
export const categoriesQuery = z.strictObject({
  provider: ofProvider,
  includeClosed: z.optional(queryBoolean),
});
export const categoryList = z.object({ data: z.array(eventCategory) });

/** `since`: Unix seconds; the last 24 hours without it. */
export const closedQuery = z.strictObject({
  provider: ofProvider,
  since: z.optional(queryInstant),
  ...pageQuery,
});
/** Events of which some market has closed; `timestamp` is when the answer was made. */
export const closedList = z.object({ data: z.array(event), pagination, timestamp: isoInstant });

export const TIMED_ASSETS = ['btc', 'eth', 'xrp', 'sol', 'hype', 'doge', 'bnb'] as const;
export const TIMED_SPANS = ['5m', '15m'] as const;
export const timedQuery = z.strictObject({
  provider: ofProvider,
  subcategory: z.enum(TIMED_ASSETS, `must be one of ${TIMED_ASSETS.join(', ')}`),
  tags: z.enum(TIMED_SPANS, 'must be 5m or 15m'),
});
export const timedList = z.object({ data: z.array(event) });

export const DEFAULT_SUGGESTIONS = 5;
export const suggestionsQuery = z.strictObject({
  provider: ofProvider,
  category: z.optional(z.enum(CATEGORIES, 'is not a category')),
  excludedEventId: z.optional(eventIdInput),
  limit: pageLimit(MAX_SUGGESTED),
  ...pageQuery,
});
export const suggestionList = listed(event);

export const eventMarketsQuery = z.strictObject(pageQuery);
export const eventMarketList = paged(market);
export const eventMarketParams = z.strictObject({ eventId: eventIdInput, marketId: marketIdInput });
