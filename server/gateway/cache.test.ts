import type { RouteId } from '@contract/routes.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../common/errors.ts';
import { AnswerStore, type Entry, type Fetched, type Question } from './answer-store.ts';
import { type Budget, createBudget, type Place } from './budget.ts';
import { type CacheOptions, createCache, type Served, timeLeft } from './cache.ts';
import type { News, SharedAnswer, SharedState } from './shared-state.ts';
import { settled, TestTime } from './testing/time.ts';

const WHO = { caller: 'a', requestId: 'r' };
const market = (marketId: string): Question => ({
  id: 'getMarket',
  given: { params: { marketId }, query: {}, body: undefined },
});
const keyOf = ({ id, given }: Question) => `${id} ${JSON.stringify(given.params)}`;
const failure = new ServiceError('upstream-unusable', 'UPSTREAM_UNREACHABLE', 'away');

interface Setup {
  time?: TestTime;
  rps?: number;
  windowSeconds?: number;
  arrived?: CacheOptions['arrived'];
  latencyMs?: number;
  shared?: SharedState;
  limits?: Pick<CacheOptions, 'maxEntries' | 'maxBytes'>;
}
/** A cache over time that a test lets pass, before a platform that counts. */
function setup({ time = new TestTime(), latencyMs = 50, shared, limits, arrived, ...limit }: Setup = {}) {
  const budget: Budget = createBudget({ rps: 100, ...limit, timing: time });
  const world = {
    sent: [] as { at: number; question: Question }[],
    /** What asked for a place. */
    entered: [] as Place[],
    fails: false,
    status: 200,
    /** Of what is answered otherwise. */
    statusAt: (_: Question): number | undefined => undefined,
    ageMs: 0,
    /** For how long an answer is at work in the gateway before it is kept. */
    busyMs: 0,
    body: (question: Question, n: number) => `${keyOf(question)} ${n}`,
  };
  const cache = createCache({
    timing: time,
    enter: (place) => {
      world.entered.push(place);
      return budget.enter(place);
    },
    send: (question) =>
      new Promise<Fetched>((resolve, reject) => {
        world.sent.push({ at: time.now(), question });
        const body = Buffer.from(world.body(question, world.sent.length));
        const { fails, ageMs, busyMs } = world;
        const status = world.statusAt(question) ?? world.status;
        time.after(latencyMs, () =>
          fails
            ? reject(failure)
            : resolve({ status, body, ageMs, cameAt: time.now() - busyMs, headers: {} }),
        );
      }),
    failed: () => undefined,
    refreshRps: () => budget.state().refreshRps,
    shared,
    arrived,
    ...limits,
  });
  const read = async (question: Question, who = WHO): Promise<Served> => {
    const answer = cache.read(keyOf(question), question, who);
    answer.catch(() => undefined);
    await settled();
    return answer;
  };
  /** Reads and lets the platform answer. */
  const got = async (question: Question): Promise<Served> => {
    const answer = read(question);
    answer.catch(() => undefined);
    await time.pass(latencyMs + 1);
    return answer;
  };
  return { ...world, world, time, cache, budget, read, got };
}

