import { randomBytes } from 'node:crypto';
import { floorToLot, microUsd } from '@contract/money.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { invalidParam } from '../../common/errors.ts';
import { checkedKey, requireWallet } from '../core/actor.ts';
import type { ExchangeContext } from '../core/context.ts';
import { requireTrading } from '../core/requirements.ts';
import { USDC } from '../ledger/mints.ts';
import { buildSwap, saleOf, swapShortfall } from '../rounds/build-swap.ts';
import { quoteRoundBuy, quoteRoundSell, requireRoundSize, requireTradable } from '../rounds/quote-round.ts';
import type { MarketModel } from '../simulation/model.ts';
import { isRound } from '../simulation/rounds-d/round-id.ts';

type Query = RouteInput<'swapOrder'>['query'];

/** Seconds a built swap can land: the life of its blockhash. */
const BLOCKHASH_SECONDS = 60;
const MAX_SLIPPAGE_BPS = 10_000;

/** The market whose contracts are this token; undefined where it is none that is listed or still held. */
function marketOfToken({ universe, state, clock }: ExchangeContext, mint: string): MarketModel | undefined {
  const t = clock.now();
  for (const event of universe.list(t)) {
    const found = event.markets.find(({ outcome }) => outcome?.mint === mint);
    if (found) return found;
  }
  for (const marketId of state.unsettledByMarket.keys()) {
    const market = isRound(marketId) ? universe.market(marketId, t) : undefined;
    if (market?.outcome?.mint === mint) return market;
  }
  return undefined;
}

/** Which way a swap goes. @throws ServiceError `invalid` for anything but USDC against an outcome token. */
function routeOf(context: ExchangeContext, { inputMint, outputMint }: Query) {
  const isBuy = inputMint === USDC.address;
  if (!isBuy && outputMint !== USDC.address) {
    throw invalidParam('outputMint', 'outcome tokens are swapped against USDC alone', 'NO_ROUTE');
  }
  const market = marketOfToken(context, isBuy ? outputMint : inputMint);
  if (market) return { market, isBuy };
  throw invalidParam(
    isBuy ? 'outputMint' : 'inputMint',
    'this token is the outcome of no listed round',
    'NO_ROUTE',
  );
}

function slippageOf({ slippageBps }: Query): number {
  const bps = Number(slippageBps ?? 0);
  if (bps > MAX_SLIPPAGE_BPS) throw invalidParam('slippageBps', 'slippageBps must be 0 to 10000');
  return bps;
}

function quoteOf(context: ExchangeContext, market: MarketModel, isBuy: boolean, amount: bigint) {
  if (isBuy) {
    requireRoundSize('amount', amount);
    return quoteRoundBuy(context, market, { deposit: microUsd(amount) }, undefined, 0);
  }
  const contracts = floorToLot(amount);
  if (contracts === 0n) throw invalidParam('amount', 'the smallest sale is 0.01 contract', 'MIN_ORDER_SIZE');
  return quoteRoundSell(context, market.marketId, contracts, undefined, 0);
}

/**
 * Quotes a swap between USDC and an outcome token, and builds it for a taker who can cover it. Both amounts are exact:
 * `inAmount` is what is really taken, at most the amount asked for, as whole lots of 0.01 contract are executed.
 */
export const swapOrder =
  (context: ExchangeContext) =>
  async ({ query }: Pick<RouteInput<'swapOrder'>, 'query'>): Promise<AnswerWire<'swapOrder'>> => {
    const { taker } = query;
    const slippageBps = slippageOf(query);
    if (taker !== undefined) requireWallet(context, checkedKey(taker, 'taker'), 'taker');
    const { market, isBuy } = routeOf(context, query);
    requireTrading(context);
    requireTradable(context, market);
    const quoted = quoteOf(context, market, isBuy, query.amount);
    const sale = saleOf(quoted);
    const fee = isBuy ? quoted.walk.fees.total : sale.fee;
    const { notional, contracts } = quoted.walk;
    const terms = {
      inAmount: (isBuy ? quoted.deposit : contracts).toString(),
      outAmount: (isBuy ? contracts : sale.net).toString(),
      slippageBps,
      feeBps: Number((fee * 10_000n + notional - 1n) / notional),
    };
    const unbuilt = (errorCode: string, errorMessage: string): AnswerWire<'swapOrder'> => ({
      requestId: randomBytes(32).toString('hex'),
      transaction: '',
      ...terms,
      expireAt: null,
      errorCode,
      errorMessage,
    });
    if (taker === undefined) return unbuilt('TAKER_REQUIRED', 'name the taker to have the swap built');
    const swap = {
      owner: taker,
      payer: taker,
      market,
      isBuy,
      quoted,
      skipSigning: false,
      integrator: null,
      integratorBps: 0,
    };
    const missing = swapShortfall(context, swap);
    if (missing !== null) return unbuilt('INSUFFICIENT_FUNDS', missing);
    const { transaction, messageHash } = await buildSwap(context, swap);
    return {
      requestId: messageHash,
      transaction,
      ...terms,
      expireAt: Math.floor(context.clock.wall()) + BLOCKHASH_SECONDS,
    };
  };
