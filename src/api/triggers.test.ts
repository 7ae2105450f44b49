import type { Pubkey } from '@contract/ids.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { triggerToken, useTriggerToken } from './trigger-token.ts';
import {
  ACTIVE_ORDERS,
  endedOrdersQuery,
  fetchTriggerOrder,
  fetchVault,
  findOrderOfDeposit,
  triggerOrdersQuery,
} from './triggers.queries.ts';
import {
  cancelPriceOrder,
  confirmCancelPriceOrder,
  craftDeposit,
  openVault,
  updatePriceOrder,
} from './triggers.writes.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const hold = (token: string) =>
  triggerToken.hold({ owner: OWNER, token, expiresAt: Date.now() + 86_400_000 });

let asked: { method: string; path: string; bearer: string | undefined }[];
function serve(status: number, answer: (path: string) => unknown) {
  asked = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    asked.push({ method: init.method ?? '', path, bearer: headers.get('authorization') ?? undefined });
    return new Response(JSON.stringify(answer(path)), { status });
  });
}
const order = (id: string, txSignature: string) => ({
  id,
  orderType: 'single',
  orderState: 'open',
  userPubkey: OWNER,
  vaultPubkey: OWNER,
  inputMint: OWNER,
  initialInputAmount: '1',
  remainingInputAmount: '1',
  outputMint: OWNER,
  triggerMint: OWNER,
  expiresAt: 1,
  createdAt: 1,
  updatedAt: 1,
  events: [{ type: 'deposit', timestamp: 1, txSignature }],
});
const history = (orders: unknown[]) => ({
  orders,
  pagination: { total: orders.length, limit: 20, offset: 0 },
});

beforeEach(() => triggerToken.drop());
afterEach(() => vi.unstubAllGlobals());

test('operations of a signed-in wallet carry its token, and ask nothing without one', async () => {
  serve(200, () => ({ id: 'a', transaction: 't', requestId: 'r', txSignature: 's' }));
  await expect(cancelPriceOrder('a')).rejects.toMatchObject({ kind: 'unauthorised' });
  expect(asked).toEqual([]);
  hold('one');
  await cancelPriceOrder('a');
  await confirmCancelPriceOrder('a', { signedTransaction: 't', cancelRequestId: 'r' });
  await updatePriceOrder('a', { orderType: 'single', slippageBps: 100 });
  expect(asked).toEqual([
    { method: 'POST', path: '/trigger/v2/orders/price/cancel/a', bearer: 'Bearer one' },
    { method: 'POST', path: '/trigger/v2/orders/price/confirm-cancel/a', bearer: 'Bearer one' },
    { method: 'PATCH', path: '/trigger/v2/orders/price/a', bearer: 'Bearer one' },
  ]);
});

test('five requests that learn of an expired token drop it once, and never a newer one', async () => {
  serve(401, () => ({ error: 'Unauthorized' }));
  hold('old');
  const seen: unknown[] = [];
  const stop = useTriggerToken.subscribe(({ lapsed }) => seen.push(lapsed));
  await Promise.allSettled([1, 2, 3, 4, 5].map(() => openVault()));
  expect(asked).toHaveLength(5);
  expect(seen).toEqual([OWNER]);
  stop();
  hold('new');
  triggerToken.lapse('old');
  expect(triggerToken.read()).toBe('new');
});

test('a refusal names the field at fault', async () => {
  serve(400, () => ({
    error: 'Request validation failed',
    details: { amount: 'amount must be worth 10 USD' },
  }));
  hold('one');
  const body = { inputMint: OWNER, outputMint: OWNER, userAddress: OWNER, amount: '1' };
  await expect(craftDeposit(body)).rejects.toMatchObject({
    kind: 'refused',
    param: 'amount',
    message: 'amount must be worth 10 USD.',
  });
});

test('an order is found by its deposit, or by its id', async () => {
  serve(200, () => history([order('a', 'x'), order('b', 'y')]));
  hold('one');
  expect(await findOrderOfDeposit('y')).toBe('b');
  expect(await findOrderOfDeposit('z')).toBeNull();
  expect((await fetchTriggerOrder('a')).id).toBe('a');
  await expect(fetchTriggerOrder('b')).rejects.toMatchObject({ kind: 'malformed' });
  serve(200, () => history([]));
  await expect(fetchTriggerOrder('c')).rejects.toMatchObject({ kind: 'not-found' });
});

test.each([
  ['its deposit has not landed yet', { type: 'deposit', state: 'pending', txSignature: 'y' }],
  ['its deposit has failed', { type: 'deposit', state: 'failed', txSignature: 'y' }],
  ['the signature is that of its withdrawal', { type: 'withdrawal', state: 'success', txSignature: 'y' }],
])('no order is taken for that of a deposit where %s', async (_name, event) => {
  serve(200, () => history([{ ...order('b', 'x'), events: [{ timestamp: 1, ...event }] }]));
  hold('one');
  expect(await findOrderOfDeposit('y')).toBeNull();
});

