import { divHalfEven, formatSignedUsd, toFixedText, withDecimalSign } from '@contract/money.ts';
import type { AppError } from '@/api/app-error.ts';
import type { Distance, RoundPhase, RoundSide } from '@/domain/round-quote.ts';
import type { RoundResult } from '@/domain/rounds.ts';
import { ROUND_RESULTS } from '@/domain/status-texts.ts';
import { serverNow } from '@/lib/clock.ts';
import { dayText, formatMinute, formatShortLocal } from '@/lib/time.ts';
import type { NoticeText } from '@/ui/notice-box.tsx';
import type { Tone } from '@/ui/pill.tsx';

/** Quick shares of a holding, in basis points. */
export const QUICK_SHARES = [2_500n, 5_000n, 7_500n, 10_000n] as const;

export const SIDE_NAMES: Record<RoundSide, string> = { up: 'Up', down: 'Down' };

export const RESULTS: Record<RoundResult, { sign: string; text: string; tone: string }> = {
  up: { ...ROUND_RESULTS.up, tone: 'text-up' },
  down: { ...ROUND_RESULTS.down, tone: 'text-down' },
  draw: { ...ROUND_RESULTS.draw, tone: 'text-warn' },
  void: { ...ROUND_RESULTS.void, tone: 'text-warn' },
  pending: { ...ROUND_RESULTS.pending, tone: 'text-muted' },
};

export const PHASES: Record<RoundPhase, { text: string; tone: Tone }> = {
  upcoming: { text: 'Not started', tone: 'neutral' },
  running: { text: 'Live', tone: 'live' },
  settling: { text: ROUND_RESULTS.pending.text, tone: 'warn' },
  settled: { text: 'Settled', tone: 'accent' },
};

const MINUS = '−';

/** Share in millionths as "+0.042%", three decimals, zero unsigned. */
export function formatShare(ppm: bigint): string {
  const size = ppm < 0n ? -ppm : ppm;
  const text = `${withDecimalSign(toFixedText(divHalfEven(size, 10n), 3, 3))}%`;
  if (divHalfEven(size, 10n) === 0n) return text;
  return (ppm < 0n ? MINUS : '+') + text;
}

/** "+$27.41 · +0.042%". */
export const formatDistance = ({ difference, ppm }: Distance): string =>
  `${formatSignedUsd(difference)} · ${formatShare(ppm)}`;

/** "14:15", in the reader's zone. */
export const clockOf = (unixSeconds: number): string => formatMinute(unixSeconds * 1_000);

/** The same beneath a round's chart, which has a mark at every five minutes; elsewhere nothing. */
export const markOf = (unixSeconds: number): string => (unixSeconds % 300 === 0 ? clockOf(unixSeconds) : '');

/** The same of a moment that may be of another day, which it then names: "3 Oct, 14:15". */
export const closeOf = (unixSeconds: number): string => {
  const at = unixSeconds * 1_000;
  return dayText(at) === dayText(serverNow()) ? formatMinute(at) : formatShortLocal(at);
};

const SAFE = 'No order was placed and no money moved.';
const BY_CODE: Record<string, string> = {
  MARKET_NOT_TRADABLE: `This round takes no more orders. ${SAFE} Choose the next round.`,
  MARKET_CLOSED: `This round takes no more orders. ${SAFE} Choose the next round.`,
  NO_ROUTE: `No quotes for this side within your limit: the price has moved, or the round is about to end. ${SAFE} Look at the price now, try a smaller amount or the next round.`,
  INSUFFICIENT_FUNDS: `The wallet cannot cover this order and its fees. ${SAFE} Lower the amount or add USDC.`,
  MIN_ORDER_SIZE: `The order is too small. ${SAFE} Raise the amount.`,
  MAX_ORDER_SIZE: `The order is too large for a round. ${SAFE} Lower the amount.`,
  TRADING_HALTED: `Trading is halted. ${SAFE} Try again when it is open.`,
  POSITION_NOT_FOUND: `There is nothing of this left to sell. ${SAFE}`,
};

/** The same of a sale, which no USDC helps. */
const BY_CODE_OF_SALE: Record<string, string> = {
  ...BY_CODE,
  INSUFFICIENT_FUNDS: `The wallet holds fewer of these contracts than that, or too little SOL for the fees. ${SAFE} Lower the amount.`,
};

/** A refusal in words: what happened, what happened to the money, what to do. */
export function noticeOf(error: AppError, action: 'buy' | 'sell'): NoticeText {
  const texts = action === 'buy' ? BY_CODE : BY_CODE_OF_SALE;
  const known = error.code === undefined ? undefined : texts[error.code];
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  const raw = [known ? error.message : undefined, error.code, error.requestId];
  return {
    text: known ?? `${sentence} ${SAFE}`,
    detail: raw.filter((part) => part !== undefined && part !== '').join(' · ') || undefined,
  };
}
