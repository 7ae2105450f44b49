import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { type Change, diff, type Json } from '@contract/patch.ts';
import type { PatchPiece, StreamFacts, WholePiece } from '@contract/stream.ts';
import type { Peer } from '../common/peer.ts';
import type { Look, Watchable } from './asker.ts';

const compress = promisify(gzip);
/** Shorter answers leave as they are … */
const COMPRESS_FROM = 1_024;
/** … and shorter patches, which repeat the names of what has changed. */
const COMPRESS_PATCH_FROM = 384;
/** Volumes move with every trade of anybody, and nobody trades on them: alone they wait for so long. */
const VOLUME_MS = 2_000;
const VOLUMES = new Set(['volume', 'volumeUsd', 'volume24hr']);
/** A patch of more than this share of the answer is not worth its work. */
const MOST_PATCH = 0.5;
/** Nor is one of more changes: those of 50 charts whose steps move on would take a tenth of a second to find. */
const MOST_CHANGES = 5_000;

const isVolume = ([path]: Change): boolean => VOLUMES.has(String(path.at(-1)));

/** An answer in full is told again as it was made as long as it says an age too small by no more than this. */
export const AGE_SLACK_MS = 250;

/** What a look at a topic has brought: something to tell those who hold the version before, or nothing new. */
export type Outcome = 'same' | 'patched' | 'replaced' | 'lost';

/** One address, and its answer as it was told last. */
export class Topic {
  /** 0 before the first answer. */
  version = 0;
  /** Unix milliseconds by the clock of the hub: until when the answer is known to be true. */
  asOf = 0;
  /** When it is looked at next, and whether that is under way. */
  dueAt = 0;
  busy = false;
  /** Since when there is no answer to tell, Unix milliseconds; undefined while there is one. */
  lostSince: number | undefined;
  /** What makes this version of the one before: a line, a long one compressed. */
  patch: string | Uint8Array = '';
  /** When this version was taken, Unix milliseconds. */
  takenAt = 0;
  private made: unknown;
  private text = '';
  private body: Json = null;
  private facts: StreamFacts | undefined;
  private whole: { age: number; message: Promise<string | Uint8Array> } | undefined;

  constructor(
    readonly id: number,
    readonly address: string,
    readonly watchable: Watchable,
    /** Who has asked first. */
    readonly client: string,
    /** Whose own it is; undefined where it is for all who watch the address. */
    readonly peer?: Peer,
  ) {}

  get isLost(): boolean {
    return this.lostSince !== undefined;
  }
  /** Characters of the answer that is kept; 0: none is. */
  get size(): number {
    return this.text.length;
  }

  /** Takes in what a look has brought. */
  take(look: Look | undefined, now: number): Outcome {
    const wasLost = this.isLost;
    if (!look) {
      this.lostSince ??= now;
      this.made = undefined;
      this.text = '';
      this.body = null;
      this.whole = undefined;
      return wasLost ? 'same' : 'lost';
    }
    this.lostSince = undefined;
    this.asOf = now - look.ageMs;
    if (look.facts) this.facts = look.facts;
    if (this.version > 0 && !wasLost && look.made === this.made) return 'same';
    this.made = look.made;
    const text = look.text();
    if (this.version > 0 && !wasLost && text === this.text) return 'same';
    const body = JSON.parse(text) as Json;
    const isFirst = this.version === 0 || wasLost;
    const changes = isFirst ? null : diff(this.body, body, MOST_CHANGES);
    if (changes?.every(isVolume) && now - this.takenAt < VOLUME_MS) {
      // Compared once more at the next look, also when nothing else has changed by then.
      this.made = undefined;
      return 'same';
    }
    this.takenAt = now;
    this.text = text;
    this.body = body;
    this.version += 1;
    this.whole = undefined;
    if (changes === null) return 'replaced';
    const piece: PatchPiece = {
      patch: this.id,
      version: this.version,
      age: look.ageMs,
      changes,
      facts: look.facts,
    };
    const line = JSON.stringify(piece);
    if (line.length >= text.length * MOST_PATCH && text.length >= COMPRESS_FROM) return 'replaced';
    // At once, for the next patch must not overtake it: a tenth of a millisecond, once for all who watch.
    this.patch = line.length < COMPRESS_PATCH_FROM ? line : gzipSync(line, { level: 4 });
    return 'patched';
  }

  /** The answer in full, with its age at `now`. A long one is compressed: a message of its own. */
  message(now: number): Promise<string | Uint8Array> {
    const age = now - this.asOf;
    if (!this.whole || age > this.whole.age + AGE_SLACK_MS) this.whole = { age, message: this.encoded(now) };
    return this.whole.message;
  }

  private async encoded(now: number): Promise<string | Uint8Array> {
    const line = this.line(now);
    return line.length < COMPRESS_FROM ? line : compress(line, { level: 4 });
  }

  /** The same as it is, whatever its length. */
  line(now: number): string {
    const piece: Omit<WholePiece, 'body'> = {
      whole: this.id,
      address: this.address,
      version: this.version,
      age: now - this.asOf,
      facts: this.facts,
    };
    // The body is text already.
    return `${JSON.stringify(piece).slice(0, -1)},"body":${this.text}}`;
  }
}
