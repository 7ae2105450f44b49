import type { App } from '../app.ts';
import { notFound } from '../common/errors.ts';
import type { MarketSource } from '../exchange/market-data/source.ts';
import { createFeeds } from '../exchange/simulation/feeds/feeds.ts';
import type { EventModel, MarketModel, MarketState } from '../exchange/simulation/model.ts';
import { createTokenMarket } from '../exchange/tokens/tokens.ts';
import { createStandingPrices, withListed } from '../exchange/triggers/prices.ts';
import { createPaperApp } from '../paper-app.ts';
import { paperConfig } from '../paper-config.ts';
import type { AppExchange, PaperDeps } from '../paper-deps.ts';
import { CONTROL_TOKEN } from './paper-app.ts';

export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const WALLET = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
export const NOW = 1_800_000_000;

type MarketSketch = Partial<MarketModel> & { marketId: string };
type EventSketch = Partial<Omit<EventModel, 'markets'>> & { eventId: string; markets: MarketSketch[] };

/** An event with everything that a test does not care about filled in. */
export function eventModel({ markets, ...event }: EventSketch): EventModel {
  return {
    provider: 'provider_a',
    category: 'politics',
    subcategory: 'elections',
    tags: [],
    title: event.eventId,
    subtitle: '',
    imageUrl: '',
    openTime: NOW - 1_000_000,
    beginAt: null,
    closeTime: NOW + 1_000_000,
    closeCondition: '',
    rulesPdf: '',
    primaryMarketIds: markets.map(({ marketId }) => marketId),
    game: null,
    ...event,
    markets: markets.map((market) => ({
      eventId: event.eventId,
      provider: event.provider ?? 'provider_a',
      title: market.marketId,
      openTime: NOW - 1_000_000,
      closeTime: NOW + 1_000_000,
      endTime: NOW + 1_000_000,
      resolveTime: NOW + 1_000_100,
      isTeamMarket: false,
      rulesPrimary: 'Resolves to Yes if it happens.',
      rulesSecondary: '',
      team: null,
      outcomes: ['Yes', 'No'],
      clobTokenIds: null,
      marketOptions: [
        { label: 'Yes', buyYes: true },
        { label: 'No', buyYes: false },
      ],
      sportsMarketType: null,
      sportsLine: null,
      imageUrl: null,
      tick: 10_000n,
      oneSided: false,
      baseVolume: 1_000,
      providerB: null,
      ...market,
    })),
  };
}

export interface StubUniverse extends MarketSource {
  readonly states: Map<string, MarketState>;
  readonly volumes: Map<string, { volumeUsd: bigint; volume24hr: bigint }>;
  readonly live: Set<string>;
  /** YES price of every market, micro-USD. */
  price: bigint;
}

const OPEN: MarketState = { status: 'open', result: null, resolveAt: null };

