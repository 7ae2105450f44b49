import type { StoredAccount } from '../ledger/ledger.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import { toldOfDatabase } from './database-away.ts';
import { NotInMemoryError } from './not-in-memory.ts';

/** What is brought into memory, and from where. */
export interface MemorySource {
  readonly store: {
    accountsAround(addresses: readonly string[]): Promise<StoredAccount[]>;
    accountsHolding(mint: string): Promise<StoredAccount[]>;
    positionsNamed(keys: readonly string[]): Promise<PositionRow[]>;
  };
  readonly ledger: {
    admit(found: { asked: readonly string[]; mint?: string; accounts: readonly StoredAccount[] }): void;
  };
  readonly state: { admitPositions(asked: readonly string[], rows: readonly PositionRow[]): void };
}

/** Brings in what somebody wanted and memory did not have. */
export async function bring(
  { store, ledger, state }: MemorySource,
  missing: NotInMemoryError,
): Promise<void> {
  const { kind, keys } = missing;
  switch (kind) {
    case 'accounts':
      ledger.admit({ asked: keys, accounts: await store.accountsAround(keys) });
      return;
    case 'holders':
      for (const mint of keys) {
        ledger.admit({ asked: [], mint, accounts: await store.accountsHolding(mint) });
      }
      return;
    case 'positions':
      state.admitPositions(keys, await store.positionsNamed(keys));
  }
}

/** More than anything wants one after another: what goes on for longer would never end. */
const MOST = 50;

/**
 * Does something that may want what is not in memory: that is brought in, and it begins again. It must have done
 * nothing by the time it throws.
 */
export async function withMemory<T>(source: MemorySource, act: () => T | Promise<T>): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof NotInMemoryError) || times === MOST) throw toldOfDatabase(error);
      await bring(source, error).catch((cause: unknown) => {
        throw toldOfDatabase(cause);
      });
    }
  }
}
