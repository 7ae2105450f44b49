import { type ExchangeContext, timestamp } from '../core/context.ts';
import { recordOrder } from '../core/history-events.ts';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import { settlementMint } from '../ledger/mints.ts';
import { buildFailOrder, buildServiceMemo } from '../ledger/transactions/settlement-transactions.ts';
import type { OrderRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';

/** All that a buy's escrow holds: its deposit, and whatever else anybody has put there, which returns with the rest. */
export const escrowOf = ({ ledger }: Pick<ExchangeContext, 'ledger'>, order: OrderRow): bigint =>
  ledger.tokenAccountAmount(order.escrow) ?? order.deposit;

/** What a failed order leaves behind: contracts that were reserved are free again, a position never filled has failed. */
export function finishFailedPosition(context: ExchangeContext, uow: UnitOfWork, order: OrderRow): void {
  const position = context.state.positions.get(order.position);
  if (!position) return;
  const now = timestamp(context);
  if (!order.isBuy) {
    uow.put('positions', position.pubkey, { ...position, locked: position.locked - order.contracts });
    return;
  }
  const others = context.state.ordersByPosition.get(order.position)?.size ?? 0;
  if (position.boughtContracts > 0n || others > 0) return;
  uow.put('positions', position.pubkey, { ...position, status: 'failed', updatedAt: now, closedAt: now });
}

/** Ends a pending order without a fill; a buy's whole deposit returns. */
export function failOrder(context: ExchangeContext, uow: UnitOfWork, order: OrderRow): void {
  const { keys, ledger } = context;
  const common = { memo: `evenline:fail:${order.pubkey}`, blockhash: ledger.latestBlockhash().blockhash };
  const tx = order.isBuy
    ? buildFailOrder(keys, {
        ...common,
        owner: order.owner,
        order: order.pubkey,
        mint: settlementMint(order.mint),
        rentReceiver: order.payer,
        amount: escrowOf(context, order),
      })
    : buildServiceMemo(keys, common);
  const origin = runKeeperTransaction(context, uow, tx, order);
  uow.put('orders', order.pubkey, { ...order, status: 'failed', updatedAt: origin.timestamp });
  recordOrder(uow, 'order_failed', order, origin, { transfer: order.deposit });
  recordOrder(uow, 'order_closed', order, origin, { transfer: order.deposit });
  finishFailedPosition(context, uow, order);
}
