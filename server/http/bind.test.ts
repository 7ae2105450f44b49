import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody } from '@contract/error.ts';
import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../common/errors.ts';
import { eventModel, testApp, USDC, WALLET } from '../testing/stub-app.ts';
import { serve } from './serve.ts';

const EVENTS = [eventModel({ eventId: 'EV-1', markets: [{ marketId: 'MK-1' }] })];
const BASE = '/prediction/v1';

type Setup = Parameters<typeof testApp>[1];
async function call(path: string, init?: RequestInit, setup?: Setup) {
  const { app, log } = testApp(EVENTS, setup);
  const response = await app.request(path, init);
  const body: unknown = await response.json();
  app.close();
  return { response, body, log };
}
async function refusal(path: string, init?: RequestInit, setup?: Setup) {
  const { response, body, log } = await call(path, init, setup);
  const error = errorBody.parse(body);
  expect(error.request_id).toBe(response.headers.get('x-request-id'));
  return {
    status: response.status,
    type: error.type,
    code: error.code,
    param: error.param,
    error,
    response,
    log,
  };
}
const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });
const accepting = (createOrder: unknown): Setup =>
  ({ exchange: { services: { createOrder } }, deps: { checkAnswers: false } }) as Setup;

describe('a query', () => {
  it.each([
    ['an unknown key', 'foo=1', 'UNKNOWN_PARAM', 'foo'],
    ['a repeated key', 'start=1&start=2', 'INVALID_PARAM', 'start'],
    ['a negative number', 'start=-1', 'INVALID_PARAM', 'start'],
    ['an exponent', 'end=1e3', 'INVALID_PARAM', 'end'],
    ['hex', 'end=0x10', 'INVALID_PARAM', 'end'],
    ['a fraction', 'end=1.5', 'INVALID_PARAM', 'end'],
    ['an endless number', `end=${'9'.repeat(40)}`, 'INVALID_PARAM', 'end'],
    ['an empty number', 'end=', 'INVALID_PARAM', 'end'],
    ['an end before the start', 'start=5&end=2', 'INVALID_PARAM', 'end'],
    ['no boolean', 'includeMarkets=1', 'INVALID_PARAM', 'includeMarkets'],
    ['no category', 'category=weather', 'INVALID_PARAM', 'category'],
    ['no filter', 'filter=hot', 'INVALID_PARAM', 'filter'],
    ['no sort', 'sortBy=title', 'INVALID_PARAM', 'sortBy'],
    ['an over-long text', `subcategory=${'a'.repeat(101)}`, 'INVALID_PARAM', 'subcategory'],
    ['the character NUL', 'subcategory=%00', 'INVALID_PARAM', 'subcategory'],
    ['a key of Object', '__proto__=1', 'UNKNOWN_PARAM', '__proto__'],
  ])('with %s is refused by name', async (_, query, code, param) => {
    const { status, ...rest } = await refusal(`${BASE}/events?${query}`);
    expect({ status, ...rest }).toMatchObject({ status: 400, type: 'invalid_request_error', code, param });
  });

  it('that lacks what it needs says so', async () => {
    const { error } = await refusal(`${BASE}/events/search`);
    expect(error).toMatchObject({ param: 'query', message: 'query is required' });
  });

  it('with something wrong in a list says what, and not that it lacks it', async () => {
    const { error } = await refusal('/desk/v1/series/assets?symbols=BTC&columns=open,middle');
    expect(error).toMatchObject({
      param: 'columns.1',
      message: 'columns.1 must be one of open, high, low, close',
    });
  });
});

