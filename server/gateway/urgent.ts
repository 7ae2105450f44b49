import { isLoopback } from '../common/client-address.ts';
import type { Priority } from '../common/facts.ts';
import { addToCount } from '../common/sets.ts';

/** Up to this priority, writes and what has become of an order, nobody comes in between, and the reserve is for it. */
export const URGENT: Priority = 1;
/** What is more than a caller's share of it is as urgent as his positions, and goes evenly with newer answers. */
export const ORDINARY: Priority = 3;
/** Shares of the places within which what one caller asks is urgent, and what he sends that is signed. */
const OF_ONE = 1 / 4;
const OF_ONE_SENDING = 1 / 3;
/** Where the platform counts seconds: long enough for a few orders in a row, short enough to be waited for. */
const SHORTEST_MS = 4_000;
const FEWEST = 8;

interface Wish {
  readonly priority: Priority;
  readonly caller: string;
  /** It sends what is signed. */
  readonly sends?: boolean | undefined;
}

/**
 * How much of what each caller asks is urgent: what goes before everything else may be a part of it alone, or a single
 * one who asks for it without end leaves nobody anything.
 */
export class UrgentShares {
  private readonly windowMs: number;
  private readonly most: number;
  private readonly mostSending: number;
  /** What was urgent within the window, in its order. */
  private readonly entered: { caller: string; at: number }[] = [];
  private readonly counts = new Map<string, number>();

  constructor(rps: number, windowMs: number) {
    this.windowMs = Math.max(windowMs, SHORTEST_MS, (FEWEST * 1_000) / rps);
    // A rate such as 1.6667 stands for 100 a minute.
    const places = (rps * this.windowMs) / 1_000 + 0.01;
    this.most = Math.floor(places * OF_ONE);
    this.mostSending = Math.max(this.most + 1, Math.floor(places * OF_ONE_SENDING));
  }

  /**
   * Whether an urgent request is more than its caller's share; counts it where it is not. This machine itself has all of
   * it: a desk of one's own shares with nobody.
   */
  isMore({ priority, caller, sends = false }: Wish, now: number): boolean {
    if (priority > URGENT) return false;
    this.forget(now);
    const most = sends ? this.mostSending : this.most;
    if ((this.counts.get(caller) ?? 0) >= most && !isLoopback(caller)) return true;
    this.entered.push({ caller, at: now });
    addToCount(this.counts, caller, 1);
    return false;
  }

  /** How many were urgent within the window, whoever asked. */
  within(now: number): number {
    this.forget(now);
    return this.entered.length;
  }

  private forget(now: number): void {
    const over = this.entered.findIndex(({ at }) => now - at < this.windowMs);
    for (const { caller } of this.entered.splice(0, over === -1 ? this.entered.length : over)) {
      addToCount(this.counts, caller, -1);
    }
  }
}
