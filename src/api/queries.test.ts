import type { EventId, Pubkey } from '@contract/ids.ts';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from './app-error.ts';
import { createBatcher } from './batcher.ts';
import { orderWire } from './order.fixtures.ts';
import { pollAfter, pollEvery } from './poll.ts';
import { untilBeat } from './scores.queries.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const page = (data: unknown[], start: number, end: number, hasNext: boolean) => ({
  data,
  pagination: { start, end, total: 9, hasNext },
});

const position = (pubkey: string) => ({
  pubkey,
  owner: OWNER,
  ownerPubkey: OWNER,
  market: 'm',
  marketId: 'm',
  marketIdHash: 'h',
  isYes: true,
  contracts: '1',
  contractsMicro: '1000000',
  contractsDecimal: '1',
  totalCostUsd: '1',
  sizeUsd: '1',
  valueUsd: null,
  avgPriceUsd: '1',
  markPriceUsd: null,
  sellPriceUsd: null,
  pnlUsd: null,
  pnlUsdPercent: null,
  pnlUsdAfterFees: null,
  pnlUsdAfterFeesPercent: null,
  openOrders: 0,
  feesPaidUsd: '0',
  integratorFeeUsd: '0',
  realizedPnlUsd: 0,
  claimed: false,
  claimedUsd: '0',
  openedAt: 1,
  updatedAt: 1,
  claimableAt: null,
  payoutUsd: '0',
  bump: 0,
  eventId: 'e',
  eventMetadata: { eventId: 'e' },
  marketMetadata: { marketId: 'm' },
  settlementDate: null,
  claimable: false,
});

let client: QueryClient;
let asked: string[];
function serve(answer: (url: URL) => unknown) {
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const body = answer(new URL(path, 'http://service'));
    return body === undefined
      ? new Response('{"error":"no such route"}', { status: 404 })
      : new Response(JSON.stringify(body));
  });
}

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.resetModules();
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('newer listings', () => {
  test('positions come by the second version where there is one', async () => {
    const { positionsQuery } = await import('./positions.queries.ts');
    serve(() => ({ data: { [OWNER]: [position('p1')] } }));
    const positions = await client.fetchQuery(positionsQuery(OWNER));
    expect(positions.map((one) => one.pubkey)).toEqual(['p1']);
    expect(asked).toEqual([`/prediction/v2/positions?ownerPubkey=${OWNER}`]);
  });

  test('else by the first, page after page from where each ended, and the second is not asked for again', async () => {
    const { positionsQuery } = await import('./positions.queries.ts');
    serve((url) => {
      if (url.pathname.startsWith('/prediction/v2')) return undefined;
      return url.searchParams.get('start') === '0'
        ? page([position('p1')], 0, 1, true)
        : page([position('p2')], 1, 2, false);
    });
    expect((await client.fetchQuery(positionsQuery(OWNER))).map((one) => one.pubkey)).toEqual(['p1', 'p2']);
    await client.fetchQuery({ ...positionsQuery(OWNER), staleTime: 0 });
    expect(asked.filter((path) => path.startsWith('/prediction/v2'))).toHaveLength(1);
    expect(asked[2]).toContain('start=1&end=101');
  });

  test('a position that moves to the next page while they are read is there once, as it was told last', async () => {
    const { positionsQuery } = await import('./positions.queries.ts');
    serve((url) => {
      if (url.pathname.startsWith('/prediction/v2')) return undefined;
      return url.searchParams.get('start') === '0'
        ? page([position('p1'), position('p2')], 0, 2, true)
        : page([{ ...position('p2'), totalCostUsd: '2' }, position('p3')], 2, 4, false);
    });
    const positions = await client.fetchQuery(positionsQuery(OWNER));
    expect(positions.map(({ pubkey, totalCostUsd }) => [pubkey, totalCostUsd])).toEqual([
      ['p1', 1n],
      ['p2', 2n],
      ['p3', 1n],
    ]);
  });

  test('a failure of the second version is not taken for its absence', async () => {
    const { positionsQuery } = await import('./positions.queries.ts');
    serve(() => page([position('p1')], 0, 1, false));
    const answers = globalThis.fetch;
    vi.stubGlobal('fetch', async (path: string) =>
      path.startsWith('/prediction/v2') ? new Response('{"error":"busy"}', { status: 503 }) : answers(path),
    );
    await expect(client.fetchQuery(positionsQuery(OWNER))).rejects.toMatchObject({ kind: 'server' });
    expect(asked).toEqual([]);
  });

  test('history says by which version it came', async () => {
    const { historyQuery } = await import('./history.queries.ts');
    serve((url) => (url.pathname.startsWith('/prediction/v2') ? undefined : page([], 0, 0, false)));
    const history = await client.fetchInfiniteQuery(historyQuery(OWNER));
    expect(history.pages[0]?.by).toBe('event');
  });
});

