import type { MicroUsd } from '@contract/money.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { addPoints, type PriceSeries, seriesFromText, seriesToText } from '@/domain/price-series.ts';
import { serverNow } from '@/lib/clock.ts';

/*
 * Prices of the asset seen since the tab was opened, by the service's clock. They are no copy of a query: each answer
 * holds one moment only, and this is what adds the moments up. A reload keeps them.
 */
const KEY = 'evenline.trail.';
const SAVE_MS = 5_000;
const EMPTY: PriceSeries = [];

const trails = new Map<string, PriceSeries>();
let savedAt = 0;
const listeners = new Set<() => void>();
const join = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function load(asset: string): PriceSeries {
  const known = trails.get(asset);
  if (known) return known;
  let read = EMPTY;
  try {
    read = seriesFromText(sessionStorage.getItem(KEY + asset) ?? '');
  } catch {
    // A forbidden store costs the line before the reload, nothing else.
  }
  trails.set(asset, read);
  return read;
}

function save(asset: string, trail: PriceSeries): void {
  if (Date.now() - savedAt < SAVE_MS) return;
  savedAt = Date.now();
  try {
    sessionStorage.setItem(KEY + asset, seriesToText(trail));
  } catch {
    // As above.
  }
}

/** Notes the asset's price once an answer; the same price again changes nothing. */
export function useObservedPrice(
  asset: string,
  price: MicroUsd | null | undefined,
  fetchedAt: number | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that repeats the price is an observation too
  useEffect(() => {
    if (price === null || price === undefined) return;
    const before = load(asset);
    const after = addPoints(before, [{ time: Math.floor(serverNow() / 1_000), price, source: 'observed' }]);
    if (after === before) return;
    trails.set(asset, after);
    save(asset, after);
    for (const listener of listeners) listener();
  }, [asset, price, fetchedAt]);
}

export const useTrail = (asset: string): PriceSeries => useSyncExternalStore(join, () => load(asset));
