import { type Pubkey, sideOf } from '@contract/ids.ts';
import {
  floorToLot,
  formatContracts,
  formatUsd,
  type MicroContracts,
  type MicroUsd,
  maxBig,
  microContracts,
  microUsd,
  parseContracts,
  toDecimalText,
} from '@contract/money.ts';
import type { OrderQuote } from '@contract/prediction/order.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import type { Position } from '@contract/prediction/position.ts';
import { costOfSold, defaultMinPrice, feesOf, proceedsOf, realisedPnl } from '@contract/pricing.ts';
import { toAppError } from '@/api/app-error.ts';
import type { ReadBook } from '@/api/orderbook.queries.ts';
import { closeAllPositions } from '@/api/positions.writes.ts';
import { type SideBook, sideBook } from '@/domain/book.ts';
import { partOf, quoteSell, type SellQuote } from '@/domain/quote.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import { leastSale, preflight, type Reasons, type Standing, standingReasons } from '@/orders/preflight.ts';
import { ALL_RESERVED, freeOf, type KnownOrders } from '@/orders/reserved.ts';
import { averageOf } from '@/orders/review-order.ts';
import type { ShownSale } from '@/orders/terms.ts';

/** How much of the position is to be sold: a part of it, which follows what is held, or a number typed. */
export type CloseAmount = { by: 'part'; bps: bigint } | { by: 'typed'; text: string };

export const PARTS = ['2500', '5000', '7500', '10000'] as const;
export type Part = (typeof PARTS)[number];

type Holding = Pick<Position, 'contractsMicro' | 'totalCostUsd'>;

const lotsOf = (free: MicroContracts, bps: bigint): MicroContracts => floorToLot(partOf(free, bps));

/** Text of the contracts field; parts are parts of what is free. */
export function amountText(amount: CloseAmount, free: MicroContracts | undefined): string {
  if (amount.by === 'typed') return amount.text;
  return free === undefined ? '' : toDecimalText(lotsOf(free, amount.bps));
}

/** The part that is chosen, also when its number was typed; none where nobody knows what it is a part of. */
export function chosenPart(amount: CloseAmount, free: MicroContracts | undefined): Part | 'other' {
  if (free === undefined) return 'other';
  if (amount.by === 'part') return PARTS.find((part) => BigInt(part) === amount.bps) ?? 'other';
  const contracts = parseContracts(amount.text);
  return PARTS.find((part) => contracts !== undefined && lotsOf(free, BigInt(part)) === contracts) ?? 'other';
}

/** The market as the dialog sees it. */
export type BookView = { state: 'ready'; book: SideBook } | { state: 'loading' | 'stale' | 'closed' };

export interface CloseInput extends Omit<Standing, 'regionRefused'> {
  position: Holding;
  /** What of it open sales have not reserved; undefined while that is not known. */
  free: MicroContracts | undefined;
  amount: CloseAmount;
  book: BookView;
  slippageBps: number;
  /** An order on this market has been sent, and its end is not known. */
  underWay: boolean;
}

interface CloseQuote {
  quote: SellQuote;
  /** Net proceeds less the cost basis of what is sold. */
  realised: MicroUsd;
  costSold: MicroUsd;
  /** Contracts that remain. */
  left: MicroContracts;
  /** The order book fills less than was asked. */
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
  free: MicroContracts | undefined,
  held: MicroContracts,
): Reasons<'amount'> {
  // While that is not known the service judges what is reserved: there has to be a way out of a position.
  const most = free ?? held;
  const isLocked = most < held;
  if (most === 0n && isLocked) return { 'nothing-held': ALL_RESERVED };
  if (text === '') return { amount: 'Enter contracts' };
  if (asked === undefined) return { 'amount-invalid': at('Amount is not valid') };
  return {
    minimum: floorToLot(asked) === 0n && at(leastSale()),
    holding: asked > most && at(`${isLocked ? 'Free to sell' : 'You hold'}: ${formatContracts(most)}`),
  };
}