describe('orders', () => {
  const order = (nth: number, status?: string) => orderWire(OWNER, nth, status);
  /** Newest first, two a page. */
  const listing = (orders: readonly unknown[], perPage = 2) =>
    serve((url) => {
      const start = Number(url.searchParams.get('start'));
      const end = Math.min(start + perPage, orders.length);
      return page(orders.slice(start, end), start, end, end < orders.length);
    });
  const starts = () => asked.map((path) => new URL(path, 'http://service').searchParams.get('start'));
  const keys = (seen: { orders: readonly { pubkey: string }[] }) => seen.orders.map(({ pubkey }) => pubkey);

  test('that are open are seen however old they are, one older page with each read of the newest', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const read = async () => {
      asked = [];
      const seen = await client.fetchQuery(query);
      return { keys: keys(seen), hasUnread: seen.hasUnread, starts: starts() };
    };
    const older = [order(5, 'pending'), order(4), order(3), order(2), order(1)];
    listing([order(7), order(6), ...older]);
    expect(await read()).toEqual({ keys: ['order-7', 'order-6'], hasUnread: true, starts: ['0'] });
    const open = ['order-7', 'order-6', 'order-5'];
    expect(await read()).toEqual({ keys: open, hasUnread: true, starts: ['0', '2'] });
    expect(await read()).toEqual({ keys: open, hasUnread: true, starts: ['0', '4'] });
    expect(await read()).toEqual({ keys: open, hasUnread: false, starts: ['0', '6'] });
    // All are known: pages are read as far as an open one lies.
    expect(await read()).toEqual({ keys: open, hasUnread: false, starts: ['0', '2'] });
    listing([order(8, 'pending'), order(7), order(6), ...older]);
    const more = ['order-8', 'order-7', 'order-5'];
    expect(await read()).toEqual({ keys: more, hasUnread: false, starts: ['0', '2'] });
    listing([order(9), order(8, 'pending'), order(7), order(6), ...older]);
    expect(await read()).toMatchObject({ keys: ['order-9', 'order-8', 'order-5'], starts: ['0', '2'] });
    expect(await read()).toMatchObject({ hasUnread: false, starts: ['0', '4'] });
    // Pushed out of the newest page while it is open, it is known still.
    listing([order(10), order(9), order(8, 'pending'), order(7), order(6), ...older]);
    const pushed = ['order-10', 'order-9', 'order-8', 'order-5'];
    expect(await read()).toEqual({ keys: pushed, hasUnread: false, starts: ['0', '2'] });
    expect(await read()).toEqual({ keys: pushed, hasUnread: false, starts: ['0', '4'] });
    listing([order(10), order(9), order(8), order(7), order(6), order(5), ...older.slice(1)]);
    expect(await read()).toMatchObject({ keys: ['order-10', 'order-9', 'order-5'], starts: ['0', '2'] });
    expect(await read()).toMatchObject({ keys: ['order-10', 'order-9'], starts: ['0', '4'] });
    expect(await read()).toEqual({ keys: ['order-10', 'order-9'], hasUnread: false, starts: ['0'] });
  });

  test('that were open are all looked at again after something was done here, wherever the reading stands', async () => {
    const { orderKeys, ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const older = [order(5, 'pending'), order(4), order(3), order(2, 'pending'), order(1), order(0)];
    listing([order(7), order(6), ...older]);
    for (let reads = 0; reads < 4; reads++) await client.fetchQuery(query);
    expect(keys(await client.fetchQuery(query))).toEqual(['order-7', 'order-6', 'order-5', 'order-2']);
    // Cancelled, while the next page to be read is the last.
    listing([order(7), order(6), order(5), order(4), order(3), order(2), order(1), order(0)]);
    await client.invalidateQueries({ queryKey: orderKeys.of(OWNER) });
    asked = [];
    expect(keys(await client.fetchQuery(query))).toEqual(['order-7', 'order-6']);
    expect(starts()).toEqual(['0', '2', '4']);
    asked = [];
    await client.invalidateQueries({ queryKey: orderKeys.of(OWNER) });
    await client.fetchQuery(query);
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  test('that are filled in part are open, however old they are', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    listing([order(5), order(4), order(3), order(2, 'partiallyfilled')]);
    for (let reads = 0; reads < 2; reads++) await client.fetchQuery(query);
    expect(keys(await client.fetchQuery(query))).toEqual(['order-5', 'order-4', 'order-2']);
  });

  test('that came to the newest page while an older one was read are there once, as the newest', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const open = [order(5, 'pending'), order(4, 'pending'), order(3, 'pending'), order(2, 'pending')];
    listing(open);
    for (let reads = 0; reads < 3; reads++) await client.fetchQuery(query);
    // Between the two requests a new one has come, and moved those of the first page to the second.
    serve((url) =>
      url.searchParams.get('start') === '0'
        ? page([order(5, 'pending'), order(4, 'pending')], 0, 2, true)
        : page([order(4, 'pending'), order(3, 'pending'), order(2, 'pending')], 2, 5, false),
    );
    expect(keys(await client.fetchQuery(query))).toEqual(['order-5', 'order-4', 'order-3', 'order-2']);
  });

  test('of a listing that says there is more and goes no further are read, and it is not asked for ever', async () => {
    const { ordersQuery, orderKeys } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    serve(() => page([order(5, 'pending')], 0, 0, true));
    expect(await client.fetchQuery(query)).toMatchObject({ hasUnread: false, next: null });
    client.clear();
    // One open order a page, and no page goes further than the second.
    serve((url) => {
      const start = Number(url.searchParams.get('start'));
      return page([order(9 - start, 'pending')], start, Math.min(start + 1, 2), true);
    });
    for (let reads = 0; reads < 4; reads++) await client.fetchQuery(query);
    expect(keys(await client.fetchQuery(query))).toEqual(['order-9', 'order-8', 'order-7']);
    await client.invalidateQueries({ queryKey: orderKeys.of(OWNER) });
    asked = [];
    await client.fetchQuery(query);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  test('that came unseen, more than a page of them, are unread until they have been looked through', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const ended = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => order(from - index));
    const read = async () => {
      asked = [];
      const seen = await client.fetchQuery(query);
      return { keys: keys(seen), hasUnread: seen.hasUnread, starts: starts() };
    };
    const oldest = [order(3, 'pending'), order(2), order(1)];
    listing([order(5), order(4), ...oldest]);
    for (let reads = 0; reads < 3; reads++) await read();
    expect(await read()).toMatchObject({ keys: ['order-5', 'order-4', 'order-3'], hasUnread: false });
    // A page that joins on to what was seen leaves nothing out.
    listing([order(6), order(5), order(4), ...oldest]);
    const joined = ['order-6', 'order-5', 'order-3'];
    expect(await read()).toEqual({ keys: joined, hasUnread: false, starts: ['0', '2'] });
    const unseen = [...ended(13, 10), order(9, 'pending'), ...ended(8, 4)];
    listing([...unseen, ...oldest]);
    const newest = ['order-13', 'order-12'];
    expect(await read()).toEqual({ keys: [...newest, 'order-3'], hasUnread: true, starts: ['0'] });
    expect(await read()).toEqual({ keys: [...newest, 'order-3'], hasUnread: true, starts: ['0', '2'] });
    const all = [...newest, 'order-9', 'order-3'];
    expect(await read()).toEqual({ keys: all, hasUnread: true, starts: ['0', '4'] });
    for (let reads = 0; reads < 4; reads++) await read();
    expect(await read()).toMatchObject({ keys: all, hasUnread: false });
    // Both are looked at again.
    listing([...unseen, order(3), order(2), order(1)]);
    for (let reads = 0; reads < 6; reads++) await read();
    expect((await read()).keys).toEqual([...newest, 'order-9']);
  });

  test('that are newest are seen also while an older page cannot be read, which is asked for again', async () => {
    const { orderKeys, ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const read = async () => {
      asked = [];
      const seen = await client.fetchQuery(query);
      return { keys: keys(seen), hasUnread: seen.hasUnread, starts: starts() };
    };
    let broken = true;
    const serveBroken = (orders: readonly unknown[]) =>
      serve((url) => {
        const from = Number(url.searchParams.get('start'));
        if (broken && from > 0) return undefined;
        const end = Math.min(from + 2, orders.length);
        return page(orders.slice(from, end), from, end, end < orders.length);
      });
    const older = [order(3, 'pending'), order(2), order(1)];
    serveBroken([order(5, 'pending'), order(4), ...older]);
    await read();
    serveBroken([order(5), order(4), ...older]);
    const newest = { keys: ['order-5', 'order-4'], hasUnread: true, starts: ['0', '2'] };
    expect(await read()).toEqual(newest);
    expect(client.getQueryData<{ orders: { status: string }[] }>(query.queryKey)?.orders[0]?.status).toBe(
      'filled',
    );
    expect(await read()).toEqual(newest);
    broken = false;
    const all = ['order-5', 'order-4', 'order-3'];
    expect(await read()).toEqual({ ...newest, keys: all });
    expect(await read()).toMatchObject({ keys: all, hasUnread: false });
    // What was known to be open stays so until it can be looked at.
    broken = true;
    serveBroken([order(6), order(5), order(4), order(3), order(2), order(1)]);
    await client.invalidateQueries({ queryKey: orderKeys.of(OWNER) });
    expect((await read()).keys).toEqual(['order-6', 'order-5', 'order-3']);
    broken = false;
    for (let reads = 0; reads < 2; reads++) await read();
    expect((await read()).keys).toEqual(['order-6', 'order-5']);
  });

  test('that a listing has dropped are asked for by their own key, and are open only if that says so', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const names = [7, 6, 5, 4, 3, 2, 1, 0].map((nth) => order(nth, nth % 2 === 0 ? 'pending' : 'filled'));
    const answer = (listed: readonly ReturnType<typeof order>[], alone: Record<string, unknown>) =>
      serve((url) => {
        if (!url.searchParams.has('ownerPubkey')) return alone[url.pathname.split('/').at(-1) ?? ''];
        const start = Number(url.searchParams.get('start'));
        const end = Math.min(start + 2, listed.length);
        return page(listed.slice(start, end), start, end, end < listed.length);
      });
    answer(names, {});
    for (let reads = 0; reads < 5; reads++) await client.fetchQuery(query);
    expect(keys(await client.fetchQuery(query))).toEqual([
      'order-7',
      'order-6',
      'order-4',
      'order-2',
      'order-0',
    ]);
    const left = names.filter(({ pubkey }) => !['order-4', 'order-2', 'order-0'].includes(pubkey));
    answer(left, { 'order-4': order(4, 'pending'), 'order-2': order(2, 'cancelled') });
    for (let reads = 0; reads < 5; reads++) await client.fetchQuery(query);
    expect(keys(await client.fetchQuery(query))).toEqual(['order-7', 'order-6', 'order-4']);
  });

  test('that a listing has dropped are asked for in turns where they are many', async () => {
    const { orderKeys, ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const open = Array.from({ length: 40 }, (_, nth) => order(nth, 'pending'));
    const newest = [order(50), order(49)];
    listing([...newest, ...open], 50);
    for (let reads = 0; reads < 3; reads++) await client.fetchQuery(query);
    // One page, and another of an order that has ended long since.
    const listed = [...newest, order(48)];
    serve((url) => {
      if (!url.searchParams.has('ownerPubkey'))
        return open.find(({ pubkey }) => url.pathname.endsWith(pubkey));
      const start = Number(url.searchParams.get('start'));
      const end = Math.min(start + 2, listed.length);
      return page(listed.slice(start, end), start, end, end < listed.length);
    });
    const alone = async () => {
      asked = [];
      await client.fetchQuery(query);
      return asked.filter((path) => !path.includes('ownerPubkey')).map((path) => path.split('/').at(-1));
    };
    const first = [...(await alone()), ...(await alone())];
    expect([first.length, new Set(first).size]).toEqual([32, 32]);
    await client.invalidateQueries({ queryKey: orderKeys.of(OWNER) });
    const next = await alone();
    expect([next.length, new Set([...first, ...next]).size]).toEqual([16, 40]);
  });

  test.each([
    ['a limit', () => new Response('{"error":"too many requests"}', { status: 429 })],
    ['nobody answering', () => Promise.reject(new TypeError('network'))],
  ])('that a listing has dropped wait after %s, and are asked for with the next poll', async (_name, no) => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const listed = [7, 6, 5, 4, 3].map((nth) => order(nth, nth < 5 ? 'pending' : 'filled'));
    listing(listed);
    for (let reads = 0; reads < 4; reads++) await client.fetchQuery(query);
    const open = ['order-7', 'order-6', 'order-4', 'order-3'];
    expect(keys(await client.fetchQuery(query))).toEqual(open);
    listing(listed.slice(0, 3));
    const answer = globalThis.fetch;
    let alone = 0;
    vi.stubGlobal('fetch', (path: string) => {
      if (path.includes('ownerPubkey')) return answer(path);
      alone++;
      return no();
    });
    expect(await client.fetchQuery(query)).toMatchObject({ hasFailed: true });
    expect([keys(await client.fetchQuery(query)), alone]).toEqual([open, 2]);
    listing(listed.slice(0, 3));
    const gone = globalThis.fetch;
    vi.stubGlobal('fetch', async (path: string) =>
      path.includes('ownerPubkey') ? gone(path) : new Response('{"error":"no such order"}', { status: 404 }),
    );
    expect(keys(await client.fetchQuery(query))).toEqual(['order-7', 'order-6']);
  });

  /** Two open ones, read before, are in the listing no more; `answer` is what is answered to all that is asked. */
  async function twoDropped() {
    const { ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const listed = [7, 6, 5, 4, 3].map((nth) => order(nth, nth < 5 ? 'pending' : 'filled'));
    listing(listed);
    for (let reads = 0; reads < 5; reads++) await client.fetchQuery(query);
    listing(listed.slice(0, 3));
    return { query, answer: globalThis.fetch };
  }

  test.each([
    ['cannot be told now', () => new Response('{"error":"busy"}', { status: 503 })],
    ['is refused', () => new Response('{"error":"no"}', { status: 400 })],
    ['cannot be read', () => new Response('{"pubkey":7}')],
    ['is told of another', () => new Response(JSON.stringify(order(1)))],
  ])(
    'that a listing has dropped are as told last where one %s, and the next is asked for',
    async (_name, no) => {
      const { query, answer } = await twoDropped();
      vi.stubGlobal('fetch', async (path: string) => {
        if (path.includes('ownerPubkey')) return answer(path);
        return path.endsWith('order-4') ? no() : new Response('{"error":"no such order"}', { status: 404 });
      });
      const seen = await client.fetchQuery(query);
      expect([keys(seen), seen.hasFailed]).toEqual([['order-7', 'order-6', 'order-4'], false]);
    },
  );

  test('that a listing has dropped are not kept waiting for good by one that is never answered', async () => {
    const { query, answer } = await twoDropped();
    vi.stubGlobal('fetch', async (path: string) => {
      if (path.includes('ownerPubkey')) return answer(path);
      if (path.endsWith('order-4')) throw new TypeError('network');
      return new Response('{"error":"no such order"}', { status: 404 });
    });
    for (let reads = 0; reads < 2; reads++) await client.fetchQuery(query);
    expect(keys(await client.fetchQuery(query))).toEqual(['order-7', 'order-6', 'order-4']);
  });

  test('are told by an answer about the order that was asked for, and by no other', async () => {
    const { fetchOrder, fetchOrderStatus } = await import('./orders.queries.ts');
    const status = { orderPubkey: 'order-2', status: 'filled', latestEventType: null, latestSignature: null };
    vi.stubGlobal(
      'fetch',
      async (path: string) =>
        new Response(JSON.stringify(path.includes('/status/') ? { ...status, history: [] } : order(2))),
    );
    for (const read of [fetchOrder, fetchOrderStatus]) {
      await expect(read('order-2' as Pubkey)).resolves.toMatchObject({ status: 'filled' });
      await expect(read('order-1' as Pubkey)).rejects.toMatchObject({ kind: 'malformed' });
    }
  });

  test('page after page are read again at the plain pace where that has failed, and no further page is', async () => {
    const { ordersListQuery } = await import('./orders.queries.ts');
    const { ORDERS_POLL_MS } = await import('./poll.ts');
    const observer = new InfiniteQueryObserver(client, ordersListQuery(OWNER));
    const pace = () => {
      const { refetchInterval } = observer.options;
      return typeof refetchInterval === 'function' && refetchInterval(observer.getCurrentQuery());
    };
    const listed = () => listing([order(4), order(3), order(2), order(1)]);
    listed();
    await observer.refetch();
    expect(pace()).toBe(false);
    serve(() => undefined);
    await observer.fetchNextPage();
    expect(pace(), 'its reader asks for it again').toBe(false);
    serve(() => ({}));
    await observer.refetch();
    expect(pace()).toBeGreaterThanOrEqual(ORDERS_POLL_MS);
    listed();
    await observer.refetch();
    expect(pace()).toBe(false);
  });

  test('that are older are asked for no faster than the newest while they cannot be read', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const { OPEN_ORDERS_POLL_MS, ORDERS_POLL_MS } = await import('./poll.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    const observer = new QueryObserver(client, query);
    const pace = async () => {
      await client.fetchQuery(query).catch(() => undefined);
      const { refetchInterval } = observer.options;
      return typeof refetchInterval === 'function' && refetchInterval(observer.getCurrentQuery());
    };
    let broken = true;
    serve((url) => {
      const start = Number(url.searchParams.get('start'));
      return broken && start > 0 ? undefined : page([order(9 - start)], start, start + 1, start < 4);
    });
    expect(await pace()).toBe(OPEN_ORDERS_POLL_MS);
    expect(await pace()).toBe(ORDERS_POLL_MS);
    broken = false;
    expect(await pace()).toBe(OPEN_ORDERS_POLL_MS);
    for (let reads = 0; reads < 3; reads++) await pace();
    expect(await pace()).toBe(ORDERS_POLL_MS);
  });

  test('that are open are looked for in a hidden tab too, and others are not', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const { OPEN_ORDERS_POLL_MS, ORDERS_POLL_MS } = await import('./poll.ts');
    const observer = new QueryObserver(client, { ...ordersQuery(OWNER), staleTime: 0 });
    const { refetchInterval, refetchIntervalInBackground } = observer.options;
    const pace = async (status: string) => {
      listing([order(1, status)]);
      await client.fetchQuery({ ...ordersQuery(OWNER), staleTime: 0 });
      return typeof refetchInterval === 'function' && refetchInterval(observer.getCurrentQuery());
    };
    expect(refetchIntervalInBackground).toBe(true);
    expect(await pace('filled')).toBe(ORDERS_POLL_MS);
    vi.stubGlobal('document', { hidden: true });
    expect(await pace('filled')).toBe(false);
    expect(await pace('pending')).toBe(OPEN_ORDERS_POLL_MS);
  });

  /** The same answers; the older page is so many milliseconds old. */
  const ageOlder = (ageMs: () => number) => {
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', async (path: string) => {
      const body = await (await answer(path)).text();
      return new Response(body, {
        headers: { 'x-age-ms': path.includes('start=2&') ? String(ageMs()) : '0' },
      });
    });
  };

  test('are as old as the oldest page that was read for them', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
    listing([order(4), order(3), order(2), order(1)]);
    ageOlder(() => 700);
    await client.fetchQuery(query);
    vi.setSystemTime(1_800_000_001_500);
    await client.fetchQuery(query);
    expect(client.getQueryState(query.queryKey)?.facts?.asOf).toBe(1_800_000_000_800);
  });

  test('that are newest are seen also while an older page is told as it was before', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const { createReadCache } = await import('./read.ts');
    client = new QueryClient({
      queryCache: createReadCache(),
      defaultOptions: { queries: { retry: false } },
    });
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
    listing([order(4, 'pending'), order(3, 'pending')]);
    await client.fetchQuery(query);
    vi.setSystemTime(1_800_000_001_500);
    // Filled, while another that is open has left the newest page for one that lags behind.
    listing([order(5), order(4), order(3, 'pending')]);
    let ageMs = 60_000;
    ageOlder(() => ageMs);
    const seen = await client.fetchQuery(query);
    expect(seen.orders.map(({ pubkey, status }) => [pubkey, status])).toEqual([
      ['order-5', 'filled'],
      ['order-4', 'filled'],
      ['order-3', 'pending'],
    ]);
    expect(seen.hasFailed).toBe(true);
    expect(client.getQueryState(query.queryKey)?.dataUpdatedAt).toBe(1_800_000_001_500);
    ageMs = 0;
    vi.setSystemTime(1_800_000_003_000);
    listing([order(5), order(4), order(3)]);
    ageOlder(() => ageMs);
    expect(keys(await client.fetchQuery(query))).toEqual(['order-5', 'order-4']);
  });

  test('that are too many to be read are told of as unread, and asked for no longer', async () => {
    const { ordersQuery } = await import('./orders.queries.ts');
    const query = { ...ordersQuery(OWNER), staleTime: 0 };
    listing(
      Array.from({ length: 2_500 }, (_, index) => order(2_500 - index)),
      100,
    );
    for (let reads = 0; reads < 25; reads++) await client.fetchQuery(query);
    asked = [];
    expect(await client.fetchQuery(query)).toMatchObject({ hasUnread: true, next: null });
    expect(starts()).toEqual(['0']);
  });
});

