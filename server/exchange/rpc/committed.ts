import type { Ledger } from '../ledger/ledger.ts';
import type { Changes } from '../writer/commit.store.ts';
import type { CommitListener, CommittedBatch } from './ports.ts';

/** What a batch has done to the chain, as who follows it is told. */
function told(changes: Changes, slot: number): CommittedBatch {
  return {
    slot,
    transactions: [...changes.transactions.values()].filter((row) => row !== null),
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
