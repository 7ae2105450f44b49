import { addTo, removeFrom, toggle } from '../../common/sets.ts';
import { TriggerIndex, type Watch } from '../engine/trigger-index.ts';
import type { TriggerOrderRow, TriggerVaultRow } from './commit.store.ts';
import { PagedRows } from './paged-rows.ts';

/** Whether an order's funds are still in a vault. */
const isFunded = (row: TriggerOrderRow | undefined): row is TriggerOrderRow =>
  row !== undefined && row.state !== 'filled' && row.state !== 'cancelled';

/** Whether an order still needs what it holds: what expired and failed orders left is idle until it is withdrawn. */
const isTriggerInMotion = ({ state }: TriggerOrderRow): boolean =>
  state === 'open' || state === 'executing' || state === 'pending_withdraw';

/** What an open order waits for; null where it does not wait for the price of one mint. */
function watchOf(row: TriggerOrderRow): Watch | null {
  if (row.state !== 'open' || row.orderType === 'v1') return null;
  const { id, triggerMint: mint, condition, triggerPrice, trailingBps, mark } = row;
  if (row.orderType === 'oco') return { id, mint, above: row.tpPrice, below: row.slPrice, trailing: null };
  if (condition === null) return null;
  if (trailingBps !== null && mark !== null) {
    return { id, mint, above: null, below: null, trailing: { condition, bps: trailingBps, mark } };
  }
  return {
    id,
    mint,
    above: condition === 'above' ? triggerPrice : null,
    below: condition === 'below' ? triggerPrice : null,
    trailing: null,
  };
}

/** Every vault, and the trigger orders that are in motion. Looks at prices move the marks of its index. */
export class TriggerBook {
  readonly vaults = new Map<string, TriggerVaultRow>();
  /** Their addresses. */
  readonly vaultAddresses = new Set<string>();
  /** Those whose funds are in a vault: all that are in motion, the others while they are named. */
  readonly orders = new PagedRows<TriggerOrderRow>('triggerOrders');
  /** Orders in memory by owner. */
  readonly byOwner = new Map<string, Set<string>>();
  /** Orders that have fired and are not filled yet. */
  readonly executing = new Set<string>();
  /** Open orders of the first version, which wait for a rate rather than a price. */
  readonly rates = new Set<string>();
  readonly index = new TriggerIndex();
  /** Simulated milliseconds before which no open order can expire. */
  nextExpiry = Number.POSITIVE_INFINITY;

  /** Orders of a wallet that are in motion. */
  inMotionOf(owner: string): TriggerOrderRow[] {
    const own = [...(this.byOwner.get(owner) ?? [])].flatMap((id) => this.orders.peek(id) ?? []);
    return own.filter(isTriggerInMotion);
  }

  /** Takes orders of the database into memory: of `asked`, those without funds or a row hold nothing. What is here stays. */
  admit(asked: readonly string[], rows: readonly TriggerOrderRow[]): void {
    const wanted = new Set(this.orders.unknown(asked));
    for (const row of rows) if (isFunded(row) && wanted.delete(row.id)) this.remember(row.id, row);
    for (const id of wanted) this.orders.markAbsent(id);
  }

  /** Lets go of orders that expired or failed, and that nobody has named since the call before the last. */
  letGo(): Iterable<void> {
    return this.orders.letGo(isTriggerInMotion, (row) => this.markOwner(row, undefined));
  }

  /** The row with the best price it has seen by now. */
  current(row: TriggerOrderRow): TriggerOrderRow {
    const mark = this.index.markOf(row.id);
    return mark === undefined || mark === row.mark ? row : { ...row, mark };
  }

  rememberVault(wallet: string, row: TriggerVaultRow | undefined): () => void {
    const before = this.vaults.get(wallet);
    if (before) this.vaultAddresses.delete(before.vault);
    if (row) {
      this.vaults.set(wallet, row);
      this.vaultAddresses.add(row.vault);
    } else this.vaults.delete(wallet);
    return () => this.rememberVault(wallet, before);
  }

  /** Keeps a row while its funds are in a vault; answers how to take that back, with the best price seen by then. */
  remember(id: string, row: TriggerOrderRow | undefined): () => void {
    const before = this.orders.peek(id);
    const mark = this.index.markOf(id);
    const after = isFunded(row) ? row : undefined;
    if (after) this.orders.set(id, after);
    else this.orders.delete(id);
    this.markOwner(before, after);
    toggle(this.executing, id, after?.state === 'executing');
    toggle(this.rates, id, after?.state === 'open' && after.orderType === 'v1');
    const watch = after && watchOf(after);
    if (watch) this.index.add(watch);
    else this.index.remove(id);
    if (after?.state === 'open') this.nextExpiry = Math.min(this.nextExpiry, after.expiresAt);
    return () => {
      const marks = [mark, this.index.markOf(id)];
      // The row says what is stored, so that a better price is still written down.
      this.remember(id, before);
      for (const seen of marks) if (seen !== undefined) this.index.remind(id, seen);
    };
  }

  private markOwner(before: TriggerOrderRow | undefined, after: TriggerOrderRow | undefined): void {
    if (before && !after) removeFrom(this.byOwner, before.owner, before.id);
    if (after && !before) addTo(this.byOwner, after.owner, after.id);
  }
}