describe('a shared answer', () => {
  it('is fetched once for all who ask while it is under way', async () => {
    const { cache, time, world, read } = setup();
    const all = Array.from({ length: 20 }, (_, i) => read(market('m'), { caller: `c${i}`, requestId: '' }));
    await time.pass(60);
    const bodies = new Set((await Promise.all(all)).map(({ body }) => body.toString()));
    expect(bodies.size).toBe(1);
    expect(world.sent).toHaveLength(1);
    expect(cache.stats()).toMatchObject({ joined: 19, entries: 1 });
  });

  it('is given again while it is fresh, and tells its age', async () => {
    const { time, world, got, read } = setup();
    expect(await got(market('m'))).toMatchObject({ state: 'miss', ageMs: 0 });
    await time.pass(700);
    const again = await read(market('m'));
    expect(again.state).toBe('hit');
    expect(again.ageMs).toBeGreaterThanOrEqual(700);
    expect(world.sent).toHaveLength(1);
  });

  it('is given stale at once while one newer is fetched', async () => {
    const { time, world, got, read } = setup();
    const first = await got(market('m'));
    await time.pass(5_000);
    for (let i = 0; i < 10; i++) {
      const stale = await read(market('m'));
      expect(stale.state).toBe('stale');
      expect(stale.body).toBe(first.body);
    }
    await time.pass(60);
    expect(world.sent).toHaveLength(2);
    expect(await read(market('m'))).toMatchObject({ state: 'hit' });
  });

  it('outlives a platform that fails, and says so, until it is too old for any use', async () => {
    const { time, world, got, read } = setup();
    const first = await got(market('m'));
    world.fails = true;
    await time.pass(5_000);
    await got(market('m'));
    const kept = await read(market('m'));
    expect(kept).toMatchObject({ state: 'stale-error', body: first.body });
    await time.pass(1_000);
    world.fails = false;
    await got(market('m'));
    expect(await read(market('m'))).toMatchObject({ state: 'hit' });
    world.fails = true;
    await time.pass(700_000);
    await expect(got(market('m'))).rejects.toBe(failure);
  });

  it('is not asked for more than once a second while the platform fails', async () => {
    const { time, world, got, read } = setup();
    await got(market('m'));
    world.fails = true;
    await time.pass(2_000);
    for (let i = 0; i < 100; i++) {
      await read(market('m'));
      await time.pass(100);
    }
    expect(world.sent.length).toBeLessThanOrEqual(12);
  });

  it('is fetched anew for who comes back after a while, unless that takes too long or fails', async () => {
    const { time, world, got, read } = setup();
    await got(market('m'));
    await time.pass(60_000);
    expect(await got(market('m'))).toMatchObject({ state: 'miss', ageMs: 0 });
    world.fails = true;
    await time.pass(60_000);
    expect(await got(market('m'))).toMatchObject({ state: 'stale-error' });
    world.fails = false;

    const slow = setup({ latencyMs: 5_000 });
    await slow.got(market('m'));
    await slow.time.pass(60_000);
    const waiting = slow.read(market('m'));
    await slow.time.pass(1_600);
    expect((await waiting).state).toBe('stale');
    // Whoever looks meanwhile asks for nothing more: what is under way is what he waits for.
    await slow.time.pass(400);
    expect((await slow.read(market('m'))).state).toBe('stale');
    await slow.time.pass(3_600);
    expect(await slow.read(market('m'))).toMatchObject({ state: 'hit' });
    expect(slow.world.sent).toHaveLength(2);
    expect(await read(market('m'))).toMatchObject({ state: 'stale-error' });
  });

  it('is not fetched anew for nobody while who comes back has it fetched', async () => {
    const { time, budget, world, got, read } = setup({ rps: 1, windowSeconds: 60, latencyMs: 5_000 });
    await got(market('m'));
    await time.pass(5_000);
    budget.heard(429, { 'retry-after': '20' });
    await read(market('m'));
    await time.pass(15_500);
    const back = read(market('m'));
    await time.pass(7_000);
    expect((await back).ageMs).toBeGreaterThan(0);
    // The third place has gone back unused.
    expect(budget.state()).toMatchObject({ waiting: 0, granted: 3, taken: 2 });
    expect(world.sent).toHaveLength(2);
    // It can be fetched anew as before.
    await time.pass(7_000);
    await got(market('m'));
    expect(world.sent).toHaveLength(3);
  });

  it('is not fetched anew for nobody once who came back has had it fetched', async () => {
    const { time, budget, world, got, read } = setup({ rps: 1, windowSeconds: 60 });
    // All that newer answers may take.
    for (let i = 0; i < 36; i++) (await budget.enter({ priority: 3, caller: String(i), waitMs: 1 }))();
    await time.pass(38_000);
    await got(market('m'));
    await time.pass(5_000);
    await read(market('m'));
    await time.pass(15_500);
    expect(budget.state().waiting).toBe(1);
    expect(await got(market('m'))).toMatchObject({ state: 'miss', ageMs: 0 });
    await time.pass(3_000);
    expect(budget.state()).toMatchObject({ waiting: 0, granted: 39, taken: 2 });
    expect(world.sent).toHaveLength(2);
  });

  it('gives way to no older one, which says how old it is', async () => {
    const arrived = vi.fn();
    const { time, world, got, read } = setup({ arrived });
    const { body } = await got(market('m'));
    world.ageMs = 8_000;
    await time.pass(4_000);
    await got(market('m'));
    // It is what there is, and not asked for again sooner than another.
    expect(await read(market('m'))).toMatchObject({ body, state: 'hit', ageMs: 4_052 });
    expect(arrived).toHaveBeenCalledTimes(1);
    await time.pass(5_000);
    await got(market('m'));
    expect(await read(market('m'))).toMatchObject({ state: 'hit', ageMs: 8_001 });
    expect(arrived).toHaveBeenCalledTimes(2);
    expect(world.sent).toHaveLength(3);
  });

  it('is given to who comes back as well, where the one that was asked for is older', async () => {
    const { time, world, got } = setup();
    const { body } = await got(market('m'));
    world.ageMs = 30_000;
    await time.pass(20_000);
    expect(await got(market('m'))).toMatchObject({ body, state: 'miss', ageMs: 20_051 });
    expect(await got(market('m'))).toMatchObject({ body, ageMs: 20_052 });
    expect(world.sent).toHaveLength(2);
  });

  it('is given to who comes back while the platform is asked too much, and says that it is old', async () => {
    const { time, world, got } = setup();
    const { body } = await got(market('m'));
    world.status = 429;
    await time.pass(60_000);
    expect(await got(market('m'))).toMatchObject({ status: 200, state: 'stale-error', body });
  });

  it('is fetched again after a try that the platform has answered with a failure', async () => {
    const { time, world, got, read } = setup();
    await got(market('m'));
    world.status = 500;
    await time.pass(5_000);
    await got(market('m'));
    expect(await read(market('m'))).toMatchObject({ status: 200, state: 'stale-error' });
    world.status = 200;
    await time.pass(1_000);
    await got(market('m'));
    expect(await read(market('m'))).toMatchObject({ state: 'hit' });
    expect(world.sent).toHaveLength(3);
  });

  it('is fetched anew behind whoever waits for something, however urgent it is by itself', async () => {
    const { time, world, got, read } = setup();
    const book: Question = { ...market('m'), id: 'getOrderbook' };
    await got(book);
    await time.pass(5_000);
    await read(book);
    expect(world.entered).toMatchObject([{ priority: 2 }, { priority: 3, isRefresh: true }]);
  });

  it('is tried to be fetched anew once a second while the platform wants a pause', async () => {
    const { time, world, budget, got, read } = setup();
    await got(market('m'));
    await time.pass(5_000);
    budget.heard(429, { 'retry-after': '100' });
    for (let i = 0; i < 40; i++) {
      expect((await read(market('m'))).status).toBe(200);
      await time.pass(100);
    }
    expect(world.sent).toHaveLength(1);
    expect(budget.state().refused).toBeLessThanOrEqual(5);
  });

  it('is told to who records, and nothing that is none', async () => {
    const arrived = vi.fn();
    const { world, got } = setup({ arrived });
    world.status = 404;
    await got(market('none'));
    expect(arrived).not.toHaveBeenCalled();
    world.status = 200;
    await got(market('m'));
    expect(arrived).toHaveBeenCalledTimes(1);
  });

  it('counts the age it came with, and is not asked for again sooner for it', async () => {
    const { time, world, got, read } = setup();
    world.ageMs = 8_000;
    expect((await got(market('m'))).ageMs).toBe(8_000);
    await time.pass(500);
    const again = await read(market('m'));
    expect(again.state).toBe('hit');
    expect(again.ageMs).toBeGreaterThanOrEqual(8_500);
    expect(world.sent).toHaveLength(1);
  });

  it('is no younger for the time it was at work here before it was kept', async () => {
    const { world, got, read } = setup();
    world.busyMs = 40;
    await got(market('m'));
    const again = await read(market('m'));
    expect(again.state).toBe('hit');
    expect(again.ageMs).toBeGreaterThanOrEqual(world.busyMs);
  });

  it('is kept shortly when it says that there is nothing, and not at all when it is a failure', async () => {
    const { time, world, got, read } = setup();
    world.status = 404;
    await got(market('none'));
    expect(await read(market('none'))).toMatchObject({ status: 404, state: 'hit' });
    await time.pass(2_100);
    expect(await got(market('none'))).toMatchObject({ state: 'miss' });
    world.status = 500;
    await got(market('bad'));
    await got(market('bad'));
    expect(world.sent).toHaveLength(4);
  });

  it('makes room for others, the least wanted first', async () => {
    const { cache, got, time, read } = setup({ limits: { maxEntries: 3, maxBytes: 10_000 } });
    for (const id of ['a', 'b', 'c']) await got(market(id));
    await read(market('a'));
    await got(market('d'));
    expect(cache.stats().entries).toBe(3);
    expect(cache.peek(keyOf(market('a')))).toBeDefined();
    expect(cache.peek(keyOf(market('b')))).toBeUndefined();
    await time.pass(10);
  });

  it('takes no more bytes than it may', async () => {
    const { cache, world, got } = setup({ limits: { maxBytes: 1_000 } });
    world.body = () => 'x'.repeat(300);
    for (let i = 0; i < 20; i++) {
      await got(market(`m${i}`));
      expect(cache.stats().bytes).toBeLessThanOrEqual(1_000);
    }
    world.body = () => 'x'.repeat(5_000);
    expect((await got(market('huge'))).body.byteLength).toBe(5_000);
    expect(cache.stats().bytes).toBe(0);
  });

  it('takes the room of one answer, however often it was fetched anew', async () => {
    const { cache, world, time, got, read } = setup({ limits: { maxBytes: 1_000 } });
    world.body = () => 'x'.repeat(300);
    for (let i = 0; i < 10; i++) {
      await got(market('m'));
      await time.pass(3_000);
    }
    expect(world.sent).toHaveLength(10);
    expect(cache.stats()).toMatchObject({ entries: 1, bytes: 300 });
    await got(market('other'));
    expect((await read(market('m'))).body).toHaveLength(300);
  });

  it('is never put back in the place of a newer one', () => {
    const store = new AnswerStore();
    const entry = (body: string): Entry => ({
      ...market('m'),
      key: 'm',
      status: 200,
      body: Buffer.from(body),
      madeAt: 0,
      answeredAt: 0,
      wantedAt: 0,
      isWantedAgain: false,
      triedAt: 0,
      failed: false,
      busy: false,
      retryAt: 0,
    });
    const [older, newer] = [entry('older'), entry('new')];
    store.put(older);
    store.put(newer);
    store.touch(older, 5);
    expect(store.get('m')).toBe(newer);
    expect([store.size, store.bytes]).toEqual([1, 3]);
  });

  it('waits for its turn to be fetched anew with no other, so that the oldest is next when there is room', async () => {
    const { budget, time, got, read } = setup({ rps: 1 });
    for (const id of ['a', 'b', 'c', 'd']) {
      await got(market(id));
      await time.pass(1_100);
    }
    for (const id of ['a', 'b', 'c']) await read(market(id));
    expect(budget.state().waiting).toBeLessThanOrEqual(1);
  });

  it('is asked for with a second to come in, even by who has waited for too long', () => {
    expect([timeLeft(-5), timeLeft(0), timeLeft(2_500)]).toEqual([1_000, 1_000, 2_500]);
  });
});