/** Everything the close dialog says, from what was typed and the book of the side that is held. */
export function closeSummary(input: CloseInput): CloseSummary {
  const { position, free, amount, book, slippageBps } = input;
  const text = amountText(amount, free);
  const asked = parseContracts(text);
  const wrongAmount = amountReasons(text, asked, free, position.contractsMicro);
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
    'under-way': input.underWay,
    ...wrongAmount,
    'least-price': quote?.action === 'none' && quote.reason === 'below-least',
    'no-liquidity': book.state === 'ready' && close === null && 'No bids',
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

/**
 * Nobody buys; there is no trade in it now, or the service leaves it out; none of it is free, or it is less than a lot; or
 * nobody knows: how much of it is free, or its book, could not be read.
 */
export type WhyUnsold = 'no-bids' | 'not-offered' | 'reserved' | 'too-small' | 'unknown' | 'unread';

/** What one sale would come to, or why there is none. */
export type CloseRow =
  | {
      position: Position;
      terms: ShownSale;
      /** The book was caught halfway through a change; not known of what the service quotes. */
      crossed?: boolean;
    }
  | { position: Position; terms: null; why: WhyUnsold };

interface CloseTotals {
  sales: number;
  /** Net proceeds at the prices of now. */
  expected: MicroUsd;
  /** Net proceeds should every sale go to the worst price that is allowed. */
  worst: MicroUsd;
  /** Gain or loss at the prices of now. */
  realised: MicroUsd;
  cost: MicroUsd;
}

/** Net proceeds of a sale at its worst price throughout. */
export function worstNet({ contracts, cap }: Pick<ShownSale, 'contracts' | 'cap'>): MicroUsd {
  const notional = proceedsOf(contracts, cap);
  return microUsd(maxBig(0n, notional - feesOf(contracts, notional).total));
}

export function closeTotals(rows: readonly CloseRow[]): CloseTotals {
  let [sales, expected, worst, cost] = [0, 0n, 0n, 0n];
  for (const { position, terms } of rows) {
    if (!terms) continue;
    sales += 1;
    expected += terms.net;
    worst += worstNet(terms);
    cost += costOfSold(position.totalCostUsd, position.contractsMicro, terms.contracts);
  }
  return {
    sales,
    expected: microUsd(expected),
    worst: microUsd(worst),
    realised: realisedPnl(microUsd(expected), microUsd(cost)),
    cost: microUsd(cost),
  };
}

interface Asked {
  bookOf: ReadBook;
  owner: Pubkey;
  positions: readonly Position[];
  orders: KnownOrders;
  slippageBps: number;
}

/** The terms the service offers for every sale, in one request. */
async function rowsOfService(asked: Asked): Promise<CloseRow[]> {
  const { owner, positions, slippageBps } = asked;
  const { data } = await closeAllPositions({ ownerPubkey: owner, minSellPriceSlippageBps: slippageBps });
  const offers = data.flatMap((answer) => ('position' in answer ? [] : [answer.order]));
  const rows = await Promise.all(offers.map((order) => rowOfOffer(asked, order)));
  return positions.map(
    (position) =>
      rows.find((row) => row?.position === position) ?? { position, terms: null, why: 'not-offered' },
  );
}

/** Undefined where it is no offer for one of the positions. */
async function rowOfOffer(asked: Asked, order: OrderQuote): Promise<CloseRow | undefined> {
  const { positions, orders, slippageBps } = asked;
  const position = positions.find(({ pubkey }) => pubkey === order.positionPubkey);
  const average = averageOf(order);
  if (!position || order.isBuy || order.minSellPriceUsd === null || average === null) return;
  // More than is shown as free is no offer for it; while that is not known the service judges what is.
  if (order.contractsMicro > (freeOf(position, orders) ?? position.contractsMicro)) {
    return rowOfBook(asked, position);
  }
  const terms = {
    contracts: order.contractsMicro,
    cap: order.minSellPriceUsd,
    average,
    fees: { total: order.estimatedTotalFeeUsd },
    net: microUsd(maxBig(0n, order.orderCostUsd - order.estimatedTotalFeeUsd)),
  };
  const isWithin = terms.cap >= defaultMinPrice(average, BigInt(slippageBps));
  return isWithin ? { position, terms } : rowOfBook(asked, position, terms);
}

/**
 * The terms of one sale by the visible book; none when nobody is buying, the market has no book or it cannot be read.
 * `offered`: what the service offers stands where its limit is the slippage below the worst price of the book that it needs.
 */
async function rowOfBook(asked: Asked, position: Position, offered?: ShownSale): Promise<CloseRow> {
  const { bookOf, orders, slippageBps } = asked;
  const free = freeOf(position, orders);
  if (free === undefined) return { position, terms: null, why: 'unknown' };
  if (floorToLot(free) === 0n) {
    const why = floorToLot(position.contractsMicro) === 0n ? 'too-small' : 'reserved';
    return { position, terms: null, why };
  }
  let book: Orderbook | null;
  try {
    book = await bookOf(position.marketId);
  } catch (cause) {
    // The book of a market that has left trading is refused: there is none.
    return { position, terms: null, why: toAppError(cause).kind === 'refused' ? 'not-offered' : 'unread' };
  }
  const quote = quoteSell(sideBook(book, sideOf(position.isYes)), free, { slippageBps: BigInt(slippageBps) });
  if (quote.action !== 'sell') return { position, terms: null, why: 'no-bids' };
  if (offered && offered.cap >= defaultMinPrice(quote.worst, BigInt(slippageBps))) {
    return { position, terms: offered };
  }
  const { contracts, cap, average, net, fees, crossed } = quote;
  return { position, terms: { contracts, cap, average, net, fees: { total: fees.total } }, crossed };
}

/**
 * What selling every position would bring with this slippage: as the service builds it, or by the order books where
 * it does not build all at once.
 * @throws AppError when the service cannot be reached
 */
export async function fetchCloseRows(asked: Asked): Promise<CloseRow[]> {
  try {
    return await rowsOfService(asked);
  } catch (cause) {
    const { kind } = toAppError(cause);
    if (kind === 'offline' || kind === 'timeout' || kind === 'rate-limited') throw cause;
    return Promise.all(asked.positions.map((position) => rowOfBook(asked, position)));
  }
}