/** A universe of the given events that stands still until a test moves it. */
export function stubUniverse(events: readonly EventModel[]): StubUniverse {
  const byId = new Map(events.map((event) => [event.eventId, event]));
  const markets = new Map(
    events.flatMap((event) => event.markets.map((market) => [market.marketId, market])),
  );
  const universe: StubUniverse = {
    states: new Map(),
    volumes: new Map(),
    live: new Set(),
    price: 620_000n,
    list: () => events,
    event: (eventId) => byId.get(eventId),
    market: (marketId) => markets.get(marketId),
    state: (marketId) => universe.states.get(marketId) ?? OPEN,
    quote: (marketId) => {
      const oneSided = markets.get(marketId)?.oneSided ?? false;
      return {
        buyYes: universe.price,
        sellYes: universe.price - 10_000n,
        buyNo: oneSided ? null : 1_010_000n - universe.price,
        sellNo: oneSided ? null : 1_000_000n - universe.price,
        volumeContracts: 12_345n,
      };
    },
    book: () => ({
      yes: [
        { price: 604_000n, size: 1_250_000n },
        { price: 606_000n, size: 2_000_000n },
        { price: universe.price - 10_000n, size: 18_546_980_000n },
      ],
      no: [{ price: 1_000_000n - universe.price, size: 10_000n }],
    }),
    isLive: (event) => universe.live.has(event.eventId),
    score: (eventId) => {
      const game = byId.get(eventId)?.game;
      if (!game) return null;
      return {
        eventId,
        gameId: game.gameId,
        leagueAbbreviation: game.league,
        homeTeam: game.home.name,
        awayTeam: game.away.name,
        score: '2-0',
        period: '1H',
        elapsed: '35',
        status: 'InProgress',
        live: true,
        ended: false,
        finishedTimestamp: null,
        updatedAt: new Date(NOW * 1000).toISOString(),
      };
    },
    trades: (_t, limit) =>
      [...markets.values()].slice(0, limit).map((market, i) => ({
        id: `sim-${i}`,
        ownerPubkey: WALLET,
        eventId: market.eventId,
        marketId: market.marketId,
        action: 'buy',
        side: 'yes',
        price: 620_000n,
        contracts: 10_000_000n,
        amount: 6_200_000n,
        timestamp: NOW - i * 2,
      })),
    eventVolume: (eventId) => universe.volumes.get(eventId) ?? { volumeUsd: 0n, volume24hr: 0n },
  };
  return universe;
}

const unused = (): never => {
  throw new Error('not part of this test');
};

export interface TestApp {
  readonly app: App;
  readonly universe: StubUniverse;
  readonly log: Record<string, unknown>[];
}

/** The app over a stub of the exchange: for what is decided before an operation reaches it. */
export function testApp(
  events: readonly EventModel[],
  overrides: { exchange?: Partial<AppExchange>; deps?: Partial<PaperDeps> } = {},
): TestApp {
  const universe = stubUniverse(events);
  const log: Record<string, unknown>[] = [];
  let now = NOW;
  const marketOr404 = (marketId: string) => {
    if (!universe.market(marketId, now)) throw notFound(`there is no market ${marketId}`, 'marketId');
  };
  const tokens = createTokenMarket({ seed: 'test' });
  const feeds = createFeeds({ seed: 'test' });
  const exchange = {
    universe,
    tokens,
    feeds,
    prices: withListed(createStandingPrices({ sol: feeds.of('sol'), btc: feeds.of('btc') }), tokens),
    clock: { now: () => now, wall: () => now },
    services: {},
    rpc: { onCommit: () => () => undefined },
    recentTrades: () => [],
    tradedEvents: async () => [],
    tradingActive: () => true,
    faucet: unused,
    audit: async () => ({ mints: [], ok: true }),
    notReady: async () => undefined,
    stats: () => ({
      pendingOrders: 0,
      openPositions: 0,
      claimablePositions: 0,
      commits: 7,
      committedJobs: 9,
      queuedJobs: 0,
      ledgerSlot: 42,
    }),
    control: {
      advance: async (seconds: number) => {
        now += seconds;
        return now;
      },
      setPrice: async (marketId: string, probability: number) => {
        marketOr404(marketId);
        universe.price = BigInt(Math.round(probability * 100)) * 10_000n;
      },
      resolve: async (marketId: string) => {
        marketOr404(marketId);
        universe.states.set(marketId, { status: 'closed', result: 'yes', resolveAt: now });
      },
      setTrading: unused,
    },
    ...overrides.exchange,
  } as unknown as AppExchange;
  const app = createPaperApp({
    exchange,
    rpc: async () => ({ jsonrpc: '2.0', id: 1, result: 'ok' }),
    subscriptions: { open: () => ({ heard: () => undefined, ended: () => undefined }), size: 0 },
    config: paperConfig(null, 1),
    clientDir: undefined,
    controlToken: CONTROL_TOKEN,
    checkAnswers: true,
    random: () => 0.5,
    log: (entry) => log.push(entry),
    ...overrides.deps,
  });
  return { app, universe, log };
}
