import {
  floorToLot,
  formatContracts,
  formatUsd,
  type MicroContracts,
  type MicroUsd,
  maxBig,
  microContracts,
  parseContracts,
  toDecimalText,
} from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { costOfSold, realisedPnl } from '@contract/pricing.ts';
import type { SideBook } from '@/domain/book.ts';
import { partOf, quoteSell, type SellQuote } from '@/domain/quote.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import { preflight, type Reasons, type Standing, standingReasons } from '@/orders/preflight.ts';

/** How much of the position is to be sold: a part of it, which follows what is held, or a number typed. */
export type CloseAmount = { by: 'part'; bps: bigint } | { by: 'typed'; text: string };

export const PARTS = ['2500', '5000', '7500', '10000'] as const;
export type Part = (typeof PARTS)[number];

type Holding = Pick<Position, 'contractsMicro' | 'totalCostUsd'>;

const lotsOf = (free: MicroContracts, bps: bigint): MicroContracts => floorToLot(partOf(free, bps));

/** What can be sold: the holding without what open sales have reserved. */
export const freeOf = ({ contractsMicro }: Pick<Holding, 'contractsMicro'>, locked: MicroContracts) =>
  microContracts(maxBig(0n, contractsMicro - locked));

/** Text of the contracts field; parts are parts of what is free. */
export const amountText = (amount: CloseAmount, free: MicroContracts): string =>
  amount.by === 'typed' ? amount.text : toDecimalText(lotsOf(free, amount.bps));

/** The part that is chosen, also when its number was typed. */
export function chosenPart(amount: CloseAmount, free: MicroContracts): Part | 'other' {
  if (amount.by === 'part') return PARTS.find((part) => BigInt(part) === amount.bps) ?? 'other';
  const contracts = parseContracts(amount.text);
  return PARTS.find((part) => contracts !== undefined && lotsOf(free, BigInt(part)) === contracts) ?? 'other';
}

/** The market as the dialog sees it. */
export type BookView = { state: 'ready'; book: SideBook } | { state: 'loading' | 'stale' | 'closed' };

export interface CloseInput extends Omit<Standing, 'regionRefused'> {
  position: Holding;
  /** Contracts that open sell orders of the position have reserved. */
  locked: MicroContracts;
  amount: CloseAmount;
  book: BookView;
  slippageBps: number;
}

export interface CloseQuote {
  quote: SellQuote;
  /** Net proceeds less the cost basis of what is sold. */
  realised: MicroUsd;
  costSold: MicroUsd;
  /** Contracts that remain. */
  left: MicroContracts;
  /** The visible book takes less than was asked. */
  short: boolean;
}

export interface CloseSummary {
  /** Null when there is nothing to show a price for. */
  close: CloseQuote | null;
  /** What keeps the sale from being sent, most important first; null when nothing does. */
  problem: { text: string; field: boolean } | null;
  /** Text of the button. */
  button: string;
}

const at = (text: string) => ({ text, field: 'amount' }) as const;

function amountReasons(
  text: string,
  asked: MicroContracts | undefined,
  free: MicroContracts,
  isLocked: boolean,
): Reasons<'amount'> {
  if (free === 0n && isLocked) return { 'nothing-held': 'All of it is in open sell orders' };
  if (text === '') return { amount: 'Enter contracts' };
  if (asked === undefined) return { 'amount-invalid': at('Amount is not valid') };
  return {
    minimum: floorToLot(asked) === 0n && at('At least 0.01 contracts'),
    holding: asked > free && at(`${isLocked ? 'Free to sell' : 'You hold'}: ${formatContracts(free)}`),
  };
}

/** Everything the close dialog says, from what was typed and the book of the side that is held. */
export function closeSummary(input: CloseInput): CloseSummary {
  const { position, locked, amount, book, slippageBps } = input;
  const free = freeOf(position, locked);
  const text = amountText(amount, free);
  const asked = parseContracts(text);
  const wrongAmount = amountReasons(text, asked, free, locked > 0n);
  const contracts = asked !== undefined && preflight(wrongAmount).length === 0 ? floorToLot(asked) : null;
  const quote =
    contracts !== null && book.state === 'ready'
      ? quoteSell(book.book, contracts, { slippageBps: BigInt(slippageBps) })
      : null;
  const close =
    quote?.action === 'sell' && contracts !== null ? closeQuote(position, quote, contracts) : null;
  const standing = { ...input, regionRefused: false };
  const [first] = preflight<'amount'>({
    ...standingReasons(standing, { opens: false, needs: NEEDED_LAMPORTS.fee }),
    closed: book.state === 'closed',
    ...wrongAmount,
    'no-liquidity': book.state === 'ready' && close === null && 'Nobody is buying',
    stale: book.state === 'loading' ? 'Waiting for the order book' : book.state === 'stale',
  });
  return {
    close,
    problem: first ? { text: first.text, field: first.field !== undefined } : null,
    button:
      first?.text ??
      (close ? `Sell ${formatContracts(close.quote.contracts)} for ${formatUsd(close.quote.net)}` : ''),
  };
}

function closeQuote(position: Holding, quote: SellQuote, asked: MicroContracts): CloseQuote {
  const held = position.contractsMicro;
  const costSold = costOfSold(position.totalCostUsd, held, quote.contracts);
  return {
    quote,
    costSold,
    realised: realisedPnl(quote.net, costSold),
    left: microContracts(held - quote.contracts),
    short: quote.contracts < asked,
  };
}
