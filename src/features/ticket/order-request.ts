import type { MarketId, Pubkey, Side } from '@contract/ids.ts';
import {
  divHalfEven,
  formatCents,
  formatContracts,
  MICRO,
  type MicroUsd,
  microUsd,
  type TokenAmount,
  tokenAmount,
} from '@contract/money.ts';
import type { CreateOrderBodyWire, OrderQuote } from '@contract/prediction/order.ts';
import type { BuyQuote, SellQuote, TicketQuote } from '@/domain/quote.ts';
import type { Expectation, Review } from '@/tx/types.ts';

/** Who trades what: fixed for the whole life of one order. */
export interface OrderSubject {
  owner: Pubkey;
  marketId: MarketId;
  side: Side;
  usdc: Pubkey;
  /** The position a sale comes from. */
  positionPubkey: Pubkey | null;
}

/** Most SOL an order may cost its owner: rent of the accounts it opens and the network's fees. */
const MAX_ORDER_LAMPORTS = 6_000_000n;
/** A worse average than shown by more than this (micro-USD) is the user's to accept. */
const PRICE_TOLERANCE = 10_000n;
/** As are fewer contracts than this share of those shown, in percent. */
const QUANTITY_TOLERANCE = 99n;

/** The request for what the ticket shows: a deposit or a quantity, and the limit it shows. */
export function orderBody(quote: TicketQuote, subject: OrderSubject): CreateOrderBodyWire {
  const { owner, marketId, side, usdc, positionPubkey } = subject;
  const common = {
    ownerPubkey: owner,
    isYes: side === 'yes',
    skipSigning: false,
    orderType: 'market',
  } as const;
  if (quote.action === 'buy') {
    return {
      ...common,
      isBuy: true,
      marketId,
      depositAmount: quote.deposit.toString(),
      depositMint: usdc,
      maxBuyPriceUsd: quote.cap.toString(),
    };
  }
  return {
    ...common,
    isBuy: false,
    marketId,
    ...(positionPubkey ? { positionPubkey } : {}),
    contractsMicro: quote.contracts.toString(),
    minSellPriceUsd: quote.cap.toString(),
  };
}

/** What the transaction of the order may do: pay the deposit into the order's escrow, or nothing at all. */
export function orderExpectation(quote: TicketQuote, subject: OrderSubject, built: OrderQuote): Expectation {
  const amount: TokenAmount = tokenAmount(quote.action === 'buy' ? quote.deposit : 0n);
  return {
    owner: subject.owner,
    feePayer: subject.owner,
    pays: quote.action === 'buy' ? [{ mint: subject.usdc, amount, destination: built.orderAtaPubkey }] : [],
    receives: [],
    maxLamports: MAX_ORDER_LAMPORTS,
    memoIncludes: built.orderPubkey,
  };
}

const refuse = (message: string): Review => ({
  verdict: 'refuse',
  message: `${message} Nothing was signed.`,
});

/** Average price of the service's own quote, fees apart; null when it names no quantity. */
const builtAverage = ({ contractsMicro, orderCostUsd }: OrderQuote): MicroUsd | null =>
  contractsMicro <= 0n || orderCostUsd <= 0n
    ? null
    : microUsd(divHalfEven(orderCostUsd * MICRO, contractsMicro));

function compare(quote: BuyQuote | SellQuote, built: OrderQuote): Review {
  const average = builtAverage(built);
  const worse =
    average === null ? 0n : quote.action === 'buy' ? average - quote.average : quote.average - average;
  const fewer = built.contractsMicro * 100n < quote.contracts * QUANTITY_TOLERANCE;
  if (worse <= PRICE_TOLERANCE && !fewer) return { verdict: 'as-shown' };
  return {
    verdict: 'ask',
    title: 'The price moved against you',
    lines: [
      `Shown: ${formatContracts(quote.contracts)} contracts at ${formatCents(quote.average, true)} on average.`,
      `Now: ${formatContracts(built.contractsMicro)} contracts${
        average === null ? '' : ` at ${formatCents(average, true)} on average`
      }.`,
      `Your limit of ${formatCents(quote.cap, true)} still holds.`,
    ],
  };
}

/**
 * Compares what the service built with what the user saw. A looser limit, another market or another side is never
 * signed; a worse price is the user's to accept; an improvement passes silently.
 */
export function reviewOrder(quote: TicketQuote, subject: OrderSubject, built: OrderQuote): Review {
  const buying = quote.action === 'buy';
  if (
    built.isBuy !== buying ||
    built.isYes !== (subject.side === 'yes') ||
    built.marketId !== subject.marketId
  ) {
    return refuse('The service built an order for something else than shown.');
  }
  if (built.userPubkey !== subject.owner) return refuse('The service built an order for another wallet.');
  const limit = buying ? built.maxBuyPriceUsd : built.minSellPriceUsd;
  if (limit === null) return refuse('The service built an order without your limit.');
  if (buying ? limit > quote.cap : limit < quote.cap) {
    return refuse(
      `The service would ${buying ? 'pay up to' : 'sell down to'} ${formatCents(limit, true)}, past your limit of ${formatCents(quote.cap, true)}.`,
    );
  }
  return compare(quote, built);
}
