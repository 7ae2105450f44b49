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
