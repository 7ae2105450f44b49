import type { TokenSort } from '@/domain/token-sorts.ts';
import type { Fact, LinkKind } from '@/domain/tokens.ts';

export const LINK_NAMES: Record<LinkKind, string> = {
  website: 'Website',
  twitter: 'X',
  telegram: 'Telegram',
  discord: 'Discord',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  otherUrl: 'Link',
};

export const SORT_NAMES: Record<TokenSort, string> = {
  name: 'Token',
  age: 'Age',
  price: 'Price',
  seen: 'Seen',
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

/** What a fact about an authority says. */
export const AUTHORITY_WORDS: Record<'mint' | 'freeze', Record<Fact, string>> = {
  mint: {
    yes: 'Mint authority revoked',
    no: 'Mint authority active: more can be minted',
    unknown: 'Mint authority unknown',
  },
  freeze: {
    yes: 'Freeze authority revoked',
    no: 'Freeze authority active: accounts can be frozen',
    unknown: 'Freeze authority unknown',
  },
};
