import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RouteId } from '@contract/routes.ts';
import { createClient, RESP_TYPES } from '@redis/client';
import * as z from 'zod/mini';
import { evenly } from '../common/even-clock.ts';
import { FACTS } from '../common/facts.ts';
import { counter, type Gauge, gauge } from '../common/gauge.ts';
import type { Log } from '../common/log.ts';
import { type Outcome, SCRIPTS, SET_BACK_MS } from './redis-scripts.ts';
import type { FoundAnswer, News, SharedState } from './shared-state.ts';

export interface RedisOptions {
  readonly url: string;
  /** What the gateways must have in common to share anything: platform and key. Told to Redis as a hash alone. */
  readonly scope: readonly string[];
  readonly log: Log;
  /** Unix milliseconds, which go evenly; unless given, this machine's. */
  readonly now?: () => number;
}

export interface RedisState extends SharedState {
  readonly gauges: readonly Gauge[];
  /** Once those who were sent away have given back what they held. */
  close(): Promise<void>;
}

/** Nobody waits longer for Redis: after that it counts as away. */
const COMMAND_TIMEOUT_MS = 250;
/** How long it is left alone after it did not answer. */
const REST_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_MS = 2_000;
/** An answer that is larger is every gateway's own. */
const MAX_SHARED_BYTES = 1024 * 1024;

const hashOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

class AwayError extends Error {
  override readonly name = 'AwayError';
}

/**
 * An answer as it lies in Redis: status, the instants at which it was new and had come, how often Redis' clock had been
 * set back, a line break, the body. `now` and `era`: that clock, and how often it was by now. One that was shared before
 * that, or of a time to come: how old it is, nobody knows.
 */
function unpacked(stored: Buffer, now: number, era: number): FoundAnswer | undefined {
  const end = stored.indexOf('\n');
  const found = /^(\d{3}) (\d+\.\d{3}) (\d+\.\d{3}) (\d+)$/.exec(
    stored.toString('latin1', 0, Math.max(0, end)),
  );
  if (!found) return undefined;
  const [status = 0, madeAt = 0, answeredAt = 0, keptIn = 0] = found.slice(1).map(Number);
  if (keptIn !== era || answeredAt - now > SET_BACK_MS) return undefined;
  const since = (at: number): number => Math.max(0, now - at);
  return { status, ageMs: since(madeAt), answeredMs: since(answeredAt), body: stored.subarray(end + 1) };
}

const message = z.object({
  from: z.string(),
  key: z.string(),
  id: z.enum(Object.keys(FACTS) as RouteId[]),
  params: z.record(z.string(), z.string()),
});

/** What another gateway says; undefined for what this one has said itself, and for what it does not understand. */
function newsIn(text: string, me: string): News | undefined {
  try {
    const { from, ...news } = message.parse(JSON.parse(text));
    return from === me ? undefined : news;
  } catch {
    return undefined;
  }
}

/** Rejects when an answer takes too long. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AwayError('it does not answer in time')), COMMAND_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What gateways share, in Redis. It need not be there, not even at the start: what is asked of it while it is away
 * rejects at once, so that each gateway goes on by itself, and sharing goes on when it is back.
 */
