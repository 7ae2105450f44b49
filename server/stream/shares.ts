import { isLoopback } from '../common/client-address.ts';
import { addToCount } from '../common/sets.ts';

/** Share of the process's time that looks for one client may take: what is beyond it waits, and says how old it is. */
const TIME_OF_ONE = 0.25;
/** Who was quiet is looked for as if it had been saving its share for so long: a page and everything on it. */
const SAVED_MS = 1_000;
/** Looks for one client that wait at once for what does one thing after another: the database, the thread of reads. */
const MOST_WAITING_OF_ONE = 4;
/** The same for all clients: whoever asks by itself waits behind them, and has to find room beside them. */
const MOST_WAITING = 200;

/** What the looks for each client take of the process. This machine itself is counted, and waits only where all do. */
export class Shares {
  /** When each client's share will have made up for the looks that it had, where that is yet to come. */
  private readonly madeUpAt = new Map<string, number>();
  /** Looks for each client that wait for what others wait for too. */
  private readonly waiting = new Map<string, number>();
  private allWaiting = 0;

  /** `now`: Unix milliseconds that never go back. */
  constructor(private readonly now: () => number) {}

  /** The first of these who has enough left for another look. */
  payerOf(watchers: Iterable<{ readonly client: string }>, isInLine: boolean): string | undefined {
    if (isInLine && this.allWaiting >= MOST_WAITING) return undefined;
    for (const { client } of watchers) if (isLoopback(client) || this.isLeft(client, isInLine)) return client;
    return undefined;
  }

  private isLeft(client: string, isInLine: boolean): boolean {
    if (isInLine && (this.waiting.get(client) ?? 0) >= MOST_WAITING_OF_ONE) return false;
    return (this.madeUpAt.get(client) ?? 0) <= this.now() + SAVED_MS;
  }

  /** Does at a client's expense what is done for it. */
  spend(client: string, work: () => void): void {
    const began = performance.now();
    work();
    const restMs = (performance.now() - began) / TIME_OF_ONE;
    this.madeUpAt.set(client, Math.max(this.madeUpAt.get(client) ?? 0, this.now()) + restMs);
  }

  /** So many more looks for a client wait in line. */
  wait(client: string, more: 1 | -1): void {
    this.allWaiting += more;
    addToCount(this.waiting, client, more);
  }

  /** Forgets who has all of its share again. */
  forget(): void {
    for (const [client, at] of this.madeUpAt) if (at <= this.now()) this.madeUpAt.delete(client);
  }
}
