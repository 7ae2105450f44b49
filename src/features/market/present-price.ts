import { formatUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import { PICO_DECIMALS } from '@contract/triggers/price.ts';
import { ASSET_PRICE_POLL_MS, useAssetPrice } from '@/api/asset-price.queries.ts';
import { titleOf } from '@/domain/events.ts';
import { scaleOf } from '@/domain/outcome-scale.ts';
import { formatPrice } from '@/domain/trigger-price.ts';

/** What an asset costs now, of an event that asks about its price. */
export interface PresentPrice {
  text: string;
  /** As strikes are compared. */
  value: number;
  asOf: number;
  intervalMs: number;
}

/** Names of assets as events write them, and the symbols under which they are listed. */
const SYMBOLS: Readonly<Record<string, string | undefined>> = {
  bitcoin: 'BTC',
  btc: 'BTC',
  ethereum: 'ETH',
  eth: 'ETH',
  solana: 'SOL',
  sol: 'SOL',
};

/** The symbol of the asset whose price an event asks about; undefined of any other question. */
export function assetOf(event: PredictionEvent, main: readonly Market[]): string | undefined {
  if (event.category !== 'crypto' || main.length < 2) return undefined;
  if (!main.every(({ title }) => /\$|\d{3}/.test(title))) return undefined;
  if (scaleOf(titleOf(event), main).scale !== 'value') return undefined;
  const words = [
    event.subcategory,
    ...titleOf(event)
      .toLowerCase()
      .split(/[^a-z]+/),
  ];
  return words.map((word) => SYMBOLS[word]).find((symbol) => symbol !== undefined);
}

const CENT = 10n ** BigInt(PICO_DECIMALS - 2);
const WHOLE_FROM = 10_000n * 100n;

/**
 * The present price of what an event asks about, from the price feed; null while it is on its way, undefined where no feed
 * tells it.
 */
export function usePresentPrice(
  event: PredictionEvent | undefined,
  main: readonly Market[],
): PresentPrice | null | undefined {
  const open = main.some(({ status }) => status === 'open');
  const asset = event && open ? assetOf(event, main) : undefined;
  const { data, dataUpdatedAt, isLoading } = useAssetPrice(asset);
  if (data === null || data === undefined) return isLoading ? null : undefined;
  const cents = data / CENT;
  return {
    // Cents mean nothing where strikes are thousands apart.
    text: cents >= WHOLE_FROM ? formatUsd(cents * 10_000n, 'half-even', 0) : formatPrice(data),
    value: Number(cents) / 100,
    asOf: dataUpdatedAt,
    intervalMs: ASSET_PRICE_POLL_MS,
  };
}

const RANGE = /\d\s*(?:–|—|-|to\b|and\b)\s*\$?\d/;

/**
 * Where the present price stands among outcomes sorted by value: in a range, or before the first strike above it.
 * Undefined where it is not known or the outcomes are no values.
 */
export function presentPlace(
  event: PredictionEvent,
  main: readonly Market[],
  price: PresentPrice | null | undefined,
): { at: number; within: boolean } | undefined {
  if (!price) return undefined;
  const { scale, places } = scaleOf(titleOf(event), main);
  if (scale !== 'value' || !places) return undefined;
  const above = places.findIndex((place) => place > price.value);
  const before = above === -1 ? places.length : above;
  // The first range has no floor: what is written in it is its end.
  if (main.some(({ title }) => RANGE.test(title))) return { at: Math.max(0, before - 1), within: true };
  return { at: before, within: false };
}