export function createRedisState({ url, scope, log, now = evenly }: RedisOptions): RedisState {
  const me = randomUUID();
  // Everything of one scope in one slot of a cluster.
  const name = (kind: string): string => `evenline:{${hashOf(...scope).slice(0, 22)}}:${kind}`;
  const places = name('window');
  const paused = name('paused');
  const answerOf = (key: string): string => name(`answer:${hashOf(key)}`);
  const claimOf = (key: string): string => name(`claim:${hashOf(key)}`);
  const clock = name('clock');
  const channel = name('news');

  const client = createClient({
    url,
    name: 'evenline',
    scripts: SCRIPTS,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) => Math.min(MAX_RECONNECT_MS, 100 * 2 ** Math.min(retries, 10)),
    },
  });
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  let isShared: boolean | undefined;
  let restUntil = 0;
  /** How far Redis' clock is ahead of this one at most, once it has told it. */
  let aheadMs: number | undefined;
  let failures = 0;
  let closed = false;

  const away = (error: unknown): void => {
    if (closed || isShared === false) return;
    isShared = false;
    const cause = error instanceof Error ? error.message : String(error);
    log({
      level: 'warn',
      message: 'Redis is away: this gateway spends its budget by itself until it is back',
      cause,
    });
  };
  const back = (): void => {
    if (isShared === false) log({ level: 'info', message: 'Redis is back: the budget is shared again' });
    isShared = true;
  };
  client.on('error', away);
  client.connect().catch(away);
  // A connection that listens can do nothing else. It comes back by itself, and what it missed is not missed for long.
  const subscriber = client.duplicate({ disableOfflineQueue: false });
  subscriber.on('error', () => undefined);
  const listening = subscriber.connect();
  listening.catch(() => undefined);

  async function ask<T extends { readonly at: number }>(act: () => Promise<T>): Promise<T> {
    if (!client.isReady || performance.now() < restUntil) {
      failures += 1;
      throw new AwayError('it is away');
    }
    try {
      const sentAt = now();
      const answer = await inTime(act());
      aheadMs = answer.at - sentAt;
      back();
      return answer;
    } catch (error) {
      failures += 1;
      restUntil = performance.now() + REST_MS;
      away(error);
      throw error;
    }
  }
  const askClock = () =>
    ask(() =>
      client.time().then(([seconds, more]) => ({ at: Number(seconds) * 1_000 + Number(more) / 1_000 })),
    );
  /** Has Redis change something, but not once nobody waits for that any more: it would do it with all that came before. */
  async function change(act: (until: string) => Promise<Outcome>): Promise<readonly number[]> {
    if (aheadMs === undefined) await askClock();
    const { done } = await ask(() => act(String(now() + (aheadMs ?? 0) + COMMAND_TIMEOUT_MS)));
    if (done.length > 0) return done;
    failures += 1;
    throw new AwayError('it came to that too late');
  }

  return {
    async take(place, pace) {
      const keys = [places, paused, name(`last:${pace.line}`)];
      const [waitMs = 0, taken = 0] = await change((until) =>
        client.takePlace(keys, `${me} ${place}`, pace, until),
      );
      return { waitMs, taken };
    },
    async leave(place, windowMs) {
      await ask(() => client.leavePlace([places], `${me} ${place}`, windowMs));
    },
    async giveBack(place) {
      await ask(() => client.giveBackPlace([places], `${me} ${place}`));
    },
    async pause(ms) {
      await change((until) => client.pausePlaces([paused], ms, until));
    },
    async read(key) {
      const { at, era, kept } = await ask(() => binary.findAnswer([answerOf(key), clock]));
      return kept ? unpacked(kept, at, era) : undefined;
    },
    async write(news, answer, ttlMs) {
      if (answer.body.byteLength > MAX_SHARED_BYTES) return;
      const message = JSON.stringify({ from: me, ...news });
      await change((until) =>
        client.keepAnswer([answerOf(news.key), clock], answer, ttlMs, [channel, message], until),
      );
    },
    listen(heard) {
      const take = (text: string): void => {
        const news = newsIn(text, me);
        if (news) heard(news);
      };
      listening.then(() => subscriber.subscribe(channel, take)).catch(() => undefined);
    },
    async claim(key, ttlMs) {
      const [isMine] = await change((until) => client.claimFor([claimOf(key)], me, ttlMs, until));
      return isMine === 1;
    },
    async release(key) {
      await ask(() => client.releaseFor([claimOf(key)], me));
    },
    gauges: [
      gauge('shared_up', 'Whether budget and answers are shared with other gateways.', () =>
        client.isReady && performance.now() >= restUntil ? 1 : 0,
      ),
      counter('shared_failures_total', 'Questions to Redis that had no answer.', () => failures),
    ],
    close: async () => {
      closed = true;
      subscriber.destroy();
      // As long as it may take: requests that are broken off end a moment later, and each then says so here.
      if (client.isReady) await pause(COMMAND_TIMEOUT_MS);
      client.destroy();
    },
  };
}
