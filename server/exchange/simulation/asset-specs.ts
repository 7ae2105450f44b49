/** What is known of an asset before it has a price. */
export interface AssetSpec {
  key: string;
  name: string;
  symbol: string;
  /** About where a generated price begins. */
  base: number;
  /** Volatility a year, 0.5 = 50 %. */
  yearly: number;
  /** Decimals a reader expects. */
  decimals: number;
  /** Before and after a price: "$", "%". */
  prefix?: string;
  suffix?: string;
}

/** Every asset of a paper world. */
export const ASSET_SPECS: readonly AssetSpec[] = [
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

const YEAR_SECONDS = 31_557_600;

/** Standard deviation of the logarithm a square root of a second. */
export const sigmaOf = ({ yearly }: AssetSpec): number => yearly / Math.sqrt(YEAR_SECONDS);

/** @throws RangeError for a key that no asset has. */
export function specOf(key: string): AssetSpec {
  const spec = ASSET_SPECS.find((one) => one.key === key);
  if (spec === undefined) throw new RangeError(`there is no asset ${key}`);
  return spec;
}
