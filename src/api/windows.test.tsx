// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import { MAX_SERIES } from '@contract/history.ts';
import type { EventWire } from '@contract/prediction/event.ts';
import type { MarketWire } from '@contract/prediction/market.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { serverNow } from '@/lib/clock.ts';
import { useWindowRecord, useWindows } from './windows.queries.ts';

/** When the last of the windows has closed, Unix seconds. */
const LAST = Math.floor(serverNow() / 300_000) * 300;

/** A window of five minutes, which has closed so many of them before the last. */
function windowOf(nth: number, result: string | null = 'yes', before = nth): EventWire {
  const closeTime = LAST - before * 300;
  const market = (title: string, pays: string | null): MarketWire => ({
    provider: 'provider_a',
    marketId: `M${nth}-${title}`,
    status: 'closed',
    result: pays,
    marketResultPubkey: null,
    title,
    closeTime,
    strikePriceUsd: '60000000000',
  });
  const eventId = `W${nth}`;
  return {
    eventId,
    isActive: false,
    isLive: false,
    category: 'crypto',
    subcategory: 'btc',
    tags: ['5m'],
    metadata: { eventId, title: 'Bitcoin Up or Down' },
    markets: [market('Up', result), market('Down', result && 'no')],
    volumeUsd: '0',
    volume24hr: '0',
    closeCondition: '',
    beginAt: String(closeTime - 300),
    rulesPdf: '',
  };
}

type Query = Record<string, string>;
const asked: { path: string; query: Query }[] = [];
const queriesOf = (name: string): Query[] =>
  asked.filter(({ path }) => path.endsWith(name)).map(({ query }) => query);

/** Tells these pages of windows, and prices of whatever is asked for. */
function tell(pageAt: (start: number) => { data: EventWire[]; end: number; hasNext: boolean }) {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname: path, searchParams } = new URL(address, 'http://service');
    const query = Object.fromEntries(searchParams);
    asked.push({ path, query });
    if (path.endsWith('/events')) {
      const start = Number(query.start);
      const { data, end, hasNext } = pageAt(start);
      return new Response(JSON.stringify({ data, pagination: { start, end, total: 1_000, hasNext } }));
    }
    const [from, step] = [Number(query.from), Number(query.step)];
    const count = Math.ceil(((query.to === undefined ? LAST + 60 : Number(query.to)) - from) / step);
    const axis = { now: LAST + 60, from, step, count };
    const each = <Value,>(value: (k: number) => Value) => Array.from({ length: count }, (_, k) => value(k));
    const asset = each((k) => 60_000 + (k % 2));
    return new Response(
      JSON.stringify({
        ...axis,
        assets: query.symbols
          ?.split(',')
          .map((symbol) => ({ symbol, since: from, open: asset, close: asset })),
        markets: query.marketIds?.split(',').map((marketId) => ({
          marketId,
          since: from,
          bid: each(() => 590_000),
          ask: each(() => 610_000),
        })),
      }),
    );
  });
}

function wrapperOf() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}

async function recordRead() {
  const { result } = renderHook(() => useWindowRecord(), { wrapper: wrapperOf() });
  await waitFor(() => expect(result.current.data ?? result.current.error).toBeTruthy());
  expect(result.current.error).toBeNull();
  return result.current.data;
}

const rangeOf = (from: number, to: number, result?: string | null) =>
  Array.from({ length: to - from }, (_, k) => windowOf(from + k, result));

beforeEach(() => {
  asked.length = 0;
  setConfig({ bases: {}, history: true } as unknown as AppConfig);
});
afterEach(() => {
  vi.unstubAllGlobals();
  setConfig(null);
});

it('misses no window behind a page that is shorter than asked for, and counts none twice', async () => {
  // The second page begins with the last of the first: another window was listed meanwhile.
  tell((start) =>
    start === 0
      ? { data: rangeOf(0, 40), end: 40, hasNext: true }
      : { data: rangeOf(start - 1, start + 30), end: start + 31, hasNext: false },
  );
  const read = await recordRead();
  expect(queriesOf('/events').map(({ start, end }) => [start, end])).toEqual([
    ['0', '100'],
    ['40', '140'],
  ]);
  expect(read?.known).toBe(70);
  expect(read?.record?.windows).toBe(70);
  // The market said 60 % of what came each time.
  expect(read?.record?.market).toBeCloseTo(0.16, 10);
  expect(queriesOf('/series/markets').map(({ marketIds }) => marketIds?.split(',').length)).toEqual([
    MAX_SERIES,
    20,
  ]);
});

it('ends with a listing that goes on for ever, and asks no further once it has enough', async () => {
  tell((start) => ({ data: rangeOf(0, 10), end: start, hasNext: true }));
  expect((await recordRead())?.known).toBe(10);
  expect(queriesOf('/events')).toHaveLength(1);

  asked.length = 0;
  tell((start) => ({ data: rangeOf(0, 1), end: start + 1, hasNext: true }));
  expect((await recordRead())?.known).toBe(1);
  expect(queriesOf('/events')).toHaveLength(4);

  asked.length = 0;
  const page = (start: number) => Array.from({ length: 90 }, (_, k) => windowOf(start + k, 'yes', k));
  tell((start) => ({ data: page(start), end: start + 90, hasNext: true }));
  expect((await recordRead())?.known).toBe(200);
  expect(queriesOf('/events')).toHaveLength(3);
});

it('shows a window once that is told as running and as coming', async () => {
  tell(() => ({ data: rangeOf(0, 2, null), end: 2, hasNext: false }));
  const { result } = renderHook(() => useWindows(true), { wrapper: wrapperOf() });
  await waitFor(() => expect(result.current.data?.map(({ event }) => event.eventId)).toEqual(['W0', 'W1']));
  expect(queriesOf('/events').map(({ filter }) => filter)).toEqual(['live', 'upcoming']);
});

it('leaves out what has no result, and what is further back than the asset is told', async () => {
  tell(() => ({
    data: [...rangeOf(0, 3, null), ...rangeOf(3, 5), ...rangeOf(5, 6, 'no'), windowOf(200)],
    end: 7,
    hasNext: false,
  }));
  expect((await recordRead())?.known).toBe(3);
  expect(queriesOf('/series/markets').flatMap(({ marketIds }) => marketIds?.split(','))).toEqual([
    'M3-Up',
    'M4-Up',
    'M5-Up',
  ]);
});

it('asks for no prices where no window is over', async () => {
  tell(() => ({ data: rangeOf(0, 3, null), end: 3, hasNext: false }));
  expect(await recordRead()).toEqual({ record: undefined, known: 0 });
  expect(asked).toHaveLength(1);
});
