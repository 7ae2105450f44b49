import type { TradeWire } from '@contract/prediction/trade.ts';
import { addTo, removeFrom, toggle } from '../../common/sets.ts';
import { isClaimable } from '../engine/position.ts';
import type {
  BuildRow,
  FaucetRow,
  MarketRow,
  OrderRow,
  ParlayRow,
  PositionRow,
  Rows,
  TableName,
  TriggerOrderRow,
  TriggerVaultRow,
} from './commit.store.ts';
import { PagedRows } from './paged-rows.ts';
import { ParlayIndex } from './parlay-index.ts';
import { TriggerBook } from './trigger-book.ts';

export type Counter = 'order' | 'event' | 'transaction';

/** Positions whose market has not been settled yet. */
const isUnsettled = (row: PositionRow | undefined): boolean => row?.status === 'open' && row.contracts > 0n;

const TAPE_LENGTH = 50;

/**
 * What the exchange keeps in memory: everything still in motion. Only the writer changes it, synchronously; rows are
 * never changed in place, so that the row before is the way back.
 */
export class ExchangeState {
  /** Pending orders only. */
  readonly orders = new Map<string, OrderRow>();
  /** Those in motion, and others while they are named. */
  readonly positions = new PagedRows<PositionRow>('positions');
  readonly builds = new Map<string, BuildRow>();
  /** Traded markets, by their ids and by hashed ids that were asked for, while they are named. */
  readonly markets = new PagedRows<MarketRow>('markets');
  /** Those that still count. */
  readonly faucetGrants = new Map<string, FaucetRow>();
  /** Pending orders of a position, positions in memory of an owner, unsettled positions of a market. */
  readonly ordersByPosition = new Map<string, Set<string>>();
  readonly positionsByOwner = new Map<string, Set<string>>();
  readonly unsettledByMarket = new Map<string, Set<string>>();
  readonly claimable = new Set<string>();
  readonly parlays = new ParlayIndex();
  readonly triggers = new TriggerBook();
  /** Counts the markets that came to hold an unsettled position: whoever watches them looks again. */
  marketsEntered = 0;
  /** Counts what the test control has done to markets and prices: whoever keeps what they look like looks again. */
  steered = 0;
  /** The exchange's own trades, newest last. */
  readonly tape: TradeWire[] = [];
  tradingActive = true;
  private readonly counters: Record<Counter, bigint> = { order: 0n, event: 0n, transaction: 0n };

  next(counter: Counter): bigint {
    this.counters[counter] += 1n;
    return this.counters[counter];
  }

  savedCounters(): Record<Counter, string> {
    const { order, event, transaction } = this.counters;
    return { order: `${order}`, event: `${event}`, transaction: `${transaction}` };
  }

  loadCounters(saved: Partial<Record<Counter, string>>): void {
    for (const name of ['order', 'event', 'transaction'] as const) {
      this.counters[name] = BigInt(saved[name] ?? 0);
    }
  }

  /** Everybody sees it at once: only for what is committed. */
  addTrade(trade: TradeWire): void {
    this.tape.push(trade);
    if (this.tape.length > TAPE_LENGTH * 2) this.tape.splice(0, TAPE_LENGTH);
  }

  /** Takes positions of the database into memory: of `asked`, those without a row do not exist. What is here stays. */
  admitPositions(asked: readonly string[], rows: readonly PositionRow[]): void {
    const wanted = new Set(this.positions.unknown([...asked, ...rows.map(({ pubkey }) => pubkey)]));
    for (const row of rows) if (wanted.delete(row.pubkey)) this.swapPosition(row.pubkey, row);
    for (const key of wanted) this.positions.markAbsent(key);
  }

  /** How many keys have become known since the last call of `letGo`, be there a row or not. */
  keysCome(): number {
    return this.positions.come + this.markets.come + this.triggers.orders.come;
  }

