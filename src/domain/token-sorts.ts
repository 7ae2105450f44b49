/** What tokens are sorted by. Apart from how: the address is read before the page's code has come. */
export const TOKEN_SORTS = [
  'name',
  'age',
  'price',
  'change5m',
  'change1h',
  'change6h',
  'change24h',
  'liquidity',
  'mcap',
  'holders',
  'score',
  'volume',
  'audit',
  'source',
] as const;
export type TokenSort = (typeof TOKEN_SORTS)[number];
