import type { Side } from '@contract/ids.ts';
import { withDecimalSign } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { AppError } from '@/api/app-error.ts';
import { hasOneSide } from './sides.ts';
import type { Notice, TradeAction } from './ticket-state.ts';

/** What the amount of a purchase is in. */
export const MODES = [
  { value: 'money', label: 'in $' },
  { value: 'contracts', label: 'contracts' },
  { value: 'payout', label: 'payout $' },
] as const;

/** A longer name would take up more of the ticket than what it is about, and stands above it. */
const MOST_OF_NAME = 40;

/** "If France wins": what a contract of the side is paid for. Shown whole: cut, it would lose its "does not win". */
export function winPhrase(market: Market | undefined, outcome: string, side: Side): string {
  const name = outcome.length > MOST_OF_NAME ? 'it' : outcome;
  if (hasOneSide(market)) return `If ${name} wins`;
  // A team stands behind spreads and podiums too, and those are not about winning.
  const type = market?.sportsMarketType ?? null;
  if (type === 'moneyline' || (type === null && market?.team))
    return side === 'yes' ? `If ${name} wins` : `If ${name} does not win`;
  return side === 'yes' ? 'If Yes wins' : 'If No wins';
}

/** "Yes" and "No", or the outcome's own name where there is only one side to take. */
export function sideLabel(market: Market | undefined, side: Side): string {
  if (side === 'yes' && market && hasOneSide(market) && market.title !== '') return market.title;
  return side === 'yes' ? 'Yes' : 'No';
}

const SAFE = 'No order was placed and no money moved.';

/** What to do about a refusal, by its code. */
const ADVICE: Record<string, string> = {
  INSUFFICIENT_FUNDS: 'Lower the amount or add USDC.',
  MARKET_CLOSED: 'This market takes no more orders.',
  MARKET_NOT_TRADABLE: 'This market takes no orders now.',
  MIN_ORDER_SIZE: 'Raise the amount.',
  MAX_ORDER_SIZE: 'Lower the amount.',
  PRICE_OUT_OF_RANGE: 'Set a limit between 1¢ and 99.9¢.',
  TRADING_HALTED: 'Try again when trading is open.',
  NO_LIQUIDITY: 'Try a smaller amount, or a looser limit.',
  NO_ROUTE: 'Try a smaller amount.',
  POSITION_NOT_FOUND: 'The position may be sold already: look at Positions.',
};

/** The same of a sale, which no USDC helps. */
const SALE_ADVICE: Record<string, string> = { ...ADVICE, INSUFFICIENT_FUNDS: 'Lower the amount.' };

const FIELDS: Record<string, Notice['field']> = {
  depositAmount: 'amount',
  contracts: 'amount',
  contractsMicro: 'amount',
  contractsDecimal: 'amount',
  maxBuyPriceUsd: 'cap',
  minSellPriceUsd: 'cap',
};

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A refusal of the service as the ticket shows it: what happened, what happened to the money, what to do. */
export function noticeOf(error: AppError, action: TradeAction): Notice {
  const known = action === 'buy' ? ADVICE : SALE_ADVICE;
  const advice = error.code === undefined ? undefined : known[error.code];
  const transient = error.kind === 'offline' || error.kind === 'timeout' || error.kind === 'server';
  return {
    field: (error.param !== undefined && FIELDS[error.param]) || 'panel',
    text: [
      sentence(error.message),
      SAFE,
      (advice && withDecimalSign(advice)) ?? (transient ? 'Try again.' : ''),
    ]
      .filter(Boolean)
      .join(' '),
    detail: [error.code, error.param, error.requestId].filter(Boolean).join(' · ') || undefined,
  };
}
