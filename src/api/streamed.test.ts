// @vitest-environment happy-dom
import type { EventId, Pubkey } from '@contract/ids.ts';
import { MAX_WATCHED } from '@contract/stream.ts';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { eventWire } from './event.fixtures.ts';
import { orderWire } from './order.fixtures.ts';
import { HISTORY_POLL_MS, OPEN_ORDERS_POLL_MS } from './poll.ts';
import { createReadCache } from './read.ts';
import type { Link } from './stream/link.ts';
import type { Update } from './stream/update.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
/** Newest first, two a page; the fourth is open. */
const ordersOf = (...nths: number[]) =>
  nths.map((nth) => orderWire(OWNER, nth, nth === 4 ? 'pending' : 'filled'));
let orders = ordersOf(8, 7, 6, 5, 4, 3);
/** Events by their place in the list, which is another one each time they are told. */
let events = ['a', 'b', 'c'];
/** How many positions the history has, a hundred a page. */
let historyTotal = 0;
const pastPosition = (nth: number) => ({
  positionPubkey: `position-${nth}`,
  ownerPubkey: OWNER,
  marketId: 'm',
  isYes: true,
  status: 'lost',
  entryPriceUsd: '500000',
  exitPriceUsd: '0',
  totalContracts: '1',
  totalContractsMicro: '1000000',
  totalContractsDecimal: '1',
  realizedPnlUsd: '-500000',
  feesPaidUsd: '0',
  openedAt: 1,
  closedAt: 2,
  events: [],
});
function answerAt(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://service');
  const start = Number(searchParams.get('start'));
  if (pathname.endsWith('/history')) {
    const end = Math.min(start + 100, historyTotal);
    return {
      data: Array.from({ length: end - start }, (_, nth) => pastPosition(start + nth)),
      pagination: { start, end, total: historyTotal, hasNext: end < historyTotal },
    };
  }
  const [, one] = /\/events\/([^/]+)$/.exec(pathname) ?? [];
  if (one !== undefined) return eventWire(one);
  if (pathname.endsWith('/events')) {
    const end = Math.min(Number(searchParams.get('end')), events.length);
    const pagination = { start, end, total: events.length, hasNext: end < events.length };
    return { data: events.slice(start, end).map((id) => eventWire(id)), pagination };
  }
  const end = Math.min(start + 2, orders.length);
  const pagination = { start, end, total: orders.length, hasNext: end < orders.length };
  return { data: orders.slice(start, end), pagination };
}

/** Tells of each address that is watched what it is now, as the service does. */
const watched: string[] = [];
/** What is watched now. */
let watching: ReadonlySet<string> = new Set();
/** Tells of all that are watched what they are by now. */
let tellAgain = (): void => undefined;
/** Tells what it is given, now. */
let tellNow = (_updates: Update[]): void => undefined;
/** Says of each of them that it is as it was told last. */
let tellSame = (): void => undefined;
vi.mock('./stream/link.ts', () => ({
  createLink: (_url: string, told: (updates: Update[]) => void): Link => {
    let before: ReadonlySet<string> = new Set();
    const tell = (address: string) => {
      watched.push(address);
      const whole = { kind: 'whole', version: 1, asOf: Date.now(), body: answerAt(address) } as const;
      setTimeout(() => told([{ ...whole, address }]), 20);
    };
    tellAgain = () => before.forEach(tell);
    tellNow = told;
    tellSame = () =>
      told([...before].map((address) => ({ kind: 'same', address, asOf: Date.now() }) as const));
    return {
      watch: (addresses) => {
        for (const address of addresses) if (!before.has(address)) tell(address);
        before = new Set(addresses);
        watching = before;
      },
      renew: tell,
    };
  },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A client that the stream feeds, on a clock of its own, and every address that is asked for. */
async function streamed(load: (client: QueryClient) => Promise<unknown>, worker?: typeof SharedWorker) {
  const asked: string[] = [];
  vi.stubGlobal('SharedWorker', worker);
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(JSON.stringify(answerAt(address)));
  });
  const { attachStream } = await import('./stream/attach.ts');
  const { hold } = await import('./stream/held.ts');
  hold(undefined);
  const client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: { queries: { retry: false } },
  });
  // What reads an answer comes with the first one.
  await load(client);
  client.clear();
  vi.useFakeTimers();
  asked.length = 0;
  watched.length = 0;
  watching = new Set();
  // The page outlives the client, and would go on telling it that it is hidden or shown.
  const listening = vi.spyOn(document, 'addEventListener').mockImplementation(() => undefined);
  attachStream(client);
  const [, changed] = listening.mock.calls.find(([type]) => type === 'visibilitychange') ?? [];
  const show = (state: DocumentVisibilityState): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    if (typeof changed === 'function') changed.call(document, new Event('visibilitychange'));
  };
  return { client, asked, show };
}