describe('many who look at much', () => {
  it('cost the platform no more than its budget, and no price is forgotten', async () => {
    const markets = 50;
    const rps = 5;
    const { time, world, read } = setup({ rps });
    const ages: number[] = [];
    for (let second = 0; second < 90; second++) {
      for (let client = 0; client < 500; client += 4) {
        const answer = read(market(`m${(client + second) % markets}`), {
          caller: `c${client}`,
          requestId: '',
        });
        answer.then(
          ({ ageMs }) => second >= 30 && ages.push(ageMs / 1_000),
          () => undefined,
        );
      }
      await time.pass(1_000);
    }
    for (const { at } of world.sent) {
      const within = world.sent.filter((other) => other.at >= at && other.at < at + 1_000);
      expect(within.length).toBeLessThanOrEqual(rps);
    }
    const median = ages.sort((a, b) => a - b)[Math.floor(ages.length / 2)];
    expect(median).toBeLessThan((markets / rps) * 1.5);
    expect(ages.at(-1)).toBeLessThan((markets / rps) * 3);
  });

  it('have what is answered no older for what never is', async () => {
    const markets = Array.from({ length: 8 }, (_, i) => market(`m${i}`));
    const { time, world, read } = setup({ rps: 1, windowSeconds: 60 });
    const looks = async (seconds: number) => {
      for (let look = 0; look < seconds * 4; look++) {
        for (const question of markets) read(question).catch(() => undefined);
        await time.pass(250);
      }
    };
    await looks(30);
    const isClosed = ({ given }: Question): boolean => ['m0', 'm1'].includes(given.params.marketId ?? '');
    world.statusAt = (question) => (isClosed(question) ? 400 : undefined);
    await looks(60);
    const all = await Promise.all(markets.map((question) => read(question)));
    const states = all.map(({ state }) => state);
    expect(states.slice(0, 2)).toEqual(['stale-error', 'stale-error']);
    expect(states.slice(2)).not.toContain('stale-error');
    // A place comes every 1.67 s, and all of them have their turn: here half a turn more.
    for (const { ageMs } of all.slice(2)) expect(ageMs).toBeLessThan(1.5 * markets.length * 1_667);
    // What fails is not given up either: its turns come as if it had been answered.
    const tries = world.sent.filter(({ at, question }) => isClosed(question) && at > time.now() - 30_000);
    expect(tries.length).toBeGreaterThanOrEqual(4);
  });

  it('keep what they watch as fresh, however much somebody looks at once, and does not find', async () => {
    const { cache, time, world, read } = setup({ rps: 10 });
    const looks = async (seconds: number, also: (second: number) => readonly Question[] = () => []) => {
      for (let second = 0; second < seconds; second++) {
        const watched = Array.from({ length: 20 }, (_, i) => market(`m${i}`));
        for (const question of [...watched, ...also(second)]) read(question).catch(() => undefined);
        await time.pass(1_000);
      }
    };
    await looks(20);
    const { stretch } = cache.stats();
    await looks(20, (second) => [0, 1, 2, 3].map((i) => market(`once ${second} ${i}`)));
    expect(world.sent.some(({ question }) => question.given.params.marketId === 'once 19 3')).toBe(true);
    expect(cache.stats().stretch).toBe(stretch);
    world.statusAt = ({ given }) => (given.params.marketId?.startsWith('none') ? 404 : undefined);
    await looks(20, () => [0, 1, 2, 3].map((i) => market(`none ${i}`)));
    expect(cache.stats().stretch).toBe(stretch);
  });

  it('leave room for who asks for something new', async () => {
    const { time, read } = setup({ rps: 1 });
    for (let second = 0; second < 40; second++) {
      for (let i = 0; i < 30; i++) read(market(`m${i}`)).catch(() => undefined);
      await time.pass(1_000);
    }
    const order = read(market('new'), { caller: 'somebody', requestId: '' });
    await time.pass(4_500);
    expect((await order).state).toBe('miss');
  });

  it('keep everything in proportion: what ages slowly is fetched less often, never not at all', async () => {
    const { time, world, read } = setup({ rps: 2 });
    const list: Question = {
      id: 'searchEvents',
      given: { params: {}, query: { query: 'x' }, body: undefined },
    };
    for (let second = 0; second < 300; second++) {
      for (const question of [list, ...Array.from({ length: 8 }, (_, i) => market(`m${i}`))]) {
        read(question).catch(() => undefined);
      }
      await time.pass(1_000);
    }
    const count = (id: RouteId) => world.sent.filter(({ question }) => question.id === id).length;
    expect(count('searchEvents')).toBeGreaterThan(2);
    expect(count('searchEvents')).toBeLessThan(count('getMarket') / 8);
  });
});

