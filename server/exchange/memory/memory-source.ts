import { inTurns, slices } from '../../common/one-by-one.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { NotInMemoryError } from '../ledger/not-in-memory.ts';
import type { MemoryStore } from '../writer/memory.store.ts';
import type { ExchangeState } from '../writer/state.ts';
import { toldOfDatabase } from './database-away.ts';

/** Where what is not in memory comes from. */
export interface MemorySource {
  /** Loads what somebody wanted and memory did not have. */
  load(missing: NotInMemoryError): Promise<void>;
}

interface MemoryDeps {
  readonly store: MemoryStore;
  readonly ledger: Pick<Ledger, 'admission' | 'holdersCome' | 'unknown'>;
  readonly state: ExchangeState;
}

/** So many are read at a time: each may hold thousands of accounts. */
const HOLDERS = 5;

type Read = (keys: readonly string[]) => Promise<void>;

/** Reads at once what several want: while one read is under way, what is wanted meanwhile waits for the next. */
function gathered(read: Read): Read {
  let waiting: Set<string> | undefined;
  let next: Promise<void> = Promise.resolve();
  return (keys) => {
    if (waiting === undefined) {
      const wanted = new Set<string>();
      waiting = wanted;
      const begin = (): Promise<void> => {
        waiting = undefined;
        return read([...wanted]);
      };
      // Whether the one before failed is for those who waited for it.
      next = next.then(begin, begin);
    }
    for (const key of keys) waiting.add(key);
    return next;
  };
}

export function createMemorySource({ store, ledger, state }: MemoryDeps): MemorySource {
  const accounts = gathered(async (keys) => {
    const rows = await store.accountsAround(keys);
    await inTurns(ledger.admission({ asked: keys, accounts: rows }));
  });
  /** Holders that are in memory already have all that they hold there. */
  async function holders(mint: string): Promise<void> {
    const areHere = ledger.holdersCome(mint);
    const unknown = ledger.unknown(await store.holdersOf(mint));
    for (const some of slices(unknown, HOLDERS)) await accounts(some);
    areHere();
  }
  const positions = gathered(async (keys) => state.admitPositions(keys, await store.positionsNamed(keys)));
  const markets = gathered(async (names) => state.markets.admit(names, await store.marketsNamed(names)));
  const triggerOrders = gathered(async (ids) =>
    state.triggers.admit(ids, await store.triggerOrdersNamed(ids)),
  );
  return {
    async load({ kind, keys }) {
      switch (kind) {
        case 'accounts':
          return accounts(keys);
        case 'holders':
          for (const mint of keys) await holders(mint);
          return;
        case 'positions':
          return positions(keys);
        case 'markets':
          return markets(keys);
        case 'triggerOrders':
          return triggerOrders(keys);
      }
    },
  };
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
      await source.load(error).catch((cause: unknown) => {
        throw toldOfDatabase(cause);
      });
    }
  }
}
