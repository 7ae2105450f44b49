import { GUARD_PROGRAM } from '@contract/config.ts';
import type { EventId, MarketId, Pubkey } from '@contract/ids.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getConfig, guardProgram } from '@/config.ts';
import { useBackendStatus } from '@/state/backend-status.ts';
import { AppError, type AppErrorKind, isTransient, toAppError } from './app-error.ts';
import { call } from './client.ts';
import { fetchConfig } from './config.queries.ts';
import { createOrder } from './orders.writes.ts';
import { requestFaucet } from './paper.ts';

const json = (body: unknown, init: ResponseInit = {}): Response => new Response(JSON.stringify(body), init);

function answerWith(make: () => Response | Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => make());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function failure(run: () => Promise<unknown>): Promise<AppError> {
  try {
    await run();
  } catch (error) {
    return toAppError(error);
  }
  throw new Error('it did not fail');
}

const status = () => call('getTradingStatus');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what a failure is called', () => {
  const documented = (type: string, code?: string, param?: string) => ({
    type,
    message: 'Said by the service.',
    request_id: 'req-1',
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });
  const table: [string, number, unknown, AppErrorKind, Partial<AppError>][] = [
    [
      'a bad request',
      400,
      documented('invalid_request_error', 'min_order_size', 'depositAmount'),
      'refused',
      { code: 'MIN_ORDER_SIZE', param: 'depositAmount', requestId: 'req-1' },
    ],
    ['no key', 401, documented('authentication_error'), 'unauthorised', {}],
    ['a region', 403, documented('permission_error', 'unsupported_region'), 'region', {}],
    ['a region in words', 403, { error: 'unsupported_region' }, 'region', {}],
    ['a region by status', 451, {}, 'region', {}],
    ['something forbidden', 403, { error: 'disabled' }, 'refused', { message: 'disabled.' }],
    ['nothing there', 404, documented('invalid_request_error', 'NOT_FOUND'), 'not-found', {}],
    ['a conflict', 409, documented('idempotency_error'), 'refused', {}],
    ['too large', 413, {}, 'refused', {}],
    ['a limit', 429, documented('rate_limit_error'), 'rate-limited', {}],
    ['the front proxy', 429, { code: 429, message: 'Slow down' }, 'rate-limited', { code: 'RATE_LIMITED' }],
    ['a fault', 500, documented('api_error'), 'server', { message: 'Said by the service.' }],
    ['a fault in HTML', 502, undefined, 'server', { code: undefined }],
  ];
  test.each(table)('%s (%i)', async (_name, code, body, kind, details) => {
    answerWith(() =>
      body === undefined ? new Response('<html>', { status: code }) : json(body, { status: code }),
    );
    const error = await failure(status);
    expect(error).toMatchObject({ kind, status: code, ...details });
    expect(error.message).not.toBe('');
  });

  test('a network that is not there', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect((await failure(status)).kind).toBe('offline');
  });

  test('an answer that does not come in time', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', hangs);
    const failed = failure(() => call('getTradingStatus', {}, { timeoutMs: 500 }));
    await vi.advanceTimersByTimeAsync(500);
    expect((await failed).kind).toBe('timeout');
  });

  test('a caller that gives up, before and while it waits', async () => {
    vi.stubGlobal('fetch', hangs);
    const abort = new AbortController();
    const failed = failure(() => call('getTradingStatus', {}, { signal: abort.signal }));
    abort.abort();
    expect((await failed).kind).toBe('aborted');
    expect((await failure(() => call('getTradingStatus', {}, { signal: abort.signal }))).kind).toBe(
      'aborted',
    );
  });

  test.each([
    ['no JSON', () => new Response('<html>')],
    ['another shape', () => json({ trading: 'yes' })],
  ])('an answer with %s', async (_name, make) => {
    answerWith(make);
    expect((await failure(status)).kind).toBe('malformed');
  });

  test('an answer without an end', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(32);
    answerWith(() => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) })));
    expect((await failure(status)).message).toMatch(/too long/);
  });
});

const hangs = (_url: unknown, init?: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    const stop = () => reject(new DOMException('stopped', 'AbortError'));
    if (init?.signal?.aborted) stop();
    init?.signal?.addEventListener('abort', stop);
  });

