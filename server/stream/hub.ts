import { type LostPiece, MAX_ADDRESS, MAX_WATCHED, STREAM_BEAT_MS } from '@contract/stream.ts';
import { evenly } from '../common/even-clock.ts';
import { counter, type Gauge, gauge } from '../common/gauge.ts';
import type { Peer, Session } from '../common/peer.ts';
import type { StreamRules } from '../common/platform.ts';
import { addTo, addToCount, removeFrom } from '../common/sets.ts';
import type { Look, Watchable } from './asker.ts';
import { askOf } from './asks.ts';
import { createFill } from './fill.ts';
import { Reader } from './reader.ts';
import { Shares } from './shares.ts';
import { Topic } from './topic.ts';

/** What all connections together may watch. */
const MAX_TOPICS = 20_000;
/** Characters of the answers that are kept for it: each takes some four bytes, as text and as a value. */
const MAX_KEPT = 128 * 1024 * 1024;
/** Share of them that what one client was the first to watch may take: the rest is room for all others. */
const MOST_OF_ONE = 0.25;
const TICK_MS = 50;
/** A connection on which nothing is watched for so long takes the place of others. Desks let go of theirs sooner. */
const IDLE_MS = 120_000;
/** Looks hold the process for so long at a stretch. */
const TURN_MS = 8;
/** Where one caller's own has changed it is looked at more often for a while: an order that came will be filled. */
const STIRRED_MS = 10_000;
const STIRRED_SHARE = 0.3;
/** What has no answer is looked at again after as long as it has had none, and after so long at most. */
const LOST_MS = 10_000;
/** What names an owner in an address. */
const KEY = /[1-9A-HJ-NP-Za-km-z]{32,44}/g;

export interface HubOptions {
  readonly rules: StreamRules;
  readonly ask: (address: string) => Watchable | undefined;
  /** Hears of answers that could not be told by a fault of ours, or of theirs. */
  readonly failed?: (operation: string, error: unknown) => void;
  /** Unix milliseconds, which never go back: by them it is decided when to look again, and how old an answer is. */
  readonly now?: () => number;
  readonly idleMs?: number;
  readonly maxKept?: number;
}

export interface Hub {
  /** Tells the client of a socket. */
  open(peer: Peer): Session;
  readonly gauges: readonly Gauge[];
  close(): void;
}

const evenMs = (): number => Math.round(evenly());

const lostLine = (address: string): string => JSON.stringify({ lost: address } satisfies LostPiece);

/**
 * Tells clients of the addresses they watch. Each is looked at once for all who watch it (but for what is one caller's
 * own, where the rules say so), as often as the rules say and when a change names an owner of it; who holds the version
 * before is told what has changed, everybody else the whole. Who reads slowly skips versions; whom a share of the time
 * does not reach for is told later.
 */
