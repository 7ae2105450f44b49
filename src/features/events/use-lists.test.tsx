// @vitest-environment happy-dom

import type { EventId } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { eventWire } from '@/api/event.fixtures.ts';
import { EVENTS_PAGE_SIZE, eventKeys, eventsPageQuery } from '@/api/events.queries.ts';
import { createReadCache } from '@/api/read.ts';
import { readable } from '@/domain/topics.ts';
import { withSeen } from '@/state/round-memory.ts';
import { watchlist } from '@/state/watchlist.ts';
import { useWatchedList } from './flat-lists.ts';
import { listed, sampleEvent } from './testing.tsx';
import { useBrowseList } from './use-browse-list.ts';
import { useFlatList } from './use-flat-list.ts';
import { useRankedList } from './use-ranked-list.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** `ageMs`: how old the service says that all its answers are. */
function browsing(answer: (start: number) => { data: unknown[]; total: number; end: number }, ageMs = 0) {
  vi.stubGlobal('fetch', async (path: string) => {
    const start = Number(new URL(path, 'http://service').searchParams.get('start'));
    const { data, total, end } = answer(start);
    return new Response(JSON.stringify({ data, pagination: { start, end, total, hasNext: end < total } }), {
      headers: { 'x-age-ms': String(ageMs) },
    });
  });
  const client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: { queries: { retry: false } },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return {
    client,
    render: <Result,>(hook: () => Result) => renderHook(hook, { wrapper }),
  };
}
function browse(...service: Parameters<typeof browsing>) {
  const { client, render } = browsing(...service);
  const filters = { category: 'tech' } as const;
  return { client, filters, ...render(() => useBrowseList(filters)) };
}
const idsOf = (list: { items: readonly { event: { eventId: string } }[] }) =>
  list.items.map((item) => item.event.eventId);

test.each([
  ['new', 0],
  ['a second old', 1_000],
])(
  'a list keeps its order while its values move, and takes the new order, %s, when asked to',
  async (_, age) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let order = ['a', 'b', 'c', 'd', 'e'];
    const { client, filters, result } = browse(
      () => ({
        data: order.map((id) => eventWire(id, { volumeUsd: String(order.indexOf(id)) })),
        total: 5,
        end: 5,
      }),
      age,
    );
    await waitFor(() => expect(idsOf(result.current)).toEqual(['a', 'b', 'c', 'd', 'e']));
    expect(result.current.drifted).toBe(false);

    order = ['e', 'b', 'c', 'd', 'a'];
    vi.setSystemTime(Date.now() + 5_000);
    await act(() =>
      client.refetchQueries({ queryKey: eventsPageQuery(filters, 0, EVENTS_PAGE_SIZE).queryKey }),
    );
    await waitFor(() => expect(result.current.drifted).toBe(true));
    expect(idsOf(result.current)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(result.current.items[4]?.event.volumeUsd).toBe(0n);

    act(() => result.current.resort());
    await waitFor(() => expect(idsOf(result.current)).toEqual(order));
  },
);

test('pages follow each other, an event that moved between them is shown once, rounds are left to their strip', async () => {
  const { result } = browse((start) =>
    start === 0
      ? { data: [eventWire('a'), eventWire('r', { tags: ['15m'] })], end: 30, total: 60 }
      : { data: [eventWire('a'), eventWire('b')], end: 60, total: 60 },
  );
  await waitFor(() => expect(idsOf(result.current)).toEqual(['a']));
  expect(result.current.hasMore).toBe(true);
  act(() => result.current.loadMore());
  await waitFor(() => expect(idsOf(result.current)).toEqual(['a', 'b']));
  expect(result.current.hasMore).toBe(false);
});

test('a list that cannot be read says so and recovers on retry', async () => {
  const { client, result } = browse(() => {
    throw new TypeError('Failed to fetch');
  });
  await waitFor(() => expect(result.current.status).toBe('failed'));
  expect(result.current.error?.kind).toBe('offline');
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(
        JSON.stringify({
          data: [eventWire('a')],
          pagination: { start: 0, end: 1, total: 1, hasNext: false },
        }),
      ),
  );
  act(() => result.current.retry());
  await waitFor(() => expect(idsOf(result.current)).toEqual(['a']));
  const queryKey = eventKeys.list({ category: 'tech' }, EVENTS_PAGE_SIZE);
  expect(client.getQueryCache().find({ queryKey })).toBeDefined();
});