describe('how long to wait after a limit', () => {
  const limited = async (headers: Record<string, string>, code = 429) => {
    answerWith(() => json({ code: 429, message: 'Slow down' }, { status: code, headers }));
    return (await failure(status)).retryAfterMs;
  };
  test('in seconds', async () => expect(await limited({ 'retry-after': '7' })).toBe(7_000));
  test('until a date', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] });
    expect(await limited({ 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' })).toBe(9_000);
  });
  test('until the proxy resets its window', async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
    expect(await limited({ 'x-ratelimit-reset': '1003' })).toBe(3_000);
    expect(await limited({ 'x-ratelimit-reset': '1003' }, 500)).toBeUndefined();
  });
  test.each([-5, 5])('by the clock of the service, with one here that is %i hours off', async (hours) => {
    const service = Date.UTC(2026, 0, 1);
    const date = new Date(service).toUTCString();
    vi.useFakeTimers({ now: service + hours * 3_600_000, toFake: ['Date'] });
    expect(await limited({ date, 'retry-after': new Date(service + 9_000).toUTCString() })).toBe(9_000);
    expect(await limited({ date, 'x-ratelimit-reset': String(service / 1_000 + 3) })).toBe(3_000);
  });
  test('no longer than a day, and not before now: a timer of a month would end at once', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] });
    expect(await limited({ 'retry-after': 'Sun, 01 Feb 2026 00:00:00 GMT' })).toBe(86_400_000);
    expect(await limited({ 'retry-after': '999999' })).toBe(86_400_000);
    expect(await limited({ 'retry-after': 'Wed, 31 Dec 2025 23:59:59 GMT' })).toBe(0);
    expect(await limited({ 'x-ratelimit-reset': '1003' })).toBe(0);
  });
  test('not said', async () => expect(await limited({})).toBeUndefined());
  test('nobody polls while a read is limited; a limited write concerns nobody else', async () => {
    const paused = () => useBackendStatus.getState().slow !== undefined;
    useBackendStatus.setState({ slow: undefined });
    answerWith(() =>
      json({ code: 429, message: 'Once an hour' }, { status: 429, headers: { 'retry-after': '3600' } }),
    );
    await failure(() => requestFaucet('x' as Pubkey));
    expect(paused()).toBe(false);
    await limited({ 'retry-after': '7' });
    expect(paused()).toBe(true);
  });
});

test('an answer that cannot be read is named by operation, field and request', async () => {
  answerWith(() => json({ trading_active: 'maybe' }, { headers: { 'x-request-id': 'req-9' } }));
  expect(await failure(status)).toMatchObject({
    kind: 'malformed',
    field: 'getTradingStatus.trading_active',
    requestId: 'req-9',
  });
});

test('a read that takes long is told of, until it ends', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', vi.fn(hangs));
  const ended = failure(status);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(useBackendStatus.getState().waiting).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(useBackendStatus.getState().waiting).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await ended).kind).toBe('timeout');
  expect(useBackendStatus.getState().waiting).toBe(0);
});

describe('what is sent', () => {
  test('a path with its parameters, a query without what is undefined', async () => {
    const fetch = answerWith(() => json({ data: [] }));
    await call('searchEvents', { query: { query: 'a b&c', limit: '5' } });
    expect(fetch.mock.calls[0]?.[0]).toBe('/prediction/v1/events/search?query=a+b%26c&limit=5');
    const [, init] = fetch.mock.calls[0] ?? [];
    expect(init).toMatchObject({ method: 'GET' });
    expect(init).not.toHaveProperty('body');
  });

  test.each(['..', '.', ''])('no request for the id %j', async (id) => {
    const fetch = answerWith(() => json({}));
    expect((await failure(() => call('getEvent', { params: { eventId: id } }))).kind).toBe('not-found');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('an id is one segment of the path', async () => {
    const fetch = answerWith(() => json(null));
    expect(await call('getOrderbook', { params: { marketId: 'a/b?c' as MarketId } })).toBeNull();
    expect(fetch.mock.calls[0]?.[0]).toBe('/prediction/v1/orderbook/a%2Fb%3Fc');
  });

  test('a write, once, with its body', async () => {
    const fetch = answerWith(() => json({ error: 'busy' }, { status: 503 }));
    const error = await failure(() => createOrder({ isBuy: true, marketId: 'm', depositAmount: '5000000' }));
    expect(error.kind).toBe('server');
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{"isBuy":true,"marketId":"m","depositAmount":"5000000"}',
    });
  });

  test('the faucet is asked for one wallet', async () => {
    const fetch = answerWith(() => json({}));
    await requestFaucet('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as never);
    expect(fetch.mock.calls[0]?.[0]).toBe('/paper/faucet');
  });
});

test('money comes as bigints', async () => {
  answerWith(() =>
    json({
      data: [
        { eventId: 'e', isActive: true, isLive: false, category: 'new-one', volumeUsd: '12', volume24hr: 7 },
      ],
      pagination: { start: 0, end: 1, total: 1, hasNext: false },
    }),
  );
  const { data } = await call('listEvents', { query: {} });
  expect(data[0]).toMatchObject({ eventId: 'e' as EventId, volumeUsd: 12n, volume24hr: 7n, markets: [] });
});

test('the configuration decides where the interfaces live', async () => {
  expect(() => getConfig()).toThrow();
  expect(guardProgram()).toBe(GUARD_PROGRAM);
  const key = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
  answerWith(() =>
    json({
      mode: 'paper',
      providers: [],
      mints: { usdc: key, stablecoin: key, sol: key },
      chain: { guardProgram: key },
      bases: {
        prediction: '/p/',
        predictionV2: '/p2',
        tokens: '/t',
        trigger: '/g',
        triggerV1: '/g1',
        swap: '/s',
      },
    }),
  );
  await fetchConfig();
  expect(getConfig().mode).toBe('paper');
  expect(guardProgram()).toBe(key);
  const fetch = answerWith(() => json({ trading_active: true }));
  await status();
  expect(fetch.mock.calls[0]?.[0]).toBe('/p/trading-status');
});

test('only passing failures are worth another try', () => {
  expect(isTransient(new AppError('offline', ''))).toBe(true);
  expect(isTransient(new AppError('rate-limited', ''))).toBe(true);
  expect(isTransient(new AppError('refused', ''))).toBe(false);
  expect(isTransient(new Error('bug'))).toBe(false);
});
