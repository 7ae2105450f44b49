import type { RouteId } from '@contract/routes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../common/errors.ts';
import type { Priority } from '../common/facts.ts';
import type { Fetched } from './answer-store.ts';
import { createBudget, leaving, type Place } from './budget.ts';
import { createCache } from './cache.ts';
import { OwnPlaces } from './places.ts';
import type { SharedState } from './shared-state.ts';
import { SlidingCount } from './testing/platform.ts';
import { settled, TestTime } from './testing/time.ts';

/** Numbers that look like chance and are the same every time, 0 <= x < 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface World {
  readonly rps: number;
  readonly windowSeconds: number;
  readonly gateways?: number;
  /** Milliseconds until a request arrives, and from there until its answer is back. */
  readonly there?: () => number;
  readonly back?: () => number;
}

/** What several gateways share, in memory. */
function sharedIn(time: TestTime): SharedState {
  const places = new OwnPlaces();
  const nothing = async () => undefined;
  return {
    take: async (place, pace) => places.take(place, pace, time.now()),
    leave: async (place, windowMs) => places.leave(place, windowMs, time.now()),
    giveBack: async (place) => places.giveBack(place),
    pause: nothing,
    read: nothing,
    write: nothing,
    listen: () => undefined,
    claim: async () => true,
    release: nothing,
  };
}

/** Gateways before a platform that counts a sliding window. */
function world({ rps, windowSeconds, gateways = 1, there = () => 40, back = () => 60 }: World) {
  const time = new TestTime();
  const counted = new SlidingCount(Math.max(1, Math.ceil(rps * windowSeconds)), windowSeconds * 1_000);
  const shared = gateways > 1 ? sharedIn(time) : undefined;
  let names = 0;
  const desks = Array.from({ length: gateways }, () => {
    // Two gateways never call their places the same.
    names += 1;
    const prefix = names;
    const own: SharedState | undefined = shared && {
      ...shared,
      take: (place, pace) => shared.take(`${prefix} ${place}`, pace),
      leave: (place, windowMs) => shared.leave(`${prefix} ${place}`, windowMs),
      giveBack: (place) => shared.giveBack(`${prefix} ${place}`),
    };
    const budget = createBudget({ rps, windowSeconds, timing: time, shared: own });
    /** On its way, at the platform, and back. */
    const send = () =>
      new Promise<Fetched>((resolve) => {
        time.after(there(), () => {
          const { status, headers } = counted.arrives(time.now());
          time.after(back(), () => {
            budget.heard(status, headers);
            resolve({
              status,
              body: Buffer.from('{}'),
              ageMs: 0,
              cameAt: time.now(),
              headers: {},
              told: headers,
            });
          });
        });
      });
    const cache = createCache({
      timing: time,
      enter: budget.enter,
      send,
      failed: () => undefined,
      refreshRps: () => budget.state().refreshRps,
    });
    return { budget, cache, send };
  });
  const [desk] = desks;
  if (!desk) throw new Error('no gateway');
  /** @returns when it was answered; undefined: it was sent away. */
  const ask = async (place: Partial<Place> = {}, at = desk): Promise<number | undefined> => {
    try {
      const leave = await at.budget.enter({ priority: 3, caller: 'a', waitMs: 7_000, ...place });
      await leaving(leave, at.send());
      return time.now();
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  };
  const look = (id: RouteId, name: string, caller = 'a', at = desk) =>
    at.cache.read(
      `${id} ${name}`,
      { id, given: { params: { name }, query: {}, body: undefined } },
      { caller, requestId: '' },
    );
  return { time, counted, desks, desk, ask, look };
}

/** What a page of a market asks when it is opened. */
const PAGE: readonly RouteId[] = ['getEvent', 'getOrderbook', 'listTrades', 'getTradingStatus', 'listEvents'];
/** What it asks again, and every so many milliseconds. */
const POLLS = [
  { id: 'getOrderbook', everyMs: 1_000 },
  { id: 'getEvent', everyMs: 2_000 },
  { id: 'listTrades', everyMs: 5_000 },
] as const;

const asks = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 5_000 }),
    priority: fc.constantFrom<Priority>(0, 1, 2, 3, 6),
    isRefresh: fc.boolean(),
    gateway: fc.integer({ min: 0, max: 1 }),
    /** Has no use for its place any more, so many milliseconds after it has got it. */
    unsentMs: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 80 },
);