test('a list steps from where the last page ended, however short it was', async () => {
  const { EVENTS_PAGE_SIZE, eventsListQuery } = await import('./events.queries.ts');
  serve((url) => (url.searchParams.get('start') === '0' ? page([], 0, 31, true) : page([], 31, 40, false)));
  const list = await client.fetchInfiniteQuery({ ...eventsListQuery({ category: 'crypto' }), pages: 3 });
  expect(list.pages.map((one) => one.start)).toEqual([0, 31]);
  expect(asked[1]).toContain(`start=31&end=${31 + EVENTS_PAGE_SIZE}`);
  expect(asked[0]).toContain('category=crypto&includeMarkets=true');
  expect(asked[0]).not.toContain('undefined');
});

test('a list that says there is more and goes no further has no next page', async () => {
  const { eventsListQuery } = await import('./events.queries.ts');
  serve(() => page([], 0, 0, true));
  const list = await client.fetchInfiniteQuery({ ...eventsListQuery({}), pages: 3 });
  expect([list.pages.length, asked.length]).toEqual([1, 1]);
});

test('a page of a list is as old as its answer says, also where what is visible begins with it', async () => {
  const { eventsListQuery, eventsPageQuery } = await import('./events.queries.ts');
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
  const body = JSON.stringify(page([], 0, 0, false));
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'x-age-ms': '7000' } }));
  const [first] = (await client.fetchInfiniteQuery(eventsListQuery({}))).pages;
  expect(first?.asOf).toBe(1_799_999_993_000);
  const visible = new QueryObserver(client, { ...eventsPageQuery({}, 0, 24, first), enabled: false });
  expect(visible.getCurrentResult().dataUpdatedAt).toBe(1_799_999_993_000);
});

