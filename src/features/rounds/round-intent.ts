import type { Pubkey } from '@contract/ids.ts';
import {
  divHalfEven,
  formatCents,
  formatContracts,
  MICRO,
  type MicroUsd,
  maxBig,
  microUsd,
  tokenAmount,
  ZERO_USD,
} from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { CreateOrderBodyWire, OrderQuote } from '@contract/prediction/order.ts';
import { AppError, toAppError } from '@/api/app-error.ts';
import { eventKeys } from '@/api/events.queries.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { createOrder } from '@/api/orders.writes.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import type { TicketQuote } from '@/domain/quote.ts';
import { quotedTerms } from '@/domain/receipt.ts';
import type { RoundSide } from '@/domain/round-quote.ts';
import type { Expectation, Movement, Review, Reviewed, TxIntent } from '@/tx/types.ts';
import { SIDE_NAMES } from './round-words.ts';

/** Who trades what: fixed for the whole life of one order. */
export interface RoundSubject {
  owner: Pubkey;
  market: Market;
  side: RoundSide;
  usdc: Pubkey;
  /** Owners of the accounts that take the cost and the fees, where the service names them. */
  takers: { cost: Pubkey | null; fees: Pubkey | null };
  /** The position a sale comes from. */
  positionPubkey: Pubkey | null;
}

/** Most SOL an order may cost its owner: rent of the accounts it opens and the network's fees. */
const MAX_ORDER_LAMPORTS = 6_000_000n;
/** A worse average than shown by more than this (micro-USD) is the user's to accept. */
const PRICE_TOLERANCE = 10_000n;
/** As are fewer contracts than this share of those shown, in percent. */
const QUANTITY_TOLERANCE = 97n;

/** The request for what the ticket shows. The market is the side: its contracts are all YES. */
export function roundOrderBody(quote: TicketQuote, subject: RoundSubject): CreateOrderBodyWire {
  const common = {
    ownerPubkey: subject.owner,
    isYes: true,
    marketId: subject.market.marketId,
    orderType: 'market',
    skipSigning: false,
  } as const;
  if (quote.action === 'buy') {
    return {
      ...common,
      isBuy: true,
      depositAmount: quote.deposit.toString(),
      depositMint: subject.usdc,
      maxBuyPriceUsd: quote.cap.toString(),
    };
  }
  return {
    ...common,
    isBuy: false,
    ...(subject.positionPubkey ? { positionPubkey: subject.positionPubkey } : {}),
    contractsMicro: quote.contracts.toString(),
    minSellPriceUsd: quote.cap.toString(),
  };
}

/** Addresses of token accounts, as the check of the transaction works them out. */
export type AccountOf = (owner: string, mint: string) => string;

/**
 * What the swap does when it lands: money against tokens, at once. A purchase pays its cost and its fee to the two
 * accounts of the platform and receives the tokens; a sale burns the tokens and receives what is left after the fee.
 */
export function swapExpectation(
  subject: RoundSubject,
  outcomeMint: Pubkey,
  built: OrderQuote,
  accountOf: AccountOf,
): Expectation {
  const { owner, usdc, takers } = subject;
  const tokens: Movement = {
    mint: outcomeMint,
    amount: tokenAmount(built.contractsMicro),
    destination: null,
  };
  const money = (amount: bigint, to: Pubkey | null): Movement => ({
    mint: usdc,
    amount: tokenAmount(amount),
    destination: to === null ? null : (accountOf(to, usdc) as Pubkey),
  });
  const { orderCostUsd: cost, estimatedTotalFeeUsd: fee } = built;
  const moves = (list: Movement[]) => list.filter(({ amount }) => amount > 0n);
  return {
    owner,
    feePayer: owner,
    pays: built.isBuy ? moves([money(cost, takers.cost), money(fee, takers.fees)]) : [tokens],
    receives: built.isBuy ? [tokens] : moves([money(maxBig(0n, cost - fee), null)]),
    maxLamports: MAX_ORDER_LAMPORTS,
    memoIncludes: built.externalOrderId,
  };
}

const refuse = (message: string): Review => ({
  verdict: 'refuse',
  message: `${message} Nothing was signed.`,
});

