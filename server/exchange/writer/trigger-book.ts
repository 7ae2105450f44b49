import { TriggerIndex, type Watch } from '../engine/trigger-index.ts';
import type { TriggerOrderRow, TriggerVaultRow } from './commit.store.ts';

/** Whether an order's funds are still in a vault: such orders are kept in memory. */
const isFunded = (row: TriggerOrderRow | undefined): row is TriggerOrderRow =>
  row !== undefined && row.state !== 'filled' && row.state !== 'cancelled';

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

/** Every vault, and every trigger order whose funds are in one. Changed by the writer alone. */
export class TriggerBook {
  readonly vaults = new Map<string, TriggerVaultRow>();
  /** Wallets by the address of their vault. */
  readonly wallets = new Map<string, string>();
  readonly orders = new Map<string, TriggerOrderRow>();
  readonly byOwner = new Map<string, Set<string>>();
  /** Orders that have fired and are not filled yet. */
  readonly executing = new Set<string>();
  /** Open orders of the first version, which wait for a rate rather than a price. */
  readonly rates = new Set<string>();
  readonly index = new TriggerIndex();
  /** Simulated milliseconds before which no open order can expire. */
  nextExpiry = Number.POSITIVE_INFINITY;

  ofOwner(owner: string): TriggerOrderRow[] {
    return [...(this.byOwner.get(owner) ?? [])].flatMap((id) => this.orders.get(id) ?? []);
  }

  /** The row with the best price it has seen by now. */
  current(row: TriggerOrderRow): TriggerOrderRow {
    const mark = this.index.markOf(row.id);
    return mark === undefined || mark === row.mark ? row : { ...row, mark };
  }

  isVault(address: string): boolean {
    return this.wallets.has(address) || this.orders.get(address)?.orderType === 'v1';
  }

  rememberVault(wallet: string, row: TriggerVaultRow | undefined): () => void {
    const before = this.vaults.get(wallet);
    if (before) this.wallets.delete(before.vault);
    if (row) {
      this.vaults.set(wallet, row);
      this.wallets.set(row.vault, wallet);
    } else this.vaults.delete(wallet);
    return () => this.rememberVault(wallet, before);
  }

  /** Keeps a row while its funds are in a vault; answers how to take that back, marks included. */
  remember(id: string, row: TriggerOrderRow | undefined): () => void {
    const kept = this.orders.get(id);
    const before = kept && this.current(kept);
    const after = isFunded(row) ? row : undefined;
    if (after) this.orders.set(id, after);
    else this.orders.delete(id);
    this.markOwner(before, after);
    this.mark(this.executing, id, after?.state === 'executing');
    this.mark(this.rates, id, after?.state === 'open' && after.orderType === 'v1');
    const watch = after && watchOf(after);
    if (watch) this.index.add(watch);
    else this.index.remove(id);
    if (after?.state === 'open') this.nextExpiry = Math.min(this.nextExpiry, after.expiresAt);
    return () => this.remember(id, before);
  }

  private markOwner(before: TriggerOrderRow | undefined, after: TriggerOrderRow | undefined): void {
    if (before && !after) {
      const own = this.byOwner.get(before.owner);
      own?.delete(before.id);
      if (own?.size === 0) this.byOwner.delete(before.owner);
    }
    if (after && !before) {
      const own = this.byOwner.get(after.owner);
      if (own) own.add(after.id);
      else this.byOwner.set(after.owner, new Set([after.id]));
    }
  }

  private mark(set: Set<string>, id: string, belongs: boolean): void {
    if (belongs) set.add(id);
    else set.delete(id);
  }
}
