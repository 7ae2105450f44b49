import 'fake-indexeddb/auto';
import type { MarketId, Pubkey } from '@contract/ids.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchEvents } from '@/api/history.queries.ts';
import { fetchOrderStatus } from '@/api/orders.queries.ts';
import { fetchSlips } from '@/api/parlays.queries.ts';
import { confirmViaApi } from './confirm-via-api.ts';
import type { JournalEntry } from './journal.ts';
import type { SubmitVia } from './submit.ts';

vi.mock('@/config.ts', async (original) => ({
  ...(await original<typeof import('@/config.ts')>()),
  hasRpc: () => false,
}));

vi.mock('@/api/history.queries.ts', async (original) => {
  const own = await original<typeof import('@/api/history.queries.ts')>();
  return { ...own, fetchEvents: vi.fn(own.fetchEvents) };
});
vi.mock('@/api/orders.queries.ts', async (original) => {
  const own = await original<typeof import('@/api/orders.queries.ts')>();
  return { ...own, fetchOrderStatus: vi.fn(own.fetchOrderStatus) };
});

const owner = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const legMarketIds = ['a', 'b', 'c', 'd', 'e'] as unknown as MarketId[];
let entries = 0;
const entry = (via?: SubmitVia): JournalEntry => ({
  id: `entry ${entries++}`,
  kind: 'claim',
  title: 'Claim',
  owner,
  step: 'sent',
  createdAt: 1,
  updatedAt: 1,
  lastValidBlockHeight: 100,
  orderPubkey: null,
  signedTransaction: 'c2lnbmVk',
  signature: null,
  context: undefined,
  ...(via && { via }),
});
const parlay: SubmitVia = {
  to: 'parlay',
  parlay: { parlayId: 'PY-1', nonce: 7, ownerPubkey: owner, positionPubkey: owner, legMarketIds },
};
const slip = (parlayId: string, executionStatus = 'success') => ({
  parlayId,
  positionPubkey: null,
  legs: [],
  mode: 'paid',
  stakeUsd: '10',
  payoutUsd: '100',
  placedAt: 1,
  claimable: false,
  isClaimed: false,
  executionStatus,
});
type OrderStatus = Awaited<ReturnType<typeof fetchOrderStatus>>;
/** An order as the service tells it, with what each record of it says: a status and a signature. */
const orderStatus = (
  status: OrderStatus['status'],
  ...records: [status: OrderStatus['status'], signature: string | null][]
) =>
  ({
    status,
    history: records.map(([recorded, signature]) => ({ status: recorded, signature })),
  }) as OrderStatus;

