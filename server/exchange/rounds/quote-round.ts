import type { MicroUsd } from '@contract/money.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { MAX_PRICE, MIN_ORDER, type Walk } from '@contract/pricing.ts';
import { invalidParam, refused, ServiceError } from '../../common/errors.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { Quoted } from '../core/order-answer.ts';
import { asksOf, type BuySize, bidsToSellTo, fillSell, walkBuy } from '../engine/order.ts';
import type { MarketModel } from '../simulation/model.ts';

/** The largest order on a round, in micro-USD. */
const MAX_ROUND_ORDER = 250_000_000n as MicroUsd;

type QuoteContext = Pick<ExchangeContext, 'universe' | 'clock'>;

/** @throws ServiceError `invalid` MARKET_NOT_TRADABLE. */
export function requireTradable({ universe, clock }: QuoteContext, market: MarketModel): void {
  if (universe.state(market.marketId, clock.now()).status === 'open') return;
  const message = 'this round is over: it takes no more orders';
  throw new ServiceError('invalid', 'MARKET_NOT_TRADABLE', message, { param: 'marketId' });
}

/** @throws ServiceError `invalid` MIN_ORDER_SIZE, MAX_ORDER_SIZE. */
export function requireRoundSize(param: string, spent: bigint): void {
  if (spent < MIN_ORDER) throw invalidParam(param, 'the smallest order is 5 USDC', 'MIN_ORDER_SIZE');
  if (spent > MAX_ROUND_ORDER) {
    throw invalidParam(param, 'the largest order on a round is 250 USDC', 'MAX_ORDER_SIZE');
  }
}

/** A swap is built for all of what was asked, or not at all. @throws ServiceError `invalid` NO_ROUTE. */
function requireRoute(walk: Walk, side: string): asserts walk is Walk & { worst: MicroUsd } {
  if (walk.worst !== null && walk.complete) return;
  throw refused('NO_ROUTE', `nobody ${side} that much of this outcome at such a price now`);
}

/** What a purchase takes at this instant; `deposit` is cost and fees to the unit. */
export function quoteRoundBuy(
  { universe, clock }: QuoteContext,
  market: MarketModel,
  size: BuySize,
  cap: MicroUsd | undefined,
  bps: number,
): Quoted {
  const asks = asksOf(universe.book(market.marketId, clock.now()), true);
  const walk = walkBuy(asks, size, cap ?? MAX_PRICE, bps);
  requireRoute(walk, 'sells');
  return {
    walk,
    limitPrice: cap ?? walk.worst,
    contracts: walk.contracts,
    byQuantity: 'contracts' in size,
    deposit: microUsd(walk.notional + walk.fees.total),
  };
}

/** What a sale brings at this instant. */
export function quoteRoundSell(
  { universe, clock }: QuoteContext,
  marketId: string,
  contracts: bigint,
  floor: MicroUsd | undefined,
  bps: number,
): Quoted {
  const bids = bidsToSellTo(universe.book(marketId, clock.now()), true);
  const walk = fillSell(bids, { contracts, limitPrice: floor ?? 0n, integratorBps: bps });
  requireRoute(walk, 'buys');
  return {
    walk,
    limitPrice: floor ?? walk.worst,
    contracts: microContracts(contracts),
    byQuantity: true,
    deposit: microUsd(0n),
  };
}
