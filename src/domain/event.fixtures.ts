import { type EventWire, event, type PredictionEvent } from '@contract/prediction/event.ts';
import type { MarketWire } from '@contract/prediction/market.ts';

/* Shared by the tests of whatever reads events. */
export type MarketSketch = Partial<MarketWire> & { marketId: string };

/** An open market, 62¢ and 40¢, of which a test tells what matters to it. */
const marketOf = (sketch: MarketSketch): MarketWire => ({
  provider: 'provider_a',
  status: 'open',
  result: null,
  marketResultPubkey: null,
  title: sketch.marketId,
  pricing: {
    buyYesPriceUsd: 620_000,
    sellYesPriceUsd: 600_000,
    buyNoPriceUsd: 400_000,
    sellNoPriceUsd: 380_000,
    volume: 10,
  },
  ...sketch,
});

/** An event with these markets. */
export const eventOf = (
  markets: readonly MarketSketch[],
  eventId = 'EV-1',
  more: Partial<EventWire> = {},
): PredictionEvent =>
  event.parse({
    eventId,
    isActive: true,
    isLive: false,
    category: 'sports',
    subcategory: '',
    tags: [],
    volumeUsd: '0',
    volume24hr: '0',
    closeCondition: '',
    beginAt: null,
    rulesPdf: '',
    markets: markets.map(marketOf),
    ...more,
  });
