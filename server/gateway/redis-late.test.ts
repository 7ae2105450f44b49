import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe.skipIf(TEST_REDIS_URL === undefined)('what a gateway has asked of Redis', () => {
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
  ])('and given up is not done when it arrives late: %s', async (_, hasAsked) => {
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

  it('seems late once where the clock of Redis was set ahead, and is done from then on', async () => {
    let aheadMs = 0;
    const one = await state(url, () => evenly() - aheadMs);
    expect(await one.claim('/a', 60_000)).toBe(true);
    aheadMs = 3_600_000;
    await expect(one.claim('/b', 60_000)).rejects.toThrow(/too late/);
    expect(await one.claim('/b', 60_000)).toBe(true);
    expect(log).toEqual([]);
  });
});
