import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorBody } from '@contract/error.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from './http/headers.ts';
import { AT_HOME, type Internet } from './http/ingress.ts';
import type { HttpServer, ServeLimits } from './http/serve.ts';
import type { PaperDeps } from './paper-deps.ts';
import { serveApp } from './serve-app.ts';
import { eventModel, type TestApp, testApp } from './testing/stub-app.ts';

const EVENTS = [eventModel({ eventId: 'EV-1', markets: [{ marketId: 'MK-1' }] })];
const MARKET = '/prediction/v1/markets/MK-1';
const ORDERS = '/prediction/v1/orders';
const DESK = 'https://desk.example';
const SECRET_FILE = 'nobody may read this';

const folder = mkdtempSync(join(tmpdir(), 'evenline-internet-'));
const clientDir = join(folder, 'client');
mkdirSync(join(clientDir, 'assets'), { recursive: true });
writeFileSync(join(folder, 'secret.txt'), SECRET_FILE);
writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>Evenline</title>');
writeFileSync(join(clientDir, 'gateway.js'), '');
writeFileSync(join(clientDir, 'assets', 'main-abc123.js'), 'console.log(1);');
/** More than any buffer between two processes takes at once. */
writeFileSync(join(clientDir, 'assets', 'large-abc123.js'), Buffer.alloc(64 * 1024 * 1024, 32));

interface Open extends TestApp {
  readonly server: HttpServer;
  readonly port: number;
}
const opened: Open[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { server, app } of opened.splice(0)) {
    await server.close(0);
    app.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The app on a real port, as the internet meets it. */
async function open(
  internet: Partial<Internet> = {},
  limits: Partial<ServeLimits> = {},
  { logAll = false, ...deps }: Partial<Pick<PaperDeps, 'logAll' | 'rpc'>> = {},
): Promise<Open> {
  const stub = testApp(EVENTS, {
    deps: { clientDir, logAll, ...deps },
    exchange: { services: { createOrder: () => Promise.reject(new Error('reached')) } as never },
  });
  const where = { ...AT_HOME, ...internet, host: '127.0.0.1', port: 0, logAll };
  const server = await serveApp(stub.app, where, (entry) => stub.log.push(entry), limits);
  const all = { ...stub, server, port: Number(new URL(server.url).port) };
  opened.push(all);
  return all;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
/** Sends a request as it is written here: no address is tidied up on its way. */
async function ask(
  { port }: Open,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false });
  request.end(body);
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

/** Writes bytes and returns everything that comes back until the connection ends. */
async function speak({ port }: Open, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  for (const part of parts) socket.write(part);
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}
const statusesOf = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));

function expectHardened(headers: IncomingHttpHeaders, what: string): void {
  expect(headers, what).toMatchObject(SECURITY_HEADERS);
  expect(headers, what).not.toHaveProperty('x-powered-by');
  expect(headers, what).not.toHaveProperty('server');
  expect(headers, what).not.toHaveProperty('set-cookie');
}

