import type { AppConfig } from '@contract/config.ts';
import type { MarketId, Pubkey, Side } from '@contract/ids.ts';
import type { MicroContracts, MicroUsd, TokenAmount } from '@contract/money.ts';
import type { BuyQuote, SellQuote, TicketQuote } from '@/domain/quote.ts';
import type { PressedMid, QuotedTerms } from '@/domain/receipt.ts';

/* What the user saw when the button was pressed: the one source of a request, its review and its expectation. */

/** Who trades what: fixed for the whole life of one order. */
export interface OrderSubject {
  owner: Pubkey;
  marketId: MarketId;
  side: Side;
  /** The position traded: sold from, or bought into; null for a purchase while none is known to be held. */
  position: Pubkey | null;
}

interface TradeTerms extends OrderSubject {
  /** Mint that is paid, or paid out. */
  mint: Pubkey;
  contracts: MicroContracts;
  /** Average price of a contract, before fees. */
  average: MicroUsd;
  /** The user's limit: most a purchase pays, least a sale takes, a contract. */
  cap: MicroUsd;
  fee: MicroUsd;
}
export interface PurchaseTerms extends TradeTerms {
  action: 'buy';
  /** What leaves the wallet: exactly this. */
  deposit: MicroUsd;
  /** Spent by the fill, fee included; the rest comes back. */
  spent: MicroUsd;
  /** The amount was typed as contracts, or as the payout they bring. */
  byQuantity: boolean;
}
export interface SaleTerms extends TradeTerms {
  action: 'sell';
  position: Pubkey;
  /** Received after the fee. */
  net: MicroUsd;
}
export type OrderTerms = PurchaseTerms | SaleTerms;

/** What of a quote makes the terms of a sale. Plain data: a queue keeps it. */
export type ShownSale = Pick<SellQuote, 'contracts' | 'cap' | 'average' | 'net'> & {
  fees: Pick<SellQuote['fees'], 'total'>;
};

export const saleTerms = (
  shown: ShownSale,
  subject: OrderSubject & { position: Pubkey },
  mint: Pubkey,
): SaleTerms => ({
  action: 'sell',
  mint,
  owner: subject.owner,
  marketId: subject.marketId,
  side: subject.side,
  position: subject.position,
  contracts: shown.contracts,
  average: shown.average,
  cap: shown.cap,
  fee: shown.fees.total,
  net: shown.net,
});

const purchaseTerms = (
  quote: BuyQuote,
  subject: OrderSubject,
  paid: Pick<PurchaseTerms, 'mint' | 'byQuantity'>,
): PurchaseTerms => ({
  action: 'buy',
  owner: subject.owner,
  marketId: subject.marketId,
  side: subject.side,
  position: subject.position,
  mint: paid.mint,
  deposit: quote.deposit,
  spent: quote.spent,
  byQuantity: paid.byQuantity,
  contracts: quote.contracts,
  average: quote.average,
  cap: quote.cap,
  fee: quote.fees.total,
});

/** Terms of the order that a ticket shows; null for a sale of no position. */
export function orderTerms(
  quote: TicketQuote,
  subject: OrderSubject,
  paid: Pick<PurchaseTerms, 'mint' | 'byQuantity'>,
): OrderTerms | null {
  if (quote.action === 'buy') return purchaseTerms(quote, subject, paid);
  const { position } = subject;
  return position === null ? null : saleTerms(quote, { ...subject, position }, paid.mint);
}

/** What the receipt of the order compares its fill with. */
export const quotedOf = (terms: OrderTerms, mid?: PressedMid): QuotedTerms => ({
  average: terms.average,
  contracts: terms.contracts,
  fees: terms.fee,
  total: terms.action === 'buy' ? terms.spent : terms.net,
  ...(mid && { mid }),
});

/** An order that is executed as it is built or not at all: money against tokens of an outcome. */
export interface SwapTerms {
  order: OrderTerms;
  /** Token that stands for a contract; null where the service names none. */
  outcomeMint: Pubkey | null;
  usdc: Pubkey;
  /** Owners of the accounts that take the cost and the fee, where the configuration names them. */
  takers: { cost: Pubkey | null; fees: Pubkey | null };
}

/** Mints that a platform settles in. */
export type SettlementMints = Pick<AppConfig['mints'], 'usdc' | 'stablecoin'>;

/** The payout of a position that has won. */
export interface ClaimTerms {
  owner: Pubkey;
  position: Pubkey;
  /** Null where none is shown. */
  side: Side | null;
  /** Names under which the market is known; empty where none is. */
  markets: readonly string[];
  /** Contracts paid out; null where they are not shown. */
  contracts: MicroContracts | null;
  /** Null where what was shown cannot be read as an amount. */
  payout: MicroUsd | null;
  /** Mint that the position is held in, where the service says; `usual` holds where nobody does. */
  mint: Pubkey | null;
  usual: Pubkey;
  mints: SettlementMints;
}

/** An open order taken back. */
export interface CancelTerms {
  owner: Pubkey;
  order: Pubkey;
  /** What the order's address follows from. */
  externalOrderId: string;
  position: Pubkey;
  markets: readonly string[];
  isBuy: boolean;
  /** Deposit of a purchase as shown; null where part of it is spent, or nobody says. */
  deposit: MicroUsd | null;
  mints: SettlementMints;
}

/** One parlay as its slip showed it. */
export interface ParlayTerms {
  owner: Pubkey;
  mint: Pubkey;
  legMarketIds: readonly MarketId[];
  stake: MicroUsd;
  /** Payout shown. */
  offered: MicroUsd;
}

/** Free parlays in one payment. */
export interface FreeParlaysTerms {
  owner: Pubkey;
  parlays: readonly Pick<ParlayTerms, 'legMarketIds' | 'offered'>[];
  /** Lamports each. */
  fee: bigint;
  /** Who is paid, where the configuration says. */
  recipient: Pubkey | null;
}

/** What is put into the vault for a trigger order. */
export interface DepositTerms {
  owner: Pubkey;
  mint: Pubkey;
  decimals: number;
  amount: TokenAmount;
  isNative: boolean;
  vault: Pubkey;
}

/** An amount of one mint, in raw units. */
export interface Asset {
  mint: Pubkey;
  amount: TokenAmount;
}

/** What an ended or stopped trigger order has left in the vault. */
export interface WithdrawalTerms {
  owner: Pubkey;
  order: string;
  /** Null where nobody could say. */
  assets: readonly Asset[] | null;
  /** Mint that stands for SOL itself. */
  native: Pubkey;
}
