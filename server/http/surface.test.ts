import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { appConfig, DEFAULT_BASES } from '@contract/config.ts';
import { routes } from '@contract/routes.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../common/errors.ts';
import { CONTROL_TOKEN } from '../testing/paper-app.ts';
import { eventModel, NOW, testApp, WALLET } from '../testing/stub-app.ts';
import { type OpenApiDocument, openApiOf } from './openapi.ts';

const EVENTS = [eventModel({ eventId: 'EV-1', markets: [{ marketId: 'MK-1' }] })];
const MARKET = '/prediction/v1/markets/MK-1';

const post = (body: unknown, headers = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers,
});

describe('the server itself', () => {
  const { app } = testApp(EVENTS);
  afterAll(() => app.close());

  it('tells a browser what it is', async () => {
    const response = await app.request('/config.json');
    const config = appConfig.parse(await response.json());
    expect(config.mode).toBe('paper');
    expect(config.providers.map(({ wire }) => wire)).toEqual([
      'provider_a',
      'provider_b',
      'provider_c',
      'provider_d',
    ]);
    expect(config.providers.every(({ minOrderUsd }) => minOrderUsd === 5_000_000n)).toBe(true);
  });

  it('says whether it lives and whether it is ready', async () => {
    expect((await app.request('/healthz')).status).toBe(200);
    expect((await app.request('/readyz')).status).toBe(200);
    const { app: broken, log } = testApp(EVENTS, { exchange: { notReady: async () => 'out of order' } });
    const answer = await broken.request('/readyz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ status: 'not ready', reason: 'out of order' });
    expect(log).toEqual([]);
    broken.close();
  });

  it('counts requests by operation and status', async () => {
    await app.request(MARKET);
    await app.request('/prediction/v1/markets/MK-404');
    const response = await app.request('/metrics');
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(text).toContain('http_request_duration_seconds_count{operation="getMarket",status="200"} 1');
    expect(text).toContain('http_request_duration_seconds_count{operation="getMarket",status="404"} 1');
    expect(text).toMatch(/\nledger_slot 42\n/);
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.+\})? \S+)$/);
  });

  it('hardens every answer', async () => {
    for (const path of ['/config.json', '/docs', MARKET, '/nothing']) {
      const { headers } = await app.request(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });

  it('passes JSON-RPC on, and says in its own way that a body is none', async () => {
    const answer = await app.request('/rpc', post({ jsonrpc: '2.0', id: 1, method: 'getHealth' }));
    expect(await answer.json()).toMatchObject({ result: 'ok' });
    const none = await app.request('/rpc', { method: 'POST', body: '{' });
    expect(await none.json()).toMatchObject({ id: null, error: { code: -32_700 } });
    const large = await app.request('/rpc', { method: 'POST', body: 'x'.repeat(66 * 1024) });
    expect(large.status).toBe(413);
  });

  it('tells a wallet how long to wait for the faucet', async () => {
    const wait = new ServiceError('rate-limited', 'RATE_LIMITED', 'once an hour', { retryAfter: 3_600 });
    const { app: dry } = testApp(EVENTS, { exchange: { faucet: () => Promise.reject(wait) } });
    const response = await dry.request('/paper/faucet', post({ pubkey: WALLET }));
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('3600');
    expect((await dry.request('/paper/faucet', post({ pubkey: 'x' }))).status).toBe(400);
    dry.close();
  });
});

