import type { AdjustableClock } from '../../common/clock.ts';
import { createGenesis, genesisAddresses } from '../ledger/genesis.ts';
import type { PlatformKeys } from '../ledger/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { accountRow } from './account-row.ts';
import { type CommitStore, emptyChanges, type WriterRow } from './commit.store.ts';
import type { MemoryStore } from './memory.store.ts';
import { recentGrants, recentParlays } from './recent.ts';
import { ExchangeState } from './state.ts';

/** What makes this exchange itself, from its first start on. */
export interface Identity {
  /** Hex of the 32 bytes from which every platform key follows. */
  secret: string;
  /** Unix seconds of the ledger's first slot. */
  genesisWall: number;
  /** Simulated Unix seconds of the first start: the universe counts from here. */
  anchor: number;
}
const IDENTITY = 'exchange';

export async function loadIdentity(store: MemoryStore): Promise<Identity | null> {
  // Written by ledgerFromStore below, and by nobody else.
  return ((await store.meta(IDENTITY)) as Identity | undefined) ?? null;
}

/** Signatures and blockhashes older than this many slots can no longer matter. */
const REMEMBERED_SLOTS = 400;

interface LedgerStart {
  store: { commits: CommitStore; memory: MemoryStore };
  ledger: Ledger;
  keys: PlatformKeys;
  clock: AdjustableClock;
  identity: Identity;
  last: WriterRow | null;
}

/** Rows written at once. */
const UPGRADED = 2_000;

/** Writes down who holds what in rows from before that was stored. @returns the number of the last committed batch. */
async function upgradeAccounts({ store, clock, last }: LedgerStart): Promise<number> {
  let batch = last?.batch ?? 0;
  for (;;) {
    const rows = await store.memory.accountsWithoutHolder(UPGRADED);
    if (rows.length === 0) return batch;
    const changes = emptyChanges();
    for (const row of rows) changes.accounts.set(row.pubkey, accountRow(row));
    batch += 1;
    await store.commits.commit(batch, { counters: last?.counters ?? {}, clock: clock.checkpoint() }, changes);
  }
}

/**
 * Puts the exchange's own accounts back into the VM, and the mints of which something is issued; all others come when
 * they are named. What is missing (everything, on the first start) is created and stored.
 * @returns the number of the last committed batch.
 */
export async function ledgerFromStore(start: LedgerStart): Promise<number> {
  const { store, ledger, keys, clock, identity, last } = start;
  const upgraded = await upgradeAccounts(start);
  ledger.load({
    accounts: [],
    blockhashes: await store.memory.blockhashes(),
    signatures: await store.memory.signaturesAfter(ledger.slot() - REMEMBERED_SLOTS),
  });
  const own = genesisAddresses(keys);
  ledger.admit({ asked: own, accounts: await store.memory.accountsAround(own) });
  ledger.admit({ asked: [], accounts: await store.memory.standingMints() });
  const created = createGenesis(ledger, keys);
  if (last !== null && created.length === 0) return upgraded;
  const changes = emptyChanges();
  changes.meta.set(IDENTITY, { key: IDENTITY, value: identity });
  for (const { pubkey, after } of created) changes.accounts.set(pubkey, after && accountRow(after));
  for (const row of ledger.drainNewBlockhashes()) changes.blockhashes.set(row.blockhash, row);
  const batch = upgraded + 1;
  await store.commits.commit(batch, { counters: last?.counters ?? {}, clock: clock.checkpoint() }, changes);
  return batch;
}

/** Everything that was in motion at the last commit, and what was begun so lately that it still counts. */
export async function loadState(
  store: MemoryStore,
  counters: WriterRow['counters'],
  clock: AdjustableClock,
): Promise<ExchangeState> {
  const state = new ExchangeState();
  state.loadCounters(counters);
  state.admitPositions([], await store.positionsInMotion());
  for (const row of await store.pendingOrders()) state.remember('orders', row.pubkey, row);
  const placedSince = recentParlays(clock);
  for (const row of await store.parlaysInMotion(placedSince)) state.remember('parlays', row.parlayId, row);
  for (const row of await store.triggerVaults()) state.remember('triggerVaults', row.wallet, row);
  for (const row of await store.triggerOrdersInMotion()) state.remember('triggerOrders', row.id, row);
  for (const row of await store.openBuilds()) state.remember('builds', row.hash, row);
  const grantedSince = recentGrants(clock);
  for (const row of await store.faucetGrantsSince(grantedSince))
    state.remember('faucetGrants', row.pubkey, row);
  return state;
}
