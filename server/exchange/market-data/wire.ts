import { createHash } from 'node:crypto';
import type { EventMetadataWire, EventWire } from '@contract/prediction/event.ts';
import type { MarketMetadataWire, MarketWithEventWire } from '@contract/prediction/market.ts';
import type { TradeWire } from '@contract/prediction/trade.ts';
import bs58 from 'bs58';
import type { EventModel, MarketModel, MarketState, Quote, SimTrade } from '../simulation/model.ts';

/** What an instant of an event looks like; made by the caller from the universe. */
export interface EventSnapshot {
  /** Simulated Unix seconds. */
  t: number;
  readonly isLive: boolean;
  /** Some market has no result yet. */
  readonly isActive: boolean;
  readonly volumeUsd: bigint;
  readonly volume24hr: bigint;
}

/** As the platform writes an instant of its own: without a fraction where there is none. */
export const iso = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** When an event begins: Unix seconds in a text. */
export const beginText = (seconds: number | null): string | null =>
  seconds === null ? null : String(Math.floor(seconds));

/** The account that holds a market's result: one address a market, known before anything is in it. */
const resultAccount = (marketId: string): string =>
  bs58.encode(createHash('sha256').update(`market-result:${marketId}`).digest());

/** 0 says "not quoted". */
const priced = (price: bigint | null): number => Number(price ?? 0n);

/** Prices are null once a market has left trading; the volume stays. */
function pricingWire(state: MarketState, quote: Quote) {
  const volume = Number(quote.volumeContracts);
  if (state.status !== 'open') {
    return {
      buyYesPriceUsd: null,
      buyNoPriceUsd: null,
      sellYesPriceUsd: null,
      sellNoPriceUsd: null,
      volume,
    };
  }
  return {
    buyYesPriceUsd: priced(quote.buyYes),
    buyNoPriceUsd: priced(quote.buyNo),
    sellYesPriceUsd: priced(quote.sellYes),
    sellNoPriceUsd: priced(quote.sellNo),
    volume,
  };
}

/** The fields of a round: its outcome token, and the prices that decide it. */
function roundWire({ outcome }: MarketModel, state: MarketState) {
  if (outcome === undefined) return {};
  const settled = state.resolveAt !== null;
  const text = (price: bigint | null | undefined): string | null => price?.toString() ?? null;
  return {
    outcomeMint: outcome.mint,
    outcomeTokenProgram: outcome.program,
    outcomeSide: outcome.side,
    tradable: state.status === 'open',
    lifecycleStatus: settled ? 'settled' : state.status === 'open' ? 'open' : 'resolving',
    strikePriceUsd: text(state.round?.strike),
    currentPriceUsd: text(state.round?.current),
    closePriceUsd: text(state.round?.close),
  };
}

const UPSTREAM_STATUS = { open: 'trading', closed: 'ended', cancelled: 'void' } as const;

/** One flat market in the shape of its provider. */
export function marketWire(
  market: MarketModel,
  state: MarketState,
  quote: Quote,
  isLive: boolean,
): MarketWithEventWire {
  const settled = state.status !== 'open' && (state.result !== null || state.status === 'cancelled');
  const shared = {
    provider: market.provider,
    marketId: market.marketId,
    eventId: market.eventId,
    status: state.status,
    result: state.result,
    marketResultPubkey: settled ? resultAccount(market.marketId) : null,
    title: market.title,
    openTime: market.openTime,
    closeTime: market.closeTime,
    isTeamMarket: market.isTeamMarket,
    rulesPrimary: market.rulesPrimary,
    resolveAt: state.resolveAt === null ? null : iso(state.resolveAt),
    pricing: pricingWire(state, quote),
    imageUrl: market.imageUrl || null,
    marketOptions: market.marketOptions?.map((option) => ({ ...option })) ?? null,
    sportsMarketType: market.sportsMarketType,
  };
  if (market.providerB) {
    return { ...shared, ...market.providerB, marketStatus: UPSTREAM_STATUS[state.status], isLive };
  }
  return {
    ...shared,
    rulesSecondary: market.rulesSecondary,
    team: market.team,
    outcomes: market.outcomes,
    clobTokenIds: market.clobTokenIds,
    sportsLine: market.sportsLine,
    ...roundWire(market, state),
  };
}

/** What orders, positions and history embed of their event: `closeTime` is a number here, and ISO 8601 in an event. */
export function eventMetadataWire(
  event: EventModel,
  snapshot: Pick<EventSnapshot, 'isLive' | 'isActive' | 't'>,
) {
  return {
    eventId: event.eventId,
    title: event.title,
    subtitle: event.subtitleAt?.(snapshot.t) ?? event.subtitle,
    ...(event.imageUrl !== '' && { imageUrl: event.imageUrl }),
    isLive: snapshot.isLive,
    status: snapshot.isActive ? 'open' : 'closed',
    tags: [...event.tags],
    closeTime: event.closeTime,
    beginAt: beginText(event.beginAt),
    category: event.category,
    subcategory: event.subcategory,
  } satisfies EventMetadataWire;
}

/** What orders, positions and history embed of their market. */
export function marketMetadataWire(market: MarketModel, state: MarketState) {
  return {
    marketId: market.marketId,
    eventId: market.eventId,
    provider: market.provider,
    title: market.title,
    subtitle: '',
    description: market.rulesPrimary,
    status: state.status,
    result: state.result,
    closeTime: market.closeTime,
    openTime: market.openTime,
    isTeamMarket: market.isTeamMarket,
    marketOptions: market.marketOptions?.map((option) => ({ ...option })) ?? null,
    sportsMarketType: market.sportsMarketType,
  } satisfies MarketMetadataWire;
}

/** An event; without `markets` where they were not asked for. */
export function eventWire(
  event: EventModel,
  snapshot: EventSnapshot,
  markets: MarketWithEventWire[] | undefined,
): EventWire {
  return {
    eventId: event.eventId,
    provider: event.provider,
    isActive: snapshot.isActive,
    isLive: snapshot.isLive,
    category: event.category,
    subcategory: event.subcategory,
    tags: [...event.tags],
    metadata: { ...eventMetadataWire(event, snapshot), closeTime: iso(event.closeTime) },
    ...(markets && { markets }),
    volumeUsd: String(snapshot.volumeUsd),
    volume24hr: String(snapshot.volume24hr),
    closeCondition: event.closeCondition,
    beginAt: beginText(event.beginAt),
    rulesPdf: event.rulesPdf,
  };
}

const dollars = (micro: bigint): string => {
  const cents = micro / 10_000n;
  return `$${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
};

/** A trade of the simulation as the public tape shows it. */
export function tradeWire(trade: SimTrade, market: MarketModel, event: EventModel): TradeWire {
  const did = trade.action === 'buy' ? 'bought' : 'sold';
  const side = trade.side === 'yes' ? 'Yes' : 'No';
  return {
    id: trade.id,
    ownerPubkey: trade.ownerPubkey,
    marketId: trade.marketId,
    message: `${trade.ownerPubkey} ${did} ${side} for ${market.title} at ${dollars(trade.price)} (${dollars(trade.amount)})`,
    timestamp: trade.timestamp,
    action: trade.action,
    side: trade.side,
    eventTitle: event.title,
    marketTitle: market.title,
    amountUsd: String(trade.amount),
    priceUsd: String(trade.price),
    eventImageUrl: event.imageUrl,
    eventId: event.eventId,
    isTeamMarket: market.isTeamMarket,
    marketOptions: market.marketOptions?.map((option) => ({ ...option })) ?? null,
  };
}
