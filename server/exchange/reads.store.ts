import type { ReaderSource } from '../db/client.ts';
import { openReader } from '../db/reader.ts';
import { createHistoryStore, type HistoryStore } from './core/history.store.ts';
import { createOrdersStore, type OrdersStore } from './core/orders.store.ts';
import { createParlaysStore, type ParlaysStore } from './core/parlays.store.ts';
import { createPositionsStore, type PositionsStore } from './core/positions.store.ts';
import { createMemoryStore, type MemoryStore } from './writer/memory.store.ts';

export type { ReaderSource };

/** Records of an exchange, for whoever reads them beside it. */
export interface ReadStore {
  readonly orders: OrdersStore;
  readonly history: HistoryStore;
  readonly positions: PositionsStore;
  readonly parlays: ParlaysStore;
  readonly memory: Pick<MemoryStore, 'marketsNamed'>;
  close(): Promise<void>;
}

export function openReadStore(source: ReaderSource): ReadStore {
  const { db, close } = openReader(source);
  return {
    orders: createOrdersStore(db),
    history: createHistoryStore(db),
    positions: createPositionsStore(db),
    parlays: createParlaysStore(db),
    memory: createMemoryStore(db),
    close,
  };
}
