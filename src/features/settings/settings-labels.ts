import { TOKEN_SORT_NAMES } from '@/domain/token-sort-names.ts';
import type { EventColumnChoice } from '@/state/event-columns.ts';
import type { OrderColumnChoice, PositionColumnChoice } from '@/state/portfolio-columns.ts';
import type { LadderClick, TokenColumn } from '@/state/preferences.ts';

/** There is room to write out what the head of the column cuts short. */
export const TOKEN_COLUMN_LABELS: Record<TokenColumn, string> = {
  ...TOKEN_SORT_NAMES,
  trend: 'Trend',
  mcap: 'Market cap',
};

export const EVENT_COLUMN_LABELS: Record<EventColumnChoice, string> = {
  outcome: 'Outcome',
  day: '24 h move',
  sell: 'Sell',
  spread: 'Spread',
  volume24hr: '24 h volume',
  volume: 'All volume',
  liquidity: 'Liquidity',
  closes: 'Closes',
  mine: 'My position',
  state: 'State',
};

export const POSITION_COLUMN_LABELS: Record<PositionColumnChoice, string> = {
  contracts: 'Contracts',
  entry: 'Entry',
  mark: 'Mark',
  pnl: 'Profit after fees',
  wins: 'If it wins',
};

export const ORDER_COLUMN_LABELS: Record<OrderColumnChoice, string> = {
  contracts: 'Contracts',
  limit: 'Limit',
  amount: 'Amount',
  placed: 'Placed',
};

/** What a click in the order book fills the ticket with. */
export const LADDER_CLICK_LABELS: Record<LadderClick['size'], string> = {
  reach: 'All up to it',
  level: 'That level',
  usd: 'An amount',
};

export const KEY_NOT_FREE =
  'This key stays with the browser and the page. Press a letter, digit or sign, without Ctrl, Alt or ⌘.';
export const keyTaken = (key: string, label: string): string =>
  `“${key}” is taken by “${label}”. Press another key, or change that one first.`;
