import { GUARD_PROGRAM } from '@contract/config.ts';
import type { EventId, MarketId, Pubkey } from '@contract/ids.ts';
import { DESK_WAITS_MS } from '@contract/route.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getConfig, guardProgram } from '@/config.ts';
import { type AnswerFacts, useBackendStatus } from '@/state/backend-status.ts';
import { AppError, type AppErrorKind, isTransient, toAppError } from './app-error.ts';
import { call } from './client.ts';
import { fetchConfig } from './config.queries.ts';
import { createOrder } from './orders.writes.ts';
import { requestFaucet } from './paper.ts';
import { type HttpRequest, request } from './transport.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;

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
    ['a region in words of another refusal', 400, { error: 'no market of this region' }, 'refused', {}],
    ['words that end in a figure', 400, { error: 'at least 5' }, 'refused', { message: 'at least 5.' }],
    ['a service that was kept waiting', 408, {}, 'server', {}],
    ['nothing there', 404, documented('invalid_request_error', 'NOT_FOUND'), 'not-found', {}],
    ['a conflict', 409, documented('idempotency_error'), 'refused', {}],
    ['too large', 413, {}, 'refused', {}],
    ['a limit', 429, documented('rate_limit_error'), 'rate-limited', {}],
    ['the front proxy', 429, { code: 429, message: 'Slow down' }, 'rate-limited', { code: 'RATE_LIMITED' }],
    ['a fault', 500, documented('api_error'), 'server', { message: 'Said by the service.' }],
    ['a fault in HTML', 502, undefined, 'server', { code: undefined, requestId: 'req-of-header' }],
  ];
  test.each(table)('%s (%i)', async (_name, code, body, kind, details) => {
    answerWith(() =>
      body === undefined
        ? new Response('<html>', { status: code, headers: { 'x-request-id': 'req-of-header' } })
        : json(body, { status: code }),
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
    const failed = failure(status);
    await vi.advanceTimersByTimeAsync(DESK_WAITS_MS.read);
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

  const piece = new Uint8Array(1024 * 1024).fill(32);
  test('an answer without an end, of which no more is taken', async () => {
    const cancel = vi.fn();
    answerWith(
      () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece), cancel })),
    );
    expect((await failure(status)).message).toMatch(/too long/);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('not an answer that is just as long as one may be, in pieces that end within a letter', async () => {
    const name = new TextEncoder().encode('"é"');
    const parts = [...Array(15).fill(piece), piece.subarray(name.length), name.slice(0, 2), name.slice(2)];
    answerWith(
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              const part = parts.shift();
              if (part) controller.enqueue(part);
              else controller.close();
            },
          }),
        ),
    );
    expect((await request({ method: 'GET', url: '/x' })).body).toBe('é');
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

test('a read that ended soon is told of as waiting neither then nor later, and a write never is', async () => {
  vi.useFakeTimers();
  answerWith(() => json({ trading_active: true }));
  await status();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(useBackendStatus.getState().waiting).toBe(0);
  vi.stubGlobal('fetch', vi.fn(hangs));
  const written = failure(() => requestFaucet(OWNER));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(useBackendStatus.getState().waiting).toBe(0);
  await vi.advanceTimersByTimeAsync(DESK_WAITS_MS.write);
  await written;
});

test('a write is waited for as long as writes may take, and its fate is then called unknown', async () => {
  vi.useFakeTimers();
  const fetch = vi.fn(hangs);
  vi.stubGlobal('fetch', fetch);
  let kind: AppErrorKind | undefined;
  const failed = failure(() => requestFaucet(OWNER)).then((error) => {
    kind = error.kind;
  });
  await vi.advanceTimersByTimeAsync(DESK_WAITS_MS.write - 1);
  expect(kind).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await failed;
  expect([kind, fetch.mock.calls.length]).toEqual(['timeout', 1]);
});

test('an answer is as old as it was when it was asked for, however long it was on its way', async () => {
  vi.useFakeTimers();
  const askedAt = Date.now();
  const heard: AnswerFacts[] = [];
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    return json({ trading_active: true }, { headers: { 'x-age-ms': '300' } });
  });
  const answer = call('getTradingStatus', {}, { heard });
  await vi.advanceTimersByTimeAsync(4_000);
  await answer;
  expect(heard.map(({ asOf }) => asOf)).toEqual([askedAt - 300]);
});

describe('an answer that the stream has told', () => {
  const facts: AnswerFacts = { asOf: 5, waitMs: 0, pushed: true };
  const held = () => ({ answered: { body: { told: true }, requestId: undefined }, facts });
  const ask = async (http: HttpRequest) => {
    const fetch = answerWith(() => json({ told: false }));
    const heard: AnswerFacts[] = [];
    const { body } = await request(http, { held, heard });
    return { body, asked: fetch.mock.calls.length, pushed: heard.map(({ pushed }) => pushed) };
  };

  test('is taken for that of a read, with what was told beside it', async () =>
    expect(await ask({ method: 'GET', url: '/x' })).toEqual({
      body: { told: true },
      asked: 0,
      pushed: [true],
    }));
  test.each<[string, HttpRequest]>([
    ['a write', { method: 'POST', url: '/x' }],
    ['a write by GET', { method: 'GET', write: true, url: '/x' }],
    ['a read of whoever has signed in', { method: 'GET', url: '/x', bearer: 'one' }],
  ])('is never taken for that of %s', async (_name, http) =>
    expect(await ask(http)).toEqual({ body: { told: false }, asked: 1, pushed: [undefined] }),
  );
});

describe('what is sent', () => {
  test('a path with its parameters, a query without what is undefined', async () => {
    const fetch = answerWith(() => json({ data: [] }));
    await call('searchEvents', { query: { query: 'a b&c', limit: '5' } });
    expect(fetch.mock.calls[0]?.[0]).toBe('/prediction/v1/events/search?query=a+b%26c&limit=5');
    const [, init] = fetch.mock.calls[0] ?? [];
    expect(init, 'no answer that the browser has kept').toMatchObject({ method: 'GET', cache: 'no-store' });
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
  const kinds: AppErrorKind[] = ['offline', 'timeout', 'server', 'rate-limited'];
  expect(kinds.filter((kind) => !isTransient(new AppError(kind, '')))).toEqual([]);
  const lasting: AppErrorKind[] = ['refused', 'region', 'unauthorised', 'not-found', 'malformed', 'aborted'];
  expect(lasting.filter((kind) => isTransient(new AppError(kind, '')))).toEqual([]);
  expect(isTransient(new Error('bug'))).toBe(false);
});

test('a browser that keeps no site data is told apart from anything unforeseen', () => {
  expect(toAppError(new DOMException('', 'SecurityError'))).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('site data'),
  });
  expect(toAppError(new DOMException('', 'DataError')).kind).toBe('malformed');
});