describe('a body', () => {
  const orders = `${BASE}/orders`;
  const buy = { isBuy: true, ownerPubkey: WALLET, marketId: 'MK-1', depositAmount: '5000000' };

  it.each([
    ['without a required field', {}, 'isBuy'],
    ['with a wrong type', { ...buy, isBuy: 'true' }, 'isBuy'],
    ['with an unknown field', { ...buy, extra: 1 }, 'extra'],
    ['with exponent text', { ...buy, depositAmount: '5e6' }, 'depositAmount'],
    ['with hex text', { ...buy, depositAmount: '0x4c4b40' }, 'depositAmount'],
    ['with a negative amount', { ...buy, depositAmount: '-5000000' }, 'depositAmount'],
    ['with a negative number', { ...buy, depositAmount: -5 }, 'depositAmount'],
    ['with a fraction of a unit', { ...buy, depositAmount: 5.5 }, 'depositAmount'],
    ['with a number that is not exact', { ...buy, depositAmount: 1e21 }, 'depositAmount'],
    ['with seven decimals', { ...buy, contractsDecimal: '1.1234567' }, 'contractsDecimal'],
    ['with an exponent in decimals', { ...buy, contractsDecimal: 1e-7 }, 'contractsDecimal'],
    ['with spaces', { ...buy, contracts: ' 5' }, 'contracts'],
    ['with an over-long number', { ...buy, contractsMicro: '9'.repeat(21) }, 'contractsMicro'],
    ['with no public key', { ...buy, ownerPubkey: 'me' }, 'ownerPubkey'],
    ['with an over-long key', { ...buy, ownerPubkey: WALLET.repeat(2) }, 'ownerPubkey'],
    ['with an over-long id', { ...buy, marketId: 'm'.repeat(121) }, 'marketId'],
    ['with a share above the whole', { ...buy, integratorFeeBps: 10_001 }, 'integratorFeeBps'],
    ['with an unknown order type', { ...buy, orderType: 'stop' }, 'orderType'],
    ['with an object for a number', { ...buy, depositAmount: {} }, 'depositAmount'],
    ['with null for a text', { ...buy, marketId: null }, 'marketId'],
    ['that is a list', [buy], 'body'],
    ['that is null', null, 'body'],
    ['that is a text', 'order', 'body'],
  ])('%s is refused by name', async (_, body, param) => {
    const reached = vi.fn();
    const { status, ...rest } = await refusal(orders, post(body), accepting(reached));
    expect({ status, ...rest }).toMatchObject({ status: 400, type: 'invalid_request_error', param });
    expect(reached).not.toHaveBeenCalled();
  });

  it('with __proto__ is refused and changes nothing', async () => {
    const body = `{"isBuy":true,"__proto__":{"admin":true}}`;
    const { param } = await refusal(orders, { method: 'POST', body }, accepting(vi.fn()));
    expect(param).toBe('__proto__');
    expect({}).not.toHaveProperty('admin');
  });

  it.each([
    '{',
    '{"isBuy":tru',
    'isBuy=true',
    '\u0000',
    '{"a":1}{',
    '{"marketId":"\\u0000"}',
    new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
  ])('that is not JSON is refused: %j', async (body) => {
    const init = { method: 'POST', body } as RequestInit;
    const { status, code } = await refusal(orders, init, accepting(vi.fn()));
    expect({ status, code }).toEqual({ status: 400, code: 'INVALID_JSON' });
  });

  it('of just 64 KiB is read, announced or not', async () => {
    const body = '{"a":1}'.padEnd(64 * 1024);
    for (const headers of [{ 'content-length': String(body.length) }, undefined]) {
      const init = { method: 'POST', body, ...(headers && { headers }) };
      expect((await refusal(orders, init, accepting(vi.fn()))).status).toBe(400);
    }
  });

  it('over 64 KiB is refused, announced or not', async () => {
    const body = JSON.stringify({ ...buy, externalOrderId: 'x'.repeat(64 * 1024) });
    const announced = { method: 'POST', body, headers: { 'content-length': String(body.length) } };
    const inChunks = {
      method: 'POST',
      duplex: 'half',
      body: new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode('x'.repeat(16 * 1024)));
        },
      }),
    } as RequestInit;
    for (const init of [announced, inChunks]) {
      const { status, code, response } = await refusal(orders, init, accepting(vi.fn()));
      expect({ status, code }).toEqual({ status: 413, code: 'BODY_TOO_LARGE' });
      // What is left of it is not waited for.
      expect(response.headers.get('connection')).toBe('close');
    }
  });

  it('arrives in domain types, whatever its content type says', async () => {
    const seen = vi.fn(() => ({ ok: true }));
    const init = { ...post({ ...buy, maxBuyPriceUsd: 650_000 }), headers: { 'content-type': 'text/plain' } };
    const { response } = await call(orders, init, accepting(seen));
    expect(response.status).toBe(200);
    expect(seen).toHaveBeenCalledWith(
      expect.objectContaining({
        params: undefined,
        query: undefined,
        body: { ...buy, depositAmount: 5_000_000n, maxBuyPriceUsd: 650_000n },
      }),
    );
  });

  it('of a DELETE is read, and may be absent where nothing is needed', async () => {
    const closePosition = vi.fn(() => ({ ok: true }));
    const setup = {
      exchange: { services: { closePosition } },
      deps: { checkAnswers: false },
    } as unknown as Setup;
    await call(`${BASE}/positions/${WALLET}`, { method: 'DELETE' }, setup);
    await call(`${BASE}/positions/${WALLET}`, { method: 'DELETE', body: `{"ownerPubkey":"${USDC}"}` }, setup);
    expect(closePosition.mock.calls).toMatchObject([[{ body: {} }], [{ body: { ownerPubkey: USDC } }]]);
  });
});

