import { microContracts, microUsd } from '@contract/money.ts';
import type { OrderWire } from '@contract/prediction/order.ts';
import { averagePrice } from '@contract/pricing.ts';
import { venueOrderId } from '../core/history-events.ts';
import { type MarketDirectory, marketIdHash } from '../core/markets.ts';
import { contractForms, filledContractForms } from '../core/quantities.ts';
import { marketAddress } from '../ledger/keys.ts';
import type { OrderRow } from '../writer/commit.store.ts';

/** Accounts here have no bump seed of their own: positions and orders are addressed by hash and key. */
export const NO_BUMP = 255;

const averageFill = (order: Pick<OrderRow, 'notional' | 'filledContracts'>): bigint =>
  order.filledContracts === 0n
    ? 0n
    : averagePrice(microUsd(order.notional), microContracts(order.filledContracts));

/** An order as it travels. `sizeUsd` is the notional once filled, before that what a buy has deposited. */
export function orderWire(order: OrderRow, markets: MarketDirectory, t: number): OrderWire {
  const limit = order.limitPrice.toString();
  return {
    pubkey: order.pubkey,
    owner: order.owner,
    ownerPubkey: order.owner,
    market: marketAddress(order.marketId),
    marketId: order.marketId,
    marketIdHash: marketIdHash(order.marketId),
    eventId: order.eventId,
    position: order.position,
    status: order.status,
    isYes: order.isYes,
    isBuy: order.isBuy,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    ...contractForms(order.contracts),
    maxFillPriceUsd: limit,
    maxBuyPriceUsd: order.isBuy ? limit : null,
    minSellPriceUsd: order.isBuy ? null : limit,
    filledAt: order.filledAt,
    ...filledContractForms(order.filledContracts),
    avgFillPriceUsd: averageFill(order).toString(),
    settled: order.status !== 'pending',
    orderId: venueOrderId(order.seq),
    sizeUsd: (order.status === 'filled' ? order.notional : order.deposit).toString(),
    ...markets.metadata(order.marketId, order.eventId, t),
    externalOrderId: order.externalOrderId,
    bump: NO_BUMP,
    orderType: 'market',
  };
}