describe('events of a category', () => {
  const event = (eventId: string, category: string, subcategory = '') => ({
    eventId,
    isActive: true,
    isLive: true,
    category,
    subcategory,
    markets: [],
  });
  /** A tournament under politics, as services file it. */
  const filed: Record<string, unknown[]> = {
    sports: [event('cup', 'sports'), event('derby', 'sports'), event('final', 'sports')],
    politics: [
      event('golf', 'politics', 'pgatour'),
      event('vote', 'politics'),
      event('nba', 'politics', 'nbagame'),
    ],
  };
  /** Pages of politics end one earlier than was asked for. */
  const serveFiled = () =>
    serve((url) => {
      const category = url.searchParams.get('category') ?? '';
      const start = Number(url.searchParams.get('start'));
      const asked = Number(url.searchParams.get('end')) - Number(category === 'politics');
      const all = filed[category] ?? [];
      const end = Math.min(asked, Math.max(all.length, start));
      return page(all.slice(start, end), start, end, end < all.length);
    });
  const load = async (category: 'sports' | 'politics', size: number) => {
    const { eventsListQuery } = await import('./events.queries.ts');
    const list = await client.fetchInfiniteQuery({ ...eventsListQuery({ category }, size), pages: 5 });
    return list.pages.map(({ data }) => data.map(({ eventId }) => eventId));
  };

  test('are those that are about it, whatever the service files them under, each by its place', async () => {
    serveFiled();
    expect(await load('sports', 5)).toEqual([['cup', 'golf', 'derby', 'final', 'nba']]);
    expect(await load('politics', 5)).toEqual([['vote']]);
    expect(asked.filter((path) => path.includes('category=sports'))).toHaveLength(1);
  });

  test('go on from where the shorter page ended: none is left out', async () => {
    serveFiled();
    expect(await load('sports', 2)).toEqual([
      ['cup', 'golf', 'derby'],
      ['derby', 'final'],
      ['final', 'nba'],
    ]);
  });

  test('are counted as they are shown; of more than one answer has the number is unknown', async () => {
    const { eventsCountQuery } = await import('./events.queries.ts');
    serveFiled();
    expect(await client.fetchQuery(eventsCountQuery({ category: 'sports' }))).toBe(5);
    expect(await client.fetchQuery(eventsCountQuery({ category: 'politics', filter: 'live' }))).toBe(1);
    expect(asked.every((path) => path.includes('includeMarkets=false'))).toBe(true);
    serve(() => page([event('cup', 'sports')], 0, 100, true));
    expect(await client.fetchQuery(eventsCountQuery({ category: 'crypto' }))).toBeNull();
    expect(await client.fetchQuery(eventsCountQuery({ filter: 'live' })), 'of all the service says it').toBe(
      9,
    );
  });
});

