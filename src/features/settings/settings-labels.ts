import { TOKEN_SORT_NAMES } from '@/domain/token-sort-names.ts';
import type { LadderClick, TokenColumn } from '@/state/preferences.ts';

/** There is room to write out what the head of the column cuts short. */
export const TOKEN_COLUMN_LABELS: Record<TokenColumn, string> = {
  ...TOKEN_SORT_NAMES,
  trend: 'Trend',
  mcap: 'Market cap',
};

/** What a click in the order book fills the ticket with. */
export const LADDER_CLICK_LABELS: Record<LadderClick['size'], string> = {
  reach: 'Up to level',
  level: 'Level only',
  usd: 'Fixed amount',
};

export const KEY_NOT_FREE =
  'This key stays with the browser and the page. Press a letter, digit or sign, without Ctrl, Alt or ⌘.';
export const keyTaken = (key: string, label: string): string =>
  `“${key}” is taken by “${label}”. Press another key, or change that one first.`;