describe('what the platform counts', () => {
  it.each([
    ['in any second', 5, 1],
    ['in any second, at a rate that is no whole number', 2.5, 1],
    ['in any five seconds', 1, 5],
    ['in any minute', 0.1, 60],
  ])(
    'is never more than agreed %s, however long requests travel',
    async (_, rps, windowSeconds) => {
      await fc.assert(
        fc.asyncProperty(
          asks,
          fc.integer({ min: 1, max: 1_000 }),
          fc.constantFrom(1, 2),
          async (all, seed, gateways) => {
            const roll = dice(seed);
            // Up to a second and a half each way: later ones overtake.
            const travel = () => 1 + roll() ** 3 * 1_500;
            const play = world({ rps, windowSeconds, gateways, there: travel, back: travel });
            const start = play.time.now();
            // Some windows' worth of them.
            const slower = Math.max(1, windowSeconds / 2);
            for (const { at, gateway, unsentMs, ...place } of [...all].sort((a, b) => a.at - b.at)) {
              await play.time.pass(Math.max(0, start + at * slower - play.time.now()));
              const wish = { ...place, caller: 'a', waitMs: 7_000 * slower };
              const desk = play.desks[gateway % gateways] ?? play.desk;
              if (unsentMs === undefined) void play.ask(wish, desk);
              else {
                desk.budget.enter(wish).then(
                  (leave) => void play.time.after(unsentMs, () => leave('unsent')),
                  () => undefined,
                );
              }
            }
            await play.time.pass(20_000 * slower);
            expect(play.counted.refused).toBe(0);
            expect(play.counted.most).toBeLessThanOrEqual(play.counted.limit);
          },
        ),
        { numRuns: 100 },
      );
    },
    60_000,
  );

  it('is no more when the first travel long, and those a window later do not', async () => {
    let left = 0;
    const there = () => {
      left += 1;
      return left <= 5 ? 400 : 5;
    };
    const { time, ask, counted, desk } = world({ rps: 5, windowSeconds: 1, there, back: () => 5 });
    for (let one = 0; one < 10; one++) void ask({ priority: 0 });
    await time.pass(3_000);
    expect(desk.budget.state().granted).toBe(10);
    expect(counted).toMatchObject({ refused: 0, most: 5 });
  });

  it('is nothing that is refused, with 500 clients who open pages that nobody has looked at', async () => {
    const roll = dice(7);
    const play = world({
      rps: 1,
      windowSeconds: 60,
      there: () => 5 + roll() ** 2 * 500,
      back: () => 20 + roll() ** 2 * 800,
    });
    const clients = Array.from({ length: 500 }, (_, index) => ({
      name: String(index % 50),
      caller: `client ${index}`,
      opens: play.time.now() + roll() * 60_000,
      due: new Map<RouteId, number>(),
    }));
    let answered = 0;
    const note = () => {
      answered += 1;
    };
    const ignore = () => undefined;
    const end = play.time.now() + 150_000;
    while (play.time.now() < end) {
      for (const { name, caller, opens, due } of clients) {
        if (play.time.now() < opens) continue;
        if (due.size === 0) for (const id of PAGE) play.look(id, name, caller).then(note, ignore);
        for (const { id, everyMs } of POLLS) {
          const at = due.get(id) ?? play.time.now() + everyMs;
          if (at <= play.time.now()) play.look(id, name, caller).then(note, ignore);
          due.set(id, at <= play.time.now() ? at + everyMs : at);
        }
      }
      await play.time.pass(250);
    }
    expect(play.counted.refused).toBe(0);
    expect(play.counted.most).toBeLessThanOrEqual(60);
    // The budget is spent, and all that it brought was shown.
    expect(play.counted.most).toBeGreaterThan(40);
    expect(answered).toBeGreaterThan(10_000);
  });
});

