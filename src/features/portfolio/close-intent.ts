import type { Pubkey } from '@contract/ids.ts';
import {
  divHalfEven,
  formatCents,
  formatContracts,
  formatUsd,
  MICRO,
  type MicroUsd,
  microUsd,
} from '@contract/money.ts';
import type { CreateOrderBodyWire, OrderQuote } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import type { Answer } from '@contract/routes.ts';
import { AppError } from '@/api/app-error.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { bookKeys } from '@/api/orderbook.queries.ts';
import { orderKeys } from '@/api/orders.queries.ts';
import { createOrder } from '@/api/orders.writes.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import type { SellQuote } from '@/domain/quote.ts';
import { sellExpectation } from '@/tx/expectations.ts';
import type { Review, TxIntent } from '@/tx/types.ts';
import { subjectText } from './market-label.view.tsx';
import { firstAsShown, type ReadyMade, refuse } from './reviewed.ts';

/** A worse average than shown by more than this (micro-USD, 1¢) is the user's to accept. */
const PRICE_TOLERANCE = 10_000n;
/** As are fewer contracts than this share of those shown, in percent. */
const QUANTITY_TOLERANCE = 99n;

/** What the user accepted of a sale: its quantity, its limit, and the price and proceeds shown. */
export type SaleTerms = Pick<SellQuote, 'contracts' | 'cap' | 'average' | 'net'> & {
  fees: Pick<SellQuote['fees'], 'total'>;
};

type Held = Pick<Position, 'pubkey' | 'marketId' | 'isYes'>;

/** The request for the sale shown: its quantity, and the worst price shown. */
export const closeBody = (
  quote: Pick<SaleTerms, 'contracts' | 'cap'>,
  position: Held,
  owner: Pubkey,
): CreateOrderBodyWire => ({
  ownerPubkey: owner,
  isBuy: false,
  isYes: position.isYes,
  marketId: position.marketId,
  positionPubkey: position.pubkey,
  contractsMicro: quote.contracts.toString(),
  minSellPriceUsd: quote.cap.toString(),
  orderType: 'market',
  skipSigning: false,
});

/** Average price in the service's own quote of a sale; null when it names no quantity or amount. */
export function builtAverage(built: OrderQuote): MicroUsd | null {
  if (built.contractsMicro <= 0n || built.orderCostUsd <= 0n) return null;
  return microUsd(divHalfEven(built.orderCostUsd * MICRO, built.contractsMicro));
}

/**
 * Compares the sale built with the sale shown. A looser limit, another position, side or quantity is never signed;
 * a worse average is the user's to accept; an improvement passes silently.
 */
export function reviewClose(quote: SaleTerms, position: Held, owner: Pubkey, built: OrderQuote): Review {
  if (
    built.isBuy ||
    built.isYes !== position.isYes ||
    built.marketId !== position.marketId ||
    built.positionPubkey !== position.pubkey
  ) {
    return refuse('The service built an order for something else than shown.');
  }
  if (built.userPubkey !== owner) return refuse('The service built an order for another wallet.');
  if (built.minSellPriceUsd === null) return refuse('The service built an order without your limit.');
  if (built.minSellPriceUsd < quote.cap) {
    return refuse(
      `The service would sell down to ${formatCents(built.minSellPriceUsd, true)}, past your limit of ${formatCents(quote.cap, true)}.`,
    );
  }
  if (built.contractsMicro > quote.contracts) {
    return refuse(
      `The service would sell ${formatContracts(built.contractsMicro)} contracts, more than the ${formatContracts(quote.contracts)} shown.`,
    );
  }
  const average = builtAverage(built);
  const worse = average !== null && quote.average - average > PRICE_TOLERANCE;
  const fewer = built.contractsMicro * 100n < quote.contracts * QUANTITY_TOLERANCE;
  if (!worse && !fewer) return { verdict: 'as-shown' };
  return {
    verdict: 'ask',
    title: worse ? 'The price moved against you' : 'Fewer contracts than shown',
    lines: [
      `Shown: ${formatContracts(quote.contracts)} contracts at ${formatCents(quote.average, true)} on average, ${formatUsd(quote.net)} after fees.`,
      `Now: ${formatContracts(built.contractsMicro)} contracts${
        average === null ? '' : ` at ${formatCents(average, true)} on average`
      }.`,
      `Nothing is sold below your limit of ${formatCents(quote.cap, true)}.`,
    ],
  };
}

/** Selling all or part of a position as the dialog showed it. */
export const closeIntent = (
  quote: SaleTerms,
  position: Position,
  owner: Pubkey,
  ready?: ReadyMade<Answer<'createOrder'>>,
): TxIntent => ({
  kind: 'sell',
  title: `Sell ${subjectText(position)}`,
  owner,
  quoted: {
    average: quote.average,
    contracts: quote.contracts,
    fees: quote.fees.total,
    total: quote.net,
  },
  build: (signal) =>
    firstAsShown(
      ready,
      () => createOrder(closeBody(quote, position, owner), { signal }),
      (answer) => {
        if (!answer.transaction || !answer.txMeta) {
          throw new AppError('refused', 'The service gave a quote but no transaction.');
        }
        const context = answer.execution?.context;
        return {
          built: {
            transaction: answer.transaction,
            lastValidBlockHeight: answer.txMeta.lastValidBlockHeight,
            requiredSigners: answer.requiredSigners,
            expectation: sellExpectation(owner, answer.order.orderPubkey),
            orderPubkey: answer.order.orderPubkey,
            ...(context === undefined ? {} : { context }),
          },
          review: reviewClose(quote, position, owner, answer.order),
        };
      },
    ),
  describe: () => `${formatContracts(quote.contracts)} sold`,
  invalidates: [
    positionKeys.of(owner),
    orderKeys.of(owner),
    historyKeys.of(owner),
    bookKeys.one(position.marketId),
  ],
});
