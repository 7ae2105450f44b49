import {
  floorToLot,
  formatCents,
  type MicroContracts,
  type MicroUsd,
  microContracts,
  microUsd,
  parseContracts,
} from '@contract/money.ts';
import type { CreateOrderBody } from '@contract/prediction/order.ts';
import { defaultMaxPrice, defaultMinPrice, MAX_PRICE, MIN_PRICE } from '@contract/pricing.ts';
import { invalidParam, refused, ServiceError } from '../../common/errors.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { Quoted } from '../core/order-answer.ts';
import { asksOf, type BuySize, bidsToSellTo, depositFor, fillSell, walkBuy } from '../engine/order.ts';
import type { MarketModel } from '../simulation/model.ts';

const QUANTITIES = ['contracts', 'contractsMicro', 'contractsDecimal'] as const;
type QuantityName = (typeof QUANTITIES)[number];
export interface Quantity {
  name: QuantityName;
  micro: MicroContracts;
}

/**
 * The one quantity of a request, in micro-contracts and whole lots; undefined when none is given.
 * @throws ServiceError `invalid` QUANTITY_AMBIGUOUS for several, INVALID_PARAM for one below 0.01 contract.
 */
export function quantityOf(body: CreateOrderBody): Quantity | undefined {
  const given = QUANTITIES.filter((name) => body[name] !== undefined);
  const [name, second] = given;
  if (name === undefined) return undefined;
  if (second !== undefined) {
    throw invalidParam(second, `send one of ${QUANTITIES.join(', ')}`, 'QUANTITY_AMBIGUOUS');
  }
  const micro = floorToLot(exactQuantity(body, name));
  if (micro <= 0n) throw invalidParam(name, `${name} must be at least 0.01 contract`);
  return { name, micro };
}

function exactQuantity(body: CreateOrderBody, name: QuantityName): bigint {
  switch (name) {
    case 'contracts':
      return (body.contracts ?? 0n) * 1_000_000n;
    case 'contractsMicro':
      return body.contractsMicro ?? 0n;
    default:
      return parseContracts(body.contractsDecimal ?? '0') ?? 0n;
  }
}

/** @throws ServiceError `invalid` PRICE_OUT_OF_RANGE. */
export function priceOf(body: CreateOrderBody, name: 'maxBuyPriceUsd' | 'minSellPriceUsd') {
  const price = body[name];
  if (price === undefined) return undefined;
  if (price < MIN_PRICE || price > MAX_PRICE) {
    throw invalidParam(
      name,
      `${name} must be between ${MIN_PRICE} and ${MAX_PRICE} micro-USD`,
      'PRICE_OUT_OF_RANGE',
    );
  }
  return microUsd(price);
}

/** @throws ServiceError `invalid` NO_LIQUIDITY when nobody sells this side at that price. */
export function quoteBuy(
  context: Pick<ExchangeContext, 'universe' | 'clock'>,
  market: MarketModel,
  isYes: boolean,
  size: BuySize,
  cap: MicroUsd | undefined,
  bps: number,
): Quoted {
  if (market.oneSided && !isYes) throw refused('NO_LIQUIDITY', 'this market quotes its Yes side alone');
  const asks = asksOf(context.universe.book(market.marketId, context.clock.now()), isYes);
  const walk = walkBuy(asks, size, cap ?? MAX_PRICE, bps);
  if (walk.worst === null) {
    const [best] = asks;
    if (best === undefined) throw refused('NO_LIQUIDITY', 'nobody sells this side at the moment');
    if (cap !== undefined && best.price > cap) {
      const message = `nobody sells this side at ${formatCents(cap)} or less: the best price is ${formatCents(best.price)}`;
      throw new ServiceError('invalid', 'NO_LIQUIDITY', message, { param: 'maxBuyPriceUsd' });
    }
    throw refused('NO_LIQUIDITY', 'the deposit does not buy 0.01 contract and its fee');
  }
  const limitPrice = cap ?? defaultMaxPrice(walk.worst);
  const byQuantity = 'contracts' in size;
  const contracts = byQuantity ? size.contracts : walk.contracts;
  return {
    walk,
    limitPrice,
    contracts,
    byQuantity,
    deposit: byQuantity ? depositFor(contracts, limitPrice, bps) : size.deposit,
  };
}

/**
 * Without a floor not below the least price of an order: its limit is no lower, and what rests there is not sold to.
 * @throws ServiceError `invalid` NO_LIQUIDITY when nobody buys this side at that price.
 */
export function quoteSell(
  context: Pick<ExchangeContext, 'universe' | 'clock'>,
  marketId: string,
  isYes: boolean,
  contracts: bigint,
  floor: MicroUsd | undefined,
  bps: number,
  slippageBps?: number,
): Quoted {
  const bids = bidsToSellTo(context.universe.book(marketId, context.clock.now()), isYes);
  const least = floor ?? MIN_PRICE;
  const walk = fillSell(bids, { contracts, limitPrice: least, integratorBps: bps });
  if (walk.worst === null) {
    const [best] = bids;
    if (best === undefined) throw refused('NO_LIQUIDITY', 'nobody buys this side at the moment');
    const message = `nobody buys this side at ${formatCents(least)} or more: the best price is ${formatCents(best.price)}`;
    if (floor === undefined) throw refused('NO_LIQUIDITY', message);
    throw new ServiceError('invalid', 'NO_LIQUIDITY', message, { param: 'minSellPriceUsd' });
  }
  const limitPrice =
    floor ??
    (slippageBps === undefined
      ? defaultMinPrice(walk.worst)
      : defaultMinPrice(walk.worst, BigInt(slippageBps)));
  return {
    walk,
    limitPrice,
    contracts: microContracts(contracts),
    byQuantity: true,
    deposit: microUsd(0n),
  };
}
