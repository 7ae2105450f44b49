import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../common/errors.ts';
import type { Priority } from '../common/facts.ts';
import { type Budget, createBudget, leaving, type Place } from './budget.ts';
import type { SharedState } from './shared-state.ts';
import { settled, TestTime } from './testing/time.ts';

interface Sent {
  at: number;
  place: Place;
}

/** A budget over time that a test lets pass, and what it let through. */
function setup(rps: number, shared?: SharedState) {
  const time = new TestTime();
  const budget = createBudget({ rps, timing: time, shared });
  const sent: Sent[] = [];
  const refused: ServiceError[] = [];
  const ask = (priority: Priority, caller = 'a', waitMs = 60_000) => {
    const place: Place = { priority, caller, waitMs };
    return budget.enter(place).then(
      (leave) => {
        sent.push({ at: time.now(), place });
        leave();
      },
      (error: unknown) => {
        if (error instanceof ServiceError) refused.push(error);
        else throw error;
      },
    );
  };
  return { time, budget, sent, refused, ask };
}

const priorities = fc.constantFrom<Priority>(0, 1, 2, 3, 4, 5, 6);
const asks = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 8_000 }),
    priority: priorities,
    caller: fc.constantFrom('a', 'b', 'c'),
    waitMs: fc.integer({ min: 100, max: 30_000 }),
  }),
  { minLength: 1, maxLength: 60 },
);
const rates = fc.constantFrom(0.25, 0.5, 1, 1.5, 2, 2.5, 5, 20);

/** Plays the asks at their times, and lets everything come to its end. */
async function play(all: { at: number; priority: Priority; caller: string; waitMs: number }[], rps: number) {
  const world = setup(rps);
  const start = world.time.now();
  for (const { at, priority, caller, waitMs } of [...all].sort((a, b) => a.at - b.at)) {
    await world.time.pass(Math.max(0, start + at - world.time.now()));
    void world.ask(priority, caller, waitMs);
  }
  await world.time.pass(60_000);
  return world;
}

