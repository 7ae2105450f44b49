import * as z from 'zod/mini';
import { eventId, marketId } from '../ids.ts';
import {
  detail,
  instant,
  isoInstantOrNull,
  listOrNull,
  mayLack,
  numeric,
  openEnum,
  orNull,
  orUnknown,
  quotedPrice,
  textIfAny,
  textOrEmpty,
  usd,
} from '../wire.ts';

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
  volume: detail(orUnknown(numeric), null),
});

export const marketOption = z.looseObject({ label: z.optional(z.string()), buyYes: z.optional(z.boolean()) });

export const team = z.object({
  name: textOrEmpty,
  imageUrl: detail(orNull(z.string()), null),
  color: detail(orNull(z.string()), null),
  abbreviation: orNull(z.string()),
});

const shared = {
  provider,
  marketId,
  status: marketStatus,
  result: marketResult,
  marketResultPubkey: detail(orNull(z.string()), null),
  title: textIfAny,
  openTime: mayLack(instant),
  closeTime: mayLack(instant),
  isTeamMarket: detail(z.optional(z.boolean()), undefined),
  rulesPrimary: textIfAny,
  resolveAt: mayLack(isoInstantOrNull),
  pricing: mayLack(orUnknown(marketPricing)),
  imageUrl: detail(mayLack(orNull(z.string().check(z.minLength(1)))), null),
  marketOptions: detail(mayLack(listOrNull(marketOption)), []),
  sportsMarketType: mayLack(orNull(z.string())),
};

/** Fields only some providers have; all may be missing. */
const particular = {
  rulesSecondary: textIfAny,
  team: mayLack(orNull(team)),
  outcomes: mayLack(listOrNull(z.string())),
  clobTokenIds: detail(mayLack(listOrNull(z.string())), []),
  sportsLine: mayLack(orNull(z.string())),
  extMarketId: mayLack(orNull(z.string())),
  extEventId: mayLack(orNull(z.string())),
  betType: detail(mayLack(orNull(numeric)), null),
  marketCode: mayLack(orNull(z.string())),
  marketStatus: mayLack(orNull(z.string())),
  isLive: detail(mayLack(orNull(z.boolean())), null),
  category: detail(mayLack(orNull(numeric)), null),
  showCategory: mayLack(orNull(z.string())),
  sort: detail(mayLack(orNull(numeric)), null),
  combo: detail(mayLack(orNull(numeric)), null),
};

/** On-chain rounds: outcomes are token mints, positions settle by themselves. */
const onchain = {
  outcomeMint: mayLack(orNull(z.string())),
  outcomeTokenProgram: mayLack(orNull(z.string())),
  outcomeSide: mayLack(orNull(openEnum(['up', 'down']))),
  tradable: mayLack(orNull(z.boolean())),
  lifecycleStatus: mayLack(orNull(openEnum(['open', 'resolving', 'settled']))),
  /** Price of the asset at the round's start, now, and at its close; micro-USD. Not every service says them. */
  strikePriceUsd: mayLack(orNull(usd)),
  currentPriceUsd: mayLack(orNull(usd)),
  closePriceUsd: mayLack(orNull(usd)),
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
  title: textIfAny,
  subtitle: textIfAny,
  description: textIfAny,
  status: textIfAny,
  result: mayLack(marketResult),
  closeTime: mayLack(instant),
  openTime: mayLack(instant),
  isTeamMarket: detail(z.optional(z.boolean()), undefined),
  marketOptions: detail(mayLack(listOrNull(marketOption)), []),
  sportsMarketType: mayLack(orNull(z.string())),
});
export type MarketMetadata = z.output<typeof marketMetadata>;
export type MarketMetadataWire = z.input<typeof marketMetadata>;
