import type { MarketId } from '@contract/ids.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Trade } from '@contract/prediction/trade.ts';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { probabilityOf } from '@/domain/events.ts';
import {
  addPoints,
  breakAfter,
  type PricePoint,
  type PriceSeries,
  pointsOfTrades,
  UNSEEN_SECONDS,
} from '@/domain/price-series.ts';
import { serverNow, serverTime } from '@/lib/clock.ts';

/*
 * Prices and trades seen since the tab was opened. They are no copy of a query: each answer holds one moment only,
 * and this is what adds the moments up: the end of a line whose past the history tells, or all there is of it where the
 * service keeps none.
 */
const MAX_TRADES = 400;
/** Markets kept beside those of the event that was looked at last: a tab may be open for weeks. */
const MAX_MARKETS = 300;
const NO_POINTS: PriceSeries = [];

const useMarkets = create<ReadonlyMap<string, PriceSeries>>(() => new Map());
/** Prices of a market as this tab has seen them. */
export const useSeries = (id: MarketId | undefined): PriceSeries =>
  useMarkets((all) => (id === undefined ? NO_POINTS : (all.get(id) ?? NO_POINTS)));

/** Unix seconds at which a market was last looked at. */
const looked = new Map<string, number>();

/** Markets by when they were last noted or looked at, the latest last. */
const recent = new Set<string>();
const noteRecent = (id: string): void => {
  recent.delete(id);
  recent.add(id);
};
/** Markets of the event that was looked at last. */
let present = 0;

/** Forgets what has been left for the longest; says whether it has left these. */
function forgetOldest(all: Map<string, PriceSeries>): boolean {
  let changed = false;
  for (const id of recent) {
    if (recent.size <= MAX_MARKETS + present) break;
    recent.delete(id);
    looked.delete(id);
    changed = all.delete(id) || changed;
  }
  return changed;
}

/** Breaks the line off where nobody has looked at the market for a while; `at`: Unix seconds of this look. */
function noteLook(id: string, at: number): void {
  noteRecent(id);
  const before = looked.get(id);
  if (before !== undefined && before >= at) return;
  looked.set(id, at);
  const series = useMarkets.getState().get(id);
  if (before === undefined || series === undefined || at - before <= UNSEEN_SECONDS) return;
  useMarkets.setState(new Map(useMarkets.getState()).set(id, breakAfter(series, before)), true);
}

function noteMarkets(news: Iterable<readonly [id: string, points: readonly PricePoint[]]>): void {
  const all = new Map(useMarkets.getState());
  let changed = false;
  for (const [id, points] of news) {
    noteRecent(id);
    const known = all.get(id) ?? NO_POINTS;
    const next = addPoints(known, points);
    if (next === known) continue;
    all.set(id, next);
    changed = true;
  }
  if (forgetOldest(all) || changed) useMarkets.setState(all, true);
}

/** Notes the price of every market of an event; `asOf` tells of each when it was true, local Unix ms. */
export function observePrices(event: PredictionEvent, asOf: (id: MarketId) => number): void {
  const timeOf = (id: MarketId): number => Math.floor(serverTime(asOf(id)) / 1_000);
  present = event.markets.length;
  for (const { marketId } of event.markets) noteLook(marketId, timeOf(marketId));
  noteMarkets(
    event.markets.flatMap((market): [string, PricePoint[]][] => {
      const { marketId } = market;
      const price = probabilityOf(market);
      return price === null ? [] : [[marketId, [{ time: timeOf(marketId), price, source: 'observed' }]]];
    }),
  );
}

interface SeenTrades {
  /** Newest first. */
  trades: readonly Trade[];
  /** Unix ms from which on none can have been missed. */
  since: number | undefined;
}
const useTrades = create<SeenTrades>(() => ({ trades: [], since: undefined }));

/** Notes the trades of one answer: the service shows the newest twenty or so of all markets. */
export function observeTrades(window: readonly Trade[]): void {
  const { trades, since } = useTrades.getState();
  const known = new Set(trades.map((trade) => trade.id));
  // An answer that holds nothing of what was seen before may have missed what lies between.
  const isGap = trades.length > 0 && window.length > 0 && !window.some(({ id }) => known.has(id));
  const from = since === undefined || isGap ? serverNow() : since;
  // One dated ahead would stand before all that follow it, and stretch the line to where nothing is known.
  const now = Math.floor(serverNow() / 1_000);
  const news = window
    .filter((trade) => !known.has(trade.id))
    .map((trade) => ({ ...trade, timestamp: Math.min(trade.timestamp, now) }));
  if (news.length === 0) {
    useTrades.setState({ since: from });
    return;
  }
  const all = [...news, ...trades].sort((a, b) => b.timestamp - a.timestamp);
  const left = all[MAX_TRADES];
  // Of the second of one that is no longer kept, and of those before it, nothing is known any more.
  useTrades.setState({
    trades: all.slice(0, MAX_TRADES),
    since: left ? Math.max(from, (left.timestamp + 1) * 1_000) : from,
  });
  noteMarkets([...new Set(news.map((trade) => trade.marketId))].map((id) => [id, pointsOfTrades(news, id)]));
}

/** An event as a page has it. */
interface Observed {
  event: PredictionEvent | undefined;
  /** When its answer was true, local Unix ms: an answer that says the same once more is a look as well. */
  asOf: number;
  /** The market whose prices are those of its book, and when that was true. */
  book: { of: MarketId | undefined; asOf: () => number };
}

/** Records what the queries of the page bring, once an answer. */
export function useObservation({ event, asOf, book }: Observed, window: readonly Trade[] | undefined): void {
  const latest = useRef(book);
  useEffect(() => {
    latest.current = book;
  });
  useEffect(() => {
    if (event) observePrices(event, (id) => (id === latest.current.of ? latest.current.asOf() : asOf));
  }, [event, asOf]);
  useEffect(() => {
    if (window) observeTrades(window);
  }, [window]);
}

/** Trades seen so far, newest first, and since when they are watched (Unix ms). */
export const useSeenTrades = (): readonly Trade[] => useTrades(({ trades }) => trades);
export const useTradesSince = (): number | undefined => useTrades(({ since }) => since);
