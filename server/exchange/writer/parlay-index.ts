import { addTo, removeFrom, toggle } from '../../common/sets.ts';
import type { ParlayRow } from './commit.store.ts';

/** Parlays that still wait for something, and those that were placed lately. */
export class ParlayIndex {
  readonly all = new Map<string, ParlayRow>();
  readonly byPosition = new Map<string, string>();
  /** Ids by owner, oldest first. */
  readonly byOwner = new Map<string, Set<string>>();
  readonly open = new Set<string>();
  /** Won, and not paid out yet. */
  readonly payable = new Set<string>();
  /** Ids of those that came since their legs were last looked at: whoever does that empties it. */
  readonly entered = new Set<string>();

  /** The row a position stands for; undefined for a position of another kind. */
  ofPosition(pubkey: string): ParlayRow | undefined {
    return this.all.get(this.byPosition.get(pubkey) ?? '');
  }

  ofOwner(owner: string): ParlayRow[] {
    return [...(this.byOwner.get(owner) ?? [])].flatMap((id) => this.all.get(id) ?? []);
  }

  /** Lets go of parlays that are over and were placed before an instant, in simulated Unix milliseconds. */
  letGo(placedBefore: number): void {
    for (const [id, row] of this.all) {
      const isOver = row.status === 'lost' || row.status === 'paid';
      if (!isOver || row.placedAt >= placedBefore) continue;
      this.all.delete(id);
      this.leave(row);
    }
  }

  /** Keeps a row, or lets it go; answers how to take that back. */
  remember(id: string, row: ParlayRow | undefined): () => void {
    const before = this.all.get(id);
    if (row) this.all.set(id, row);
    else this.all.delete(id);
    if (row && !before) this.enter(row);
    if (!row && before) this.leave(before);
    toggle(this.open, id, row?.status === 'open');
    toggle(this.payable, id, row?.status === 'won');
    return () => this.remember(id, before);
  }

  private enter({ parlayId, owner, position }: ParlayRow): void {
    addTo(this.byOwner, owner, parlayId);
    if (position !== null) this.byPosition.set(position, parlayId);
    this.entered.add(parlayId);
  }

  private leave({ parlayId, owner, position }: ParlayRow): void {
    removeFrom(this.byOwner, owner, parlayId);
    this.entered.delete(parlayId);
    if (position !== null) this.byPosition.delete(position);
  }
}
