import * as z from 'zod/mini';
import { eventId, marketId } from '../ids.ts';
import { instant, listOrEmpty, numeric, openEnum, orNull, quotedPrice, textOrEmpty, usd } from '../wire.ts';

export const PROVIDERS = ['provider_a', 'provider_b', 'provider_c', 'provider_d'] as const;
/** A provider as it comes; what is not configured is shown and read, never traded. */
export const provider = openEnum(PROVIDERS);

export const MARKET_STATUSES = ['open', 'closed', 'cancelled'] as const;
export const MARKET_RESULTS = ['yes', 'no', 'draw'] as const;
export const marketStatus = openEnum(MARKET_STATUSES);
export const marketResult = orNull(openEnum(MARKET_RESULTS));

/** Prices in micro-USD, null when not quoted. `volume` is in whole contracts. */
export const marketPricing = z.object({
  buyYesPriceUsd: quotedPrice,
  buyNoPriceUsd: quotedPrice,
  sellYesPriceUsd: quotedPrice,
  sellNoPriceUsd: quotedPrice,
  volume: orNull(numeric),
});

export const marketOption = z.looseObject({ label: z.optional(z.string()), buyYes: z.optional(z.boolean()) });

export const team = z.object({
  name: textOrEmpty,
  imageUrl: orNull(z.string()),
  color: orNull(z.string()),
  abbreviation: orNull(z.string()),
});

const shared = {
  provider,
  marketId,
  status: marketStatus,
  result: marketResult,
  marketResultPubkey: orNull(z.string()),
  title: textOrEmpty,
  openTime: instant,
  closeTime: instant,
  isTeamMarket: z.optional(z.boolean()),
  rulesPrimary: textOrEmpty,
  resolveAt: instant,
  pricing: orNull(marketPricing),
  imageUrl: orNull(z.string()),
  marketOptions: listOrEmpty(marketOption),
  sportsMarketType: orNull(z.string()),
};

/** Fields only some providers have; all may be missing. */
const particular = {
  rulesSecondary: textOrEmpty,
  team: orNull(team),
  outcomes: listOrEmpty(z.string()),
  clobTokenIds: listOrEmpty(z.string()),
  sportsLine: orNull(z.string()),
  extMarketId: orNull(z.string()),
  extEventId: orNull(z.string()),
  betType: orNull(numeric),
  marketCode: orNull(z.string()),
  marketStatus: orNull(z.string()),
  isLive: orNull(z.boolean()),
  category: orNull(numeric),
  showCategory: orNull(z.string()),
  sort: orNull(numeric),
  combo: orNull(numeric),
};

/** On-chain rounds: outcomes are token mints, positions settle by themselves. */
const onchain = {
  outcomeMint: orNull(z.string()),
  outcomeTokenProgram: orNull(z.string()),
  outcomeSide: orNull(openEnum(['up', 'down'])),
  tradable: orNull(z.boolean()),
  lifecycleStatus: orNull(openEnum(['open', 'resolving', 'settled'])),
  /** Price of the asset at the round's start, now, and at its close; micro-USD. Not every service says them. */
  strikePriceUsd: orNull(usd),
  currentPriceUsd: orNull(usd),
  closePriceUsd: orNull(usd),
};

/** One market of any provider, flat. */
export const market = z.object({ ...shared, ...particular, ...onchain, eventId: z.optional(eventId) });
export type Market = z.output<typeof market>;
export type MarketWire = z.input<typeof market>;

/** A market on its own always names its event. */
export const marketWithEvent = z.object({ ...shared, ...particular, ...onchain, eventId });
export type MarketWithEventWire = z.input<typeof marketWithEvent>;

/** What orders, positions and history embed of their market. `status` may hold the result. */
export const marketMetadata = z.object({
  marketId,
  eventId: z.optional(eventId),
  provider: z.optional(provider),
  title: textOrEmpty,
  subtitle: textOrEmpty,
  description: textOrEmpty,
  status: textOrEmpty,
  result: marketResult,
  closeTime: instant,
  openTime: instant,
  isTeamMarket: z.optional(z.boolean()),
  marketOptions: listOrEmpty(marketOption),
  sportsMarketType: orNull(z.string()),
});
export type MarketMetadata = z.output<typeof marketMetadata>;
export type MarketMetadataWire = z.input<typeof marketMetadata>;
