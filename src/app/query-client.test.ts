import { replaceEqualDeep } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, type AppErrorKind } from '@/api/app-error.ts';
import { pollEvery } from '@/api/poll.ts';
import { factsOf, newFor, read, readPages } from '@/api/read.ts';
import { createQueryClient } from './query-client.ts';

describe('what a query is kept under', () => {
  it('takes bigints, and does not mix them up with their text', () => {
    const client = createQueryClient();
    client.setQueryData(['quote', 5n], 'five');
    client.setQueryData(['quote', { size: 5n }], 'of five');
    expect(client.getQueryData(['quote', 5n])).toBe('five');
    expect(client.getQueryData(['quote', '5'])).toBeUndefined();
    expect(client.getQueryData(['quote', { size: 6n }])).toBeUndefined();
  });

  it('does not care about the order of names', () => {
    const client = createQueryClient();
    client.setQueryData([{ a: 1, b: { c: 2, d: 3 } }], 'the same');
    expect(client.getQueryData([{ b: { d: 3, c: 2 }, a: 1 }])).toBe('the same');
  });
});

describe('a query that fails', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  /** When it is asked for until it is given up, in milliseconds. */
  async function askedAt(kind: AppErrorKind, random: number): Promise<number[]> {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const at: number[] = [];
    const queryFn = async () => {
      at.push(Date.now());
      throw new AppError(kind, '');
    };
    const failed = expect(createQueryClient().fetchQuery({ queryKey: ['x'], queryFn })).rejects.toThrow();
    await vi.runAllTimersAsync();
    await failed;
    return at;
  }

  it.each<[AppErrorKind, number]>([
    ['offline', 3],
    ['timeout', 3],
    ['server', 3],
    ['rate-limited', 1],
    ['refused', 1],
    ['not-found', 1],
    ['unauthorised', 1],
    ['region', 1],
    ['malformed', 1],
  ])('%s: is asked for %d times', async (kind, times) => {
    expect(await askedAt(kind, 1)).toHaveLength(times);
  });

  it.each([
    [0, [0, 0, 0]],
    [0.5, [0, 500, 1_500]],
    [1, [0, 1_000, 3_000]],
  ])('is tried again within a wait that grows: at %d of it', async (random, at) => {
    expect(await askedAt('offline', random)).toEqual(at);
  });
});

it('keeps the identity of data with bigints that did not change', async () => {
  const before = { price: 5n, list: [{ size: 7n }] };
  expect(replaceEqualDeep(before, { price: 5n, list: [{ size: 7n }] })).toBe(before);
  const client = createQueryClient();
  const queryKey = ['x', 1n];
  const ask = async (size: bigint) => {
    await client.fetchQuery({ queryKey, queryFn: () => ({ price: { size } }), staleTime: 0 });
    return client.getQueryData(queryKey);
  };
  const first = await ask(7n);
  expect(await ask(7n)).toBe(first);
  expect(await ask(8n)).toEqual({ price: { size: 8n } });
  client.clear();
});