  /** Lets go of what nobody has named since the call before the last and that waits for nothing: of one with each step. */
  *letGo(): Generator<void> {
    yield* this.positions.letGo(
      (row) => isUnsettled(row) || isClaimable(row) || this.ordersByPosition.has(row.pubkey),
      ({ owner, pubkey }) => removeFrom(this.positionsByOwner, owner, pubkey),
    );
    yield* this.markets.letGo(
      () => false,
      () => undefined,
    );
    yield* this.triggers.letGo();
  }

  /** Lets go of what the faucet gave before an instant, in unscaled Unix seconds. */
  letGoOfGrants(before: number): void {
    for (const [key, { grantedAt }] of this.faucetGrants) {
      if (grantedAt < before) this.faucetGrants.delete(key);
    }
  }

  /** Keeps a row where its table is kept; answers how to take that back. */
  remember<T extends TableName>(table: T, key: string, row: Rows[T]): (() => void) | undefined {
    switch (table) {
      case 'orders':
        return this.swapOrder(key, row as OrderRow);
      case 'positions':
        // Nothing is written over a row that nobody has looked at.
        this.positions.get(key);
        return this.swapPosition(key, row as PositionRow);
      case 'builds':
        return this.swapBuild(key, row as BuildRow);
      case 'markets':
        return this.keepMarket(key, row as MarketRow);
      case 'faucetGrants':
        return swap(this.faucetGrants, key, row as FaucetRow);
      case 'parlays':
        return this.parlays.remember(key, row as ParlayRow);
      case 'triggerVaults':
        return this.triggers.rememberVault(key, row as TriggerVaultRow);
      case 'triggerOrders':
        return this.triggers.remember(key, row as TriggerOrderRow);
      default:
        return undefined;
    }
  }

  private swapOrder(key: string, row: OrderRow | undefined): () => void {
    const before = this.orders.get(key);
    const after = row?.status === 'pending' ? row : undefined;
    if (after) this.orders.set(key, after);
    else this.orders.delete(key);
    if (before && !after) removeFrom(this.ordersByPosition, before.position, key);
    if (!before && after) addTo(this.ordersByPosition, after.position, key);
    return () => this.swapOrder(key, before);
  }

  private swapPosition(key: string, row: PositionRow | undefined): () => void {
    const before = this.positions.peek(key);
    if (row) this.positions.set(key, row);
    else this.positions.delete(key);
    if (row && !before) addTo(this.positionsByOwner, row.owner, key);
    if (before && !row) removeFrom(this.positionsByOwner, before.owner, key);
    if (before && isUnsettled(before) && !isUnsettled(row))
      removeFrom(this.unsettledByMarket, before.marketId, key);
    if (row && isUnsettled(row) && !isUnsettled(before)) {
      if (!this.unsettledByMarket.has(row.marketId)) this.marketsEntered += 1;
      addTo(this.unsettledByMarket, row.marketId, key);
    }
    toggle(this.claimable, key, row !== undefined && isClaimable(row));
    return () => this.swapPosition(key, before);
  }

  /** Keeps a market without a look at the database, which leaves what it had before as it was. */
  private keepMarket(key: string, row: MarketRow): () => void {
    this.markets.set(key, row);
    return () => this.markets.forget(key);
  }

  private swapBuild(key: string, row: BuildRow | undefined): () => void {
    const before = this.builds.get(key);
    if (row) this.builds.set(key, row);
    else this.builds.delete(key);
    return () => this.swapBuild(key, before);
  }

  /**
   * Lets go of builds from before an instant, which can no longer land: the database has them. Until then somebody may
   * wait with the build as it was, who must be answered like whoever landed it.
   */
  forgetBuilds(before: number): void {
    for (const [hash, { builtAt }] of this.builds) if (builtAt < before) this.builds.delete(hash);
  }
}

function swap<Row>(map: Map<string, Row>, key: string, row: Row): () => void {
  const before = map.get(key);
  map.set(key, row);
  return () => {
    if (before === undefined) map.delete(key);
    else map.set(key, before);
  };
}
