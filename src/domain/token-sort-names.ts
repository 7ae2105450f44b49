import type { TokenSort } from './token-sorts.ts';

/** How the columns of tokens are called at their head. */
export const TOKEN_SORT_NAMES: Record<TokenSort, string> = {
  name: 'Token',
  age: 'Age',
  price: 'Price',
  change5m: '5m',
  change1h: '1h',
  change6h: '6h',
  change24h: '24h',
  liquidity: 'Liquidity',
  mcap: 'Mkt cap',
  holders: 'Holders',
  score: 'Score',
  volume: 'Volume',
  audit: 'Audit',
  source: 'Source',
};
