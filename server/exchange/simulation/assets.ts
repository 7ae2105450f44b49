import { hashText, mix, noise } from './hash.ts';

/** A price that wanders like a random walk, as a pure function of time. */
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
}

interface AssetSpec {
  key: string;
  name: string;
  symbol: string;
  base: number;
  /** Volatility a year, 0.5 = 50 %. */
  yearly: number;
  decimals: number;
  prefix?: string;
  suffix?: string;
}

const YEAR_SECONDS = 31_557_600;
const OCTAVES = 17;
const SHORTEST = 12;
const RATIO = 2.4;
/** Makes the sum of the octaves as volatile as a random walk of the asset's sigma (measured over 1 min to 1 week). */
const GAIN = 0.85;

const SPECS: readonly AssetSpec[] = [
  { key: 'btc', name: 'Bitcoin', symbol: 'BTC', base: 96_400, yearly: 0.46, decimals: 0 },
  { key: 'eth', name: 'Ethereum', symbol: 'ETH', base: 3_350, yearly: 0.62, decimals: 0 },
  { key: 'sol', name: 'Solana', symbol: 'SOL', base: 176, yearly: 0.74, decimals: 2 },
  { key: 'xrp', name: 'XRP', symbol: 'XRP', base: 2.24, yearly: 0.8, decimals: 4 },
  { key: 'doge', name: 'Dogecoin', symbol: 'DOGE', base: 0.214, yearly: 0.9, decimals: 4 },
  { key: 'ltc', name: 'Litecoin', symbol: 'LTC', base: 92, yearly: 0.7, decimals: 2 },
  { key: 'ada', name: 'Cardano', symbol: 'ADA', base: 0.71, yearly: 0.8, decimals: 4 },
  { key: 'avax', name: 'Avalanche', symbol: 'AVAX', base: 24.5, yearly: 0.85, decimals: 2 },
  { key: 'gold', name: 'Gold', symbol: 'XAU', base: 3_280, yearly: 0.17, decimals: 0 },
  { key: 'silver', name: 'Silver', symbol: 'XAG', base: 38.4, yearly: 0.3, decimals: 2 },
  { key: 'oil', name: 'Crude oil', symbol: 'WTI', base: 68.5, yearly: 0.34, decimals: 2 },
  { key: 'gas', name: 'Natural gas', symbol: 'NG', base: 3.15, yearly: 0.55, decimals: 3 },
  { key: 'eurusd', name: 'Euro', symbol: 'EUR/USD', base: 1.142, yearly: 0.075, decimals: 4, prefix: '' },
  { key: 'usdjpy', name: 'Dollar-yen', symbol: 'USD/JPY', base: 148.3, yearly: 0.1, decimals: 2, prefix: '' },
  {
    key: 'us10y',
    name: '10-year Treasury yield',
    symbol: 'US10Y',
    base: 4.24,
    yearly: 0.2,
    decimals: 2,
    prefix: '',
    suffix: '%',
  },
  { key: 'copper', name: 'Copper', symbol: 'HG', base: 4.62, yearly: 0.22, decimals: 3 },
];

/** Every asset of a universe by its key. */
export function createAssets(seed: number): ReadonlyMap<string, Asset> {
  return new Map(SPECS.map((spec) => [spec.key, createAsset(spec, seed)]));
}

function createAsset(spec: AssetSpec, universeSeed: number): Asset {
  const seed = hashText(spec.key, universeSeed);
  const sigma = spec.yearly / Math.sqrt(YEAR_SECONDS);
  const octaves = Array.from({ length: OCTAVES }, (_, k) => {
    const period = SHORTEST * RATIO ** k;
    return { seed: mix(seed, k), period, amplitude: GAIN * sigma * Math.sqrt(period) };
  });
  let lastTime = Number.NaN;
  let lastPrice = spec.base;
  return {
    key: spec.key,
    name: spec.name,
    symbol: spec.symbol,
    sigma,
    decimals: spec.decimals,
    prefix: spec.prefix ?? '$',
    suffix: spec.suffix ?? '',
    price(t) {
      if (t === lastTime) return lastPrice;
      let log = 0;
      for (const octave of octaves) log += octave.amplitude * noise(octave.seed, t / octave.period);
      lastTime = t;
      lastPrice = spec.base * Math.exp(log);
      return lastPrice;
    },
  };
}

const groupDigits = (text: string): string => text.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** "$96,400", "1.1420", "4.24%". */
export function formatPrice(asset: Asset, value: number): string {
  const [whole = '0', fraction] = value.toFixed(asset.decimals).split('.');
  return `${asset.prefix}${groupDigits(whole)}${fraction === undefined ? '' : `.${fraction}`}${asset.suffix}`;
}

/** A round step near `size`: 1, 2, 2.5 or 5 times a power of ten, no finer than the asset's decimals. */
export function roundStep(asset: Asset, size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= size * 0.8) ?? size;
  return Math.max(step, 10 ** -asset.decimals);
}
