import type { AdjustableClock } from '../../common/clock.ts';
import type { PlatformKeys } from '../ledger/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MemorySource } from '../memory/memory-source.ts';
import type { RpcDeps } from '../rpc/ports.ts';
import type { Universe } from '../simulation/universe.ts';
import type { WorldChange } from '../simulation/world.ts';
import type { CommitStore } from '../writer/commit.store.ts';
import type { MemoryStore } from '../writer/memory.store.ts';
import type { ExchangeState } from '../writer/state.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { Writer } from '../writer/writer.ts';
import type { HistoryStore } from './history.store.ts';
import type { OrdersStore } from './orders.store.ts';
import type { ParlaysStore } from './parlays.store.ts';
import type { PositionsStore } from './positions.store.ts';

/** What reads of records work with: where the database can be asked, and what is simulated is known. */
export interface ReadContext {
  readonly clock: Pick<AdjustableClock, 'now'>;
  readonly universe: Universe;
  /** Orders of a position that wait for their fill. */
  readonly openOrders: (position: string) => number;
  readonly store: {
    readonly orders: OrdersStore;
    readonly history: HistoryStore;
    readonly positions: PositionsStore;
    readonly parlays: ParlaysStore;
  };
}

/** What every operation of the prediction interface works with. */
export interface ExchangeContext extends ReadContext {
  readonly clock: AdjustableClock;
  readonly ledger: Ledger;
  readonly memory: MemorySource;
  readonly keys: PlatformKeys;
  /** Changes the simulation; taken back with the unit of work. @returns false where it cannot be changed so. */
  readonly change: (uow: UnitOfWork, change: WorldChange) => boolean;
  readonly state: ExchangeState;
  readonly writer: Writer;
  readonly store: ReadContext['store'] & {
    commits: CommitStore;
    memory: MemoryStore;
    transactions: RpcDeps['transactions'];
    accounts: RpcDeps['accounts'];
  };
  /** Seconds between an order's landing and its fill. */
  readonly fillDelay: number;
  /** Days of unscaled time for which landed transactions are kept. */
  readonly transactionDays: number;
  readonly log: (entry: Record<string, unknown>) => void;
}

/** Whole simulated Unix seconds, as records carry them. */
export const timestamp = (context: Pick<ExchangeContext, 'clock'>): number => Math.floor(context.clock.now());