test('a list that never came is asked for again by itself, and has failed until it comes', async () => {
  vi.useFakeTimers();
  let fails = true;
  const { render } = browsing(() => {
    if (fails) throw new TypeError('Failed to fetch');
    return { data: [eventWire('a')], total: 1, end: 1 };
  });
  const states: string[] = [];
  const { result, unmount } = render(() => {
    const list = useBrowseList({ category: 'tech' });
    if (states.at(-1) !== list.status) states.push(list.status);
    return list;
  });
  // Asked again and again.
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(states).toEqual(['loading', 'failed']);
  fails = false;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(states).toEqual(['loading', 'failed', 'ready']);
  expect(idsOf(result.current)).toEqual(['a']);
  unmount();
});

test('more that did not come is asked for again by itself once the service answers, and prices are not said to be old', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let fails = true;
  const { client, filters, result } = browse((start) => {
    if (start > 0 && fails) throw new TypeError('Failed to fetch');
    return start === 0
      ? { data: [eventWire('a')], end: 30, total: 60 }
      : { data: [eventWire('b')], end: 60, total: 60 };
  });
  await waitFor(() => expect(idsOf(result.current)).toEqual(['a']));
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current).toMatchObject({ lacksMore: true, loadingMore: false }));
  fails = false;
  vi.setSystemTime(Date.now() + 5_000);
  await act(() =>
    client.refetchQueries({ queryKey: eventsPageQuery(filters, 0, EVENTS_PAGE_SIZE).queryKey }),
  );
  await waitFor(() => expect(idsOf(result.current)).toEqual(['a', 'b']));
  expect(result.current).toMatchObject({ error: null, lacksMore: false });
});

test('a list that is ranked is loaded to its end first, and shown in no other order', async () => {
  const day = (n: number) => new Date(Date.UTC(2099, 0, n)).toISOString();
  const closing = (id: string, n: number) =>
    eventWire(id, {
      metadata: { eventId: id, closeTime: day(n) },
    });
  const { render } = browsing((start) =>
    start === 0
      ? { data: [closing('c', 3), closing('b', 2)], end: 100, total: 101 }
      : { data: [closing('a', 1)], end: 101, total: 101 },
  );
  const seen: string[][] = [];
  const { result } = render(() => {
    const list = useRankedList({ category: 'tech', sort: 'closing' }, undefined);
    seen.push(idsOf(list));
    return list;
  });
  await waitFor(() => expect(idsOf(result.current)).toEqual(['a', 'b', 'c']));
  expect(result.current).toMatchObject({ status: 'ready', hasMore: false, partly: false });
  // Nothing was shown in an order that was not the one.
  expect(seen.filter((ids) => ids.length > 0 && ids.join() !== 'a,b,c')).toEqual([]);
});

test('a list that is ranked is loaded no further than a thousand, and says that there are more', async () => {
  const asked: number[] = [];
  const { render } = browsing((start) => {
    asked.push(start);
    const data = Array.from({ length: 100 }, (_, k) => eventWire(`e${start + k}`));
    return { data, end: start + 100, total: 5_000 };
  });
  const { result } = render(() => useRankedList({ category: 'tech', sort: 'closing' }, undefined));
  await waitFor(() => expect(result.current.status).toBe('ready'));
  expect(result.current).toMatchObject({ partly: true, hasMore: false });
  expect(result.current.items).toHaveLength(1_000);
  expect(Math.max(...asked)).toBe(900);
});

test('a list that comes whole keeps its order, is narrowed to what its cards say, and starts anew under another name', () => {
  const one = (id: string, category = 'tech', tags: string[] = []) => {
    const { event, asOf } = listed(sampleEvent({ eventId: id, category, tags }));
    return { event, asOf };
  };
  const source = (key: string, events: ReturnType<typeof one>[]) => ({
    key,
    events,
    error: null,
    retry: () => undefined,
    intervalMs: 1_000,
  });
  const { result, rerender } = renderHook(
    ({ key, events }) => useFlatList(source(key, events), { category: 'tech' }),
    {
      initialProps: {
        key: 'one',
        events: [one('a'), one('b'), one('x', 'sports'), one('y', 'tech', ['golf'])],
      },
    },
  );
  expect(idsOf(result.current)).toEqual(['a', 'b']);
  rerender({ key: 'one', events: [one('c'), one('b'), one('a')] });
  expect(idsOf(result.current)).toEqual(['a', 'b', 'c']);
  expect(result.current.drifted).toBe(false);
  rerender({ key: 'two', events: [one('c'), one('b')] });
  expect(idsOf(result.current)).toEqual(['c', 'b']);
});

