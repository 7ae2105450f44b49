import type { SamePiece } from '@contract/stream.ts';
import { subscriberOf } from '../common/client-address.ts';
import type { Peer } from '../common/peer.ts';
import type { Topic } from './topic.ts';

/** Bytes that a client has not taken beyond which it is told nothing until it has taken half of them. */
const MOST_UNREAD = 512 * 1024;
const NOTHING = 0;

/** A connection of the stream: what it watches, which version of each it was told, and what waits to be sent. */
export class Reader {
  /** It has not taken what it was sent: it skips what comes until it has, and is then told the whole. */
  isBehind = false;
  /** Unix milliseconds: since when nothing is watched, as far as anything was. */
  idleSince: number;
  /** Whose connection it is, as they are counted. */
  readonly client: string;
  private readonly versions = new Map<Topic, number>();
  private waiting: (string | Uint8Array)[] = [];

  constructor(
    readonly peer: Peer,
    /** When it is told next how old everything is, Unix milliseconds. */
    public beatAt: number,
  ) {
    this.idleSince = beatAt;
    this.client = subscriberOf(peer.address);
  }

  get size(): number {
    return this.versions.size;
  }
  topics(): readonly Topic[] {
    return [...this.versions.keys()];
  }
  watches(topic: Topic): boolean {
    return this.versions.has(topic);
  }
  topicOf(address: string): Topic | undefined {
    return this.topics().find((topic) => topic.address === address);
  }
  holds(topic: Topic, version: number): boolean {
    return !this.isBehind && version > NOTHING && this.versions.get(topic) === version;
  }
  add(topic: Topic): void {
    this.versions.set(topic, NOTHING);
  }
  remove(topic: Topic): void {
    this.versions.delete(topic);
  }

  line(text: string): void {
    this.waiting.push(text);
  }
  patched(topic: Topic): void {
    this.versions.set(topic, topic.version);
    this.waiting.push(topic.patch);
  }
  whole(topic: Topic, message: string | Uint8Array): void {
    if (this.isBehind || this.versions.get(topic) === topic.version) return;
    // Behind all others: who reads slowly is told of each in turn.
    this.versions.delete(topic);
    this.versions.set(topic, topic.version);
    this.waiting.push(message);
  }
  /** What it is to be told in full, that it has not held for the longest; undefined while it has too much to read. */
  missing(): Topic | undefined {
    if (this.isBehind || this.peer.unread() > MOST_UNREAD) return undefined;
    for (const [topic, version] of this.versions) {
      if (version !== topic.version && !topic.isLost) return topic;
    }
    return undefined;
  }
  lost(topic: Topic): void {
    this.versions.set(topic, NOTHING);
  }

  /** Says of what it holds how old that is; at least that the connection stands. */
  beat(now: number): void {
    const byAge = new Map<number, number[]>();
    for (const [topic, version] of this.versions) {
      if (version === NOTHING || version !== topic.version || topic.isLost) continue;
      // Tenths of a second: finer is not told on any screen.
      const age = Math.max(0, Math.round((now - topic.asOf) / 100) * 100);
      const ids = byAge.get(age);
      if (ids) ids.push(topic.id);
      else byAge.set(age, [topic.id]);
    }
    this.waiting.push(JSON.stringify({ at: now, same: [...byAge] } satisfies SamePiece));
  }

  /** Whether it has taken enough to be told again. */
  catchUp(): boolean {
    if (this.peer.unread() > MOST_UNREAD / 2) return false;
    this.isBehind = false;
    return true;
  }

  /** Sends what waits: lines together, compressed answers each by itself, all in their order. @returns messages sent. */
  flush(): number {
    const { waiting } = this;
    this.waiting = [];
    if (!this.isBehind && this.peer.unread() > MOST_UNREAD) {
      this.isBehind = true;
      for (const topic of this.versions.keys()) this.versions.set(topic, NOTHING);
    }
    if (this.isBehind) return 0;
    let sent = 0;
    let lines: string[] = [];
    const sendLines = (): void => {
      if (lines.length === 0) return;
      this.peer.send(lines.join('\n'));
      sent += 1;
      lines = [];
    };
    for (const message of waiting) {
      if (typeof message === 'string') {
        lines.push(message);
        continue;
      }
      sendLines();
      this.peer.send(message);
      sent += 1;
    }
    sendLines();
    return sent;
  }
}
