import type { MarketId } from '@contract/ids.ts';
import type { MicroUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Trade } from '@contract/prediction/trade.ts';
import { useEffect } from 'react';
import { create, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { probabilityOf } from '@/domain/events.ts';
import {
  addPoints,
  type PricePoint,
  type PriceSeries,
  pointsOfTrades,
  seriesFromText,
  seriesToText,
} from '@/domain/price-series.ts';
import { serverNow } from '@/lib/clock.ts';

/*
 * Prices and trades seen since the tab was opened. They are no copy of a query: each answer holds one moment only,
 * and this is what adds the moments up. A reload keeps the prices.
 */
const MAX_STORED = 24;
const SAVE_MS = 5_000;
const MAX_TRADES = 400;
const NO_POINTS: PriceSeries = [];

function readSession(key: string): PriceSeries {
  try {
    return seriesFromText(sessionStorage.getItem(key) ?? '');
  } catch {
    return NO_POINTS;
  }
}

/** Series by their id, each under a key of its own in the session. */
function createSeriesMemory(prefix: string) {
  const store = createStore<ReadonlyMap<string, PriceSeries>>(() => new Map());
  /** As the session had them when the tab was opened. */
  const before = new Map<string, PriceSeries>();
  const savedAt = new Map<string, number>();

  function start(id: string): PriceSeries {
    const known = before.get(id) ?? readSession(prefix + id);
    before.set(id, known);
    return known;
  }

  function save(id: string, points: PriceSeries): void {
    const now = Date.now();
    if (now - (savedAt.get(id) ?? 0) < SAVE_MS) return;
    savedAt.set(id, now);
    try {
      const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
      const [oldest] = keys;
      if (oldest !== undefined && keys.length >= MAX_STORED && !keys.includes(prefix + id)) {
        sessionStorage.removeItem(oldest);
      }
      sessionStorage.setItem(prefix + id, seriesToText(points));
    } catch {
      // A full or forbidden store costs history after a reload, nothing else.
    }
  }

  return {
    use: (id: string | undefined): PriceSeries =>
      useStore(store, (all) => (id === undefined ? NO_POINTS : (all.get(id) ?? start(id)))),
    note(news: Iterable<readonly [id: string, points: readonly PricePoint[]]>): void {
      const all = new Map(store.getState());
      let changed = false;
      for (const [id, points] of news) {
        const known = all.get(id) ?? start(id);
        const next = addPoints(known, points);
        if (next === known) continue;
        all.set(id, next);
        save(id, next);
        changed = true;
      }
      if (changed) store.setState(all, true);
    },
  };
}

const observed = (price: MicroUsd): PricePoint[] => [
  { time: Math.floor(serverNow() / 1_000), price, source: 'observed' },
];

const markets = createSeriesMemory('evenline.seen.');
export const useSeries = (id: MarketId | undefined): PriceSeries => markets.use(id);

/** Notes the price of every market of an event as one answer has it. */
export function observePrices(event: PredictionEvent): void {
  markets.note(
    event.markets.flatMap((market): [string, PricePoint[]][] => {
      const price = probabilityOf(market);
      return price === null ? [] : [[market.marketId, observed(price)]];
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
  if (since === undefined || isGap) useTrades.setState({ since: serverNow() });
  const news = window.filter((trade) => !known.has(trade.id));
  if (news.length === 0) return;
  useTrades.setState({
    trades: [...news, ...trades].sort((a, b) => b.timestamp - a.timestamp).slice(0, MAX_TRADES),
  });
  markets.note([...new Set(news.map((trade) => trade.marketId))].map((id) => [id, pointsOfTrades(news, id)]));
}

/** Records what the queries of the page bring, once an answer. */
export function useObservation(
  event: PredictionEvent | undefined,
  window: readonly Trade[] | undefined,
): void {
  useEffect(() => {
    if (event) observePrices(event);
  }, [event]);
  useEffect(() => {
    if (window) observeTrades(window);
  }, [window]);
}

/** Trades seen so far, newest first, and since when they are watched (Unix ms). */
export const useSeenTrades = (): readonly Trade[] => useTrades(({ trades }) => trades);
export const useTradesSince = (): number | undefined => useTrades(({ since }) => since);
