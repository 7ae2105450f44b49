import type { Priority } from '../common/facts.ts';
import { URGENT } from './urgent.ts';

/** Somebody who waits for a place. */
export interface Waiter {
  readonly priority: Priority;
  /** Who asks: turns go round among them. */
  readonly caller: string;
  /** Milliseconds. */
  readonly since: number;
  readonly grant: (answered: () => void) => void;
}

/** Each step of priority is worth so much waiting: enough that prices go first, little enough that all get on. */
const STEP_MS = 1_000;

/** Who is next in a line. */
export interface Head {
  readonly priority: Priority;
  /** Smaller goes first. */
  readonly rank: number;
}

/** Those of one caller, and since when he waits for his turn: since he came, or since he had the one before. */
interface Line {
  readonly waiters: Waiter[];
  readonly since: number;
}

/** Those of one priority: whose turn it is goes round by caller. */
class Round {
  /** In the order of their turns, and so of how long they have waited for them. */
  private readonly byCaller = new Map<string, Line>();
  private readonly all = new Set<Waiter>();

  get size(): number {
    return this.all.size;
  }
  /** Since when whoever is next waits for his turn; undefined: nobody waits. */
  get since(): number | undefined {
    const [first] = this.byCaller.values();
    return first?.since;
  }
  of(caller: string): number {
    return this.byCaller.get(caller)?.waiters.length ?? 0;
  }
  add(waiter: Waiter): void {
    const line = this.byCaller.get(waiter.caller);
    if (line) line.waiters.push(waiter);
    else this.byCaller.set(waiter.caller, { waiters: [waiter], since: waiter.since });
    this.all.add(waiter);
  }
  remove(waiter: Waiter): boolean {
    if (!this.all.delete(waiter)) return false;
    const waiters = this.byCaller.get(waiter.caller)?.waiters ?? [];
    waiters.splice(waiters.indexOf(waiter), 1);
    if (waiters.length === 0) this.byCaller.delete(waiter.caller);
    return true;
  }
  /** The first in the line of the caller whose turn it is, who then stands behind the others. */
  take(now: number): Waiter | undefined {
    const [turn] = this.byCaller;
    if (!turn) return undefined;
    const [caller, { waiters }] = turn;
    const [waiter] = waiters;
    if (!waiter) return undefined;
    this.remove(waiter);
    if (waiters.length > 0) {
      this.byCaller.delete(caller);
      this.byCaller.set(caller, { waiters, since: now });
    }
    return waiter;
  }
}

/**
 * Who is next. Writes, then what an order has become of, always go first; the others by their priority, where each
 * step counts as a second of waiting, so that nothing waits for ever. Within a priority callers take turns, and what
 * counts is how long a turn was waited for: a long line of one caller is no older than his last turn.
 */
export class WaitingQueue {
  private readonly rounds: readonly Round[] = Array.from({ length: 7 }, () => new Round());

  get size(): number {
    return this.rounds.reduce((sum, { size }) => sum + size, 0);
  }

  add(waiter: Waiter): void {
    this.rounds[waiter.priority]?.add(waiter);
  }

  /** False when it does not wait here any more. */
  remove(waiter: Waiter): boolean {
    return this.rounds[waiter.priority]?.remove(waiter) ?? false;
  }

  /** How many of a caller wait. */
  of(caller: string): number {
    return this.rounds.reduce((sum, round) => sum + round.of(caller), 0);
  }

  /** How many stand before a newcomer of this priority. */
  ahead(priority: Priority): number {
    return this.rounds.slice(0, priority + 1).reduce((sum, { size }) => sum + size, 0);
  }

  /** Who is next; undefined when nobody waits. */
  next(): Head | undefined {
    let best: Head | undefined;
    for (const [index, { since }] of this.rounds.entries()) {
      if (since === undefined) continue;
      // As many rounds as there are priorities.
      const priority = index as Priority;
      if (priority <= URGENT) return { priority, rank: Number.NEGATIVE_INFINITY };
      const rank = since + priority * STEP_MS;
      if (!best || rank < best.rank) best = { priority, rank };
    }
    return best;
  }

  take(now: number): Waiter | undefined {
    const head = this.next();
    return head && this.rounds[head.priority]?.take(now);
  }
}
