import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { evenly } from '../common/even-clock.ts';
import { createRedisState, type RedisState } from './redis-state.ts';
import type { News, Pace } from './shared-state.ts';
import { RedisWay } from './testing/redis-way.ts';

const { TEST_REDIS_URL } = process.env;
const PACE: Pace = {
  count: 1,
  windowMs: 60_000,
  flightMs: 30_000,
  longestMs: 180_000,
  gapMs: 0,
  line: 'all',
};
const NEWS: News = { key: '/events', id: 'listEvents', params: {} };
const ANSWER = { status: 200, body: Buffer.from('{}'), ageMs: 0 };
/** Twice as long as anybody waits for Redis: by then it is late for it, however slow it was before. */
const LATE_MS = 500;

describe.skipIf(TEST_REDIS_URL === undefined)('gateways on a Redis', () => {
  const url = TEST_REDIS_URL ?? '';
  const open: RedisState[] = [];
  const log: unknown[] = [];
  let scope: string[];
  let way: RedisWay;
  const isUp = (state: RedisState) =>
    vi.waitFor(() => expect(state.gauges[0]?.read()).toBe(1), { timeout: 10_000, interval: 20 });
  async function state(address = url, now = evenly): Promise<RedisState> {
    const one = createRedisState({ url: address, scope, log: (entry) => log.push(entry), now });
    open.push(one);
    await isUp(one);
    return one;
  }
  const everything = (one: RedisState) =>
    Promise.allSettled([
      one.take('a', PACE),
      one.pause(60_000),
      one.claim(NEWS.key, 60_000),
      one.write(NEWS, ANSWER, 60_000),
    ]);

  beforeEach(async () => {
    scope = ['http://platform', randomUUID()];
    way = await RedisWay.open(url);
    log.length = 0;
  });
  afterEach(async () => {
    for (const one of open.splice(0)) void one.close();
    await way.end();
  });

  it.each([
    ['later on', true],
    ['first of all', false],
  ])('have nothing done that arrives after they have given it up: %s', async (_, hasAsked) => {
    const [late, other] = [await state(way.url), await state()];
    const heard: string[] = [];
    other.listen(({ key }) => heard.push(key));
    if (hasAsked) expect(await late.read(NEWS.key)).toBeUndefined();
    way.hold();
    const asked = await everything(late);
    expect(asked.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    await pause(LATE_MS);
    way.mend();
    await isUp(late);
    // It comes after all that was held, and nothing of that was done.
    expect(await late.read(NEWS.key)).toBeUndefined();
    expect(heard).toEqual([]);
    expect(await other.claim(NEWS.key, 60_000)).toBe(true);
    expect(await other.take('b', PACE)).toEqual({ waitMs: 0, taken: 1 });
    // What is asked after that is.
    await other.leave('b', 0);
    await late.pause(60_000);
    expect((await other.take('c', PACE)).waitMs).toBeGreaterThan(30_000);
  });

  it('are too late once where its clock was set ahead, and not from then on', async () => {
    let aheadMs = 0;
    const one = await state(url, () => evenly() - aheadMs);
    expect(await one.claim('/a', 60_000)).toBe(true);
    aheadMs = 3_600_000;
    await expect(one.claim('/b', 60_000)).rejects.toThrow(/too late/);
    expect(await one.claim('/b', 60_000)).toBe(true);
    expect(log).toEqual([]);
  });

  describe('whose clock is set back', () => {
    const HOUR_MS = 3_600_000;
    const raw = createClient({ url });
    beforeAll(() => raw.connect());
    afterAll(() => raw.destroy());
    /** Where these gateways keep something, by its kind. */
    async function keyOf(kind: string): Promise<string> {
      const tag = createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 22);
      const [key] = await raw.keys(`evenline:{${tag}}:${kind}*`);
      if (key === undefined) throw new Error(`nothing of ${kind} was written`);
      return key;
    }
    const laterBy = async (ms: number): Promise<number> => Number((await raw.time())[0]) * 1_000 + ms;

    it('do not take what was shared before that for new', async () => {
      const gateway = await state();
      await gateway.write(NEWS, ANSWER, 60_000);
      const key = await keyOf('answer');
      expect(await gateway.read(NEWS.key)).toBeDefined();
      const kept = (await raw.get(key)) ?? '';
      const later = (await laterBy(HOUR_MS)).toFixed(3);
      await raw.set(key, kept.replace(/^200 [\d.]+ [\d.]+/, `200 ${later} ${later}`));
      expect(await gateway.read(NEWS.key)).toBeUndefined();
    });

    it('nor once that clock has caught up with it', async () => {
      const gateway = await state();
      await gateway.write(NEWS, ANSWER, 60_000);
      expect(await gateway.read(NEWS.key)).toBeDefined();
      // As if it had been so late before it was set back.
      await raw.hSet(await keyOf('clock'), 'latest', await laterBy(HOUR_MS));
      expect(await gateway.read(NEWS.key)).toBeUndefined();
      expect(await gateway.read(NEWS.key)).toBeUndefined();
      await gateway.write(NEWS, ANSWER, 60_000);
      expect(await gateway.read(NEWS.key)).toBeDefined();
    });

    it('leave nobody what he has claimed before that for longer than he could', async () => {
      const [one, other] = [await state(), await state()];
      await one.claim(NEWS.key, 60_000);
      await raw.pExpire(await keyOf('claim'), 59_000);
      expect(await other.claim(NEWS.key, 60_000)).toBe(false);
      await raw.pExpire(await keyOf('claim'), HOUR_MS);
      expect(await other.claim(NEWS.key, 60_000)).toBe(true);
      expect(await one.claim(NEWS.key, 60_000)).toBe(false);
    });

    it('wait for places no longer than one can be taken, and forget none', async () => {
      const gateway = await state();
      const pace = { ...PACE, count: 2, longestMs: 90_000 };
      for (const place of ['a', 'b']) await gateway.take(place, pace);
      const key = await keyOf('window');
      for (const { value } of await raw.zRangeWithScores(key, 0, -1)) {
        await raw.zAdd(key, { value, score: await laterBy(HOUR_MS) });
      }
      const { waitMs, taken } = await gateway.take('c', pace);
      expect([waitMs > 80_000, waitMs <= 90_000, taken]).toEqual([true, true, 2]);
      // An answer that comes after that counts from then on.
      await gateway.leave('a', 0);
      expect((await gateway.take('c', pace)).waitMs).toBe(0);
    });

    it('pause no longer than they can have been asked to, and can be asked to again', async () => {
      const gateway = await state();
      await gateway.pause(60_000);
      const key = await keyOf('paused');
      await raw.set(key, String(await laterBy(HOUR_MS)));
      expect((await gateway.take('a', { ...PACE, count: 2 })).waitMs).toBe(0);
      await gateway.pause(50_000);
      const { waitMs } = await gateway.take('b', { ...PACE, count: 2 });
      expect([waitMs > 40_000, waitMs <= 50_000]).toEqual([true, true]);
    });
  });
});
