import type { VersionedTransaction } from '@solana/web3.js';
import { addServiceSignatures } from '../ledger/signers.ts';
import type { OrderRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { type ExchangeContext, timestamp } from './context.ts';
import type { Origin } from './history-events.ts';

/**
 * Runs one of the exchange's own transactions. They cannot be refused for anything a user does, so a refusal is a
 * fault: it undoes the whole job, to be tried again.
 */
export function runKeeperTransaction(
  context: ExchangeContext,
  uow: UnitOfWork,
  tx: VersionedTransaction,
  order?: OrderRow,
): Origin {
  const result = uow.execute(addServiceSignatures(tx, context.keys, order));
  if (!result.ok) throw new Error(`The exchange's own transaction was refused: ${result.error}`);
  return {
    signature: result.signature,
    slot: result.slot,
    timestamp: timestamp(context),
    keeper: context.keys.sponsor.address,
  };
}