describe('any course of things', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('read' as const), id: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
    fc.record({ kind: fc.constant('weather' as const), fails: fc.boolean() }),
  );

  it('answers with the market that was asked for, no older than it says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { time, world, read, cache } = setup({ rps: 2 });
        const checks: Promise<void>[] = [];
        const madeAt = new Map<string, number>();
        world.body = (question, n) => {
          const body = `${keyOf(question)} ${n}`;
          madeAt.set(body, time.now());
          return body;
        };
        for (const now of steps) {
          if (now.kind === 'pass') await time.pass(now.ms);
          else if (now.kind === 'weather') world.fails = now.fails;
          else {
            const question = market(now.id);
            const answer = read(question);
            checks.push(
              answer.then(
                ({ body, ageMs, state }) => {
                  const text = body.toString();
                  expect(text.startsWith(keyOf(question))).toBe(true);
                  expect(time.now() - (madeAt.get(text) ?? 0)).toBeLessThanOrEqual(ageMs + 50);
                  if (state === 'hit') expect(ageMs).toBeLessThan(60_000);
                },
                (error: unknown) => expect(error).toBeInstanceOf(ServiceError),
              ),
            );
          }
        }
        await time.pass(60_000);
        await Promise.all(checks);
        const running = world.sent.filter(({ at }) => at > time.now() - 1_000);
        expect(running.length).toBeLessThanOrEqual(2);
        cache.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe('answers that gateways share', () => {
  /** What two gateways have in common, in memory: each has it by itself. */
  function common(time: () => number): () => SharedState {
    const answers = new Map<string, { answer: SharedAnswer; at: number; until: number }>();
    const claims = new Map<string, { owner: object; until: number }>();
    const listeners: ((news: News) => void)[] = [];
    const stateOf = (owner: object): SharedState => ({
      take: async () => ({ waitMs: 0, taken: 1 }),
      leave: async () => undefined,
      giveBack: async () => undefined,
      pause: async () => undefined,
      read: async (key) => {
        const found = answers.get(key);
        if (!found || found.until <= time()) return undefined;
        const answeredMs = time() - found.at;
        return { ...found.answer, ageMs: found.answer.ageMs + answeredMs, answeredMs };
      },
      write: async (news, answer, ttlMs) => {
        answers.set(news.key, { answer, at: time(), until: time() + ttlMs });
        for (const heard of listeners) heard(news);
      },
      listen: (heard) => void listeners.push(heard),
      claim: async (key, ttlMs) => {
        const claim = claims.get(key);
        if (claim && claim.owner !== owner && claim.until > time()) return false;
        claims.set(key, { owner, until: time() + ttlMs });
        return true;
      },
      release: async (key) => {
        if (claims.get(key)?.owner === owner) claims.delete(key);
      },
    });
    return () => stateOf({});
  }
  /** Both live in the time of the first. */
  function pair(shared?: SharedState) {
    const holder: { time?: TestTime } = {};
    const join = common(() => holder.time?.now() ?? 0);
    const first = setup({ shared: shared ?? join() });
    holder.time = first.time;
    return { first, state: join() };
  }

  it('are fetched by one of them', async () => {
    const { first, state } = pair();
    const { time } = first;
    let sent = 0;
    const second = createCache({
      timing: time,
      enter: async () => () => undefined,
      send: async () => {
        sent += 1;
        return { status: 200, body: Buffer.from('second'), ageMs: 0, cameAt: time.now(), headers: {} };
      },
      failed: () => undefined,
      refreshRps: () => 1,
      shared: state,
    });
    const mine = first.read(market('m'));
    await settled();
    const theirs = second.read(keyOf(market('m')), market('m'), WHO);
    await time.pass(500);
    expect((await theirs).body.toString()).toBe((await mine).body.toString());
    expect([first.world.sent.length, sent]).toEqual([1, 0]);
    expect(second.stats().adopted).toBe(1);
    // What the first one refreshes is here too without a look for it, as long as it is wanted here.
    await time.pass(1_000);
    first.cache.peek(keyOf(market('m')));
    await time.pass(60);
    const refreshed = second.peek(keyOf(market('m')));
    expect([refreshed?.state, refreshed?.body.toString()]).toEqual(['hit', `${keyOf(market('m'))} 2`]);
    await time.pass(20_000);
    await first.got(market('m'));
    expect(first.world.sent).toHaveLength(3);
    expect(second.stats().adopted).toBe(2);
  });

  it.each([-3_600_000, 3_600_000])(
    'are as old as they are by a clock that is off by %d ms',
    async (offMs) => {
      const { first, state } = pair();
      const { time } = first;
      const second = createCache({
        timing: { now: () => time.now() + offMs, clock: time.clock, after: time.after },
        enter: async () => () => undefined,
        send: () => Promise.reject(failure),
        failed: () => undefined,
        refreshRps: () => 1,
        shared: state,
      });
      await first.got(market('m'));
      await time.pass(400);
      const theirs = await second.read(keyOf(market('m')), market('m'), WHO);
      expect([theirs.ageMs, second.stats().adopted]).toEqual([401, 1]);
      await time.pass(500);
      expect(second.peek(keyOf(market('m')))).toMatchObject({ state: 'hit', ageMs: 901 });
      // No longer fresh than everywhere else.
      await time.pass(1_000);
      expect(second.peek(keyOf(market('m')))?.state).toBe('stale');
    },
  );

  it.each([404, 500])('are answers: a %i of one is never an answer of the other', async (status) => {
    const { first, state } = pair();
    first.world.status = status;
    await first.got(market('m'));
    const second = setup({ shared: state, time: first.time });
    expect(await second.got(market('m'))).toMatchObject({ status: 200, state: 'miss', ageMs: 0 });
    expect(second.world.sent).toHaveLength(1);
  });

  it('are taken over while they are fresh, and as old as they are by then', async () => {
    const { first, state } = pair();
    first.world.busyMs = 40;
    await first.got(market('m'));
    const second = setup({ shared: state, time: first.time });
    const taken = await second.read(market('m'));
    expect(taken.ageMs).toBeGreaterThanOrEqual(40);
    expect(second.cache.stats().adopted).toBe(1);
    await first.time.pass(5_000);
    const third = setup({ shared: state, time: first.time });
    expect(await third.got(market('m'))).toMatchObject({ ageMs: 0 });
    expect([second, third].map(({ world }) => world.sent.length)).toEqual([0, 1]);
  });

  it('are taken over as well where a platform keeps them itself for longer than they are fresh', async () => {
    const { first, state } = pair();
    first.world.ageMs = 5_000;
    await first.got(market('m'));
    const second = setup({ shared: state, time: first.time });
    expect((await second.read(market('m'))).ageMs).toBe(5_001);
    // As long as here, and no longer.
    await first.time.pass(900);
    expect((await second.read(market('m'))).state).toBe('hit');
    await first.time.pass(100);
    expect((await second.got(market('m'))).state).toBe('stale');
    expect([first, second].map(({ world }) => world.sent.length)).toEqual([1, 1]);
  });

  it('are the newest that one of them has, though the platform has answered with an older one', async () => {
    const { first, state } = pair();
    const { body } = await first.got(market('m'));
    first.world.ageMs = 30_000;
    await first.time.pass(20_000);
    await first.got(market('m'));
    const second = setup({ shared: state, time: first.time });
    expect(await second.read(market('m'))).toMatchObject({ body, ageMs: 20_052 });
    expect(second.cache.stats().adopted).toBe(1);
  });

  it('are not fetched once more by who has waited for a place for longer than they were its own to fetch', async () => {
    const { first, state } = pair();
    const { time } = first;
    const second = setup({ shared: state, time });
    for (const { got } of [first, second]) await got(market('m'));
    // No place for a while here, and one at once there.
    first.budget.heard(429, { 'retry-after': '20' });
    await time.pass(5_000);
    await first.read(market('m'));
    expect(first.budget.state().waiting).toBe(1);
    await time.pass(14_500);
    void second.read(market('m'));
    await time.pass(2_000);
    expect(first.budget.state().waiting).toBe(0);
    expect([first, second].map(({ world }) => world.sent.length)).toEqual([1, 1]);
  });

  it('are asked for here as well where the other one does not have them soon', async () => {
    const { first, state } = pair();
    const { time, world } = first;
    await state.claim(keyOf(market('m')), 9_000);
    const waiting = first.read(market('m'));
    await time.pass(1_700);
    expect((await waiting).state).toBe('miss');
    expect(world.sent).toHaveLength(1);
  });

  it('are waited for together with a place, for no longer than a place alone', async () => {
    const { first, state } = pair();
    const { time, world, budget } = first;
    await state.claim(keyOf(market('m')), 9_000);
    budget.heard(429, { 'retry-after': '8' });
    const waiting = first.read(market('m'));
    const refused = expect(waiting).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
    await time.pass(7_000);
    await refused;
    expect([world.sent.length, budget.state().waiting]).toEqual([0, 0]);
  });

  it('are taken over by who waits for a place to ask for them as well', async () => {
    const { first, state } = pair();
    const { time, world, budget } = first;
    const key = keyOf(market('m'));
    await state.claim(key, 9_000);
    budget.heard(429, { 'retry-after': '5' });
    const waiting = first.read(market('m'));
    await time.pass(4_800);
    const body = Buffer.from('theirs');
    await state.write({ key, id: 'getMarket', params: {} }, { status: 200, body, ageMs: 0 }, 60_000);
    await time.pass(300);
    expect((await waiting).body).toEqual(body);
    expect(world.sent).toHaveLength(0);
  });

  it('are never taken for new by who has shared them', async () => {
    const { first, state } = pair();
    const { time } = first;
    // Redis is a moment away.
    const write = state.write;
    const slowly: SharedState = {
      ...state,
      write: async (...given) => {
        await new Promise<void>((resolve) => void time.after(200, resolve));
        await write(...given);
      },
    };
    const gateway = setup({ shared: slowly, time });
    await gateway.got(market('m'));
    await time.pass(1_000);
    expect(await gateway.got(market('m'))).toMatchObject({ state: 'stale' });
    expect(gateway.cache.stats()).toMatchObject({ adopted: 0, refreshes: 1 });
  });

  it('are fetched at once by the other one where one of them has no room for it', async () => {
    const { first, state } = pair();
    const { time } = first;
    first.budget.heard(429, { 'retry-after': '60' });
    await expect(first.read(market('m'))).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
    const second = setup({ shared: state, time });
    expect((await second.got(market('m'))).state).toBe('miss');
    expect(second.world.sent).toHaveLength(1);
  });

  it('are done without when nothing is shared any more', async () => {
    const gone = () => Promise.reject(new Error('gone'));
    const { first } = pair({
      take: gone,
      leave: gone,
      giveBack: gone,
      pause: gone,
      read: gone,
      write: gone,
      listen: () => undefined,
      claim: gone,
      release: gone,
    });
    expect((await first.got(market('m'))).state).toBe('miss');
    await first.time.pass(3_000);
    expect((await first.got(market('m'))).state).toBe('stale');
    expect((await first.read(market('m'))).state).toBe('hit');
  });
});
