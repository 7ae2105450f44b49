import 'fake-indexeddb/auto';
import type { MarketId, Pubkey } from '@contract/ids.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchSlips } from '@/api/parlays.queries.ts';
import { confirmViaApi } from './confirm-via-api.ts';
import type { JournalEntry } from './journal.ts';
import type { SubmitVia } from './submit.ts';

vi.mock('@/config.ts', async (original) => ({
  ...(await original<typeof import('@/config.ts')>()),
  hasRpc: () => false,
}));

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
const slip = (parlayId: string) => ({
  parlayId,
  positionPubkey: null,
  legs: [],
  mode: 'paid',
  stakeUsd: '10',
  payoutUsd: '100',
  placedAt: 1,
  claimable: false,
  isClaimed: false,
  executionStatus: 'success',
});

const service = vi.fn<typeof globalThis.fetch>();
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const asked = () => service.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${String(url)}`);

/** What has been found out once everything that could be waited for has been. */
async function look(of: JournalEntry) {
  let over = false;
  const seen = confirmViaApi(of, 'signature', new AbortController().signal).finally(() => {
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

  it('a claim by its signature in the history, asked for as long as it may land and not longer', async () => {
    service.mockImplementation(async () =>
      answer({ data: [], pagination: { start: 0, end: 0, total: 0, hasNext: false } }),
    );
    expect(await look(entry())).toBeNull();
    expect(asked().length).toBeGreaterThan(50);
    expect(asked().length).toBeLessThan(70);
    expect(asked().every((one) => one.startsWith('GET ') && one.includes('/history?'))).toBe(true);
  });

  it('nothing of a free parlay: to present its payment again could be what makes it land', async () => {
    const free: SubmitVia = {
      to: 'free-parlays',
      request: { ownerPubkey: owner, parlays: [{ legMarketIds }] },
    };
    expect(await look(entry(free))).toBeNull();
    expect(service).not.toHaveBeenCalled();
  });
});
