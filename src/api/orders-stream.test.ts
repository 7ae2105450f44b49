// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { orderWire } from './order.fixtures.ts';
import { OPEN_ORDERS_POLL_MS } from './poll.ts';
import { createReadCache } from './read.ts';
import type { Link } from './stream/link.ts';
import type { Update } from './stream/update.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
/** Newest first, two a page; the last but one is open. */
const ORDERS = [8, 7, 6, 5, 4, 3].map((nth) => orderWire(OWNER, nth, nth === 4 ? 'pending' : 'filled'));
function answerAt(address: string) {
  const start = Number(new URL(address, 'http://service').searchParams.get('start'));
  const end = Math.min(start + 2, ORDERS.length);
  const pagination = { start, end, total: ORDERS.length, hasNext: end < ORDERS.length };
  return { data: ORDERS.slice(start, end), pagination };
}

/** Tells of each address that is watched what it is now, as the service does. */
const watched: string[] = [];
vi.mock('./stream/link.ts', () => ({
  createLink: (_url: string, told: (updates: Update[]) => void): Link => {
    let before: ReadonlySet<string> = new Set();
    const tell = (address: string) => {
      watched.push(address);
      const whole = { kind: 'whole', version: 1, asOf: Date.now(), body: answerAt(address) } as const;
      setTimeout(() => told([{ ...whole, address }]), 20);
    };
    return {
      watch: (addresses) => {
        for (const address of addresses) if (!before.has(address)) tell(address);
        before = new Set(addresses);
      },
      renew: tell,
    };
  },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks for one older page a poll, also while the stream tells of the newest', async () => {
  const asked: string[] = [];
  vi.stubGlobal('SharedWorker', undefined);
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(JSON.stringify(answerAt(address)));
  });
  const { attachStream } = await import('./stream/attach.ts');
  const { ordersQuery } = await import('./orders.queries.ts');
  const client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: { queries: { retry: false } },
  });
  // What reads an answer comes with the first one.
  await client.fetchQuery(ordersQuery(OWNER));
  client.clear();
  vi.useFakeTimers();
  asked.length = 0;
  attachStream(client);
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
