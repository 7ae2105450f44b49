import type { Side } from '@contract/ids.ts';
import type { MicroContracts, MicroUsd, TokenAmount } from '@contract/money.ts';
import type { SideBook } from '@/domain/book.ts';
import type { TicketQuote } from '@/domain/quote.ts';
import { notSending, type Sending } from '@/orders/form.ts';
import type { ButtonState, Reason, Standing } from '@/orders/preflight.ts';
import type { NoticeText } from '@/ui/notice-box.tsx';

export type TradeAction = 'buy' | 'sell';
/** What the number in the amount field means when buying. */
export type BuyMode = 'money' | 'contracts' | 'payout';

/** Why the last attempt was refused, for the panel or the field at fault. */
export interface Notice extends NoticeText {
  field: 'amount' | 'cap' | 'panel';
}

/** Text that holds for one market and side only. */
interface Aimed {
  target: string;
  text: string;
}

/**
 * What the user has typed. Market and side live in the address of the page; text that makes sense for one of them
 * only carries its target, so that it falls away by itself when the page turns to another.
 */
export interface TicketState extends Sending<TicketSummary, Notice> {
  action: TradeAction;
  mode: BuyMode;
  buyText: string;
  sell: Aimed | null;
  /** The user's own limit in cents; null while it follows the book. */
  cap: Aimed | null;
}

/** Everything the ticket shows, computed from what was typed and what is known. */
export interface TicketSummary {
  action: TradeAction;
  mode: BuyMode;
  side: Side;
  sideLabel: string;
  target: string;
  amountText: string;
  /** The limit typed by the user, in cents; undefined while it follows the book. */
  ownCap: string | undefined;
  quote: TicketQuote | null;
  problems: readonly Reason[];
  /** Words for the amount and limit fields. */
  amountNote: string | undefined;
  capNote: string | undefined;
  button: ButtonState;
}

/** The world around the ticket; null or undefined where it is not known (yet). */
export interface TicketInputs extends Standing {
  target: string;
  side: Side;
  /** "Yes", or the outcome's own name where a market has only one side. */
  sideLabel: string;
  market: 'open' | 'closed' | 'read-only';
  /** An order on this market has been sent, and its end is not known. */
  underWay: boolean;
  book: SideBook | undefined;
  bookFresh: boolean;
  usdc: TokenAmount | undefined;
  /** Undefined while positions are not known. */
  held: MicroContracts | undefined;
  /** Of them, what open sales have not reserved; undefined while open orders are not known either. */
  free: MicroContracts | undefined;
  slippageBps: bigint;
  minOrder: MicroUsd;
  maxOrder: MicroUsd | null;
}

export const newTicket: TicketState = {
  action: 'buy',
  mode: 'money',
  buyText: '',
  sell: null,
  cap: null,
  ...notSending,
};

/** Market and side a text was typed for. */
export const targetOf = (marketId: string, side: string): string => `${marketId}/${side}`;
/** A limit is for buying or for selling, never for both. */
export const capTarget = (target: string, action: TradeAction): string => `${target}/${action}`;

/** Text of the amount field for a market and side. */
export function amountText(state: TicketState, target: string): string {
  if (state.action === 'buy') return state.buyText;
  return state.sell?.target === target ? state.sell.text : '';
}
/** The user's own limit in cents for a market and side; undefined while it follows the book. */
export const capText = (state: TicketState, target: string): string | undefined =>
  state.cap?.target === capTarget(target, state.action) ? state.cap.text : undefined;
