import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { diff, type Json } from '@contract/patch.ts';
import type { PatchPiece, StreamFacts, WholePiece } from '@contract/stream.ts';
import type { Look, Watchable } from './asker.ts';

const compress = promisify(gzip);
/** Shorter answers leave as they are. */
const COMPRESS_FROM = 1_024;
/** A patch of more than this share of the answer is not worth its work. */
const MOST_PATCH = 0.5;

/** What a look at a topic has brought: something to tell those who hold the version before, or nothing new. */
export type Outcome = 'same' | 'patched' | 'replaced' | 'lost';

/** One address, and its answer as it was told last. */
export class Topic {
  /** 0 before the first answer. */
  version = 0;
  /** Wall clock of the server, Unix milliseconds: until when the answer is known to be true. */
  asOf = 0;
  /** When it is looked at next, and whether that is under way. */
  dueAt = 0;
  busy = false;
  isLost = false;
  /** The line that makes this version of the one before. */
  patch = '';
  private made: unknown;
  private text = '';
  private body: Json = null;
  private facts: StreamFacts | undefined;
  private whole: Promise<string | Uint8Array> | undefined;

  constructor(
    readonly id: number,
    readonly address: string,
    readonly watchable: Watchable,
    readonly everyMs: number,
    /** Who has asked first. */
    readonly client: string,
  ) {}

  /** Takes in what a look has brought. */
  take(look: Look | undefined, now: number): Outcome {
    if (!look) {
      const wasLost = this.isLost;
      this.isLost = true;
      this.made = undefined;
      return wasLost ? 'same' : 'lost';
    }
    const wasLost = this.isLost;
    this.isLost = false;
    this.asOf = now - look.ageMs;
    if (look.facts) this.facts = look.facts;
    if (this.version > 0 && !wasLost && look.made === this.made) return 'same';
    this.made = look.made;
    const text = look.text();
    if (this.version > 0 && !wasLost && text === this.text) return 'same';
    const body = JSON.parse(text) as Json;
    const isFirst = this.version === 0 || wasLost;
    const changes = isFirst ? [] : diff(this.body, body);
    this.text = text;
    this.body = body;
    this.version += 1;
    this.whole = undefined;
    if (isFirst) return 'replaced';
    const piece: PatchPiece = {
      patch: this.id,
      version: this.version,
      age: look.ageMs,
      changes,
      facts: look.facts,
    };
    this.patch = JSON.stringify(piece);
    return this.patch.length < text.length * MOST_PATCH || text.length < COMPRESS_FROM
      ? 'patched'
      : 'replaced';
  }

  /** The answer in full; made once a version. A long one is compressed: a message of its own. */
  message(now: number): Promise<string | Uint8Array> {
    this.whole ??= this.encoded(now);
    return this.whole;
  }

  private async encoded(now: number): Promise<string | Uint8Array> {
    const piece: Omit<WholePiece, 'body'> = {
      whole: this.id,
      address: this.address,
      version: this.version,
      age: now - this.asOf,
      facts: this.facts,
    };
    // The body is text already.
    const line = `${JSON.stringify(piece).slice(0, -1)},"body":${this.text}}`;
    return line.length < COMPRESS_FROM ? line : compress(line, { level: 4 });
  }
}