test('scores of one moment are one request, an event without a score has null', async () => {
  const { scoreQuery } = await import('./scores.queries.ts');
  const score = { eventId: 'a', gameId: 1, live: true, ended: false, score: '2-0' };
  serve(() => ({ data: [score] }));
  const [a, b] = await Promise.all(['a', 'b'].map((id) => client.fetchQuery(scoreQuery(id as EventId))));
  expect(asked).toEqual(['/prediction/v1/events/scores?eventIds=a%2Cb']);
  expect(a?.score).toBe('2-0');
  expect(b).toBeNull();
});

test('scores are asked for no sooner than the service wants to be asked, and as a request waits for its turn', async () => {
  const { scoreQuery } = await import('./scores.queries.ts');
  const { useBackendStatus } = await import('@/state/backend-status.ts');
  const observer = new QueryObserver(client, { ...scoreQuery('a' as EventId), enabled: false });
  const query = observer.getCurrentQuery();
  client.setQueryData(query.queryKey, { eventId: 'a', live: true, ended: false }, { updatedAt: 12_000 });
  const pace = () => {
    const { refetchInterval } = observer.options;
    return typeof refetchInterval === 'function' && refetchInterval(query);
  };
  expect(pace(), 'to the next beat').toBe(3_000);
  useBackendStatus.setState({ slow: { since: 5_000, until: 45_000 } });
  expect(pace()).toBe(40_000);
  useBackendStatus.setState({ slow: undefined });
  query.setState({ facts: { asOf: 12_000, waitMs: 20_000 } });
  expect(pace()).toBe(20_000);
});

