import type { Walk } from '@contract/pricing.ts';
import type { ExchangeContext } from '../core/context.ts';
import { type Origin, recordOrder } from '../core/history-events.ts';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { tapeTrade } from '../core/tape.ts';
import { asksOf, bidsToSellTo, eatenBids, fillBuy, fillSell } from '../engine/order.ts';
import { applyBuy, applySell, saleMoney } from '../engine/position.ts';
import { settlementMint } from '../ledger/mints.ts';
import { buildFillBuy, buildFillSell } from '../ledger/transactions/settlement-transactions.ts';
import type { OrderRow, PositionRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { escrowOf, failOrder } from './fail-order.ts';

/**
 * The keeper's part of an order's life: walks the book as it stands now, up to the order's limit, and pays on the
 * ledger. What cannot be filled returns; nothing fillable, or a closed market, fails the order. While trading is
 * halted the order waits. Calling it again for an order that is done changes nothing.
 */
export function fillOrder(
  context: ExchangeContext,
  markets: MarketDirectory,
  uow: UnitOfWork,
  pubkey: string,
): void {
  const { state, universe, clock } = context;
  const order = state.orders.get(pubkey);
  const position = order && state.positions.get(order.position);
  if (!order || !position) return;
  const now = clock.now();
  if (!markets.isOpen(order.marketId, now)) {
    failOrder(context, uow, order);
    return;
  }
  if (!state.tradingActive) return;

  const book = universe.book(order.marketId, now);
  const walk = order.isBuy
    ? fillBuy(asksOf(book, order.isYes), order)
    : fillSell(bidsToSellTo(book, order.isYes), order);
  if (walk.average === null) {
    failOrder(context, uow, order);
    return;
  }

  const filled = order.isBuy
    ? bookBuy(context, uow, order, position, walk)
    : bookSale(context, uow, order, position, walk);
  const eaten = eatenBids(order.isBuy, order.isYes, walk);
  const { marketId } = order;
  context.change(uow, { kind: 'consume', marketId, at: now, side: eaten.side, fills: eaten.levels });
  const trade = tapeTrade(markets, filled, now);
  uow.onCommitted(() => state.addTrade(trade));
}

function bookBuy(
  context: ExchangeContext,
  uow: UnitOfWork,
  order: OrderRow,
  position: PositionRow,
  walk: Walk,
) {
  const { keys, ledger } = context;
  const fee = walk.fees.total;
  const refund = escrowOf(context, order) - walk.notional - fee;
  const origin = runKeeperTransaction(
    context,
    uow,
    buildFillBuy(keys, {
      memo: `evenline:fill:${order.pubkey}`,
      blockhash: ledger.latestBlockhash().blockhash,
      owner: order.owner,
      order: order.pubkey,
      mint: settlementMint(order.mint),
      rentReceiver: order.payer,
      cost: walk.notional,
      fee,
      refund,
    }),
    order,
  );
  const fresh = position.contracts === 0n;
  const after = {
    ...applyBuy(position, walk),
    updatedAt: origin.timestamp,
    closedAt: null,
    // A position that starts anew pays in the mint it was bought with.
    ...(fresh && { mint: order.mint, openedAt: origin.timestamp }),
  };
  return record(uow, order, after, walk, origin, {
    totalCost: walk.notional,
    fee,
    transfer: refund,
  });
}

function bookSale(
  context: ExchangeContext,
  uow: UnitOfWork,
  order: OrderRow,
  position: PositionRow,
  walk: Walk,
) {
  const { keys, ledger } = context;
  const { net, fee, costSold, realized } = saleMoney(position, walk);
  const origin = runKeeperTransaction(
    context,
    uow,
    buildFillSell(keys, {
      memo: `evenline:fill:${order.pubkey}`,
      blockhash: ledger.latestBlockhash().blockhash,
      owner: order.owner,
      mint: settlementMint(order.mint),
      proceeds: net,
      fee,
    }),
  );
  const sold = applySell(position, walk, order.contracts);
  const after = {
    ...sold,
    updatedAt: origin.timestamp,
    closedAt: sold.contracts === 0n ? origin.timestamp : position.closedAt,
  };
  return record(uow, order, after, walk, origin, {
    totalCost: costSold,
    fee,
    grossProceeds: walk.notional,
    netProceeds: net,
    transfer: net,
    realized,
    // Neither the fee of this sale nor its share of what buying cost in fees.
    realizedBeforeFees: walk.notional - (position.entryNotional - sold.entryNotional),
  });
}

/** Stores the order and position after a fill, with their records; answers the record of the fill. */
function record(
  uow: UnitOfWork,
  order: OrderRow,
  position: PositionRow,
  walk: Walk,
  origin: Origin,
  amounts: Parameters<typeof recordOrder>[4],
) {
  const fee = amounts?.fee ?? 0n;
  uow.put('orders', order.pubkey, {
    ...order,
    status: 'filled',
    filledContracts: walk.contracts,
    notional: walk.notional,
    fee,
    filledAt: origin.timestamp,
    updatedAt: origin.timestamp,
  });
  uow.put('positions', position.pubkey, position);
  const fill = { filledContracts: walk.contracts, avgFillPrice: walk.average ?? 0n };
  const filled = recordOrder(uow, 'order_filled', order, origin, { ...fill, ...amounts });
  recordOrder(uow, 'position_updated', order, origin, { ...fill, contracts: position.contracts });
  recordOrder(uow, 'order_closed', order, origin, fill);
  return filled;
}