export function createHub({
  rules,
  ask,
  failed,
  now = evenMs,
  idleMs = IDLE_MS,
  maxKept = MAX_KEPT,
}: HubOptions): Hub {
  const byAddress = new Map<string, Topic>();
  const byId = new Map<number, Topic>();
  const readers = new Map<Topic, Set<Reader>>();
  const byOwner = new Map<string, Set<Topic>>();
  const sessions = new Set<Reader>();
  /** Readers with something to send. */
  const unsent = new Set<Reader>();
  let lastId = 0;
  let looks = 0;
  let told = 0;
  /** Characters of all answers that are kept, and of those that each client was the first to watch. */
  let kept = 0;
  const keptOf = new Map<string, number>();
  /** How many topics are each client's own, where those are looked at apart. */
  const ownOf = new Map<string, number>();
  const shares = new Shares(now);
  let running = false;

  const send = (reader: Reader): void => {
    unsent.delete(reader);
    told += reader.flush();
  };
  const fill = createFill(now, send);
  let flushing: NodeJS.Immediate | undefined;
  function flushSoon(reader: Reader): void {
    unsent.add(reader);
    flushing ??= setImmediate(() => {
      flushing = undefined;
      for (const one of [...unsent]) send(one);
    });
  }

  function count({ client }: Topic, more: number): void {
    kept += more;
    addToCount(keptOf, client, more);
  }

  function forget(topic: Topic): void {
    if (!topic.peer) byAddress.delete(topic.address);
    byId.delete(topic.id);
    readers.delete(topic);
    count(topic, -topic.size);
    if (topic.peer) addToCount(ownOf, topic.client, -1);
    for (const [owner] of topic.address.matchAll(KEY)) removeFrom(byOwner, owner, topic);
  }

  const everyMs = ({ id, kind }: Watchable): number | undefined => rules.everyMs(id, kind);

  /** The topic of an address; undefined for what is not told of. */
  function topicOf(address: string, { client, peer }: Reader): Topic | undefined {
    const known = byAddress.get(address);
    if (known || byId.size >= MAX_TOPICS) return known;
    const watchable = ask(address);
    if (!watchable || everyMs(watchable) === undefined) return undefined;
    const isApart = rules.ownGapMs !== undefined && watchable.kind === 'private';
    lastId += 1;
    const topic = new Topic(lastId, address, watchable, client, isApart ? peer : undefined);
    // Who else watches the same address has a topic of their own then.
    if (isApart) addToCount(ownOf, client, 1);
    else byAddress.set(address, topic);
    byId.set(topic.id, topic);
    readers.set(topic, new Set());
    for (const [owner] of address.matchAll(KEY)) addTo(byOwner, owner, topic);
    return topic;
  }

  function tell(topic: Topic, outcome: ReturnType<Topic['take']>): void {
    for (const reader of readers.get(topic) ?? []) {
      if (outcome === 'lost') {
        reader.lost(topic);
        reader.line(lostLine(topic.address));
        flushSoon(reader);
      } else if (outcome === 'patched' && reader.holds(topic, topic.version - 1)) {
        reader.patched(topic);
        flushSoon(reader);
      } else if (outcome !== 'same') {
        void fill(reader);
      }
    }
  }

  const isFull = ({ client }: Topic): boolean =>
    kept >= maxKept || (keptOf.get(client) ?? 0) >= maxKept * MOST_OF_ONE;
  /** Whether there is no room for its first answer: whoever watches it asks for it then. */
  const isTooMuch = (topic: Topic): boolean => topic.size === 0 && isFull(topic);

  /** Takes in what a look has brought, and counts what is kept of it. */
  function taken(topic: Topic, look: Look | undefined, at: number): ReturnType<Topic['take']> {
    const before = topic.size;
    try {
      return topic.take(look, at);
    } finally {
      // Of an answer as well that was kept before it turned out that it cannot be told.
      count(topic, topic.size - before);
    }
  }
  function take(topic: Topic, look: Look | undefined, at: number): ReturnType<Topic['take']> {
    const { size } = topic;
    const outcome = taken(topic, isTooMuch(topic) ? undefined : look, at);
    // One that has grown since it was let in is told as long as there is room.
    const hasGrown = size > 0 && topic.size > size;
    return hasGrown && isFull(topic) ? taken(topic, undefined, at) : outcome;
  }
  function took(topic: Topic, look: Look | undefined, began = now()): void {
    topic.busy = false;
    if (byId.get(topic.id) !== topic) return;
    const at = now();
    const aged = look && { ...look, ageMs: Math.max(0, look.ageMs + at - began) };
    try {
      tell(topic, take(topic, aged, at));
    } catch (error) {
      // Whatever a platform answers ends nothing but this: who watches it hears that there is none to tell.
      failed?.(topic.watchable.id, error);
      tell(topic, take(topic, undefined, at));
    }
  }
  /** Whether a look waits for what does one thing after another; of a platform the budget says whose turn it is. */
  const waitsInLine = ({ peer, watchable: { id, kind } }: Topic): boolean =>
    !peer && rules.isInLine(id, kind);

  /** From one look at what is a client's own to the next: each client has the same part of all such looks. */
  const ownMs = ({ peer, client }: Topic): number =>
    peer && rules.ownGapMs ? rules.ownGapMs() * ownOf.size * (ownOf.get(client) ?? 1) : 0;

  function lookAt(topic: Topic, payer: string): void {
    topic.busy = true;
    const isStirred = topic.peer !== undefined && now() - topic.takenAt < STIRRED_MS;
    const afterMs = (everyMs(topic.watchable) ?? 0) * (isStirred ? STIRRED_SHARE : 1);
    const lostMs = Math.min(LOST_MS, now() - (topic.lostSince ?? now()));
    // Half a tick early: else a tick that comes a moment too soon makes it wait for another one.
    topic.dueAt = now() + Math.max(afterMs, ownMs(topic), lostMs) - TICK_MS / 2;
    if (isTooMuch(topic)) {
      took(topic, undefined);
      return;
    }
    looks += 1;
    try {
      topic.peer?.charge(1);
    } catch {
      // The client hears why when it asks by itself.
      took(topic, undefined);
      return;
    }
    const began = now();
    const look = topic.watchable.look(topic.client);
    if (!(look instanceof Promise)) {
      took(topic, look);
      return;
    }
    const isInLine = waitsInLine(topic);
    if (isInLine) shares.wait(payer, 1);
    void look.then((one) => {
      if (isInLine) shares.wait(payer, -1);
      shares.spend(payer, () => took(topic, one, began));
    });
  }

  function beat(reader: Reader): void {
    reader.beatAt = now() + STREAM_BEAT_MS;
    if (reader.size > 0) reader.idleSince = now();
    else if (now() - reader.idleSince > idleMs) {
      reader.peer.close(1001, 'nothing is watched');
      return;
    }
    if (reader.isBehind && reader.catchUp()) {
      for (const topic of reader.topics()) {
        // What went away meanwhile would stand at its last answer for ever.
        if (topic.isLost) reader.line(lostLine(topic.address));
      }
    }
    void fill(reader);
    reader.beat(now());
    flushSoon(reader);
  }

  function beats(): void {
    for (const reader of sessions) if (reader.beatAt <= now()) beat(reader);
  }

  async function round(): Promise<void> {
    if (running) return;
    running = true;
    let since = performance.now();
    // What has waited longest first: where a share does not reach for all it reaches for each in turn.
    const due = [...byId.values()].filter(({ busy, dueAt }) => !busy && dueAt <= now());
    for (const topic of due.sort((a, b) => a.dueAt - b.dueAt)) {
      const payer = shares.payerOf(readers.get(topic) ?? [], waitsInLine(topic));
      if (payer === undefined) continue;
      shares.spend(payer, () => lookAt(topic, payer));
      if (performance.now() - since < TURN_MS) continue;
      await new Promise(setImmediate);
      since = performance.now();
      // A round that takes long is no silence: whoever hears nothing for five seconds comes again and asks for everything.
      beats();
    }
    shares.forget();
    beats();
    running = false;
  }
  const timer = setInterval(() => void round(), TICK_MS).unref();
  const stop = rules.onChange?.((owners) => {
    for (const owner of owners) {
      for (const topic of byOwner.get(owner) ?? []) topic.dueAt = Math.min(topic.dueAt, now());
    }
  });

  function watch(reader: Reader, address: string): void {
    if (reader.topicOf(address)) return;
    const isRefused = address.length > MAX_ADDRESS || reader.size >= MAX_WATCHED;
    const topic = isRefused ? undefined : topicOf(address, reader);
    if (!topic) {
      reader.line(lostLine(address));
      return;
    }
    reader.add(topic);
    readers.get(topic)?.add(reader);
    if (topic.isLost) reader.line(lostLine(address));
    else void fill(reader);
  }
  function drop(reader: Reader, topic: Topic): void {
    reader.remove(topic);
    const left = readers.get(topic);
    left?.delete(reader);
    if (left?.size === 0) forget(topic);
  }

  function open(peer: Peer): Session {
    // The first beats of those who came together are spread, and with them all that follow.
    const reader = new Reader(peer, now() + Math.random() * STREAM_BEAT_MS);
    sessions.add(reader);
    return {
      heard(text) {
        const asked = askOf(text);
        if (!asked) {
          peer.close(1011, 'this is no question of the stream');
          return;
        }
        for (const address of asked.drop ?? []) {
          const topic = reader.topicOf(address);
          if (topic) drop(reader, topic);
        }
        const named = asked.watch ?? [];
        // What no connection can watch is not looked at, and costs nothing: else one long list locks an address out.
        let wanted = Math.min(named.length, MAX_WATCHED);
        try {
          if (wanted > 1) peer.charge(wanted - 1);
        } catch {
          wanted = 0;
        }
        for (const [nth, address] of named.entries()) {
          if (nth < wanted) watch(reader, address);
          else reader.line(lostLine(address));
        }
        flushSoon(reader);
        void round();
      },
      ended() {
        sessions.delete(reader);
        unsent.delete(reader);
        for (const topic of reader.topics()) drop(reader, topic);
      },
    };
  }

  return {
    open,
    gauges: [
      gauge('stream_topics', 'Addresses that are watched.', () => byId.size),
      gauge('stream_kept_characters', 'Characters of the answers that are kept for them.', () => kept),
      counter('stream_looks_total', 'Looks at them.', () => looks),
      counter('stream_messages_total', 'Messages that told of them.', () => told),
    ],
    close: () => {
      stop?.();
      clearInterval(timer);
      clearImmediate(flushing);
    },
  };
}