describe('every kind of answer', () => {
  it('has the whole set of headers', async () => {
    const at = await open({ allowedOrigins: [DESK], clientRps: 1, trustProxy: 1 });
    const html = { accept: 'text/html' };
    const preflight = { origin: DESK, 'access-control-request-method': 'POST' };
    const stranger = { 'x-forwarded-for': '203.0.113.5' };
    const kinds: [string, number, Parameters<typeof ask>[2]?][] = [
      ['/healthz', 200],
      ['/config.json', 200],
      ['/metrics', 200],
      ['/openapi.json', 200],
      ['/docs', 200],
      ['/docs/docs.js', 200],
      [MARKET, 200],
      [MARKET, 200],
      [MARKET, 200, { method: 'HEAD' }],
      ['/prediction/v1/markets/MK-404', 404],
      ['/prediction/v1/nothing', 404],
      ['/prediction/v1/events?nope=1', 400],
      [MARKET, 405, { method: 'DELETE' }],
      [ORDERS, 400, { method: 'POST', body: '{' }],
      [ORDERS, 413, { method: 'POST', body: 'x'.repeat(70_000) }],
      ['/rpc', 200, { method: 'POST', body: '{}' }],
      ['/rpc', 200, { method: 'POST', body: '{' }],
      ['/', 200, { headers: html }],
      ['/portfolio', 200, { headers: html }],
      ['/assets/main-abc123.js', 200],
      ['/assets/gone.js', 404],
      [MARKET, 204, { method: 'OPTIONS', headers: preflight }],
    ];
    for (const [path, status, init] of kinds) {
      const answer = await ask(at, path, init);
      expect(answer.status, path).toBe(status);
      expectHardened(answer.headers, path);
    }
    const { headers } = await ask(at, '/gateway.js');
    const unchanged = await ask(at, '/gateway.js', { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(unchanged.status).toBe(304);
    expectHardened(unchanged.headers, '304');
    let limited = await ask(at, MARKET, { headers: stranger });
    while (limited.status === 200) limited = await ask(at, MARKET, { headers: stranger });
    expect(limited.status).toBe(429);
    expectHardened(limited.headers, '429');
  });

  it.each([
    ['what is no request', 'hello\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['headers that do not come', 'GET / HTTP/1.1\r\nHost: x\r\n', 408],
    ['a body that does not come', 'POST /rpc HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n', 408],
  ])('has it for %s, too', async (_, text, status) => {
    const at = await open({}, { headersTimeout: 80, requestTimeout: 160, connectionsCheckingInterval: 20 });
    const answer = await speak(at, text);
    expect(statusesOf(answer)).toEqual([status]);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value}\r\n`.toLowerCase());
    }
    expect(answer).not.toContain('hello');
  });

  it('asks for TLS for as long as it was told, and not unless', async () => {
    const quiet = await open();
    const strict = await open({ hstsSeconds: 31_536_000 });
    for (const path of [MARKET, MARKET, '/', '/nothing', '/config.json']) {
      const name = 'strict-transport-security';
      expect((await ask(quiet, path)).headers).not.toHaveProperty(name);
      expect((await ask(strict, path)).headers[name]).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it('runs no script that is written into a page, and is framed by nobody', () => {
    const policy = new Map(
      SECURITY_HEADERS['content-security-policy']?.split('; ').map((rule) => {
        const [name = '', ...sources] = rule.split(' ');
        return [name, sources] as const;
      }),
    );
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.get(name)).toEqual(["'none'"]);
  });
});

describe('a path', () => {
  const up = [
    '..',
    '%2e%2e',
    '%2E.',
    '..%2f',
    '%252e%252e',
    '..%5c',
    '..\\',
    '.%00.',
    '..;',
    '%c0%ae%c0%ae',
    '....//',
  ];
  const paths = up.flatMap((step) => [
    `/${step}/secret.txt`,
    `/assets/${step}/${step}/secret.txt`,
    `/assets/${step}${step}secret.txt`,
  ]);
  it('leads to nothing but the files of the desk', async () => {
    const at = await open();
    for (const path of [
      ...paths,
      '//secret.txt',
      '/%2f..%2fsecret.txt',
      '/assets//etc/passwd',
      '/file:///etc/passwd',
      '/assets/main-abc123.js%00.html',
      '/assets/main-abc123.js/',
      '/INDEX.HTML',
      '/.env',
      '/assets',
      `${clientDir}/index.html`,
      '/%',
      '/%zz',
      '/%e2%28%a1',
    ]) {
      for (const headers of [{}, { accept: 'text/html' }] as Record<string, string>[]) {
        const { status, text } = await ask(at, path, { headers });
        // A browser that asks for a page gets the front page of the desk, which says that there is none.
        expect([400, 404, ...('accept' in headers ? [200] : [])], path).toContain(status);
        expect(text, path).not.toContain(SECRET_FILE);
        if (status === 200) expect(text, path).toContain('<title>Evenline');
      }
    }
    expect(at.log).toEqual([]);
  });

  it('of an operation is not reached by another spelling', async () => {
    const at = await open();
    for (const path of [
      '/prediction/v1/../v1/markets/MK-1/x',
      '/paper/%2e%2e/prediction/v1/nothing',
      '/prediction/v1//markets/MK-1',
      '/PREDICTION/v1/markets/MK-1',
      '/prediction/v1/markets/MK-1%2f..%2fMK-1',
      '/prediction/v1/markets/%00',
    ]) {
      expect([400, 404], path).toContain((await ask(at, path)).status);
    }
  });
});

describe('a request that is two', () => {
  const post = (headers: string, body = '') => `POST /rpc HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`;
  const hidden = `GET ${MARKET} HTTP/1.1\r\nHost: x\r\n\r\n`;

  it.each([
    ['two lengths', post('Content-Length: 4\r\nContent-Length: 0\r\n', hidden)],
    ['the same length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', `{}${hidden}`)],
    ['a list of lengths', post('Content-Length: 0, 4\r\n', hidden)],
    ['a length with a sign', post('Content-Length: +4\r\n', hidden)],
    ['a length in hex', post('Content-Length: 0x4\r\n', hidden)],
    ['a length with a line of its own', post('Content-Length:\r\n 4\r\n', hidden)],
    [
      'a length and chunks',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
    ],
    [
      'chunks and a length',
      post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['chunks that are not last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`)],
    ['chunks with a tab', post('Transfer-Encoding:\tchunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${hidden}`)],
    ['chunks by another name', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a space before the colon', post('Content-Length : 4\r\n', hidden)],
    ['a folded header', post('X-A: 1\r\n Content-Length: 4\r\n', hidden)],
    ['a line without a colon', post('Content-Length 4\r\n', hidden)],
    ['a bare line feed', `POST /rpc HTTP/1.1\nHost: x\nContent-Length: 4\n\n${hidden}`],
    ['a bare carriage return', post('X-A: 1\rContent-Length: 4\r\n', hidden)],
    ['NUL in a header', post('X-A: \u0000\r\n', hidden)],
    ['a chunk of no size', post('Transfer-Encoding: chunked\r\n', `z\r\n${hidden}`)],
    ['a chunk of a negative size', post('Transfer-Encoding: chunked\r\n', `-1\r\n${hidden}`)],
    ['a chunk without its end', post('Transfer-Encoding: chunked\r\n', `2\r\n{}${hidden}`)],
    ['a chunk size beyond all', post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${hidden}`)],
    ['another version', `GET / HTTP/9.9\r\nHost: x\r\n\r\n${hidden}`],
  ])('is refused, and its connection closed, with %s', async (_, text) => {
    const at = await open(
      {},
      { keepAliveTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 },
    );
    const answer = await speak(at, text);
    // Never the answer to what was hidden: that one alone names the market.
    expect(answer).not.toContain('MK-1');
    const statuses = statusesOf(answer);
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect(status).toBe(400);
  });

  it('cannot put a header into an answer', async () => {
    const at = await open({ allowedOrigins: [DESK] });
    const split = '%0d%0aset-cookie:%20a=b%0d%0a%0d%0a<script>';
    for (const path of [`/${split}`, `/prediction/v1/markets/${split}`, `/prediction/v1/events?${split}=1`]) {
      const { headers, text } = await ask(at, path);
      expect(headers).not.toHaveProperty('set-cookie');
      expect(headers['content-type']).toContain('application/json');
      expect(() => JSON.parse(text)).not.toThrow();
    }
    const answer = await ask(at, MARKET, {
      headers: { origin: `${DESK}.evil.example`, 'x-request-id': 'mine' },
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers['x-request-id']).not.toBe('mine');
  });
});

describe('a request that does not name its host once', () => {
  it.each([
    ['two hosts', 'HTTP/1.1\r\nHost: a\r\nHost: b'],
    ['one host twice', 'HTTP/1.1\r\nHost: a\r\nhost: a'],
    ['no host', 'HTTP/1.1'],
    ['no host in HTTP/1.0', 'HTTP/1.0'],
    ['a host that is none', 'HTTP/1.1\r\nHost: a b/@c'],
  ])('%s: is refused in the form of its address, and logged', async (_, rest) => {
    const at = await open({}, {}, { logAll: true });
    const refused = async (path: string) => {
      const [head = '', body = ''] = (await speak(at, `GET ${path} ${rest}\r\n\r\n`)).split('\r\n\r\n');
      expect(statusesOf(head)).toEqual([400]);
      for (const [name, value] of Object.entries(SECURITY_HEADERS))
        expect(head).toContain(`${name}: ${value}`);
      const requestId = /x-request-id: (\S+)/.exec(head)?.[1];
      expect(at.log.splice(0)).toMatchObject([
        {
          level: 'info',
          operation: 'unreadable',
          status: 400,
          request_id: requestId,
          client: '127.0.0.0/24',
        },
      ]);
      return { body, requestId };
    };
    const prediction = await refused(MARKET);
    expect(errorBody.parse(JSON.parse(prediction.body))).toMatchObject({ request_id: prediction.requestId });
    const plain = await refused('/tokens/v2/recent');
    expect(JSON.parse(plain.body)).toEqual({ error: expect.any(String) });
    const page = await refused('/portfolio');
    expect(page.body).toMatch(/^[a-z ]+\n$/);
  });

  it('and what is no request, or has no such method, are logged too', async () => {
    const at = await open({}, {}, { logAll: true });
    await speak(at, 'hello\r\n\r\n');
    await ask(at, MARKET, { method: 'DELETE' });
    await ask(at, '/rpc', { method: 'POST', body: '{' });
    expect(at.log.map(({ operation, status }) => [operation, status])).toEqual([
      ['unreadable', 400],
      ['unknown', 405],
      ['rpc', 200],
    ]);
  });
});

describe('a client that', () => {
  it('does not take its answer is let go', async () => {
    const at = await open({}, { stalledTimeout: 150 });
    const socket = connect(at.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause();
    socket.write('GET /assets/large-abc123.js HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => at.app.traffic.running, { interval: 5 }).toBe(1);
    await expect.poll(() => at.app.traffic.connections, { timeout: 10_000 }).toBe(0);
    expect(at.app.traffic.running).toBe(0);
  });

  it('opens more connections than one may have keeps those it has', async () => {
    const at = await open({}, { maxPerAddress: 3, exempt: () => false });
    const held: Socket[] = [];
    for (let n = 0; n < 3; n++) {
      const socket = connect(at.port, '127.0.0.1');
      sockets.push(socket);
      held.push(socket);
      await once(socket, 'connect');
    }
    await expect.poll(() => at.app.traffic.connections).toBe(3);
    const told = await speak(at, `GET ${MARKET} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(told).toMatch(/^HTTP\/1\.1 503 [\s\S]*your address holds as many connections as it may/);
    expect(at.app.traffic.refusedConnections).toBe(1);
    held[0]?.destroy();
    await expect.poll(() => at.app.traffic.connections).toBe(2);
    expect((await ask(at, MARKET)).status).toBe(200);
  });

  it('is one too many for the whole server is told so and let go, this machine as well', async () => {
    const at = await open({}, { maxConnections: 2 });
    for (let n = 0; n < 2; n++) {
      const socket = connect(at.port, '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
    }
    await expect.poll(() => at.app.traffic.connections).toBe(2);
    const [head = '', body = ''] = (await speak(at, `GET ${MARKET} HTTP/1.1\r\nHost: x\r\n\r\n`)).split(
      '\r\n\r\n',
    );
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head).toContain('retry-after: 2');
    expect(errorBody.parse(JSON.parse(body)).message).toBe('this server holds as many connections as it may');
  });

  it('comes with a thousand others writes a line, not a thousand, and they keep no connection', async () => {
    const at = await open({}, { maxConnections: 0 });
    for (let n = 0; n < 1_000; n++) {
      const socket = connect(at.port, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
    await expect.poll(() => at.app.traffic.refusedConnections, { timeout: 10_000 }).toBe(1_000);
    const lines = at.log.filter(({ message }) => message === 'connections are refused');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(30);
    expect(lines[0]).toMatchObject({ level: 'warn', refused: 1, open: 0, limit: 0 });
    expect(at.app.traffic.connections).toBe(0);
    // Those that ask nothing are cut as well.
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed), { timeout: 10_000 }).toBe(true);
  });
});

describe('the rate of an address', () => {
  it('counts a batch of JSON-RPC by what it costs, not as one request', async () => {
    const at = await open({ clientRps: 2, trustProxy: 1 });
    const dear = { jsonrpc: '2.0', id: 1, method: 'getSignaturesForAddress', params: ['x'] };
    const init = {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify(Array(50).fill(dear)),
    };
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await ask(at, '/rpc', init)).status);
    expect(statuses).toEqual([200, 429, 429]);
    expect((await ask(at, '/rpc', { ...init, headers: {} })).status).toBe(200);
  });

  it('counts what a call of JSON-RPC turns out to take, and has whoever asked wait for that', async () => {
    const rpc: PaperDeps['rpc'] = async (_body, _client, charge) => {
      charge(11);
      return {};
    };
    const at = await open({ clientRps: 2, trustProxy: 1 }, {}, { rpc });
    const init = { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.7' }, body: '{}' };
    const statuses = [];
    for (let n = 0; n < 2; n++) statuses.push((await ask(at, '/rpc', init)).status);
    expect(statuses).toEqual([200, 429]);
  });

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

  it('is its own: who asks for too much is told how long to wait, others are not', async () => {
    const at = await open({ clientRps: 1, trustProxy: 1 });
    const statuses: number[] = [];
    let last: Answer | undefined;
    for (let n = 0; n < 8; n++) {
      last = await ask(at, MARKET, from('203.0.113.5'));
      statuses.push(last.status);
    }
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    expect(statuses).toContain(429);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(errorBody.parse(JSON.parse(last?.text ?? ''))).toMatchObject({
      type: 'rate_limit_error',
      code: 'RATE_LIMITED',
      request_id: last?.headers['x-request-id'],
    });
    // Whatever it writes further left, the proxy's word counts.
    expect((await ask(at, MARKET, from('9.9.9.9, 203.0.113.5'))).status).toBe(429);
    expect((await ask(at, MARKET, from('203.0.113.6'))).status).toBe(200);
    expect((await ask(at, MARKET)).status, 'this machine is not counted').toBe(200);
    expect(at.log).toEqual([{ level: 'warn', limited: '203.0.113.0/24' }]);
    expect(at.app.traffic.limited).toBeGreaterThan(1);
  });

  it.each(['..', '%2e%2e', 'x/../..'])(
    'counts a request in full that leads out of the files by %s',
    async (way) => {
      const at = await open({ clientRps: 1, trustProxy: 1 });
      const statuses: number[] = [];
      for (let n = 0; n < 8; n++) {
        const { status } = await ask(at, `/assets/${way}${MARKET}`, from('203.0.113.8'));
        statuses.push(status);
      }
      expect(statuses).toContain(429);
      for (let n = 0; n < 8; n++) {
        expect((await ask(at, '/assets/main-abc123.js', from('203.0.113.9'))).status).toBe(200);
      }
    },
  );

  it('is that of a whole /64, and a refused body is not waited for', async () => {
    const at = await open({ clientRps: 1, trustProxy: 1 });
    for (let n = 0; n < 4; n++) await ask(at, MARKET, from(`2001:db8::${n + 1}`));
    for (const body of ['Content-Length: 60000', 'Transfer-Encoding: chunked']) {
      const refused = await speak(
        at,
        `POST /rpc HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 2001:db8::ffff\r\n${body}\r\n\r\n`,
      );
      expect(statusesOf(refused)).toEqual([429]);
      expect(refused).toMatch(/^connection: close\r$/im);
    }
  });

  it('is not counted unless it was asked for', async () => {
    const at = await open({ trustProxy: 1 });
    for (let n = 0; n < 80; n++) expect((await ask(at, MARKET, from('203.0.113.5'))).status).toBe(200);
  });
});

describe('a desk that is hosted elsewhere', () => {
  const preflight = (origin: string, method = 'POST') => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,solana-client',
    },
  });

  it('may ask and read when its origin is on the list', async () => {
    const at = await open({ allowedOrigins: ['http://127.0.0.1:3000', DESK] });
    for (const path of [MARKET, ORDERS, '/rpc', '/config.json', '/nothing']) {
      const { status, headers } = await ask(at, path, preflight(DESK));
      expect([status, headers['access-control-allow-origin']]).toEqual([204, DESK]);
      expect(headers['access-control-allow-methods']).toContain('POST');
      for (const name of ['authorization', 'content-type', 'solana-client']) {
        expect(headers['access-control-allow-headers']).toContain(name);
      }
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    // A fresh answer, one that is given again, and a refusal.
    for (const path of [MARKET, MARKET, '/nothing']) {
      const { headers } = await ask(at, path, { headers: { origin: DESK } });
      expect(headers).toMatchObject({ 'access-control-allow-origin': DESK, vary: 'origin, accept-encoding' });
      expect(headers['access-control-expose-headers']).toContain('x-request-id');
      expectHardened(headers, path);
    }
  });

  it('is told whether it may ask even when it has asked for too much', async () => {
    const at = await open({ allowedOrigins: [DESK], clientRps: 1, trustProxy: 1 });
    const question = preflight(DESK);
    const headers = { ...question.headers, 'x-forwarded-for': '203.0.113.5' };
    for (let n = 0; n < 8; n++) {
      expect((await ask(at, MARKET, { ...question, headers })).status).toBe(204);
    }
    expect(at.app.traffic.limited).toBeGreaterThan(0);
    const { origin } = question.headers;
    const read = await ask(at, MARKET, { headers: { origin, 'x-forwarded-for': '203.0.113.5' } });
    expect(read.status).toBe(429);
  });

  it('can read that it asks for too much', async () => {
    const at = await open({ allowedOrigins: [DESK], clientRps: 1, trustProxy: 1 });
    const headers = { origin: DESK, 'x-forwarded-for': '203.0.113.5' };
    let answer = await ask(at, MARKET, { headers });
    while (answer.status === 200) answer = await ask(at, MARKET, { headers });
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': DESK });
    expect(answer.headers['access-control-expose-headers']).toContain('retry-after');
  });

  it.each([
    'https://desk.example.evil.example',
    'http://desk.example',
    'https://DESK.example',
    'null',
    '*',
    '',
  ])('is told nothing when its origin is not: %j', async (origin) => {
    const at = await open({ allowedOrigins: [DESK] });
    for (const init of [preflight(origin), { headers: { origin } }]) {
      const { headers } = await ask(at, MARKET, init);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers.vary).toBe('origin, accept-encoding');
    }
  });

  it('is unknown to a server that has no list', async () => {
    const at = await open();
    const { status, headers } = await ask(at, MARKET, preflight(DESK));
    expect(status).toBe(405);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('the figures', () => {
  it('tell of the traffic', async () => {
    const at = await open({ clientRps: 1, trustProxy: 1 });
    for (let n = 0; n < 5; n++) await ask(at, MARKET, { headers: { 'x-forwarded-for': '203.0.113.5' } });
    await speak(at, 'hello\r\n\r\n');
    await ask(at, '/', { headers: { accept: 'text/html' } });
    await ask(at, '/nothing');
    const { text } = await ask(at, '/metrics');
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(figure('http_requests_running')).toBe(1);
    expect(figure('http_connections_open')).toBe(1);
    expect(figure('http_requests_limited_total')).toBeGreaterThanOrEqual(1);
    expect(figure('http_requests_unreadable_total')).toBe(1);
    expect(figure('http_sent_bytes_total')).toBeGreaterThan(1_000);
    expect(text).toContain('http_request_duration_seconds_count{operation="desk",status="200"} 1');
    expect(text).toContain('http_request_duration_seconds_count{operation="unknown",status="404"} 1');
    expect(text).not.toContain('203.0.113');
  });
});
