import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRedisState, type RedisState } from './redis-state.ts';
import type { News, Pace } from './shared-state.ts';
import { SlidingCount, type TestGateway, TestPlatform, testGateway } from './testing/platform.ts';
import { RedisWay } from './testing/redis-way.ts';

const { TEST_REDIS_URL } = process.env;
if (TEST_REDIS_URL === undefined) console.warn('Sharing is not tested: TEST_REDIS_URL is not set.');
const paceOf = (given: Partial<Pace>): Pace => ({
  count: 1,
  windowMs: 1_000,
  flightMs: 2_000,
  longestMs: 180_000,
  gapMs: 0,
  line: 'all',
  ...given,
});
const newsOf = (key: string): News => ({ key, id: 'listEvents', params: {} });
const PATIENT = { timeout: 10_000, interval: 20 };

describe.skipIf(TEST_REDIS_URL === undefined)('gateways on one Redis', () => {
  const url = TEST_REDIS_URL ?? '';
  const log: Record<string, unknown>[] = [];
  const open: RedisState[] = [];
  let scope: string[];
  let way: RedisWay;
  const upOf = (state: RedisState): number => state.gauges[0]?.read() ?? 0;
  const isUp = (state: RedisState) => vi.waitFor(() => expect(upOf(state)).toBe(1), PATIENT);
  async function state(address = url): Promise<RedisState> {
    const one = createRedisState({ url: address, scope, log: (entry) => log.push(entry) });
    open.push(one);
    await isUp(one);
    return one;
  }

  beforeAll(async () => {
    way = await RedisWay.open(url);
  });
  afterAll(() => way.end());
  beforeEach(() => {
    scope = ['http://platform', randomUUID()];
    log.length = 0;
  });
  afterEach(() => {
    for (const one of open.splice(0)) void one.close();
    expect(JSON.stringify(log)).not.toContain(new URL(url).password || 'no password');
  });

  it('take places together, never more than there are in any window', async () => {
    const pace = paceOf({ count: 4, windowMs: 200 });
    const gateways = await Promise.all([state(), state()]);
    // By the longest time it can have been: a busy machine makes it longer for everybody.
    const began = performance.now();
    const granted = await Promise.all(
      gateways.map(async (gateway) => {
        let places = 0;
        for (let turn = 0; turn < 300; turn++) {
          const place = String(turn);
          if ((await gateway.take(place, pace)).waitMs > 0) continue;
          places += 1;
          await gateway.leave(place, pace.windowMs);
        }
        return places;
      }),
    );
    const windows = Math.ceil((performance.now() - began) / pace.windowMs);
    const total = granted.reduce((sum, places) => sum + places, 0);
    expect(total).toBeGreaterThanOrEqual(pace.count);
    expect(total).toBeLessThanOrEqual((windows + 1) * pace.count);
  });

  it('keep their distance, and say how long there is to wait', async () => {
    const gateway = await state();
    const pace = paceOf({ count: 3, windowMs: 180_000, gapMs: 60_000 });
    const free = { ...pace, gapMs: 0 };
    expect(await gateway.take('a', pace)).toEqual({ waitMs: 0, taken: 1 });
    const { waitMs } = await gateway.take('b', pace);
    expect(waitMs).toBeGreaterThan(30_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    // Those of another line keep no distance from these.
    expect(await gateway.take('b', { ...pace, line: 'other' })).toEqual({ waitMs: 0, taken: 2 });
    expect(await gateway.take('c', free)).toEqual({ waitMs: 0, taken: 3 });
    expect((await gateway.take('d', free)).waitMs).toBeGreaterThan(120_000);
    expect((await gateway.take('d', { ...free, count: 0 })).waitMs).toBeGreaterThan(120_000);
  });

  it('give a place back a window after its answer, and not before', async () => {
    const [one, other] = [await state(), await state()];
    const pace = paceOf({ count: 1, windowMs: 60_000, flightMs: 30_000 });
    expect((await one.take('a', pace)).waitMs).toBe(0);
    const before = await other.take('a', pace);
    expect(before.waitMs).toBeGreaterThan(80_000);
    await one.leave('a', 60_000);
    const after = await other.take('a', pace);
    expect(after.waitMs).toBeLessThanOrEqual(60_000);
    expect(after.waitMs).toBeGreaterThan(50_000);
    // What is given back twice, or by who does not have it, changes nothing.
    await other.leave('a', 1);
    expect((await other.take('a', pace)).taken).toBe(1);
  });

  it('have a place again at once that its gateway had no use for', async () => {
    const [one, other] = [await state(), await state()];
    const pace = paceOf({ count: 1, windowMs: 60_000, flightMs: 30_000 });
    expect((await one.take('a', pace)).waitMs).toBe(0);
    // Nobody gives back what another has.
    await other.giveBack('a');
    expect((await other.take('a', pace)).waitMs).toBeGreaterThan(0);
    await one.giveBack('a');
    expect(await other.take('a', pace)).toEqual({ waitMs: 0, taken: 1 });
  });

  it('pause together, and a shorter pause does not end a longer one', async () => {
    const [one, other] = [await state(), await state()];
    await one.pause(90_000);
    await other.pause(10);
    const { waitMs } = await other.take('a', paceOf({ count: 5 }));
    expect(waitMs).toBeGreaterThan(60_000);
    expect(waitMs).toBeLessThanOrEqual(90_000);
  });

  it('give each other answers as they came, byte for byte', async () => {
    const [one, other] = [await state(), await state()];
    const body = Buffer.from([0, 255, 10, 13, 10, 0, 128]);
    const began = performance.now();
    await one.write(newsOf('/events?start=0'), { status: 200, body, ageMs: 5_000.25 }, 60_000);
    await pause(20);
    const { ageMs = 0, answeredMs = 0, ...found } = (await other.read('/events?start=0')) ?? {};
    expect(found).toEqual({ status: 200, body });
    expect(ageMs - answeredMs).toBeCloseTo(5_000.25, 1);
    // It grows older by the clock of Redis.
    expect(ageMs).toBeGreaterThanOrEqual(5_019);
    expect(ageMs).toBeLessThanOrEqual(5_001 + performance.now() - began);
    expect(await other.read('/events?start=1')).toBeUndefined();
    await one.write(newsOf('/huge'), { status: 200, body: Buffer.alloc(2 ** 20 + 1), ageMs: 1 }, 60_000);
    expect(await other.read('/huge')).toBeUndefined();
  });

  it('tell each other what they share, and not themselves', async () => {
    const [one, other] = [await state(), await state(way.url)];
    const heard: string[] = [];
    one.listen(({ key }) => heard.push(`one ${key}`));
    other.listen(({ key }) => heard.push(`other ${key}`));
    const answer = { status: 200, body: Buffer.from('{}'), ageMs: 1 };
    const share = async (key: string) => one.write(newsOf(key), answer, 60_000);
    const reaches = (key: string) =>
      vi.waitFor(async () => {
        await share(key);
        expect(heard).toContain(`other ${key}`);
      }, PATIENT);
    await reaches('/first');
    way.close();
    await vi.waitFor(() => expect(upOf(other)).toBe(0), PATIENT);
    await share('/unheard');
    way.mend();
    await reaches('/again');
    expect(heard).not.toContain('other /unheard');
    expect(heard.filter((line) => line.startsWith('one'))).toEqual([]);
  });

  it('leave to one what both want to fetch', async () => {
    const [one, other] = [await state(), await state()];
    expect(await one.claim('/events', 60_000)).toBe(true);
    expect(await one.claim('/events', 60_000)).toBe(true);
    expect(await other.claim('/events', 60_000)).toBe(false);
    await other.release('/events');
    expect(await other.claim('/events', 60_000)).toBe(false);
    await one.release('/events');
    expect(await other.claim('/events', 60_000)).toBe(true);
  });

  it('know nothing of gateways with another key', async () => {
    const one = await state();
    await one.pause(60_000);
    scope = ['http://platform', 'another key'];
    const stranger = await state();
    expect((await stranger.take('a', paceOf({}))).waitMs).toBe(0);
  });

  describe('in front of one platform', () => {
    const platform = new TestPlatform();
    const RPS = 10;
    let desks: TestGateway[];
    let states: RedisState[];
    beforeEach(async () => {
      platform.arrived.length = 0;
      const upstream = await platform.open();
      states = [await state(way.url), await state(way.url)];
      desks = states.map((shared) => testGateway(upstream, { rps: RPS, shared }));
    });
    afterEach(async () => {
      for (const desk of desks) desk.close();
      await platform.close();
    });
    const ask = async (desk: TestGateway | undefined, path: string): Promise<number> =>
      (await desk?.app.request(`/prediction/v1${path}`))?.status ?? 0;

    it('send it no more than one of them would', async () => {
      const arrivals: number[] = [];
      platform.answer = (_, res) => {
        arrivals.push(performance.now());
        TestPlatform.json(res, {});
      };
      const asked = Array.from({ length: 30 }, (_, n) => ask(desks[n % 2], `/events/${n}`));
      const statuses = await Promise.all(asked);
      const sent = arrivals.length;
      expect(statuses.filter((status) => status === 200)).toHaveLength(sent);
      expect(sent).toBeGreaterThan(RPS);
      // All but the first second's worth had to wait; each by itself, the two would be twice as fast.
      const took = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
      expect(took).toBeGreaterThan(((sent - RPS) / RPS) * 1_000 - 300);
    });

    it('share a window that the platform counts for both, and neither is ever refused', async () => {
      const counted = new SlidingCount(15, 3_000);
      platform.answer = (_, res) => {
        const { status, headers } = counted.arrives(performance.now());
        TestPlatform.json(res, {}, status, headers);
      };
      for (const desk of desks) desk.close();
      const upstream = `http://127.0.0.1:${platform.port}`;
      desks = states.map((shared) => testGateway(upstream, { rps: 5, windowSeconds: 3, shared }));
      const asked = Array.from({ length: 40 }, (_, n) => ask(desks[n % 2], `/events/${n}`));
      const statuses = await Promise.all(asked);
      expect(counted.refused).toBe(0);
      expect(counted.most).toBeLessThanOrEqual(15);
      // More than a window's worth was answered: what is given back is used again.
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(15);
      expect(statuses).not.toContain(429);
    });

    it('ask for the same thing once', async () => {
      const both = await Promise.all(desks.map((desk) => ask(desk, '/events?start=0&end=20')));
      expect(both).toEqual([200, 200]);
      expect(platform.arrived).toHaveLength(1);
    });

    it('go on by themselves while Redis is away, say so once, and share again when it is back', async () => {
      way.close();
      await vi.waitFor(() => expect(states.map(upOf)).toEqual([0, 0]), PATIENT);
      expect(await Promise.all(desks.map((desk) => ask(desk, '/events/a')))).toEqual([200, 200]);
      expect(platform.arrived).toHaveLength(2);
      const [one] = states;
      await expect(one?.take('a', paceOf({}))).rejects.toThrow(/away/);
      expect(log.filter(({ level }) => level === 'warn')).toHaveLength(2);
      way.mend();
      for (const each of states) await isUp(each);
      await vi.waitFor(async () => expect(await one?.claim('x', 1_000)).toBe(true), PATIENT);
      expect(await Promise.all(desks.map((desk) => ask(desk, '/events/b')))).toEqual([200, 200]);
      expect(platform.arrived).toHaveLength(3);
    });
  });
});