const averageOf = ({ contractsMicro, orderCostUsd }: OrderQuote): MicroUsd =>
  contractsMicro <= 0n ? ZERO_USD : microUsd(divHalfEven(orderCostUsd * MICRO, contractsMicro));

/**
 * Compares the swap with what the user saw. It is executed as built or not at all, so its figures are final: past
 * the limit, for another market or for more money than shown it is never signed; a worse price is the user's to accept.
 */
export function reviewSwap(quote: TicketQuote, subject: RoundSubject, built: OrderQuote): Review {
  const buying = quote.action === 'buy';
  if (built.isBuy !== buying || !built.isYes || built.marketId !== subject.market.marketId)
    return refuse('The service built an order for something else than shown.');
  if (built.userPubkey !== subject.owner) return refuse('The service built an order for another wallet.');
  if (built.contractsMicro <= 0n) return refuse('The service built an order for nothing.');
  const average = averageOf(built);
  if (buying && built.orderCostUsd + built.estimatedTotalFeeUsd > quote.deposit)
    return refuse('The service would take more than the amount shown.');
  if (!buying && built.contractsMicro > quote.contracts)
    return refuse('The service would sell more than shown.');
  if (buying ? average > quote.cap : average < quote.cap)
    return refuse(
      `The price is ${formatCents(average, true)}, past your limit of ${formatCents(quote.cap, true)}.`,
    );
  const worse = buying ? average - quote.average : quote.average - average;
  const fewer = built.contractsMicro * 100n < quote.contracts * QUANTITY_TOLERANCE;
  if (worse <= PRICE_TOLERANCE && !fewer) return { verdict: 'as-shown' };
  return {
    verdict: 'ask',
    title: 'The price moved against you',
    lines: [
      `Shown: ${formatContracts(quote.contracts)} contracts at ${formatCents(quote.average, true)}.`,
      `Now: ${formatContracts(built.contractsMicro)} contracts at ${formatCents(average, true)} on average.`,
      `Your limit of ${formatCents(quote.cap, true)} still holds.`,
    ],
  };
}

/** "Bought 12.34 Up @ 51¢". */
export const swapOutcome = (built: OrderQuote, side: RoundSide): string =>
  `${built.isBuy ? 'Bought' : 'Sold'} ${formatContracts(built.contractsMicro)} ${SIDE_NAMES[side]} @ ${formatCents(averageOf(built))}`;

/** The order of a round's ticket as one intent of the transaction runner. */
export function roundIntent(
  quote: TicketQuote,
  subject: RoundSubject,
  title: string,
  onRefused: (error: AppError) => void,
): TxIntent {
  let done = 'Done';
  const build = async (signal: AbortSignal): Promise<Reviewed> => {
    const [answer, { associatedTokenAddress }] = await Promise.all([
      createOrder(roundOrderBody(quote, subject), { signal }),
      import('@/tx/decode.ts'),
    ]);
    const { transaction, txMeta, requiredSigners, order, execution } = answer;
    const { outcomeMint } = subject.market;
    if (!transaction || !txMeta)
      throw new AppError('refused', 'The service gave a quote but no transaction', {
        code: 'INSUFFICIENT_FUNDS',
      });
    if (!outcomeMint || order.orderPubkey !== null)
      throw new AppError('refused', 'The service built no swap of outcome tokens');
    done = swapOutcome(order, subject.side);
    return {
      built: {
        transaction,
        lastValidBlockHeight: txMeta.lastValidBlockHeight,
        requiredSigners,
        expectation: swapExpectation(subject, outcomeMint as Pubkey, order, associatedTokenAddress),
        orderPubkey: null,
        ...(execution?.context === undefined ? {} : { context: execution.context }),
      },
      review: reviewSwap(quote, subject, order),
    };
  };
  return {
    kind: quote.action,
    title,
    owner: subject.owner,
    quoted: quotedTerms(quote),
    build: (signal) =>
      build(signal).catch((cause: unknown) => {
        onRefused(toAppError(cause));
        throw cause;
      }),
    describe: () => done,
    invalidates: [positionKeys.of(subject.owner), historyKeys.of(subject.owner), eventKeys.all],
  };
}
