import type { IncomingHttpHeaders } from 'node:http';
import type { RouteId } from '@contract/routes.ts';
import type { Given } from '../common/operation.ts';

/** What is asked: an operation that is the same for everybody, and what was given. */
export interface Question {
  readonly id: RouteId;
  readonly given: Readonly<Given>;
}

export interface Fetched {
  /** All that the platform said in its headers; of an answer that is kept nothing. */
  readonly told?: IncomingHttpHeaders;
  readonly status: number;
  readonly body: Buffer<ArrayBuffer>;
  /** The body as a value, where it was read already; of an answer that is kept nothing. */
  readonly json?: unknown;
  /** Milliseconds that the answer was old when it came, and when that was by this gateway's clock. */
  readonly ageMs: number;
  readonly cameAt: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer that is kept. Times are Unix milliseconds by this gateway's clock. */
export interface Entry extends Question {
  readonly key: string;
  readonly status: number;
  readonly body: Buffer<ArrayBuffer>;
  /** When it was new. */
  readonly madeAt: number;
  /** When the platform has last answered it: one that keeps answers itself is not asked twice for the same one. */
  readonly answeredAt: number;
  wantedAt: number;
  /** It was wanted once more after it first came: what nobody asks for again is never fetched anew. */
  isWantedAgain: boolean;
  /** When it was last tried to get a newer one, whatever came of it. */
  triedAt: number;
  /** The last try to get a newer one has failed. */
  failed: boolean;
  /** A refresh waits or runs. */
  busy: boolean;
  /** When to try again after a failure. */
  retryAt: number;
}

export interface StoreLimits {
  readonly maxEntries?: number | undefined;
  readonly maxBytes?: number | undefined;
}

const MAX_ENTRIES = 5_000;
const MAX_BYTES = 128 * 1024 * 1024;

/** Answers by their key, as many as there is room for: the least recently wanted make way. */
export class AnswerStore {
  private readonly entries = new Map<string, Entry>();
  private readonly maxEntries: number;
  private readonly maxBytes: number;
  bytes = 0;

  constructor({ maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES }: StoreLimits = {}) {
    this.maxEntries = maxEntries;
    this.maxBytes = maxBytes;
  }

  get size(): number {
    return this.entries.size;
  }
  get(key: string): Entry | undefined {
    return this.entries.get(key);
  }
  all(): Iterable<Entry> {
    return this.entries.values();
  }

  /** Puts an answer in the place of the one before, if there was one. */
  put(entry: Entry): void {
    this.drop(this.entries.get(entry.key));
    this.entries.set(entry.key, entry);
    this.bytes += entry.body.byteLength;
    for (const oldest of this.entries.values()) {
      if (this.entries.size <= this.maxEntries && this.bytes <= this.maxBytes) break;
      this.drop(oldest);
    }
  }

  /** It was wanted just now, once more. */
  touch(entry: Entry, now: number): void {
    entry.wantedAt = now;
    entry.isWantedAgain = true;
    if (this.entries.get(entry.key) !== entry) return;
    this.entries.delete(entry.key);
    this.entries.set(entry.key, entry);
  }

  private drop(entry: Entry | undefined): void {
    if (!entry || !this.entries.delete(entry.key)) return;
    this.bytes -= entry.body.byteLength;
  }
}