describe('the age of an answer', () => {
  const NOW = Date.parse('2026-11-20T12:00:00Z');
  /** A query whose loads bring these values, true so many milliseconds ago. */
  function loads(answers: readonly [value: string, ageMs: number, waitMs?: number, pushed?: true][]) {
    const client = createQueryClient();
    const left = [...answers];
    const load = () =>
      client.fetchQuery({
        queryKey: ['x'],
        staleTime: 0,
        queryFn: read(async ({ heard }) => {
          const [value, ageMs, waitMs = 0, pushed] = left.shift() ?? ['none', 0];
          heard.push({ asOf: Date.now() - ageMs, waitMs, pushed });
          return value;
        }),
      });
    const seen = () => {
      const state = client.getQueryState(['x']);
      return [state?.data, NOW - (state?.dataUpdatedAt ?? 0)];
    };
    return { client, load, seen };
  }
  beforeEach(() => void vi.useFakeTimers({ now: NOW }));
  afterEach(() => void vi.useRealTimers());

  it('is that of what is shown', async () => {
    const { load, seen } = loads([['a', 12_000]]);
    await load();
    expect(seen()).toEqual(['a', 12_000]);
  });

  it('of several answers is that of the oldest', () => {
    const facts = factsOf([
      { asOf: NOW - 1_000, waitMs: 500 },
      { asOf: NOW - 9_000, waitMs: 0 },
    ]);
    expect(facts).toEqual({ asOf: NOW - 9_000, waitMs: 500 });
    expect(factsOf([])).toBeUndefined();
    const pushed = { asOf: NOW, waitMs: 0, pushed: true } as const;
    expect(factsOf([pushed, pushed])?.pushed).toBe(true);
    expect(factsOf([pushed, { asOf: NOW, waitMs: 0 }])?.pushed, 'of the other nobody tells').toBeUndefined();
  });

  it('is that of its arrival where nothing is said, whatever was said of the one before', async () => {
    const client = createQueryClient();
    const ages = [[9_000], []];
    const load = () =>
      client.fetchQuery({
        queryKey: ['x'],
        staleTime: 0,
        queryFn: read(async ({ heard }) => {
          heard.push(...(ages.shift() ?? []).map((age) => ({ asOf: Date.now() - age, waitMs: 0 })));
          return 'answer';
        }),
      });
    const age = () => NOW - (client.getQueryState(['x'])?.dataUpdatedAt ?? 0);
    await load();
    expect(age()).toBe(9_000);
    await load();
    expect(age()).toBe(0);
  });

  it('is plain again once an answer is: of now, and waiting for nothing', async () => {
    const { client, load, seen } = loads([
      ['a', 12_000, 7_000],
      ['b', 0],
    ]);
    const interval = () => {
      const query = client.getQueryCache().find({ queryKey: ['x'] });
      return query && pollEvery(1_000)(query);
    };
    await load();
    expect(interval()).toBe(7_000);
    await load();
    expect(seen()).toEqual(['b', 0]);
    expect(interval()).toBe(1_000);
  });

  it('of pages is that of the oldest, until all are read anew', async () => {
    const client = createQueryClient();
    const ages = [3_000, 9_000, 5_000, 4_000];
    const list = {
      queryKey: ['pages'],
      initialPageParam: 0,
      queryFn: readPages(async (start, { heard }) => {
        heard.push({ asOf: Date.now() - (ages.shift() ?? 0), waitMs: 0 });
        return start;
      }),
      getNextPageParam: (page: number) => page + 1,
      staleTime: 0,
    };
    const age = () => NOW - (client.getQueryState(['pages'])?.dataUpdatedAt ?? 0);
    await client.fetchInfiniteQuery({ ...list, pages: 2 });
    expect(age()).toBe(9_000);
    await client.fetchInfiniteQuery({ ...list, pages: 2 });
    expect(age()).toBe(5_000);
  });

  it('never goes back: a copy that lags behind is not taken, unless what was shown is known to be wrong', async () => {
    const { client, load, seen } = loads([
      ['new', 100],
      ['a little older', 101],
      ['old', 9_000],
      ['older', 9_000],
    ]);
    for (let nth = 0; nth < 3; nth += 1) {
      await load();
      expect(seen()).toEqual(['new', 100]);
    }
    await client.invalidateQueries({ queryKey: ['x'] });
    await load();
    expect(seen()).toEqual(['older', 9_000]);
  });

  it('keeps nothing against a clock that was set back', async () => {
    const { client, load, seen } = loads([
      ['before', 0],
      ['after', 0],
    ]);
    await load();
    vi.setSystemTime(NOW - 3_600_000);
    // As a poll does: it does not ask whether it is time.
    await client
      .getQueryCache()
      .find({ queryKey: ['x'] })
      ?.fetch();
    expect(seen()).toEqual(['after', 3_600_000]);
  });

  it.each([
    ['of a book', {}],
    ['of an event', { staleTime: newFor(5_000) }],
  ])('makes nothing new for a reckoning (%s) by a clock that was set back', async (_, options) => {
    const client = createQueryClient();
    const answers = ['before', 'after', 'too soon'];
    const reckon = () =>
      client.fetchQuery({
        queryKey: ['x'],
        queryFn: read(async ({ heard }) => {
          heard.push({ asOf: Date.now(), waitMs: 0 });
          return answers.shift();
        }),
        ...options,
      });
    expect(await reckon()).toBe('before');
    vi.setSystemTime(NOW - 3_600_000);
    expect(await reckon()).toBe('after');
    expect(await reckon()).toBe('after');
  });

  it('is asked for again soon where what the stream tells is older than what is shown', async () => {
    const { client, load, seen } = loads([
      ['asked for', 0],
      ['told', 400, 0, true],
      ['told again', 0, 0, true],
    ]);
    const interval = () => {
      const query = client.getQueryCache().find({ queryKey: ['x'] });
      return query && pollEvery(1_000)(query);
    };
    await load();
    await load();
    expect([seen(), interval()]).toEqual([['asked for', 0], 1_000]);
    await load();
    expect([seen(), interval()]).toEqual([['told again', 0], 15_000]);
  });
});