describe('the description', () => {
  const { app } = testApp(EVENTS);
  afterAll(() => app.close());

  it('covers every operation, and every reference leads somewhere', async () => {
    const document = (await (await app.request('/openapi.json')).json()) as OpenApiDocument;
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(routes)));
    expect(ids.some((id) => id.startsWith('paperClock'))).toBe(false);
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas).toHaveProperty(name ?? '');
    }
    for (const [path, methods] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
          named,
        );
      }
    }
  });

  it('describes one operation at a time, and others go on before the next', async () => {
    const seen: string[] = [];
    const operations = ['a', 'b', 'c'].map((id) => ({
      id,
      method: 'GET' as const,
      path: `/${id}`,
      tag: 'server',
      get summary() {
        seen.push(id);
        setImmediate(() => seen.push('other'));
        return id;
      },
    }));
    const { paths } = await openApiOf(operations, '1');
    expect(Object.keys(paths)).toEqual(['/a', '/b', '/c']);
    expect(seen).toEqual(['a', 'other', 'b', 'other', 'c']);
  });

  it('is a page of our own files alone', async () => {
    const html = await (await app.request('/docs')).text();
    expect(html).toContain('/prediction/v1/events/{eventId}');
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(html).not.toMatch(/<script(?![^>]*src=)/);
    for (const [, file] of html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)) {
      expect((await app.request(file ?? '')).status).toBe(200);
    }
  });
});

describe('the test control', () => {
  const headers = { 'x-paper-control': CONTROL_TOKEN };

  it('does not exist without a token, nor for a wrong one', async () => {
    const { app: closed } = testApp(EVENTS, { deps: { controlToken: undefined } });
    const { app: open } = testApp(EVENTS);
    for (const [app, given] of [
      [closed, headers],
      [open, {}],
      [open, { 'x-paper-control': 'guess' }],
    ] as const) {
      for (const init of [{ headers: given }, post({}, given), { method: 'DELETE', headers: given }]) {
        const response = await app.request('/paper/clock', init);
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', message: 'no such operation' });
      }
    }
    closed.close();
    open.close();
  });

  it('reads and advances the clock', async () => {
    const { app } = testApp(EVENTS);
    expect(await (await app.request('/paper/clock', { headers })).json()).toEqual({ now: NOW });
    const moved = await app.request('/paper/clock', post({ advanceSeconds: 60.5 }, headers));
    expect(await moved.json()).toEqual({ now: NOW + 60.5 });
    const back = await app.request('/paper/clock', post({ advanceSeconds: -1 }, headers));
    expect(back.status).toBe(400);
    app.close();
  });

  it('changes what readers see at once', async () => {
    const { app } = testApp(EVENTS);
    const priceOf = async () => {
      const { pricing } = (await (await app.request(MARKET)).json()) as { pricing: Record<string, number> };
      return pricing.buyYesPriceUsd;
    };
    expect(await priceOf()).toBe(620_000);
    const set = await app.request('/paper/markets/MK-1/price', post({ probability: 0.25 }, headers));
    expect(set.status).toBe(200);
    expect(await priceOf()).toBe(250_000);
    await app.request('/paper/markets/MK-1/resolve', post({ result: 'yes' }, headers));
    expect(await priceOf()).toBeNull();
    const unknown = await app.request('/paper/markets/MK-404/resolve', post({ result: 'yes' }, headers));
    expect(unknown.status).toBe(404);
    app.close();
  });

  it.each([
    ['/paper/markets/MK-1/price', { probability: 1 }, 'probability'],
    ['/paper/markets/MK-1/resolve', { result: 'maybe' }, 'result'],
    ['/paper/trading', { active: 'no' }, 'active'],
    ['/paper/faults', { operation: 'listEvents', errorRate: 2 }, 'errorRate'],
    ['/paper/faults', { operation: 'listEvents', status: 200 }, 'status'],
  ])('refuses nonsense: %s', async (path, body, param) => {
    const { app } = testApp(EVENTS);
    const response = await app.request(path, post(body, headers));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ param });
    app.close();
  });

  it('puts faults into one operation, and takes them out again', async () => {
    const { app } = testApp(EVENTS);
    const fault = (body: object) => app.request('/paper/faults', post(body, headers));
    await fault({ operation: 'getMarket', status: 503 });
    const failed = await app.request(MARKET);
    expect(failed.status).toBe(503);
    expect(await failed.json()).toMatchObject({ type: 'api_error' });
    expect((await app.request('/prediction/v1/events')).status).toBe(200);
    // The stub's chance is one half: rates below it never strike, rates above it always.
    await fault({ operation: 'getMarket', errorRate: 0.4 });
    expect((await app.request(MARKET)).status).toBe(200);
    await fault({ operation: 'getMarket', errorRate: 0.6, status: 429 });
    const limited = await app.request(MARKET);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
    await fault({ operation: 'getMarket', status: 403, code: 'unsupported_region' });
    expect(await (await app.request(MARKET)).json()).toMatchObject({
      type: 'permission_error',
      code: 'unsupported_region',
    });
    await fault({ operation: 'getMarket', field: 'marketId' });
    expect(await (await app.request(MARKET)).json()).toMatchObject({ marketId: [] });
    await fault({ operation: '*', status: 500 });
    expect((await app.request('/healthz')).status).toBe(500);
    const cleared = await app.request('/paper/faults', { method: 'DELETE', headers });
    expect(cleared.status, 'a fault in everything leaves the way to take it out').toBe(200);
    expect((await app.request(MARKET)).status).toBe(200);
    app.close();
  });

  it('can lose the answer of work that was done', async () => {
    let executed = 0;
    const execute = () => {
      executed += 1;
      return { status: 'Success', signature: 'abc', error: null };
    };
    const { app } = testApp(EVENTS, { exchange: { services: { execute } as never } });
    await app.request('/paper/faults', post({ operation: 'execute', status: 502, phase: 'after' }, headers));
    const lost = await app.request('/prediction/v1/execute', post({ signedTransaction: 'AA==' }));
    expect([lost.status, executed]).toEqual([502, 1]);
    app.close();
  });
});

