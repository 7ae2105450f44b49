import type { ExchangeContext } from '../core/context.ts';
import { recordPosition } from '../core/history-events.ts';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import { applySettlement, isClaimable, type Outcome } from '../engine/position.ts';
import { settlementMint } from '../ledger/mints.ts';
import { buildPayout, buildServiceMemo } from '../ledger/transactions/settlement-transactions.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { claimed } from './land.ts';

/**
 * Settles one position of a market that has ended. A position with a pending order waits for the keeper to end that
 * one first. Calling it again changes nothing.
 */
export function settlePosition(
  context: ExchangeContext,
  uow: UnitOfWork,
  pubkey: string,
  outcome: Outcome,
): void {
  const { state, keys, ledger } = context;
  const position = state.positions.get(pubkey);
  if (position?.status !== 'open' || position.contracts === 0n) return;
  if ((state.ordersByPosition.get(pubkey)?.size ?? 0) > 0) return;
  const memo = `evenline:settle:${pubkey}:${outcome}`;
  const origin = runKeeperTransaction(
    context,
    uow,
    buildServiceMemo(keys, { memo, blockhash: ledger.latestBlockhash().blockhash }),
  );
  const settled = applySettlement(position, outcome);
  const lost = settled.status === 'lost';
  uow.put('positions', pubkey, {
    ...settled,
    updatedAt: origin.timestamp,
    settledAt: origin.timestamp,
    closedAt: lost ? origin.timestamp : null,
  });
  recordPosition(uow, lost ? 'position_lost' : 'position_updated', position, origin, {
    contractsSettled: position.contracts,
    totalCost: position.totalCost,
    payout: settled.payout,
    realized: lost ? -position.totalCost : null,
    realizedBeforeFees: lost ? -position.entryNotional : null,
  });
}

/** Pays a settled position out at the exchange's expense. Calling it again changes nothing. */
export function payPosition(context: ExchangeContext, uow: UnitOfWork, pubkey: string): void {
  const { state, keys, ledger } = context;
  const position = state.positions.get(pubkey);
  if (!position || !isClaimable(position)) return;
  const tx = buildPayout(keys, {
    memo: `evenline:payout:${pubkey}`,
    blockhash: ledger.latestBlockhash().blockhash,
    owner: position.owner,
    mint: settlementMint(position.mint),
    amount: position.payout,
  });
  claimed(context, uow, position, runKeeperTransaction(context, uow, tx));
}