describe('a page that nobody has looked at', () => {
  const slow = { there: () => 150, back: () => 250 };
  /** Opens one. @returns how long it took to be complete. */
  async function open({ time, look }: ReturnType<typeof world>, name: string): Promise<number> {
    const began = time.now();
    let done: number | undefined;
    void Promise.all(PAGE.map((id) => look(id, name))).then(() => {
      done = time.now();
    });
    await time.pass(10_000);
    return (done ?? Number.POSITIVE_INFINITY) - began;
  }

  it('is complete within a second and a half at sixty a minute', async () => {
    expect(await open(world({ rps: 1, windowSeconds: 60, ...slow }), 'cold')).toBeLessThanOrEqual(1_500);
  });

  it('is so as well while others are kept fresh, and so is the next one', async () => {
    const play = world({ rps: 1, windowSeconds: 60, ...slow });
    for (let step = 0; step < 240; step++) {
      for (const name of ['a', 'b', 'c']) {
        for (const { id } of POLLS) play.look(id, name).catch(() => undefined);
      }
      await play.time.pass(500);
    }
    expect(play.desk.budget.state().taken).toBeGreaterThan(30);
    for (const name of ['first', 'second']) {
      expect(await open(play, name)).toBeLessThanOrEqual(1_500);
    }
    expect(play.counted.refused).toBe(0);
  });
});