test('more events than one request may name are split, each with its own score', async () => {
  const { scoreQuery } = await import('./scores.queries.ts');
  const ids = Array.from({ length: 230 }, (_, index) => `e${index}` as EventId);
  serve((url) => {
    const named = (url.searchParams.get('eventIds') ?? '').split(',');
    if (named.length > 100) return undefined;
    return {
      data: named.map((eventId) => ({ eventId, gameId: 1, live: true, ended: false, score: eventId })),
    };
  });
  const scores = await Promise.all(ids.map((id) => client.fetchQuery(scoreQuery(id))));
  expect(scores.map((score) => score?.score)).toEqual(ids);
  expect(asked).toHaveLength(3);
});

describe('batches', () => {
  test('are cut to size, ask for a key once, and share their failure', async () => {
    vi.useFakeTimers();
    const batches: number[][] = [];
    const load = createBatcher<number, number>({
      size: 2,
      waitMs: 10,
      mostMs: 25,
      load: async (keys) => {
        batches.push(keys);
        if (keys.includes(3)) throw new AppError('offline', 'gone');
        return keys.map((key) => key * 10);
      },
    });
    const results = Promise.allSettled([load(1), load(2), load(1), load(3)]);
    await vi.advanceTimersByTimeAsync(10);
    expect(await results).toMatchObject([
      { value: 10 },
      { value: 20 },
      { value: 10 },
      { status: 'rejected' },
    ]);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  test('that answer about too few keys have failed for those that they say nothing of', async () => {
    vi.useFakeTimers();
    const load = createBatcher<number, number>({
      size: 2,
      waitMs: 10,
      mostMs: 25,
      load: async (keys) => keys.slice(0, 1),
    });
    const results = Promise.allSettled([load(1), load(2)]);
    await vi.advanceTimersByTimeAsync(10);
    expect(await results).toMatchObject([{ value: 1 }, { status: 'rejected' }]);
  });

  test('wait for keys that come one after another, but no key for long', async () => {
    vi.useFakeTimers();
    const batches: number[][] = [];
    const load = createBatcher<number, number>({
      size: 100,
      waitMs: 10,
      mostMs: 25,
      load: async (keys) => {
        batches.push(keys);
        return keys;
      },
    });
    for (const key of [1, 2, 3, 4, 5]) {
      void load(key);
      await vi.advanceTimersByTimeAsync(9);
    }
    await vi.advanceTimersByTimeAsync(10);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });
});

describe('polls', () => {
  const intervalAfter = (error: AppError | null, outage = 0) =>
    pollAfter(1_000, { error, dataUpdatedAt: 100_000, errorUpdatedAt: 100_000 + outage });

  test('keep their interval while answers come', () => expect(intervalAfter(null)).toBe(1_000));
  test('slow down the longer nothing comes, up to a minute', () => {
    const waits = Array.from({ length: 200 }, (_, i) =>
      intervalAfter(new AppError('offline', ''), 4_000 + i),
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_300);
    expect(new Set(waits).size).toBeGreaterThan(50);
    expect(intervalAfter(new AppError('server', ''), 10_000_000)).toBeLessThanOrEqual(61_000);
  });
  test('wait as long as the service asks', () => {
    expect(intervalAfter(new AppError('rate-limited', '', { retryAfterMs: 9_000 }))).toBeGreaterThanOrEqual(
      9_000,
    );
    expect(intervalAfter(new AppError('rate-limited', '', { retryAfterMs: 0 }))).toBeGreaterThanOrEqual(
      1_000,
    );
  });
  test.each(['refused', 'not-found', 'unauthorised', 'region'] as const)(
    'hardly ask again after what is %s',
    (kind) => expect(intervalAfter(new AppError(kind, ''))).toBe(30_000),
  );
  test('take what never came for no outage', () =>
    expect(
      pollAfter(1_000, { error: new AppError('offline', ''), dataUpdatedAt: 0, errorUpdatedAt: 996 }),
    ).toBeLessThanOrEqual(2_000));
  test('ask nothing while the service asks to be left alone', async () => {
    const { pollAfter: paced } = await import('./poll.ts');
    const { useBackendStatus } = await import('@/state/backend-status.ts');
    const state = { error: null, dataUpdatedAt: 100_000, errorUpdatedAt: 0 };
    useBackendStatus.setState({ slow: { since: 5_000, until: 12_000 } });
    expect(paced(1_000, state)).toBe(7_000);
    useBackendStatus.setState({ slow: undefined });
    expect(paced(1_000, state)).toBe(1_000);
  });
  test('ask as seldom as the budget of the deployment allows', async () => {
    const { pollAfter: paced } = await import('./poll.ts');
    const { setBudgetFactor } = await import('@/lib/freshness.ts');
    setBudgetFactor(4, 0);
    expect(paced(1_000, { error: null, dataUpdatedAt: 100_000, errorUpdatedAt: 0 })).toBe(4_000);
    setBudgetFactor(1, 0);
  });
  test('wait for a turn as long as the service says, but not for ever', () => {
    const after = (waitMs: number) =>
      pollEvery(1_000)({
        state: { error: null, dataUpdatedAt: 100_000, errorUpdatedAt: 0, facts: { asOf: 100_000, waitMs } },
      });
    expect([0, 1_500, 60_000].map(after)).toEqual([1_000, 1_500, 60_000]);
    expect(after(9_999_999_999_000)).toBe(600_000);
  });
  test('of scores share one beat', () => {
    expect(untilBeat(5_000, 12_000)).toBe(3_000);
    expect(untilBeat(5_000, 14_900)).toBe(5_100);
    expect(untilBeat(5_000, 15_000)).toBe(5_000);
  });
});