describe('a budget', () => {
  it('is never exceeded, in whatever span of a second', async () => {
    await fc.assert(
      fc.asyncProperty(asks, rates, async (all, rps) => {
        const { sent } = await play(all, rps);
        const count = Math.ceil(rps);
        const windowMs = (count / rps) * 1_000;
        for (const { at } of sent) {
          const within = sent.filter((other) => other.at >= at && other.at < at + windowMs);
          expect(within.length).toBeLessThanOrEqual(count);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('lets everybody through or sends him away in the time he has', async () => {
    await fc.assert(
      fc.asyncProperty(asks, rates, async (all, rps) => {
        const { sent, refused, budget } = await play(all, rps);
        expect(sent.length + refused.length).toBe(all.length);
        expect(budget.state()).toMatchObject({ waiting: 0, granted: sent.length, refused: refused.length });
        for (const error of refused) {
          expect(error).toMatchObject({ kind: 'busy', code: 'UPSTREAM_BUSY' });
          expect(error.retryAfter).toBeGreaterThanOrEqual(1);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('serves those who came together by priority', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(priorities, { minLength: 1, maxLength: 30 }), async (all) => {
        const { time, ask, sent } = setup(1);
        void ask(0, 'first');
        await settled();
        for (const [nth, priority] of all.entries()) void ask(priority, `caller ${nth}`);
        await time.pass(60_000);
        const served = sent.slice(1).map(({ place }) => place.priority);
        expect(served).toEqual([...all].sort((a, b) => a - b));
      }),
      { numRuns: 40 },
    );
  });

  it('puts a write before everything that waits, however long it has waited', async () => {
    const { time, ask, sent } = setup(1);
    for (let i = 0; i < 20; i++) void ask(6, 'reader');
    await time.pass(10_500);
    void ask(0, 'trader');
    await time.pass(1_100);
    expect(sent.at(-1)?.place.priority).toBe(0);
  });

  it('puts what an order has become before everything but writes, however long that has waited', async () => {
    const { time, ask, sent } = setup(1);
    for (let i = 0; i < 4; i++) void ask(2);
    await time.pass(2_500);
    const before = sent.length;
    void ask(1);
    void ask(0);
    await time.pass(3_000);
    expect(sent.slice(before, before + 3).map(({ place }) => place.priority)).toEqual([0, 1, 2]);
  });

  it('sends who waits, and not in his place another of his who has given up', async () => {
    const { time, ask, sent, refused } = setup(1);
    void ask(3, 'other');
    await settled();
    const waits = [60_000, 500, 59_000];
    for (const waitMs of waits) void ask(3, 'a', waitMs);
    await time.pass(5_000);
    expect(refused).toHaveLength(1);
    expect(sent.slice(1).map(({ place }) => place.waitMs)).toEqual([60_000, 59_000]);
  });

  it('says how long who comes now would wait behind those of his priority and before', async () => {
    const { budget, ask } = setup(1);
    for (let i = 0; i < 4; i++) void ask(3);
    await settled();
    expect([2, 3, 4].map((priority) => budget.waitOf(priority as Priority))).toEqual([0, 3, 3]);
  });

  it('has a place again a little later than the platform, whose clock may be slower', async () => {
    const { time, ask, sent } = setup(1);
    const start = time.now();
    for (let i = 0; i < 3; i++) void ask(0);
    await time.pass(5_000);
    expect(sent.map(({ at }) => at - start)).toEqual([0, 1_020, 2_040]);
  });

  it('is full when the platform says so, where seconds are counted', async () => {
    const { budget, time, ask, sent } = setup(5);
    (await budget.enter({ priority: 0, caller: 'a', waitMs: 1 }))({ 'x-ratelimit-remaining': '0' });
    void ask(0);
    await time.pass(900);
    expect(sent).toHaveLength(0);
    await time.pass(200);
    expect(sent).toHaveLength(1);
  });

  it('spreads writes too while the platform wants to be asked less', async () => {
    const { budget, time, ask, sent } = setup(5);
    budget.heard(429, { 'retry-after': '1' });
    await time.pass(1_000);
    for (let i = 0; i < 3; i++) void ask(0);
    await settled();
    expect(sent).toHaveLength(1);
  });

  it('lets what waits long enough go before newer prices: nothing starves', async () => {
    const { time, ask, sent } = setup(1);
    void ask(6, 'background', 30_000);
    for (let i = 0; i < 15; i++) {
      void ask(3, 'prices', 30_000);
      void ask(3, 'prices', 30_000);
      await time.pass(1_000);
    }
    expect(sent.some(({ place }) => place.priority === 6)).toBe(true);
  });

  it('lets a price wait at most as long as its precedence is worth, so that a list gets on', async () => {
    const { time, ask, sent } = setup(1);
    void ask(3, 'list', 30_000);
    for (let i = 0; i < 15; i++) {
      void ask(2, 'prices', 30_000);
      void ask(2, 'prices', 30_000);
      await time.pass(1_000);
    }
    expect(sent.some(({ place }) => place.priority === 3)).toBe(true);
  });

  it('goes round among callers: one who asks much does not hold up one who asks little', async () => {
    const { time, ask, sent } = setup(1);
    for (let i = 0; i < 30; i++) void ask(5, 'greedy');
    await settled();
    void ask(5, 'modest');
    await time.pass(3_000);
    expect(sent.map(({ place }) => place.caller)).toContain('modest');
  });

  it('keeps nobody waiting who has left, and no place for him', async () => {
    const { budget, ask, sent, time } = setup(1);
    void ask(3);
    await settled();
    const client = new AbortController();
    const place = { priority: 3 as const, caller: 'b', waitMs: 60_000, left: client.signal };
    const gone = expect(budget.enter(place)).rejects.toThrow('its client has left');
    void ask(3, 'c');
    client.abort();
    await gone;
    expect(budget.state()).toMatchObject({ waiting: 1, refused: 0 });
    await time.pass(1_100);
    expect(sent.map(({ place: { caller } }) => caller)).toEqual(['a', 'c']);
    await expect(budget.enter(place)).rejects.toThrow('its client has left');
  });

  it('takes nothing back from who leaves once he has his place', async () => {
    const { budget } = setup(1);
    const client = new AbortController();
    const leave = await budget.enter({ priority: 3, caller: 'a', waitMs: 1, left: client.signal });
    client.abort();
    leave();
    expect(budget.state()).toMatchObject({ granted: 1, taken: 1, waiting: 0 });
  });

  it('keeps no more than a number of requests waiting for one caller', async () => {
    const { ask, refused } = setup(0.25);
    for (let i = 0; i < 60; i++) void ask(5, 'greedy');
    await settled();
    expect(refused).toHaveLength(60 - 32);
    void ask(5, 'modest');
    await settled();
    expect(refused.every(({ kind }) => kind === 'busy')).toBe(true);
  });

  it('keeps no more than two thousand waiting, whoever they are', async () => {
    const { ask, refused } = setup(0.25);
    for (let i = 0; i < 2_010; i++) void ask(5, String(i));
    await settled();
    expect(refused).toHaveLength(10);
  });

  it('sends everybody away when the gateway stops, and lets nobody in after', async () => {
    const { budget, ask, sent, refused, time } = setup(1);
    for (let i = 0; i < 3; i++) void ask(3);
    await settled();
    expect(sent).toHaveLength(1);
    budget.close();
    await settled();
    expect(refused).toHaveLength(2);
    void ask(0);
    await settled();
    expect(refused).toHaveLength(3);
    await time.pass(60_000);
    expect(sent).toHaveLength(1);
  });

  it('counts a request from its answer on, and one without an answer from when it is known that none comes', async () => {
    const told: unknown[] = [];
    const leave = (headers?: unknown): void => void told.push(headers);
    await leaving(leave, Promise.resolve({ told: { age: '1' } }));
    expect(told[0]).toEqual({ age: '1' });
    told.length = 0;
    await expect(leaving(leave, Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(told).toEqual([undefined]);
  });

  it('lets a write go at once while there are places left in the second', async () => {
    const { time, ask, sent } = setup(5);
    const start = time.now();
    for (let i = 0; i < 5; i++) void ask(0);
    await settled();
    expect(sent.map(({ at }) => at - start)).toEqual([0, 0, 0, 0, 0]);
    for (let i = 0; i < 3; i++) void ask(5);
    await time.pass(3_000);
    const background = sent.slice(5).map(({ at }) => at - start);
    expect(background[0]).toBeGreaterThanOrEqual(1_000);
    expect((background[1] ?? 0) - (background[0] ?? 0)).toBeGreaterThanOrEqual(200);
  });

  it('wakes for a write that comes while a list waits for its turn', async () => {
    const { time, ask, sent } = setup(2);
    void ask(5);
    await settled();
    void ask(5);
    await time.pass(100);
    void ask(0);
    await settled();
    expect(sent.map(({ place }) => place.priority)).toEqual([5, 0]);
  });
});

describe('a platform that wants to be asked less', () => {
  const told = (budget: Budget, status: number, headers = {}) => budget.heard(status, headers);

  it.each([
    ['seconds', { 'retry-after': '7' }, 7],
    ['a date', { 'retry-after': new Date(1_800_000_007_000).toUTCString() }, 7],
    ['the reset in seconds', { 'x-ratelimit-reset': '7' }, 7],
    ['the reset as an instant', { 'x-ratelimit-reset': '1800000007' }, 7],
    ['the reset as an instant in milliseconds', { 'x-ratelimit-reset': '1800000007000' }, 7],
    ['nothing', {}, 1],
    ['nonsense', { 'retry-after': 'soon' }, 1],
    ['no time at all', { 'retry-after': '0' }, 1],
    ['no time at all, and the reset', { 'retry-after': '0', 'x-ratelimit-reset': '7' }, 7],
    ['a reset that is over by the clock here', { 'x-ratelimit-reset': '1799999990' }, 1],
    ['a day, which is cut', { 'retry-after': '86400' }, 120],
  ])('pauses everybody by 429 and %s', async (_, headers, seconds) => {
    const { time, budget, ask, sent } = setup(5);
    told(budget, 429, headers);
    expect(budget.state().slowUntil).toBe(1_800_000_000 + seconds);
    void ask(0, 'a', 300_000);
    await time.pass(seconds * 1_000 - 10);
    expect(sent).toHaveLength(0);
    await time.pass(20);
    expect(sent).toHaveLength(1);
  });

  it('pauses everybody by a 503 that asks for it, and nobody by one that says to come back at once', () => {
    const { budget } = setup(4);
    for (const headers of [{}, { 'retry-after': '0' }, { 'retry-after': '0' }]) told(budget, 503, headers);
    expect(budget.state()).toMatchObject({ slowUntil: undefined, effectiveRps: 4, slowdowns: 0 });
    told(budget, 503, { 'retry-after': '7' });
    expect(budget.state()).toMatchObject({ slowUntil: 1_800_000_007, effectiveRps: 2, slowdowns: 1 });
  });

  it('is understood by the clock of the system, whatever that was when the gateway started', async () => {
    const { time, budget, ask, sent } = setup(5);
    time.setAhead = -3_600_000;
    const until = Math.ceil(time.clock() / 1_000) + 7;
    told(budget, 429, { 'x-ratelimit-reset': String(until) });
    expect(budget.state().slowUntil).toBe(until);
    void ask(0, 'a', 300_000);
    await time.pass(7_010);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['behind', -3_600_000],
    ['ahead', 3_600_000],
  ])('is understood by its own clock, where that of this machine is an hour %s', (_, setAhead) => {
    const date = new Date(1_800_000_000_000).toUTCString();
    const at = 1_800_000_007;
    for (const headers of [
      { date, 'x-ratelimit-reset': String(at) },
      { date, 'retry-after': new Date(at * 1_000).toUTCString() },
      // Kept on the way for as long as it says.
      { date: new Date(1_799_999_990_000).toUTCString(), age: '10', 'x-ratelimit-reset': String(at) },
    ]) {
      const { time, budget } = setup(5);
      time.setAhead = setAhead;
      told(budget, 429, headers);
      expect(budget.state().slowUntil).toBe(time.clock() / 1_000 + 7);
    }
  });

  it('halves the rate, and comes back bit by bit', async () => {
    const { time, budget } = setup(4);
    told(budget, 429);
    expect(budget.state().effectiveRps).toBe(2);
    told(budget, 429);
    expect(budget.state()).toMatchObject({ effectiveRps: 1, slowdowns: 2 });
    await time.pass(10_000);
    expect(budget.state().effectiveRps).toBeCloseTo(1.8);
    await time.pass(60_000);
    expect(budget.state()).toMatchObject({ effectiveRps: 4, slowUntil: undefined });
  });

  it('halves what the rate is by then, and leaves an eighth of it whatever the platform says', async () => {
    const { time, budget } = setup(4);
    told(budget, 429);
    await time.pass(10_000);
    told(budget, 429);
    expect(budget.state().effectiveRps).toBeCloseTo(1.4);
    for (let refusal = 0; refusal < 5; refusal++) told(budget, 429);
    expect(budget.state().effectiveRps).toBe(0.5);
  });

  it('ends no longer pause by a shorter one', () => {
    const { budget } = setup(4);
    told(budget, 429, { 'retry-after': '30' });
    told(budget, 429, { 'retry-after': '2' });
    expect(budget.state().slowUntil).toBe(1_800_000_030);
  });

  it('waits shortly again after an answer between two refusals that do not say how long', async () => {
    const { time, budget } = setup(1);
    for (let refusal = 0; refusal < 3; refusal++) told(budget, 429);
    told(budget, 500);
    await time.pass(4_000);
    told(budget, 429);
    expect(budget.state().slowUntil).toBe(1_800_000_012);
    told(budget, 200);
    await time.pass(8_000);
    told(budget, 429);
    expect(budget.state().slowUntil).toBe(1_800_000_013);
  });

  it('waits for longer and longer where it does not say how long', () => {
    const { budget } = setup(1);
    for (const seconds of [1, 2, 4]) {
      told(budget, 429);
      expect(budget.state().slowUntil).toBe(1_800_000_000 + seconds);
    }
  });

  it('pauses when it has nothing left, without slowing down after', () => {
    const { budget } = setup(4);
    told(budget, 200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3' });
    expect(budget.state()).toMatchObject({ slowUntil: 1_800_000_003, effectiveRps: 4 });
  });

  it('is not waited for longer than who asks has time: he hears when to come back', async () => {
    const { budget, ask, refused } = setup(1);
    told(budget, 429, { 'retry-after': '40' });
    await ask(0, 'a', 10_000);
    expect(refused[0]).toMatchObject({ kind: 'busy', retryAfter: 40 });
  });
});

describe('a shared budget', () => {
  const unused = async () => undefined;
  const FREE = { waitMs: 0, taken: 1 };
  const sharedBy = (take: SharedState['take'], paused: number[] = []): SharedState => ({
    take,
    leave: unused,
    giveBack: unused,
    pause: async (ms) => void paused.push(ms),
    read: unused,
    write: unused,
    listen: () => undefined,
    claim: async () => true,
    release: unused,
  });

  it('waits as long as the others have taken all places', async () => {
    let isFree = false;
    const { time, ask, sent } = setup(
      1,
      sharedBy(async () => ({ waitMs: isFree ? 0 : 9_000, taken: 1 })),
    );
    void ask(0);
    await time.pass(650);
    expect(sent).toHaveLength(0);
    // Another gateway has had its answer: it need not be waited for as long as was said.
    isFree = true;
    await time.pass(500);
    expect(sent).toHaveLength(1);
  });

  it('grants no second window when the others have forgotten the first', async () => {
    const { time, ask, sent } = setup(
      5,
      sharedBy(async () => FREE),
    );
    for (let one = 0; one < 12; one++) void ask(0, String(one));
    await settled();
    expect(sent).toHaveLength(5);
    await time.pass(1_100);
    expect(sent).toHaveLength(10);
  });

  it('tells the others of a pause', async () => {
    const paused: number[] = [];
    const { budget } = setup(
      1,
      sharedBy(async () => FREE, paused),
    );
    budget.heard(200, {});
    budget.heard(500, {});
    expect(paused).toEqual([]);
    budget.heard(429, { 'retry-after': '3' });
    expect(paused).toEqual([3_000]);
  });

  it('gives back a place that comes when whoever it was for has gone', async () => {
    let grant = (_: typeof FREE): void => undefined;
    const left: string[] = [];
    const take = () =>
      new Promise<typeof FREE>((resolve) => {
        grant = resolve;
      });
    const shared = { ...sharedBy(take), giveBack: async (place: string) => void left.push(place) };
    const { time, ask, sent, refused } = setup(1, shared);
    void ask(3, 'a', 1_000);
    await time.pass(1_000);
    expect(refused).toHaveLength(1);
    grant(FREE);
    await settled();
    expect(left).toHaveLength(1);
    expect(sent).toHaveLength(0);
    // Here it is free at once as well.
    void ask(0);
    await settled();
    grant(FREE);
    await settled();
    expect(sent).toHaveLength(1);
  });

  it('asks again at once for who comes while a place is asked for', async () => {
    const answers: ((taken: typeof FREE) => void)[] = [];
    const { ask, sent } = setup(
      1,
      sharedBy(() => new Promise((resolve) => answers.push(resolve))),
    );
    void ask(5);
    await settled();
    void ask(0);
    answers.shift()?.({ waitMs: 9_000, taken: 1 });
    await settled();
    answers.shift()?.(FREE);
    await settled();
    expect(sent).toMatchObject([{ place: { priority: 0 } }]);
  });

  it('goes on by itself at its own pace when nothing is shared any more', async () => {
    let away = false;
    const { time, ask, sent } = setup(
      1,
      sharedBy(() => (away ? Promise.reject(new Error('gone')) : Promise.resolve(FREE))),
    );
    const start = time.now();
    void ask(0);
    await settled();
    away = true;
    for (let i = 0; i < 3; i++) void ask(3);
    await time.pass(10_000);
    expect(sent).toHaveLength(4);
    for (const [i, { at }] of sent.entries()) expect(at - start).toBeGreaterThanOrEqual(i * 1_000);
  });
});