describe('a window', () => {
  it('keeps its last part for writes and the status of orders', async () => {
    const { time, ask, desk } = world({ rps: 1, windowSeconds: 60 });
    for (let one = 0; one < 60; one++) {
      void ask({ caller: String(one) });
      await time.pass(10);
    }
    expect(desk.budget.state().granted).toBe(48);
    for (let one = 0; one < 13; one++) void ask({ priority: 0 });
    await settled();
    expect(desk.budget.state().granted).toBe(60);
  });

  it('is spent at once by who is alone, and evenly where more wait than there is room for', async () => {
    const alone = world({ rps: 1, windowSeconds: 60 });
    for (let one = 0; one < 12; one++) void alone.ask();
    await settled();
    expect(alone.desk.budget.state().granted).toBe(12);
    const many = world({ rps: 1, windowSeconds: 60 });
    for (let one = 0; one < 200; one++) void many.ask({ caller: String(one) });
    await many.time.pass(6_000);
    expect(many.desk.budget.state().granted).toBeLessThan(10);
  });

  it('leaves what others of the same account have taken, as the platform says', async () => {
    const { time, ask, counted, desk } = world({ rps: 1, windowSeconds: 60 });
    for (let other = 0; other < 40; other++) counted.arrives(time.now());
    void ask();
    await time.pass(200);
    for (let one = 0; one < 12; one++) void ask({ caller: String(one) });
    for (let one = 0; one < 30; one++) void ask({ priority: 1, caller: String(one) });
    await time.pass(30_000);
    expect(counted).toMatchObject({ refused: 0, most: 60 });
    // Until they are free again, which no answer tells of when nothing is asked.
    await time.pass(31_000);
    expect(await go(ask({ priority: 0 }), time)).toBeDefined();
    expect(counted.refused).toBe(0);
    expect(desk.budget.state().slowdowns).toBe(0);
  });

  it('is waited for no longer than until the platform counts anew', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1, windowSeconds: 60, timing: time });
    const leave = await budget.enter({ priority: 3, caller: 'a', waitMs: 1 });
    leave({ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '5' });
    expect(budget.waitOf(3)).toBe(5);
    const waits = budget.enter({ priority: 3, caller: 'a', waitMs: 7_000 });
    await time.pass(7_000);
    await expect(waits).resolves.toBeTypeOf('function');
    expect(budget.waitOf(3)).toBe(0);
    budget.close();
  });

  it('is as full as the answer to the latest request says, whichever comes last', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1, windowSeconds: 60, timing: time });
    const place: Place = { priority: 0, caller: 'a', waitMs: 1 };
    const [first, second] = [await budget.enter(place), await budget.enter(place)];
    second({ 'x-ratelimit-remaining': '0' });
    first({ 'x-ratelimit-remaining': '59' });
    const refused = expect(budget.enter(place)).rejects.toMatchObject({ kind: 'busy' });
    await time.pass(5);
    await refused;
    budget.close();
  });

  it('is believed to be full for no longer than it lasts, whatever the platform says', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1, windowSeconds: 60, timing: time });
    const place: Place = { priority: 0, caller: 'a', waitMs: 1 };
    (await budget.enter(place))({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '86400' });
    expect(budget.waitOf(0)).toBeLessThanOrEqual(60);
    await time.pass(60_000);
    await expect(budget.enter(place)).resolves.toBeTypeOf('function');
    budget.close();
  });

  it('gives newer answers their turn where more is asked all the time than there is room for', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1, windowSeconds: 60, timing: time });
    const place: Place = { priority: 3, caller: 'a', waitMs: 7_000 };
    const ask = (more: Partial<Place> = {}): Promise<boolean> =>
      budget.enter({ ...place, ...more }).then(
        (leave) => {
          leave();
          return true;
        },
        () => false,
      );
    const pass = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        for (const caller of ['a', 'b']) void ask({ caller });
        await time.pass(1_000);
      }
    };
    await pass(180);
    const refresh = ask({ isRefresh: true, caller: '', waitMs: 30_000 });
    expect(budget.state().waiting).toBeGreaterThan(1);
    await pass(31);
    expect(await refresh).toBe(true);
    budget.close();
  });

  it('says how many wait, also for newer answers', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1, windowSeconds: 60, timing: time });
    const refreshes = [1, 2, 3].map(() =>
      budget.enter({ priority: 3, caller: '', waitMs: 30_000, isRefresh: true }),
    );
    await settled();
    expect(budget.state()).toMatchObject({ granted: 1, waiting: 2 });
    const ended = Promise.allSettled(refreshes);
    budget.close();
    await ended;
  });

  it('keeps a whole place for what is urgent where its share is a part of one', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1, windowSeconds: 10, reserve: 0.25, timing: time });
    const place: Place = { priority: 3, caller: 'a', waitMs: 1_000 };
    for (let one = 0; one < 7; one++) await budget.enter(place);
    const refused = expect(budget.enter(place)).rejects.toMatchObject({ kind: 'busy' });
    await time.pass(1_000);
    await refused;
    for (let one = 0; one < 3; one++) await budget.enter({ ...place, priority: 0, caller: String(one) });
    expect(budget.state().granted).toBe(10);
    budget.close();
  });

  it('has a place again a little later than the platform, whose clock may be slower', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1, windowSeconds: 10, timing: time });
    const place: Place = { priority: 0, caller: 'a', waitMs: 60_000 };
    for (let one = 0; one < 10; one++) (await budget.enter({ ...place, caller: String(one) }))();
    let isIn = false;
    void budget.enter(place).then(() => {
      isIn = true;
    });
    await time.pass(10_029);
    expect(isIn).toBe(false);
    await time.pass(1);
    expect(isIn).toBe(true);
    budget.close();
  });

  it('of a minute waits half of it at most for an answer that never comes', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1, windowSeconds: 60, timing: time });
    const place: Place = { priority: 0, caller: 'a', waitMs: 1 };
    for (let one = 0; one < 60; one++) await budget.enter({ ...place, caller: String(one) });
    await time.pass(90_000);
    expect(budget.state().taken).toBe(60);
    await time.pass(100);
    expect(budget.state().taken).toBe(0);
    budget.close();
  });

  it('of a single place keeps answers fresh with it while nobody asks', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1 / 60, windowSeconds: 60, timing: time });
    expect(budget.state()).toMatchObject({ places: 1, refreshRps: 1 / 60 });
    await budget.enter({ priority: 3, caller: '', waitMs: 1, isRefresh: true });
    budget.close();
  });

  it('of few places has one left however much the platform has slowed it down', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 0.1, windowSeconds: 60, timing: time });
    for (let refusal = 0; refusal < 4; refusal++) budget.heard(429, { 'retry-after': '1' });
    await time.pass(1_000);
    const waits = budget.enter({ priority: 0, caller: 'a', waitMs: 1 });
    await expect(waits).resolves.toBeTypeOf('function');
    budget.close();
  });

  it('is forgotten by no request that never had an answer', async () => {
    const time = new TestTime();
    const budget = createBudget({ rps: 1, windowSeconds: 10, reserve: 0, timing: time });
    for (let one = 0; one < 10; one++) await budget.enter({ priority: 0, caller: String(one), waitMs: 1 });
    await time.pass(15_000);
    const refused = expect(budget.enter({ priority: 0, caller: 'a', waitMs: 1 })).rejects.toMatchObject({
      kind: 'busy',
    });
    await time.pass(5);
    await refused;
    await time.pass(6_000);
    await budget.enter({ priority: 0, caller: 'a', waitMs: 1 });
    budget.close();
  });
});

/** Lets just so much time pass that something is done. */
async function go<T>(work: Promise<T>, time: TestTime): Promise<T> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  for (let step = 0; step < 1_000 && !isDone; step++) await time.pass(10);
  return work;
}