describe('a path', () => {
  it('that is unknown is answered in the documented shape', async () => {
    expect(await refusal(`${BASE}/nothing`)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('with another method names those it takes', async () => {
    const { status, response } = await refusal(`${BASE}/events`, { method: 'POST' });
    expect(status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  it('of an operation that is not offered yet says so', async () => {
    const { status, error } = await refusal(`${BASE}/parlays`, post({}));
    expect(status).toBe(404);
    expect(error.message).toContain('not offered here');
  });

  it.each([
    ['/events/EV-404', 'eventId'],
    ['/markets/MK-404', 'marketId'],
    ['/orderbook/MK-\u00e9', 'marketId'],
  ])('naming what does not exist is 404: %s', async (path, param) => {
    expect(await refusal(BASE + path)).toMatchObject({ status: 404, code: 'NOT_FOUND', param });
  });

  it.each([
    [`/events/${'e'.repeat(121)}`, 'eventId'],
    ['/events/suggested/nobody', 'pubkey'],
    ['/orderbook/%00', 'marketId'],
    ['/markets/MK%0A1', 'marketId'],
    ['/markets/MK%E2%80%AE1', 'marketId'],
    ['/events/EV%201', 'eventId'],
    ['/orders/0OIl', 'orderPubkey'],
  ])('with a malformed part is refused: %s', async (path, param) => {
    const setup = { exchange: { services: { getOrder: vi.fn() } } } as unknown as Setup;
    expect(await refusal(BASE + path, undefined, setup)).toMatchObject({ status: 400, param });
  });
});

describe('a failure', () => {
  it('of the exchange keeps its status, code and wait', async () => {
    const limited = new ServiceError('rate-limited', 'RATE_LIMITED', 'slow down', { retryAfter: 12.2 });
    const { status, type, response } = await refusal(
      `${BASE}/orders`,
      post({ isBuy: true }),
      accepting(() => Promise.reject(limited)),
    );
    expect({ status, type }).toEqual({ status: 429, type: 'rate_limit_error' });
    expect(response.headers.get('retry-after')).toBe('13');
  });

  it('that nobody expected is opaque outside and whole in the log', async () => {
    const { status, error, log } = await refusal(
      `${BASE}/orders`,
      post({ isBuy: true }),
      accepting(() => {
        const inner = new Error('Failed query: insert …\nparams: secret-value');
        throw new Error('database password is hunter2', { cause: inner });
      }),
    );
    expect(status).toBe(500);
    expect(error).toMatchObject({ type: 'api_error', code: 'INTERNAL' });
    expect(JSON.stringify(error)).not.toContain('hunter2');
    expect(log[0]).toMatchObject({ operation: 'createOrder', request_id: error.request_id });
    expect(JSON.stringify(log[0])).toContain('Failed query: insert');
    expect(JSON.stringify(log[0])).not.toContain('secret-value');
  });

  it('to keep the contract is a failure', async () => {
    const setup = {
      exchange: { services: { getTradingStatus: vi.fn() }, recentTrades: () => [{ id: 1 }] },
    } as unknown as Setup;
    const { status, log } = await refusal(`${BASE}/trades`, undefined, setup);
    expect(status).toBe(500);
    expect(JSON.stringify(log)).toContain('against the contract');
  });
});

describe('over a real connection', () => {
  it('a read given again has the same bytes and all headers, with its own request id', async () => {
    const { app } = testApp(EVENTS);
    const server = createServer(app.listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}${BASE}/events?includeMarkets=true`;
    const answers = await Promise.all([await fetch(url), await fetch(url)]);
    const [first, again] = await Promise.all(answers.map((answer) => answer.text()));
    const [a, b] = answers.map((answer) => {
      const {
        date,
        connection,
        'keep-alive': _,
        'x-request-id': id,
        ...rest
      } = Object.fromEntries(answer.headers);
      return { id, rest };
    });
    expect(again).toBe(first);
    expect(b?.rest).toEqual(a?.rest);
    expect(b?.id).not.toBe(a?.id);
    await new Promise((resolve) => server.close(resolve));
    app.close();
  });
});

it('hears when its client has left before it has an answer', async () => {
  const asked = vi.fn((_: { left?: () => AbortSignal }) => new Promise(() => undefined));
  const { app } = testApp(EVENTS, { exchange: { services: { listOrders: asked } } } as unknown as Setup);
  const server = await serve(app.listener, '127.0.0.1', 0);
  const leaving = new AbortController();
  const address = `${server.url}${BASE}/orders?ownerPubkey=${WALLET}`;
  fetch(address, { signal: leaving.signal }).catch(() => undefined);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  const left = asked.mock.calls[0]?.[0].left?.();
  expect(left?.aborted).toBe(false);
  leaving.abort();
  await vi.waitFor(() => expect(left?.aborted).toBe(true));
  await server.close(0);
  app.close();
});