test('watched events stay in sight, and gone ones gone, while one that is gone is asked for again', async () => {
  const { client, render } = browsing(() => ({ data: [], total: 0, end: 0 }));
  watchlist.set(['gone', 'a'].map((eventId) => ({ eventId, title: eventId })));
  let asked = 0;
  let refuse: (answer: Response) => void = () => undefined;
  vi.stubGlobal('fetch', (path: string) => {
    if (!path.includes('/gone')) return Promise.resolve(Response.json(eventWire('a')));
    asked += 1;
    const refusal = () => Response.json({ message: 'Not found.' }, { status: 404 });
    return asked === 1
      ? Promise.resolve(refusal())
      : new Promise<Response>((resolve) => {
          refuse = () => resolve(refusal());
        });
  });
  const states: unknown[] = [];
  const { result } = render(() => {
    const list = useWatchedList({});
    states.push([list.status, ...idsOf(list)].join(' '));
    return list;
  });
  await waitFor(() => expect(states.at(-1)).toBe('ready a'));
  states.length = 0;
  act(() => void client.refetchQueries({ queryKey: eventKeys.one('gone' as EventId) }));
  await waitFor(() => expect(asked).toBe(2));
  await act(async () => refuse(Response.error()));
  expect(result.current.error).toBeNull();
  expect(new Set(states)).toEqual(new Set(['ready a']));
  watchlist.set([]);
});

test('a watched event that is taken from the listing while it is on show goes from the list', async () => {
  const { client, render } = browsing(() => ({ data: [], total: 0, end: 0 }));
  watchlist.set(['gone', 'a'].map((eventId) => ({ eventId, title: eventId })));
  let isListed = true;
  vi.stubGlobal('fetch', async (path: string) => {
    const id = path.includes('/gone') ? 'gone' : 'a';
    return id === 'a' || isListed
      ? Response.json(eventWire(id))
      : Response.json({ message: 'Not found.' }, { status: 404 });
  });
  const { result } = render(() => useWatchedList({}));
  await waitFor(() => expect(idsOf(result.current)).toEqual(['gone', 'a']));
  isListed = false;
  await act(() => client.refetchQueries({ queryKey: eventKeys.one('gone' as EventId) }));
  await waitFor(() => expect(idsOf(result.current)).toEqual(['a']));
  expect(result.current.error).toBeNull();
  watchlist.set([]);
});

test('rounds that were seen are remembered, a dozen a series, for a day', () => {
  const NOW = 100_000;
  const round = (id: string, beginAt: number) => ({
    event: sampleEvent({ eventId: id }),
    up: sampleEvent().markets[0] as never,
    down: undefined,
    beginAt,
    closeAt: beginAt + 900,
    result: 'pending' as const,
  });
  const series = [
    {
      key: '15m|btc',
      name: 'Bitcoin',
      length: '15m',
      past: [],
      current: round('r1', NOW),
      next: round('r2', NOW + 900),
    },
  ];
  const seen = withSeen([], series, NOW);
  expect(seen.map((one) => one.id as EventId)).toEqual(['r2', 'r1']);
  expect(withSeen(seen, series, NOW + 10)).toBe(seen);
  expect(withSeen(seen, [], NOW + 200_000)).toEqual([]);
  const many = Array.from({ length: 20 }, (_, i) => ({
    id: `o${i}`,
    series: '15m|btc',
    beginAt: NOW - i * 900,
    closeAt: NOW - i * 900 + 900,
    result: 'up' as const,
  }));
  expect(withSeen(many, series, NOW)).toHaveLength(12);
});

test('names read as words', () => {
  expect(['btc', 'world-cup', 'fed', 'elections'].map(readable)).toEqual([
    'BTC',
    'World cup',
    'Fed',
    'Elections',
  ]);
});