test('a vault is not asked for where no order can have brought one', async () => {
  const vault = { userPubkey: OWNER, vaultPubkey: OWNER, vaultId: 'v', balances: [] };
  serve(200, (path) => (path.includes('vault') ? vault : history([])));
  hold('one');
  expect(await fetchVault(OWNER)).toBeNull();
  expect(asked.map(({ path }) => path)).toEqual(['/trigger/v2/orders/history?limit=1']);
  serve(200, (path) => (path.includes('vault') ? vault : history([order('a', 'x')])));
  expect(await fetchVault(OWNER)).toMatchObject({ vaultPubkey: OWNER });
  // From then on it is known.
  asked.length = 0;
  await fetchVault(OWNER);
  expect(asked.map(({ path }) => path)).toEqual(['/trigger/v2/vault']);
  serve(404, () => ({ error: 'No vault' }));
  expect(await fetchVault(OWNER), 'one that is not there is none').toBeNull();
  serve(503, () => ({ error: 'busy' }));
  await expect(fetchVault(OWNER), 'one that cannot be told is unknown').rejects.toMatchObject({
    kind: 'server',
  });
});

test('a vault that was registered before its first order is found', async () => {
  hold('one');
  asked = [];
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/register')
      ? new Response(JSON.stringify({ error: 'There is one' }), { status: 409 })
      : new Response(JSON.stringify({ userPubkey: OWNER, vaultPubkey: OWNER, vaultId: 'v', balances: [] })),
  );
  expect((await openVault()).vaultPubkey).toBe(OWNER);
});

const past = (nth: number, more: object = {}) => ({
  ...order(`past-${nth}`, 's'),
  orderState: 'filled',
  updatedAt: nth,
  ...more,
});
const expired = (nth: number) => past(nth, { orderState: 'expired' });

