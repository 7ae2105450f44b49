import { type MicroContracts, type MicroUsd, maxBig, microContracts, microUsd } from '@contract/money.ts';
import { payoutOf, type Walk } from '@contract/pricing.ts';
import type { AnswerWire } from '@contract/routes.ts';
import {
  applyBuy,
  applySell,
  EMPTY_MONEY,
  entryPrice,
  type PositionMoney,
  saleMoney,
} from '../engine/position.ts';
import { positionAddress } from '../ledger/keys.ts';
import type { ExchangeContext } from './context.ts';
import { marketIdHash } from './markets.ts';
import { contractForms, newContractForms } from './quantities.ts';

type OrderWire = AnswerWire<'createOrder'>['order'];

/** What an order would do if it were filled now. */
export interface Quoted {
  walk: Walk;
  /** Most a buy pays, or least a sale takes, a contract. */
  limitPrice: MicroUsd;
  /** What goes into escrow; 0 for a sale. */
  deposit: MicroUsd;
  /** Contracts asked for; what the quote buys where only money was named. */
  contracts: MicroContracts;
  byQuantity: boolean;
}

/** What is asked for, whoever asks: a request, or the closing of a position. */
export interface OrderTerms {
  owner: string;
  marketId: string;
  eventId: string;
  isYes: boolean;
  isBuy: boolean;
  integrator: string | null;
  integratorBps: number;
}

/** The names under which a built order travels; all null in a quote. */
export interface OrderNames {
  orderPubkey: string | null;
  orderAtaPubkey: string | null;
  externalOrderId: string | null;
}

/**
 * The `order` part of an answer. `orderCostUsd` is the notional without fees; `new…` fields describe the position
 * once the quote is filled, its size with fees, its average price without.
 */
export function orderAnswer(
  { state }: Pick<ExchangeContext, 'state'>,
  terms: OrderTerms,
  quoted: Quoted,
  names: OrderNames,
): OrderWire {
  const { owner, marketId, isYes, isBuy } = terms;
  const { walk, limitPrice } = quoted;
  const pubkey = positionAddress(owner, marketId, isYes);
  const before: PositionMoney = state.positions.get(pubkey) ?? { ...EMPTY_MONEY, isYes };
  const after = isBuy ? applyBuy(before, walk) : applySell(before, walk, 0n);
  const contracts = microContracts(maxBig(0n, after.contracts));
  // Field by field: with these spread first, every other one is added by itself, and all take ten times as long.
  return {
    orderPubkey: names.orderPubkey,
    orderAtaPubkey: names.orderAtaPubkey,
    externalOrderId: names.externalOrderId,
    userPubkey: owner,
    marketId,
    marketIdHash: marketIdHash(marketId),
    positionPubkey: pubkey,
    isBuy,
    isYes,
    ...contractForms(walk.contracts),
    ...newContractForms(contracts),
    maxBuyPriceUsd: isBuy ? limitPrice.toString() : null,
    minSellPriceUsd: isBuy ? null : limitPrice.toString(),
    orderCostUsd: walk.notional.toString(),
    newAvgPriceUsd: entryPrice(after.entryNotional, contracts).toString(),
    newSizeUsd: after.totalCost.toString(),
    newPayoutUsd: payoutOf(contracts).toString(),
    payoutUsd: (isBuy ? payoutOf(walk.contracts) : microUsd(saleMoney(before, walk).net)).toString(),
    estimatedProtocolFeeUsd: walk.fees.protocol.toString(),
    estimatedVenueFeeUsd: walk.fees.venue.toString(),
    estimatedIntegratorFeeUsd: walk.fees.integrator.toString(),
    estimatedTotalFeeUsd: walk.fees.total.toString(),
  };
}
