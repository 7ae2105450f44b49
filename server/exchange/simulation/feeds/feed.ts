import { createAssets } from '../assets.ts';
import { hashText } from '../hash.ts';

/** A price in US dollars at any instant, as a pure function of time. `t` is simulated Unix seconds. */
export interface PriceFeed {
  /** Micro-USD; the last tick at or before `t`. */
  price(t: number): bigint;
  /** Price that ends a round at `t`: the same, but where a recording begins again its last tick still counts. */
  close(t: number): bigint;
  /** Standard deviation of the logarithm a square root of a second. */
  readonly sigma: number;
}

function assetOf(id: 'btc' | 'sol', seed: string) {
  const asset = createAssets(hashText(seed)).get(id);
  if (asset === undefined) throw new RangeError(`the universe has no ${id}`);
  return asset;
}

/** Volatility that quotes assume, whatever the feed. */
export const bitcoinSigma = (): number => assetOf('btc', '').sigma;

/** A price that wanders, one tick a second; the same for the same seed. */
export function createGeneratedFeed(id: 'btc' | 'sol', seed: string): PriceFeed {
  const asset = assetOf(id, seed);
  const price = (t: number): bigint => BigInt(Math.round(asset.price(Math.floor(t)) * 1e6));
  return { price, close: price, sigma: asset.sigma };
}