it('is told in the tab itself where the browser refuses a worker', async () => {
  const { ordersQuery } = await import('./orders.queries.ts');
  vi.stubGlobal('navigator', { locks: {} });
  const refused = class {
    constructor() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    }
  } as unknown as typeof SharedWorker;
  const { client } = await streamed((first) => first.fetchQuery(ordersQuery(OWNER)), refused);
  const leave = new QueryObserver(client, ordersQuery(OWNER)).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watched.length).toBeGreaterThan(0);
  leave();
  client.clear();
});

it('asks for one older page a poll, also while the stream tells of the newest', async () => {
  const { ordersQuery } = await import('./orders.queries.ts');
  const { client, asked } = await streamed((first) => first.fetchQuery(ordersQuery(OWNER)));
  const observer = new QueryObserver(client, ordersQuery(OWNER));
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(20 * OPEN_ORDERS_POLL_MS);
  expect(observer.getCurrentResult().data).toMatchObject({ hasUnread: false });
  const older = asked.filter((address) => !address.includes('start=0&'));
  expect(older.length).toBeGreaterThan(15);
  expect(older.length).toBeLessThanOrEqual(21);
  expect(new Set(watched).size).toBe(1);
  leave();
  client.clear();
});

it('keeps the order of a list of events, and asks for none of its pages again, while the stream tells of what is on the screen', async () => {
  const { eventsListQuery, eventsPageQuery } = await import('./events.queries.ts');
  const { client, asked } = await streamed((first) => first.fetchQuery(eventsPageQuery({}, 0, 2)));
  const list = new InfiniteQueryObserver(client, eventsListQuery({}, 2));
  const leaveList = list.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  const page = new QueryObserver(client, eventsPageQuery({}, 0, 2, list.getCurrentResult().data?.pages[0]));
  const leavePage = page.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  await list.fetchNextPage();
  const before = list.getCurrentResult().data;
  const first = before?.pages.flatMap(({ data }) => data.map(({ eventId }) => eventId));
  expect(first).toEqual(['a', 'b', 'c']);
  asked.length = 0;

  for (const told of [
    ['b', 'c', 'a'],
    ['c', 'a', 'b'],
  ]) {
    events = told;
    tellAgain();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page.getCurrentResult().data?.data.map(({ eventId }) => eventId)).toEqual(told.slice(0, 2));
  }
  expect(list.getCurrentResult().data).toBe(before);
  expect(asked).toEqual([]);
  leavePage();
  leaveList();
  client.clear();
});