describe('the built app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenline-static-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Evenline</title>'.padEnd(2_000));
  const main = join(folder, 'assets', 'main-abc123.js');
  const script = 'console.log(1);'.repeat(500);
  writeFileSync(main, script);
  writeFileSync(`${main}.br`, brotliCompressSync(script));
  writeFileSync(`${main}.gz`, gzipSync(script));
  writeFileSync(join(folder, 'assets', 'alone-abc123.js'), script);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  const { app } = testApp(EVENTS, { deps: { clientDir: folder } });
  afterAll(() => {
    app.close();
    rmSync(folder, { recursive: true });
  });
  const page = { headers: { accept: 'text/html' } };

  it('is its front page at every address of a page', async () => {
    for (const path of ['/', '/event/EV-1?market=MK-1', '/portfolio', '/tokens']) {
      const response = await app.request(path, page);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('Evenline');
    }
  });

  it('is not what an unknown operation or a lost file answers', async () => {
    for (const path of ['/prediction/v1/nothing', '/paper/clocks', '/swap/v2/x', '/assets/gone.js']) {
      const response = await app.request(path, page);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const base of Object.values(DEFAULT_BASES))
      expect((await app.request(`${base}/nothing`, page)).status, base).toBe(404);
    expect((await app.request('/portfolio')).status).toBe(404);
  });

  it('lets hashed files be kept for good, compressed for those who can read it', async () => {
    const plain = await app.request('/assets/main-abc123.js');
    expect(plain.headers.get('cache-control')).toContain('immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const packed = await app.request('/assets/main-abc123.js', {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('vary')).toBe('accept-encoding');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(200);
  });

  it.each([
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['brotli', null],
    ['gzip;q=0', null],
    ['identity', null],
    ['', null],
  ])('comes in the form that is asked for: %s', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted };
    const { headers: given } = await app.request('/assets/main-abc123.js', { headers });
    expect(given.get('content-encoding')).toBe(encoding);
    const alone = await app.request('/assets/alone-abc123.js', { headers: { 'accept-encoding': 'br' } });
    expect(alone.headers.get('content-encoding'), 'nothing is compressed for a request').toBeNull();
    expect((await app.request('/assets/main-abc123.js.br')).status).toBe(404);
  });

  it('is not sent again unchanged', async () => {
    const first = await app.request('/favicon.svg');
    const etag = first.headers.get('etag') ?? '';
    expect((await app.request('/favicon.svg', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets/'])(
    'is all there is to read: %s',
    async (path) => {
      const response = await app.request(path);
      expect(response.status).toBe(404);
    },
  );
});
