import type { OrderDraft } from '../core/builds.ts';
import { type ExchangeContext, timestamp } from '../core/context.ts';
import { emptyPosition } from '../core/empty-position.ts';
import { recordOrder, recordPosition } from '../core/history-events.ts';
import type { LandingRules } from '../core/land.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { applyClaim, isClaimable } from '../engine/position.ts';
import type { ExecutedTransaction } from '../ledger/ledger.ts';
import type { OrderRow, PositionRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { finishFailedPosition } from './fail-order.ts';
import { fillOrder } from './fill-order.ts';

/** How transactions on orders and positions land. */
export function predictionLanding(context: ExchangeContext, markets: MarketDirectory) {
  const { state, clock } = context;
  return {
    order: {
      objection: ({ draft }) => {
        const { marketId, isBuy, position: key, contracts } = draft;
        if (!state.tradingActive) return 'Trading is halted.';
        if (!markets.isOpen(marketId, clock.now())) return 'The market has closed.';
        if (isBuy) return null;
        const position = state.positions.get(key);
        const free = position ? position.contracts - position.locked : 0n;
        return free < BigInt(contracts) ? 'The position no longer holds that many free contracts.' : null;
      },
      apply: (uow, { draft }, executed) => openOrder(context, markets, uow, draft, executed),
    },
    close: {
      objection: ({ order }) => (state.orders.has(order) ? null : 'The order is no longer pending.'),
      apply: (uow, { order }, executed) => closePending(context, uow, order, executed),
    },
    claim: {
      objection: (intent) => {
        const position = state.positions.get(intent.position);
        const same = position && isClaimable(position) && position.payout.toString() === intent.payout;
        return same ? null : 'The position is paid out already.';
      },
      apply: (uow, intent, executed) => payClaim(context, uow, intent.position, executed),
    },
  } satisfies Partial<LandingRules>;
}

const ownOrigin = (context: ExchangeContext, { signature, slot }: ExecutedTransaction) => ({
  signature,
  slot,
  timestamp: timestamp(context),
  keeper: '',
});

function orderRow(context: ExchangeContext, draft: OrderDraft): OrderRow {
  const now = timestamp(context);
  return {
    ...draft,
    seq: BigInt(draft.seq),
    contracts: BigInt(draft.contracts),
    limitPrice: BigInt(draft.limitPrice),
    deposit: BigInt(draft.deposit),
    status: 'pending',
    filledContracts: 0n,
    notional: 0n,
    fee: 0n,
    createdAt: now,
    updatedAt: now,
    filledAt: 0,
    dueAt: context.clock.wall() + context.fillDelay,
  };
}

function openOrder(
  context: ExchangeContext,
  markets: MarketDirectory,
  uow: UnitOfWork,
  draft: OrderDraft,
  executed: ExecutedTransaction,
): void {
  const order = orderRow(context, draft);
  markets.keep(uow, order.marketId, context.clock.now());
  uow.put('orders', order.pubkey, order);
  const position = context.state.positions.get(order.position);
  if (!position) {
    const { position: pubkey, owner, marketId, eventId, isYes, mint, createdAt } = order;
    uow.put('positions', pubkey, emptyPosition({ pubkey, owner, marketId, eventId, isYes, mint }, createdAt));
  } else if (!order.isBuy) {
    uow.put('positions', position.pubkey, { ...position, locked: position.locked + order.contracts });
  }
  recordOrder(uow, 'order_created', order, ownOrigin(context, executed));
  if (context.fillDelay === 0) uow.followUp((next) => fillOrder(context, markets, next, order.pubkey));
}

function closePending(
  context: ExchangeContext,
  uow: UnitOfWork,
  pubkey: string,
  executed: ExecutedTransaction,
): void {
  const order = context.state.orders.get(pubkey);
  if (!order) return;
  uow.put('orders', pubkey, { ...order, status: 'failed', updatedAt: timestamp(context) });
  recordOrder(uow, 'order_closed', order, ownOrigin(context, executed), { transfer: order.deposit });
  finishFailedPosition(context, uow, order);
}

function payClaim(
  context: ExchangeContext,
  uow: UnitOfWork,
  pubkey: string,
  executed: ExecutedTransaction,
): void {
  const position = context.state.positions.get(pubkey);
  if (position) claimed(context, uow, position, ownOrigin(context, executed));
}

/** Books a payout, whoever asked for it. */
export function claimed(
  context: ExchangeContext,
  uow: UnitOfWork,
  position: PositionRow,
  origin: ReturnType<typeof ownOrigin>,
): void {
  const now = timestamp(context);
  uow.put('positions', position.pubkey, { ...applyClaim(position), updatedAt: now, closedAt: now });
  recordPosition(uow, 'payout_claimed', position, origin, {
    contractsSettled: position.contracts,
    payout: position.payout,
    transfer: position.payout,
    totalCost: position.totalCost,
    realized: position.payout - position.totalCost,
    realizedBeforeFees: position.payout - position.entryNotional,
  });
}
