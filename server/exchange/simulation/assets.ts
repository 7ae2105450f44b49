import { ASSET_SPECS } from './asset-specs.ts';
import type { Feeds } from './feeds/feeds.ts';

/** Something that has a price, which is that of its feed. `t` is simulated Unix seconds, prices are whole units. */
export interface Asset {
  key: string;
  name: string;
  symbol: string;
  /** Standard deviation of the logarithm a square root of a second. */
  sigma: number;
  /** Decimals a reader expects. */
  decimals: number;
  /** Prefix and suffix of a price: "$", "%". */
  prefix: string;
  suffix: string;
  price(t: number): number;
  /** Price that decides what ends at `t`. */
  close(t: number): number;
  /** Price that what begins at `t` is made from: without what is set within that very second. */
  opening(t: number): number;
}

const MICRO = 1_000_000;

/** Every asset by its key, priced by its feed. */
export function createAssets(feeds: Feeds): ReadonlyMap<string, Asset> {
  return new Map(
    ASSET_SPECS.map(({ key, name, symbol, decimals, prefix = '$', suffix = '' }) => {
      const feed = feeds.of(key);
      const asset: Asset = {
        ...{ key, name, symbol, decimals, prefix, suffix },
        sigma: feed.sigma,
        price: (t) => Number(feed.price(t)) / MICRO,
        close: (t) => Number(feed.close(t)) / MICRO,
        opening: (t) => Number(feed.opening(t)) / MICRO,
      };
      return [key, asset];
    }),
  );
}

const groupDigits = (text: string): string => text.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** "$96,400", "1.1420", "4.24%". */
export function formatPrice(asset: Asset, value: number): string {
  const [whole = '0', fraction] = value.toFixed(asset.decimals).split('.');
  return `${asset.prefix}${groupDigits(whole)}${fraction === undefined ? '' : `.${fraction}`}${asset.suffix}`;
}

/** The same to its last decimal, six at most: a price that decides must not stand rounded on the other side of a strike. */
export function formatExactPrice(asset: Asset, value: number): string {
  const told = value.toFixed(6).replace(/0+$/, '').split('.')[1] ?? '';
  return formatPrice({ ...asset, decimals: Math.max(asset.decimals, told.length) }, value);
}

/** A round step near `size`: 1, 2, 2.5 or 5 times a power of ten, no finer than the asset's decimals. */
export function roundStep(asset: Asset, size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= size * 0.8) ?? size;
  return Math.max(step, 10 ** -asset.decimals);
}
