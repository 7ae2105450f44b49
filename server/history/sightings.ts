import { marketPricing } from '@contract/prediction/market.ts';
import { orderbook } from '@contract/prediction/orderbook.ts';
import { trade } from '@contract/prediction/trade.ts';
import type { RouteId } from '@contract/routes.ts';
import { picoPrice } from '@contract/triggers/price.ts';

/** What is said of a market beside its prices. */
export interface About {
  readonly event: string | null;
  readonly title: string;
  readonly eventTitle: string;
  readonly open: boolean;
}

/** A price or several that stand in an answer. Of a market in micro-USD, of an asset in 10^-12 USD. */
export type Sighting =
  | {
      readonly kind: 'quote';
      readonly market: string;
      readonly bid: bigint | null;
      readonly ask: bigint | null;
      /** Whole contracts since it opened. */
      readonly volume: bigint | null;
      readonly about: About;
    }
  /** The best prices of a book. */
  | {
      readonly kind: 'book';
      readonly market: string;
      readonly bid: bigint | null;
      readonly ask: bigint | null;
    }
  /** `price` is that of Yes; `at` Unix seconds. */
  | { readonly kind: 'trade'; readonly market: string; readonly price: bigint; readonly at: number }
  | { readonly kind: 'price'; readonly mint: string; readonly price: bigint };

type Read = (json: unknown, params: Readonly<Record<string, string>>) => Iterable<Sighting>;

const ONE_USD = 1_000_000n;
const MAX_ID = 200;
const MAX_TITLE = 300;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** An id that may be a key; the platform's are printable. */
function idOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= MAX_ID && /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}
/** A title as far as it is of use; no database keeps a character zero, or half of one. */
const titleOf = (value: unknown): string =>
  typeof value === 'string' ? Buffer.from(value.slice(0, MAX_TITLE).replaceAll('\0', '')).toString() : '';

interface OfEvent {
  readonly id: string | undefined;
  readonly title: string;
}
const NO_EVENT: OfEvent = { id: undefined, title: '' };

function* inMarket(market: unknown, event: OfEvent): Generator<Sighting> {
  const id = idOf(fieldOf(market, 'marketId'));
  const pricing = marketPricing.safeParse(fieldOf(market, 'pricing'));
  if (id === undefined || !pricing.success) return;
  const { buyYesPriceUsd, sellYesPriceUsd, volume } = pricing.data;
  const count = Math.floor(volume ?? -1);
  // Of one that nobody can count to, the prices beside it are noted all the same.
  const isCount = Number.isSafeInteger(count) && count >= 0;
  yield {
    kind: 'quote',
    market: id,
    bid: sellYesPriceUsd,
    ask: buyYesPriceUsd,
    volume: isCount ? BigInt(count) : null,
    about: {
      event: idOf(fieldOf(market, 'eventId')) ?? event.id ?? null,
      title: titleOf(fieldOf(market, 'title')),
      eventTitle: event.title,
      open: fieldOf(market, 'status') === 'open',
    },
  };
}

function* inEvent(event: unknown): Generator<Sighting> {
  const of = {
    id: idOf(fieldOf(event, 'eventId')),
    title: titleOf(fieldOf(fieldOf(event, 'metadata'), 'title')),
  };
  for (const market of listOf(fieldOf(event, 'markets'))) yield* inMarket(market, of);
}

function* inEvents(json: unknown): Generator<Sighting> {
  for (const event of listOf(fieldOf(json, 'data'))) yield* inEvent(event);
}

function* inTokens(json: unknown): Generator<Sighting> {
  for (const token of listOf(json)) {
    const mint = idOf(fieldOf(token, 'id'));
    if (mint !== undefined) yield* inPrice(mint, fieldOf(token, 'usdPrice'));
  }
}

function* inPrice(mint: string, value: unknown): Generator<Sighting> {
  const price = picoPrice.safeParse(value);
  if (price.success && price.data > 0n) yield { kind: 'price', mint, price: price.data };
}

function* inBook(json: unknown, market: string | undefined): Generator<Sighting> {
  const book = orderbook.safeParse(json);
  if (market === undefined || !book.success) return;
  const best = book.data.yes_dollars.at(-1)?.price ?? null;
  const bestOfNo = book.data.no_dollars.at(-1)?.price;
  yield { kind: 'book', market, bid: best, ask: bestOfNo === undefined ? null : ONE_USD - bestOfNo };
}

function* inTrades(json: unknown): Generator<Sighting> {
  for (const item of listOf(fieldOf(json, 'data'))) {
    const parsed = trade.safeParse(item);
    const market = parsed.success ? idOf(parsed.data.marketId) : undefined;
    if (!parsed.success || market === undefined) continue;
    const { side, priceUsd, timestamp } = parsed.data;
    if (side !== 'yes' && side !== 'no') continue;
    yield {
      kind: 'trade',
      market,
      price: side === 'yes' ? priceUsd : ONE_USD - priceUsd,
      at: timestamp,
    };
  }
}

const READS: Partial<Record<RouteId, Read>> = {
  listEvents: inEvents,
  searchEvents: inEvents,
  listClosedEvents: inEvents,
  listTimedEvents: inEvents,
  generalSuggestions: inEvents,
  getEvent: inEvent,
  getMarket: (json) => inMarket(json, NO_EVENT),
  getEventMarket: (json, { eventId }) => inMarket(json, { id: idOf(eventId), title: '' }),
  *listEventMarkets(json, { eventId }) {
    for (const market of listOf(fieldOf(json, 'data'))) {
      yield* inMarket(market, { id: idOf(eventId), title: '' });
    }
  },
  getOrderbook: (json, { marketId }) => inBook(json, idOf(marketId)),
  listTrades: inTrades,
  recentTokens: inTokens,
  searchTokens: inTokens,
  taggedTokens: inTokens,
  busiestTokens: inTokens,
  *tokenPrices(json) {
    for (const [key, value] of Object.entries(json ?? {})) {
      const mint = idOf(key);
      if (mint !== undefined) yield* inPrice(mint, fieldOf(value, 'usdPrice'));
    }
  },
};

/** Whether there are prices in the answers of an operation. */
export const hasSightings = (id: RouteId): boolean => READS[id] !== undefined;

/** The prices of an answer; what of it is otherwise than documented is passed over. `params`: what was asked for. */
export function* sightingsIn(
  id: RouteId,
  json: unknown,
  params: Readonly<Record<string, string>>,
): Generator<Sighting> {
  const read = READS[id];
  if (read) yield* read(json, params);
}
