import * as z from 'zod/mini';
import { pubkeyInput } from '../ids.ts';
import { queryInteger } from '../page.ts';
import { orNull } from '../wire.ts';
import { picoPrice } from './price.ts';

const MAX_MINTS = 50;
export const MAX_POINTS = 1_000;

/** `mints`: up to 50 addresses, comma-separated. */
export const pricesQuery = z.strictObject({
  mints: z.string().check(
    z.minLength(1, 'must name at least one mint'),
    z.refine((text) => text.split(',').length <= MAX_MINTS, `must name at most ${MAX_MINTS} mints`),
  ),
});
/** `GET /paper/prices`: decimal USD of each mint that was asked for, null where unknown. `now`: Unix seconds. */
export const pricesAnswer = z.object({
  now: z.number(),
  prices: z.record(z.string(), orNull(picoPrice)),
});
export type PricesWire = z.input<typeof pricesAnswer>;

export const seriesParams = z.strictObject({ mint: pubkeyInput });
export const seriesQuery = z.strictObject({
  seconds: z.optional(queryInteger),
  points: z.optional(queryInteger),
});
/** `GET /paper/prices/{mint}`: the price at instants of the past, oldest first, the last one now. */
export const seriesAnswer = z.object({
  mint: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.number(),
  series: z.array(z.object({ time: z.number(), priceUsd: orNull(picoPrice) })),
});
export type SeriesWire = z.input<typeof seriesAnswer>;
