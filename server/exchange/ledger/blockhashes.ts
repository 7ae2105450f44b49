import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import type { IssuedBlockhash } from './ledger.ts';

/** Slots a blockhash stays good for, as on the real chain. */
export const BLOCKHASH_LIFE = 150;

export interface Blockhashes {
  /** The blockhash of this slot, issued on first demand. */
  of(slot: number): string;
  isValid(blockhash: string, slot: number): boolean;
  drainNew(): IssuedBlockhash[];
  requeue(rows: readonly IssuedBlockhash[]): void;
  load(rows: Iterable<IssuedBlockhash>): void;
}

/** Issues random blockhashes and knows their age. The VM's own repeat in every process, so they are not used. */
export function createBlockhashes(): Blockhashes {
  const slots = new Map<string, number>();
  let latest: IssuedBlockhash | undefined;
  let fresh: IssuedBlockhash[] = [];

  function forgetOld(slot: number): void {
    for (const [blockhash, issued] of slots) {
      if (slot - issued <= BLOCKHASH_LIFE) break;
      slots.delete(blockhash);
    }
    // Only a commit drains them, and a quiet exchange has none.
    fresh = fresh.filter(({ slot: issued }) => slot - issued <= BLOCKHASH_LIFE);
  }

  return {
    of(slot) {
      if (latest?.slot === slot) return latest.blockhash;
      forgetOld(slot);
      latest = { blockhash: bs58.encode(randomBytes(32)), slot };
      slots.set(latest.blockhash, slot);
      fresh.push(latest);
      return latest.blockhash;
    },
    isValid(blockhash, slot) {
      const issued = slots.get(blockhash);
      return issued !== undefined && slot - issued <= BLOCKHASH_LIFE;
    },
    drainNew() {
      const rows = fresh;
      fresh = [];
      return rows;
    },
    requeue(rows) {
      fresh = [...rows, ...fresh];
    },
    load(rows) {
      for (const { blockhash, slot } of [...rows].sort((a, b) => a.slot - b.slot)) slots.set(blockhash, slot);
    },
  };
}