const service = vi.fn<typeof globalThis.fetch>();
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const asked = () => service.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${String(url)}`);

/** What has been found out once everything that could be waited for has been. */
async function look(of: JournalEntry) {
  let over = false;
  const seen = confirmViaApi(of, 'signature').finally(() => {
    over = true;
  });
  while (!over) {
    // An answer is read in turns of the event loop, which no clock brings about.
    await new Promise((next) => setImmediate(next));
    await vi.advanceTimersByTimeAsync(100);
  }
  return seen;
}

// What reads answers is loaded with the first of them, which takes time that no clock here counts.
beforeAll(async () => {
  vi.stubGlobal('fetch', async () => answer({ slips: [] }));
  await fetchSlips(owner);
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  service.mockReset();
  vi.mocked(fetchEvents).mockClear();
  vi.mocked(fetchOrderStatus).mockReset();
  vi.stubGlobal('fetch', service);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what a service shows where no chain can be asked', () => {
  it('a parlay by its slip, once it is there', async () => {
    service.mockImplementationOnce(async () => answer({ slips: [slip('PY-0')] }));
    service.mockImplementationOnce(async () => answer({}, 503));
    service.mockImplementation(async () => answer({ slips: [slip('PY-0'), slip('PY-1')] }));
    expect(await look(entry(parlay))).toEqual([{ ok: true, id: 'PY-1' }]);
    expect(asked()).toHaveLength(3);
  });

  it.each(['pending', 'failed'])('no parlay by a slip that is %s', async (status) => {
    service.mockImplementation(async () => answer({ slips: [slip('PY-1', status)] }));
    expect(await look(entry(parlay))).toBeNull();
    service.mockImplementationOnce(async () => answer({ slips: [slip('PY-1', status)] }));
    service.mockImplementation(async () => answer({ slips: [slip('PY-1')] }));
    expect(await look(entry(parlay))).toEqual([{ ok: true, id: 'PY-1' }]);
  });

  it('a claim by its signature in the history, asked for as long as it may land and not longer', async () => {
    service.mockImplementation(async () =>
      answer({ data: [], pagination: { start: 0, end: 0, total: 0, hasNext: false } }),
    );
    expect(await look(entry())).toBeNull();
    expect(asked().length).toBeGreaterThan(50);
    expect(asked().length).toBeLessThan(70);
    expect(asked().every((one) => one.startsWith('GET ') && one.includes('/history?'))).toBe(true);
  });

  it('a claim by its own signature in the history and by no other', async () => {
    const events = (...signatures: string[]) =>
      signatures.map((signature) => ({ signature })) as unknown as Awaited<ReturnType<typeof fetchEvents>>;
    vi.mocked(fetchEvents)
      .mockResolvedValueOnce(events('another'))
      .mockResolvedValueOnce(events('another', 'signature'));
    expect(await look(entry())).toEqual([]);
    expect(fetchEvents).toHaveBeenCalledTimes(2);
  });

  it.each<[string, OrderStatus]>([
    ['filled', orderStatus('filled')],
    ['filled in part', orderStatus('partiallyfilled')],
    ['open, with its signature', orderStatus('pending', ['pending', 'signature'])],
    ['failed after it had landed', orderStatus('failed', ['pending', 'signature'], ['failed', 'another'])],
  ])('an order by its status, and by that alone: %s', async (_name, status) => {
    vi.mocked(fetchOrderStatus).mockRejectedValueOnce(new Error('not yet')).mockResolvedValueOnce(status);
    expect(await look({ ...entry(), orderPubkey: owner })).toEqual([]);
    expect(fetchOrderStatus).toHaveBeenCalledTimes(2);
    expect(asked()).toEqual([]);
  });

  it.each<[string, OrderStatus]>([
    ['failed, of which nothing else is told', orderStatus('failed')],
    ['failed, by another signature', orderStatus('failed', ['pending', 'another'], ['failed', null])],
    ['failed, by what only says that its signature failed', orderStatus('failed', ['failed', 'signature'])],
    ['open, of which nothing else is told', orderStatus('pending')],
    ['open, by another signature', orderStatus('pending', ['pending', 'another'])],
  ])('no order by a status that may come before it lands: %s', async (_name, status) => {
    vi.mocked(fetchOrderStatus).mockResolvedValue(status);
    const begun = performance.now();
    expect(await look({ ...entry(), orderPubkey: owner })).toBeNull();
    expect(performance.now() - begun).toBeGreaterThan(119_000);
    // What lands after all is seen.
    vi.mocked(fetchOrderStatus).mockResolvedValueOnce(status).mockResolvedValue(orderStatus('filled'));
    expect(await look({ ...entry(), orderPubkey: owner })).toEqual([]);
  });

  it.each<[string, SubmitVia]>([
    ['a free parlay', { to: 'free-parlays', request: { ownerPubkey: owner, parlays: [{ legMarketIds }] } }],
    ['a withdrawal', { to: 'trigger-withdrawal', order: 'o', cancelRequestId: 'r' }],
  ])('nothing of %s: to present it again could be what makes it land', async (_name, via) => {
    const begun = performance.now();
    expect(await look(entry(via))).toBeNull();
    expect(service).not.toHaveBeenCalled();
    // Not before it can no longer land.
    expect(performance.now() - begun).toBeGreaterThan(119_000);
    expect(performance.now() - begun).toBeLessThan(125_000);
  });
});
