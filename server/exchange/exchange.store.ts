import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { createHistoryStore, type HistoryStore } from './core/history.store.ts';
import { createOrdersStore, type OrdersStore } from './core/orders.store.ts';
import { createParlaysStore, type ParlaysStore } from './core/parlays.store.ts';
import { createPositionsStore, type PositionsStore } from './core/positions.store.ts';
import { type AuditStore, createAuditStore } from './ledger/audit.store.ts';
import { createAccountsStore } from './rpc/accounts.store.ts';
import type { RpcDeps } from './rpc/ports.ts';
import { createTransactionsStore } from './rpc/transactions.store.ts';
import { createTriggerOrdersStore, type TriggerOrdersStore } from './triggers/trigger-orders.store.ts';
import { type CommitStore, createCommitStore } from './writer/commit.store.ts';
import { createMemoryStore, type MemoryStore } from './writer/memory.store.ts';

/** Everything the exchange stores and finds again. */
export interface ExchangeStore {
  readonly commits: CommitStore;
  readonly memory: MemoryStore;
  readonly orders: OrdersStore;
  readonly history: HistoryStore;
  readonly positions: PositionsStore;
  readonly parlays: ParlaysStore;
  readonly triggers: TriggerOrdersStore;
  readonly transactions: RpcDeps['transactions'];
  readonly accounts: RpcDeps['accounts'];
  readonly audit: AuditStore;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The stores of an open database; closing them closes it. */
export function createExchangeStore(database: Database): ExchangeStore {
  const { db, close } = database;
  return {
    commits: createCommitStore(database),
    memory: createMemoryStore(db),
    orders: createOrdersStore(db),
    history: createHistoryStore(db),
    positions: createPositionsStore(db),
    parlays: createParlaysStore(db),
    triggers: createTriggerOrdersStore(db),
    transactions: createTransactionsStore(db),
    accounts: createAccountsStore(db),
    audit: createAuditStore(db),
    ping: async () => {
      await db.execute(sql`select 1`);
    },
    close,
  };
}