test('open orders are all there, however many there are', async () => {
  hold('one');
  const open = Array.from({ length: 5 }, (_, index) => order(`open-${5 - index}`, 's'));
  serve(200, (path) => {
    const offset = Number(new URL(path, 'http://service').searchParams.get('offset') ?? 0);
    return {
      orders: open.slice(offset, offset + 2),
      pagination: { total: open.length, limit: 2, offset },
    };
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { orders, pagination } = await client.fetchQuery(triggerOrdersQuery(OWNER, ACTIVE_ORDERS));
  expect(orders.map(({ id }) => id)).toEqual(['open-5', 'open-4', 'open-3', 'open-2', 'open-1']);
  expect(pagination.total).toBe(5);
  asked = [];
  const page = { ...ACTIVE_ORDERS, limit: '2', offset: '2' };
  expect((await client.fetchQuery(triggerOrdersQuery(OWNER, page))).orders).toHaveLength(2);
  expect(asked).toHaveLength(1);
});

test('open orders are all there when some end between two of their pages', async () => {
  hold('one');
  let open = Array.from({ length: 7 }, (_, index) => order(`open-${7 - index}`, 's'));
  let turn = 0;
  serve(200, (path) => {
    const offset = Number(new URL(path, 'http://service').searchParams.get('offset') ?? 0);
    const orders = open.slice(offset, offset + 2);
    const answer = { orders, pagination: { total: open.length, limit: 2, offset } };
    if (++turn === 1 || turn === 3) open = open.slice(1);
    return answer;
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { orders } = await client.fetchQuery(triggerOrdersQuery(OWNER, ACTIVE_ORDERS));
  expect(open.filter(({ id }) => !orders.some((one) => one.id === id))).toEqual([]);
});

/** Pages of two; what is listed may change with each answer. */
function listOpen(
  change: (turn: number, open: readonly { id: string }[]) => readonly { id: string }[],
  count = 7,
) {
  let open: readonly { id: string }[] = Array.from({ length: count }, (_, nth) =>
    order(`open-${count - nth}`, 's'),
  );
  let turn = 0;
  serve(200, (path) => {
    const offset = Number(new URL(path, 'http://service').searchParams.get('offset') ?? 0);
    if (offset < 0) return { error: 'offset must not be negative' };
    const answer = {
      orders: open.slice(offset, offset + 2),
      pagination: { total: open.length, limit: 2, offset },
    };
    open = change(++turn, open);
    return answer;
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    query: triggerOrdersQuery(OWNER, ACTIVE_ORDERS),
    client,
    load: async () => {
      const { orders } = await client.fetchQuery(triggerOrdersQuery(OWNER, ACTIVE_ORDERS));
      return { orders, missed: open.filter(({ id }) => !orders.some((one) => one.id === id)) };
    },
  };
}

test.each([
  ['more than were read', 3, 7],
  ['so many that the next page is empty', 2, 4],
])('open orders are all there when %s end between two pages', async (_name, ended, count) => {
  hold('one');
  const { load } = listOpen((turn, open) => (turn === 1 ? open.slice(ended) : open), count);
  expect((await load()).missed).toEqual([]);
});

test('an open order that is told on two pages is there once, as it was told last', async () => {
  hold('one');
  const changed = { ...order('open-6', 's'), remainingInputAmount: '0' };
  const { load } = listOpen((turn, open) =>
    turn === 1 ? [order('open-8', 's'), ...open.map((one) => (one.id === 'open-6' ? changed : one))] : open,
  );
  const { orders } = await load();
  expect(orders.filter(({ id }) => id === 'open-6').map((one) => String(one.remainingInputAmount))).toEqual([
    '0',
  ]);
});

test('open orders of a listing that never ends are read as far as any wallet has them', async () => {
  hold('one');
  const { load } = listOpen((_turn, open) => [
    ...open,
    order(`more-${open.length}`, 's'),
    order(`and-${open.length}`, 's'),
  ]);
  await load();
  expect(asked).toHaveLength(20);
});

test('open orders are read again the less often the more pages of them there are', async () => {
  hold('one');
  const { client, query } = listOpen((_turn, open) => open);
  const observer = new QueryObserver(client, { ...query, enabled: false });
  const pace = (count: number) => {
    const orders = Array.from({ length: count }, () => ({}));
    client.setQueryData(query.queryKey, { orders, pagination: {} } as never);
    const { refetchInterval } = observer.options;
    return typeof refetchInterval === 'function' && refetchInterval(observer.getCurrentQuery());
  };
  expect([pace(0), pace(100), pace(101), pace(250)]).toEqual([3_000, 3_000, 6_000, 9_000]);
});

test('an ended order that is told on two pages is as it was told last', async () => {
  hold('one');
  const before = [past(4), past(3, { remainingInputAmount: '9' })];
  const after = [past(3, { remainingInputAmount: '5' }), past(2)];
  serve(200, (path) => {
    const offset = Number(new URL(path, 'http://service').searchParams.get('offset'));
    return { orders: offset === 0 ? before : after, pagination: { total: 4, limit: 2, offset } };
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { orders } = await client.fetchQuery(endedOrdersQuery(OWNER, () => false));
  expect(orders.map(({ id, remainingInputAmount }) => [id, String(remainingInputAmount)])).toEqual([
    ['past-4', '1'],
    ['past-3', '5'],
  ]);
});

test('ended orders that have left funds are found however old they are, and the rest is read once', async () => {
  hold('one');
  const listing = (orders: readonly unknown[], perPage = 2) =>
    serve(200, (path) => {
      const offset = Number(new URL(path, 'http://service').searchParams.get('offset'));
      return {
        orders: orders.slice(offset, offset + perPage),
        pagination: { total: orders.length, limit: perPage, offset },
      };
    });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const look = () =>
    client.fetchQuery({
      ...endedOrdersQuery(OWNER, ({ orderState }) => orderState === 'expired'),
      staleTime: 0,
    });
  const ids = ({ orders }: { orders: readonly { id: string }[] }) => orders.map(({ id }) => id);
  const older = [past(5), expired(4), past(3), past(2), past(1)];
  listing([past(7), past(6), ...older]);
  const first = await look();
  expect(ids(first)).toEqual(['past-7', 'past-6', 'past-4']);
  expect([first.hasUnread, asked.length]).toEqual([false, 4]);
  // The last one that left something bounds what is read, and comes to the front once that is taken back.
  listing([past(9), past(8), past(7), past(6), ...older]);
  expect(ids(await look())).toEqual(['past-9', 'past-8', 'past-4']);
  expect(asked).toHaveLength(4);
  listing([past(10, { id: 'past-4' }), past(9), past(8), past(7), past(6), past(5), ...older.slice(2)]);
  expect(ids(await look())).toEqual(['past-4', 'past-9']);
  asked = [];
  await look();
  expect(asked).toHaveLength(1);
  client.clear();
  listing([]);
  await look();
  listing([past(7), past(6), ...older]);
  expect(ids(await look()), 'where there were none before').toEqual(['past-7', 'past-6', 'past-4']);
  client.clear();
  listing(
    Array.from({ length: 50 }, (_, index) => past(50 - index)),
    1,
  );
  expect((await look()).hasUnread).toBe(true);
  expect((await look()).hasUnread, 'still').toBe(true);
  expect(asked.length).toBeLessThan(50);
});
