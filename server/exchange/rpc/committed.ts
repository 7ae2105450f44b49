import type { Ledger } from '../ledger/ledger.ts';
import type { Changes } from '../writer/commit.store.ts';
import type { CommitListener, CommittedBatch } from './ports.ts';

const RECORDS = ['orders', 'positions', 'historyEvents', 'parlays', 'triggerOrders'] as const;

/** Owners of the records that a batch has changed. */
function ownersOf(changes: Changes): Set<string> {
  const owners = new Set<string>();
  for (const table of RECORDS) {
    for (const row of changes[table].values()) owners.add(row.owner);
  }
  return owners;
}

/** What a batch has done to the chain, as who follows it is told. */
function told(changes: Changes, slot: number): CommittedBatch {
  return {
    slot,
    transactions: [...changes.transactions.values()],
    owners: ownersOf(changes),
    accounts: changes.accounts,
  };
}

/** Tells of every batch that the database has taken, to whoever wants to hear. */
export function createCommitFeed(
  ledger: Pick<Ledger, 'slot'>,
  onFailure: (error: unknown) => void,
): { committed(changes: Changes): void; onCommit(listener: CommitListener): () => void } {
  const listeners = new Set<CommitListener>();
  return {
    committed(changes) {
      for (const listener of listeners) {
        try {
          listener(() => told(changes, ledger.slot()));
        } catch (error) {
          // What is committed is committed, whoever fails to tell of it.
          onFailure(error);
        }
      }
    },
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
