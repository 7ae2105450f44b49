import type { Log } from '../common/log.ts';
import { MAX_UNREAD } from './output-limits.ts';

/** A socket: what its client was sent and has not taken, in bytes. */
interface Held {
  readonly bufferedAmount: number;
}

/** How often it is measured, and so how often at most the log has a line of it. */
const CHECK_MS = 1_000;

/**
 * What clients of all sockets of a server were sent and have not taken: beyond the bound those that hold the most are cut.
 * Each has a bound of its own as well, and any number of them may stay just below it.
 */
export class Unread {
  private readonly cuts = new Map<Held, () => void>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly log: Log,
    private readonly maxBytes = MAX_UNREAD,
    checkMs = CHECK_MS,
  ) {
    this.timer = setInterval(() => this.check(), checkMs).unref();
  }

  /** Looks after a socket. @returns what forgets it again. */
  watch(socket: Held, cut: () => void): () => void {
    this.cuts.set(socket, cut);
    return () => this.cuts.delete(socket);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    const held = [...this.cuts].map(([{ bufferedAmount }, cut]) => ({ bufferedAmount, cut }));
    const bytes = held.reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0);
    if (bytes <= this.maxBytes) return;
    let left = bytes;
    let sockets = 0;
    for (const { bufferedAmount, cut } of held.sort((a, b) => b.bufferedAmount - a.bufferedAmount)) {
      if (left <= this.maxBytes) break;
      cut();
      left -= bufferedAmount;
      sockets += 1;
    }
    this.log({ level: 'warn', message: 'sockets whose clients do not read are cut', sockets, bytes });
  }
}