it.each([
  { pages: 1, how: 'whenever it is told', isTold: true },
  { pages: 5, how: 'at the pace of its poll alone', isTold: false },
])('reads a history of $pages page(s) again, $how', async ({ pages, isTold }) => {
  const { historyQuery } = await import('./history.queries.ts');
  historyTotal = pages * 100;
  const { client, asked } = await streamed((first) => first.fetchInfiniteQuery(historyQuery(OWNER)));
  const list = new InfiniteQueryObserver(client, historyQuery(OWNER));
  const leave = list.subscribe(() => undefined);
  const total = () => list.getCurrentResult().data?.pages.map(({ pagination }) => pagination.total);
  await vi.advanceTimersByTimeAsync(200);
  while (list.getCurrentResult().hasNextPage) {
    await list.fetchNextPage({ cancelRefetch: false });
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(asked).toHaveLength(pages);
  const before = total();
  historyTotal -= 1;
  tellAgain();
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(pages);
  const after = before?.map(() => historyTotal);
  expect(total()).toEqual(isTold ? after : before);
  // By then nothing has been heard of the stream for a while, and all is asked for.
  await vi.advanceTimersByTimeAsync(HISTORY_POLL_MS * pages);
  expect(total()).toEqual(after);
  expect(asked).toHaveLength(2 * pages);
  leave();
  client.clear();
});

it('shows no history that is older than the one asked for after something was done here', async () => {
  const { historyKeys, historyQuery } = await import('./history.queries.ts');
  historyTotal = 1;
  const { client, asked } = await streamed((first) => first.fetchInfiniteQuery(historyQuery(OWNER)));
  const list = new InfiniteQueryObserver(client, historyQuery(OWNER));
  const leave = list.subscribe(() => undefined);
  const total = () => list.getCurrentResult().data?.pages.map(({ pagination }) => pagination.total);
  await vi.advanceTimersByTimeAsync(200);
  historyTotal = 2;
  void client.invalidateQueries({ queryKey: historyKeys.of(OWNER) });
  await vi.advanceTimersByTimeAsync(200);
  expect(total()).toEqual([2]);
  expect(asked).toHaveLength(2);
  const before = list.getCurrentResult().dataUpdatedAt;
  // Looked at anew, while the stream has not told of it yet.
  void list.refetch();
  await vi.advanceTimersByTimeAsync(2_000);
  tellSame();
  expect(total()).toEqual([2]);
  expect(list.getCurrentResult().dataUpdatedAt).toBe(before);
  tellAgain();
  await vi.advanceTimersByTimeAsync(200);
  expect(list.getCurrentResult().dataUpdatedAt).toBeGreaterThan(before);
  leave();
  client.clear();
});

it('makes nothing on show younger by what is said of a newer answer that it does not show yet', async () => {
  const { historyKeys, historyQuery } = await import('./history.queries.ts');
  historyTotal = 1;
  const { client } = await streamed((first) => first.fetchInfiniteQuery(historyQuery(OWNER)));
  const list = new InfiniteQueryObserver(client, historyQuery(OWNER));
  const leave = list.subscribe(() => undefined);
  const shown = () => {
    const { data, dataUpdatedAt } = list.getCurrentResult();
    return [data?.pages[0]?.pagination.total, Date.now() - dataUpdatedAt];
  };
  await vi.advanceTimersByTimeAsync(200);
  tellSame();
  await vi.advanceTimersByTimeAsync(2_000);
  tellSame();
  expect(shown()).toEqual([1, 0]);
  // Asked for after something was done here, and slow to answer; the stream tells of it before.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  void client.invalidateQueries({ queryKey: historyKeys.of(OWNER) });
  historyTotal = 2;
  tellAgain();
  await vi.advanceTimersByTimeAsync(3_000);
  tellSame();
  expect(shown()).toEqual([1, 3_000]);
  leave();
  client.clear();
});

it('asks for what is on show once a change of it was missed, and passes it for true no longer', async () => {
  const { historyQuery } = await import('./history.queries.ts');
  historyTotal = 1;
  const { client, asked } = await streamed((first) => first.fetchInfiniteQuery(historyQuery(OWNER)));
  const list = new InfiniteQueryObserver(client, historyQuery(OWNER));
  const leave = list.subscribe(() => undefined);
  const total = () => list.getCurrentResult().data?.pages[0]?.pagination.total;
  await vi.advanceTimersByTimeAsync(200);
  expect([total(), asked.length]).toEqual([1, 1]);
  historyTotal = 2;
  const [address = ''] = asked;
  const missed = { kind: 'patch', address, version: 3, asOf: Date.now(), changes: [] } as const;
  // Told anew only twenty milliseconds later.
  tellNow([missed, { kind: 'same', address, asOf: Date.now() }]);
  await vi.advanceTimersByTimeAsync(10);
  expect([total(), asked.length]).toEqual([2, 2]);
  expect(watched, 'told in full once more').toEqual([address, address]);
  leave();
  client.clear();
});

it('makes orders on show no younger while an older page has to come before newer ones are shown', async () => {
  const { ordersQuery } = await import('./orders.queries.ts');
  orders = ordersOf(5, 4);
  const { client } = await streamed((first) => first.fetchQuery(ordersQuery(OWNER)));
  const observer = new QueryObserver(client, ordersQuery(OWNER));
  const leave = observer.subscribe(() => undefined);
  const shown = () => {
    const { data, dataUpdatedAt } = observer.getCurrentResult();
    return [data?.orders.map(({ pubkey }) => pubkey), Date.now() - dataUpdatedAt];
  };
  await vi.advanceTimersByTimeAsync(2_000);
  tellSame();
  expect(shown()).toEqual([['order-5', 'order-4'], 0]);
  // The one that is open has left the newest page, and the next one, which no stream tells, is slow to answer.
  orders = ordersOf(6, 5, 4);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  tellAgain();
  await vi.advanceTimersByTimeAsync(3_000);
  tellSame();
  expect(shown()).toEqual([['order-5', 'order-4'], 3_000]);
  leave();
  client.clear();
});

/** One page of history on show, as the stream tells it. */
async function streamedHistory() {
  const { historyQuery } = await import('./history.queries.ts');
  historyTotal = 1;
  const all = await streamed((first) => first.fetchInfiniteQuery(historyQuery(OWNER)));
  const list = new InfiniteQueryObserver(all.client, historyQuery(OWNER));
  const leave = list.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(200);
  const shown = () => {
    const { data, dataUpdatedAt } = list.getCurrentResult();
    return [data?.pages[0]?.pagination.total, Date.now() - dataUpdatedAt];
  };
  const [address = ''] = all.asked;
  all.asked.length = 0;
  const end = () => {
    leave();
    all.client.clear();
  };
  return { ...all, list, leave, shown, address, end };
}

it.each([
  ['goes down', (_: string): Update => ({ kind: 'down' })],
  ['has lost it', (address: string): Update => ({ kind: 'lost', address })],
])('asks at once for what is on show when the stream %s', async (_name, gone) => {
  const { asked, shown, address, end } = await streamedHistory();
  historyTotal = 2;
  tellNow([gone(address)]);
  await vi.advanceTimersByTimeAsync(10);
  expect([shown()[0], asked]).toEqual([2, [address]]);
  end();
});

it('shows what the stream has told while a slow answer was on its way, once that has come', async () => {
  const { client, shown, end } = await streamedHistory();
  const { historyKeys } = await import('./history.queries.ts');
  let answer = (_: Response): void => undefined;
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((come) => {
        answer = come;
      }),
  );
  const before = JSON.stringify(answerAt('http://service/history?start=0'));
  void client.invalidateQueries({ queryKey: historyKeys.of(OWNER) });
  await vi.advanceTimersByTimeAsync(100);
  historyTotal = 2;
  tellAgain();
  await vi.advanceTimersByTimeAsync(200);
  answer(new Response(before));
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()[0]).toBe(2);
  end();
});

