import type { MarketId } from '@contract/ids.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Trade } from '@contract/prediction/trade.ts';
import { useEffect, useSyncExternalStore } from 'react';
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
 * and this is what adds the moments up.
 */
const KEY = 'evenline.seen.';
const MAX_STORED = 24;
const SAVE_MS = 5_000;
const MAX_TRADES = 400;

const NO_POINTS: PriceSeries = [];
const series = new Map<string, PriceSeries>();
const savedAt = new Map<string, number>();
let trades: readonly Trade[] = [];
let tradesSince: number | undefined;
const listeners = new Set<() => void>();
const join = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const publish = (): void => {
  for (const listener of listeners) listener();
};

function load(id: string): PriceSeries {
  const known = series.get(id);
  if (known) return known;
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(KEY + id);
  } catch {
    text = null;
  }
  const read = text === null ? NO_POINTS : seriesFromText(text);
  series.set(id, read);
  return read;
}

function save(id: string, points: PriceSeries): void {
  const now = Date.now();
  if (now - (savedAt.get(id) ?? 0) < SAVE_MS) return;
  savedAt.set(id, now);
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(KEY));
    if (keys.length >= MAX_STORED && !keys.includes(KEY + id)) {
      const [oldest] = keys;
      if (oldest !== undefined) sessionStorage.removeItem(oldest);
    }
    sessionStorage.setItem(KEY + id, seriesToText(points));
  } catch {
    // A full or forbidden store costs history after a reload, nothing else.
  }
}

function remember(id: string, points: readonly PricePoint[]): boolean {
  const before = load(id);
  const after = addPoints(before, points);
  if (after === before) return false;
  series.set(id, after);
  save(id, after);
  return true;
}

/** Notes the price of every market of an event as one answer has it. */
export function observePrices(event: PredictionEvent): void {
  const time = Math.floor(serverNow() / 1_000);
  let changed = false;
  for (const market of event.markets) {
    const price = probabilityOf(market);
    if (price === null) continue;
    changed = remember(market.marketId, [{ time, price, source: 'observed' }]) || changed;
  }
  if (changed) publish();
}

/** Notes the trades of one answer: the service shows the newest twenty or so of all markets. */
export function observeTrades(window: readonly Trade[]): void {
  const known = new Set(trades.map((trade) => trade.id));
  // An answer that holds nothing of what was seen before may have missed what lies between.
  const isGap = trades.length > 0 && window.length > 0 && !window.some(({ id }) => known.has(id));
  if (tradesSince === undefined || isGap) tradesSince = serverNow();
  const news = window.filter((trade) => !known.has(trade.id));
  if (news.length === 0) return;
  trades = [...news, ...trades].sort((a, b) => b.timestamp - a.timestamp).slice(0, MAX_TRADES);
  for (const id of new Set(news.map((trade) => trade.marketId))) remember(id, pointsOfTrades(news, id));
  publish();
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

export const useSeries = (id: MarketId | undefined): PriceSeries =>
  useSyncExternalStore(join, () => (id === undefined ? NO_POINTS : load(id)));

/** Trades seen so far, newest first, and since when they are watched (Unix ms). */
export const useSeenTrades = (): readonly Trade[] => useSyncExternalStore(join, () => trades);
export const useTradesSince = (): number | undefined => useSyncExternalStore(join, () => tradesSince);