it('makes nothing on show younger while a newer answer of it cannot be read', async () => {
  const { shown, address, end } = await streamedHistory();
  await vi.advanceTimersByTimeAsync(2_000);
  tellSame();
  const unreadable = { kind: 'whole', address, version: 2, asOf: Date.now(), body: { data: 'x' } } as const;
  tellNow([unreadable]);
  await vi.advanceTimersByTimeAsync(3_000);
  tellSame();
  expect(shown()).toEqual([1, 3_000]);
  end();
});

it('polls no more often than a request waits for its turn, as the stream tells', async () => {
  const { asked, address, end } = await streamedHistory();
  const facts = { 'x-budget-wait': '60' };
  tellNow([{ kind: 'whole', address, version: 2, asOf: Date.now(), body: answerAt(address), facts }]);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(asked).toEqual([]);
  end();
});

it('asks for what is shown again, whatever was told of it before it was left', async () => {
  const { asked, list, leave, shown, address, client } = await streamedHistory();
  leave();
  await vi.advanceTimersByTimeAsync(100);
  expect(watching.size).toBe(0);
  historyTotal = 2;
  const again = list.subscribe(() => undefined);
  // Watched, and not told of yet.
  await vi.advanceTimersByTimeAsync(60);
  expect([...watching]).toEqual([address]);
  asked.length = 0;
  await list.refetch();
  expect([shown()[0], asked]).toEqual([2, [address]]);
  again();
  client.clear();
});

it('watches nothing ten seconds after the tab is hidden, and all of it as soon as it is shown', async () => {
  const { address, show, end } = await streamedHistory();
  show('hidden');
  await vi.advanceTimersByTimeAsync(9_000);
  show('visible');
  await vi.advanceTimersByTimeAsync(9_000);
  expect([...watching], 'hidden for a moment').toEqual([address]);
  show('hidden');
  await vi.advanceTimersByTimeAsync(9_900);
  expect([...watching]).toEqual([address]);
  await vi.advanceTimersByTimeAsync(200);
  expect([...watching]).toEqual([]);
  show('visible');
  expect([...watching]).toEqual([address]);
  end();
});

it('forgets what a query was made of with the query', async () => {
  const { client, address, end } = await streamedHistory();
  const { addressesOf } = await import('./stream/held.ts');
  const [query] = client.getQueryCache().getAll();
  const made = () => addressesOf(query?.queryHash ?? '');
  expect(made()).toEqual([address]);
  end();
  expect(made()).toEqual([]);
});

it('watches no more addresses than the service takes, and no list whose order is to stay', async () => {
  const { eventsListQuery, eventQuery } = await import('./events.queries.ts');
  const { client } = await streamed((first) => first.fetchInfiniteQuery(eventsListQuery({}, 2)));
  const list = new InfiniteQueryObserver(client, eventsListQuery({}, 2));
  const leave = [list.subscribe(() => undefined)];
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...watching]).toEqual([]);
  for (let nth = 0; nth < MAX_WATCHED + 6; nth += 1) {
    const one = new QueryObserver(client, eventQuery(`event-${nth}` as EventId));
    leave.push(one.subscribe(() => undefined));
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watching.size).toBe(MAX_WATCHED);
  for (const one of leave) one();
  client.clear();
});

it('is as old as the oldest of the answers that it is made of', async () => {
  const { eventsPageQuery } = await import('./events.queries.ts');
  const query = eventsPageQuery({ category: 'sports' }, 0, 2);
  const { client } = await streamed((first) => first.fetchQuery(query));
  const page = new QueryObserver(client, query);
  const leave = page.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  const [first = '', second = ''] = [...watching];
  tellNow([
    { kind: 'same', address: first, asOf: Date.now() - 1_000 },
    { kind: 'same', address: second, asOf: Date.now() - 3_000 },
  ]);
  expect(Date.now() - page.getCurrentResult().dataUpdatedAt).toBe(3_000);
  leave();
  client.clear();
});
