import { uptime } from 'node:os';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { appConfig } from '@contract/config.ts';
import { readError } from '@contract/error.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEvenClock, evenly } from '../common/even-clock.ts';
import { liveConfigOf } from './live-config.ts';
import { API_KEY, type TestGateway, TestPlatform, testGateway } from './testing/platform.ts';
import { realTiming } from './timing.ts';

const V1 = '/prediction/v1';
const WALLET = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const ORDER = { isBuy: true, ownerPubkey: WALLET, marketId: 'MK-1', isYes: true, depositAmount: '9000000' };
const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const BEARER = { authorization: 'Bearer a.b.c' };

const platform = new TestPlatform();
let url: string;
let desk: TestGateway;
beforeAll(async () => {
  url = await platform.open();
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.arrived.length = 0;
  platform.answer = (_, res) => TestPlatform.json(res, {});
  desk = testGateway(url);
});
afterEach(() => {
  // Nothing that was logged may show the key, whatever happened.
  expect(JSON.stringify(desk.log)).not.toContain(API_KEY);
  desk.close();
});

interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}
async function ask(path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await desk.app.request(path, init);
  const text = await response.text();
  expect(text).not.toContain(API_KEY);
  expect(JSON.stringify([...response.headers])).not.toContain(API_KEY);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers,
});

const metric = (name: string) => async (): Promise<string | undefined> => {
  const text = await (await desk.app.request('/metrics')).text();
  return new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1];
};

describe('what reaches the platform', () => {
  it('is the documented operation with the key, and nothing a browser has added', async () => {
    await ask(`${V1}/events?start=0&category=politics`, {
      headers: {
        cookie: 'session=1',
        'x-api-key': 'forged',
        'x-forwarded-for': '1.2.3.4',
        origin: 'https://desk.example',
        ...BEARER,
      },
    });
    const [asked] = platform.arrived;
    const { method, path, headers } = asked ?? {};
    expect({ method, path }).toEqual({ method: 'GET', path: `${V1}/events?category=politics&start=0` });
    expect(Object.keys(headers ?? {}).sort()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent', 'x-api-key', 'x-request-id'].sort(),
    );
    expect(headers).toMatchObject({ 'x-api-key': API_KEY });
  });

  it('is the sign-in of a caller where the operation asks for one, and only there', async () => {
    await ask('/trigger/v2/vault', { headers: BEARER });
    await ask('/trigger/v2/auth/challenge', post({ walletPubkey: WALLET, type: 'message' }, BEARER));
    await ask('/trigger/v1/getTriggerOrders', { headers: BEARER });
    const signedIn = platform.arrived.filter(({ headers }) => headers.authorization !== undefined);
    expect(signedIn.map(({ path }) => path)).toEqual(['/trigger/v2/vault']);
  });

  it('is exactly the body that was checked', async () => {
    await ask(`${V1}/orders`, post(ORDER));
    expect(platform.arrived[0]?.body).toBe(JSON.stringify(ORDER));
    expect(platform.arrived[0]?.headers['content-type']).toBe('application/json');
    expect(platform.arrived[0]?.headers['content-length']).toBe(String(JSON.stringify(ORDER).length));
  });

  it('has no age when it was something that is done, which is true from then on', async () => {
    const { headers } = await ask(`${V1}/orders`, post(ORDER));
    expect(headers.get('x-age-ms')).toBeNull();
    expect(headers.get('x-budget-rps')).not.toBeNull();
  });

  it.each([
    ['an unknown path', `${V1}/secrets`, {}, 404],
    ['the root', '/prediction', {}, 404],
    ['another method', `${V1}/events`, { method: 'POST' }, 405],
    ['a query nobody knows', `${V1}/events?evil=1`, {}, 400],
    ['a query twice', `${V1}/events?start=1&start=2`, {}, 400],
    ['a body nobody knows', `${V1}/orders`, post({ ...ORDER, evil: 1 }), 400],
    ['a body that is none', `${V1}/orders`, { method: 'POST', body: '{' }, 400],
    ['a way out of the path', `${V1}/orderbook/..%2f..%2fadmin%2f..`, {}, 200],
    ['a parent folder', `${V1}/orderbook/%2e%2e`, {}, 404],
    ['no sign-in', '/trigger/v2/vault', {}, 401],
    ['half a sign-in', '/trigger/v2/vault', { headers: { authorization: 'Basic x' } }, 401],
    ['the paper exchange', '/paper/faucet', post({ pubkey: WALLET }), 404],
    ['its test control', '/paper/clock', { method: 'POST' }, 404],
  ])('is not %s', async (_, path, init, status) => {
    const reply = await ask(path, init as RequestInit);
    expect(reply.status).toBe(status);
    // A parameter stays a parameter, whatever it holds.
    expect(platform.arrived.map(({ path: asked }) => asked)).toEqual(
      status === 200 ? [`${V1}/orderbook/..%2F..%2Fadmin%2F..`] : [],
    );
  });

  it('goes to where the platform has its interfaces; one it does not have is no operation', async () => {
    desk.close();
    desk = testGateway(`${url}/live/`, {
      config: liveConfigOf({ bases: { prediction: '/p/v9', swap: null, trigger: null } }),
    });
    await ask(`${V1}/trading-status`);
    expect(platform.arrived[0]?.path).toBe('/live/p/v9/trading-status');
    expect((await ask(`/swap/v2/execute`, post({ signedTransaction: 'x', requestId: 'y' }))).status).toBe(
      404,
    );
    expect((await ask('/trigger/v2/vault', { headers: BEARER })).status).toBe(404);
    expect(platform.arrived).toHaveLength(1);
    const config = appConfig.parse((await ask('/config.json')).body);
    expect(config).toMatchObject({ trigger: null, interfaces: { missing: ['trigger', 'swap'] } });
  });
});

describe('who leaves before his turn', () => {
  it('takes no place with a read of his own; what he writes is sent all the same', async () => {
    desk.close();
    desk = testGateway(url, { rps: 0.1 });
    const waiting = () =>
      desk.gateway.platform.gauges.find(({ name }) => name.endsWith('budget_waiting'))?.read();
    const mine = `${V1}/orders?ownerPubkey=${WALLET}`;
    await ask(mine);
    const client = new AbortController();
    const { signal } = client;
    void desk.app.request(mine, { signal });
    void desk.app.request(`${V1}/orders`, { ...post(ORDER), signal });
    await vi.waitFor(() => expect(waiting()).toBe(2));
    client.abort();
    await vi.waitFor(() => expect(waiting()).toBe(1));
    expect(platform.arrived).toHaveLength(1);
  });
});

describe('what comes back', () => {
  it('is passed on byte by byte, with the age and the budget', async () => {
    const odd = '{ "trading_active" : true, "new_field": [1.10] }';
    platform.answer = (_, res) => res.writeHead(200, { 'set-cookie': 'a=b', server: 'x', age: '7' }).end(odd);
    const { text, headers } = await ask(`${V1}/trading-status`);
    expect(text).toBe(odd);
    expect(headers.get('age')).toBe('7');
    expect(headers.get('x-cache')).toBe('miss');
    expect(headers.get('x-budget-rps')).toBe('1000');
    expect(headers.get('x-budget-wait')).toBe('0.0');
    for (const name of ['set-cookie', 'server']) expect(headers.has(name)).toBe(false);
  });

  it('is as old as the platform took to answer: until then it may have changed', async () => {
    platform.answer = (_, res) => void setTimeout(() => TestPlatform.json(res, {}, 200, { age: '3' }), 1_100);
    const { headers } = await ask(`${V1}/trading-status`);
    expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(4);
  });

  it('is as old as it is after the machine has slept, and not given any more', async () => {
    expect(realTiming.now).toBe(evenly);
    let sleptSeconds = 0;
    const now = createEvenClock({ up: () => uptime() + sleptSeconds });
    desk.close();
    desk = testGateway(url, { timing: { ...realTiming, now } });
    const before = now();
    expect((await ask(`${V1}/trading-status`)).status).toBe(200);
    sleptSeconds += 8 * 3_600;
    await vi.waitFor(() => expect(now() - before).toBeGreaterThan(7 * 3_600_000));
    platform.answer = (_, res) => TestPlatform.json(res, {}, 503);
    expect((await ask(`${V1}/trading-status`)).status).toBe(503);
  });

  it('says to the millisecond how old it was when it was asked for, of what is kept and of what is somebody’s own', async () => {
    let passedMs = 0;
    desk.close();
    desk = testGateway(url, { timing: { ...realTiming, now: () => realTiming.now() + passedMs } });
    /** What is told of an answer, and the most that it can be: no more has passed than was let pass and was measured. */
    const told = async (path: string): Promise<number> => {
      const ageMs = (await ask(path)).headers.get('x-age-ms');
      expect(ageMs).toMatch(/^-?\d+$/);
      return Number(ageMs);
    };
    // The platform takes its time over each answer.
    platform.answer = (_, res) => {
      passedMs += 300_000;
      TestPlatform.json(res, { data: [] });
    };
    const begun = performance.now();
    const since = () => performance.now() - begun;
    // True when the platform was asked, which was at once.
    for (const path of ['trading-status', `positions?ownerPubkey=${OWNER}`]) {
      expect(Math.abs(await told(`${V1}/${path}`))).toBeLessThanOrEqual(since());
    }
    desk.close();
    desk = testGateway(url, { timing: { ...realTiming, now: () => realTiming.now() + passedMs } });
    platform.answer = (_, res) => TestPlatform.json(res, { data: [] });
    await told(`${V1}/trading-status`);
    passedMs += 437;
    const kept = await told(`${V1}/trading-status`);
    expect(kept).toBeGreaterThanOrEqual(437);
    expect(kept).toBeLessThanOrEqual(437 + since());
  });

  it('was made after it was asked for where it had to wait for its turn', async () => {
    desk.close();
    desk = testGateway(url, { rps: 1 });
    platform.answer = (_, res) => TestPlatform.json(res, { data: [] });
    const asks = Array.from({ length: 4 }, () => ask(`${V1}/positions?ownerPubkey=${OWNER}`));
    const ages = (await Promise.all(asks)).map(({ headers }) => Number(headers.get('x-age-ms')));
    expect(Math.min(...ages)).toBeLessThan(-500);
    expect(Math.max(...ages)).toBeGreaterThan(-500);
  });

  it('is never of a time to come, whatever the platform says', async () => {
    platform.answer = (_, res) => TestPlatform.json(res, {}, 200, { 'x-age-ms': '-600000' });
    const { headers } = await ask(`${V1}/trading-status`);
    expect(Math.abs(Number(headers.get('x-age-ms')))).toBeLessThan(1_000);
  });

  it('is unpacked, however it was packed', async () => {
    const body = JSON.stringify({ trading_active: true });
    for (const [encoding, packed] of [
      ['gzip', gzipSync(body)],
      ['br', brotliCompressSync(body)],
    ] as const) {
      platform.answer = (_, res) => res.writeHead(200, { 'content-encoding': encoding }).end(packed);
      desk.close();
      desk = testGateway(url);
      expect((await ask(`${V1}/trading-status`)).text).toBe(body);
    }
  });

  it('is given again to whoever asks the same, in whatever order', async () => {
    platform.answer = (_, res) => TestPlatform.json(res, { data: [] });
    const all = await Promise.all([
      ask(`${V1}/events?start=0&end=5`),
      ask(`${V1}/events?end=5&start=0`),
      ask(`${V1}/events?start=0&end=5`, { headers: { cookie: 'other' } }),
    ]);
    expect(all.map(({ headers }) => headers.get('x-cache'))).toEqual(['miss', 'miss', 'miss']);
    expect((await ask(`${V1}/events?end=5&start=0`)).headers.get('x-cache')).toBe('hit');
    expect(platform.arrived).toHaveLength(1);
  });

  it('is never shared when it is somebody’s own', async () => {
    let n = 0;
    platform.answer = (_, res) => TestPlatform.json(res, { n: n++ });
    const paths = [
      `${V1}/orders?ownerPubkey=${WALLET}`,
      `${V1}/positions?ownerPubkey=${WALLET}`,
      `${V1}/events/suggested/${WALLET}`,
      '/trigger/v2/vault',
    ];
    for (const path of paths) {
      const both = await Promise.all(
        [1, 2].map((i) => ask(path, { headers: { authorization: `Bearer ${i}` } })),
      );
      expect(both[0]?.text).not.toBe(both[1]?.text);
      for (const { headers } of both)
        expect([headers.get('x-cache'), headers.get('age')]).toEqual([null, null]);
    }
    expect(platform.arrived).toHaveLength(2 * paths.length);
    const signedIn = platform.arrived.slice(-2).map(({ headers }) => headers.authorization);
    expect(new Set(signedIn)).toEqual(new Set(['Bearer 1', 'Bearer 2']));
  });

  it('is the platform’s own refusal, unchanged', async () => {
    const refusal = {
      type: 'permission_error',
      message: 'not in your region',
      code: 'unsupported_region',
      request_id: 'up-1',
    };
    platform.answer = (_, res) => TestPlatform.json(res, refusal, 403, { 'x-request-id': 'up-1' });
    const { status, body, headers } = await ask(`${V1}/orders`, post(ORDER));
    expect({ status, body }).toEqual({ status: 403, body: refusal });
    expect(headers.get('x-request-id')).toBe('up-1');
  });

  it.each([
    ['endless', 'x'.repeat(129)],
    ['no word', 'a b'],
    ['empty', ''],
  ])('has an id of this gateway where that of the platform is %s', async (_, id) => {
    platform.answer = (_request, res) =>
      TestPlatform.json(res, { message: 'no' }, 403, { 'x-request-id': id });
    const { headers } = await ask(`${V1}/trading-status`);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is that a sign-in is over, where one was sent on, and never that of this gateway', async () => {
    platform.answer = (_, res) => TestPlatform.json(res, { error: 'token expired' }, 401);
    const over = await ask('/trigger/v2/vault', { headers: BEARER });
    expect([over.status, over.body]).toEqual([401, { error: 'token expired' }]);
    expect((await ask(`${V1}/trading-status`, { headers: BEARER })).status).toBe(502);
  });

  it('is reported where a field is not as documented, and passed on', async () => {
    const wrong = { data: [{ eventId: 7, isActive: 'yes' }] };
    platform.answer = (_, res) => TestPlatform.json(res, wrong);
    expect((await ask(`${V1}/events`)).body).toEqual(wrong);
    expect(desk.log).toMatchObject([{ level: 'warn', operation: 'listEvents', field: 'data.0.eventId' }]);
    expect(await (await desk.app.request('/metrics')).text()).toContain('\nupstream_odd_total 1\n');
  });
});

describe('an answer that shows the key', () => {
  const READ = `${V1}/trading-status`;
  const written: [string, (res: Parameters<TestPlatform['answer']>[1]) => void][] = [
    ['in escapes', (res) => res.end(`{"a":"${API_KEY.replace('k', '\\u006b')}"}`)],
    ['as a name', (res) => res.end(`{"${API_KEY.replace('y', '\\u0079')}":1}`)],
    [
      'in JSON within JSON',
      (res) => TestPlatform.json(res, { a: JSON.stringify({ b: API_KEY }).replace('k', '\\u006b') }),
    ],
    ['percent-encoded', (res) => TestPlatform.json(res, { a: API_KEY.replaceAll('-', '%2D') })],
    ['in base64', (res) => TestPlatform.json(res, { a: btoa(`key=${API_KEY}`) })],
    ['in entities', (res) => TestPlatform.json(res, { a: API_KEY.replaceAll('-', '&#45;') })],
    ['in a header', (res) => TestPlatform.json(res, {}, 200, { 'x-request-id': API_KEY })],
    [
      'in a header, in hex',
      (res) => TestPlatform.json(res, {}, 200, { 'x-request-id': Buffer.from(API_KEY).toString('hex') }),
    ],
    [
      'in a refusal',
      (res) => TestPlatform.json(res, { code: 7, message: encodeURIComponent(`?${API_KEY}`) }, 403),
    ],
  ];
  it.each(written)('%s is a failure, and told of without it', async (_, answer) => {
    platform.answer = (_request, res) => answer(res);
    const { status, body } = await ask(READ);
    expect({ status, body }).toMatchObject({ status: 502, body: { code: 'UPSTREAM_MALFORMED' } });
    expect(JSON.stringify(desk.log)).toContain('shows the key of this gateway');
    const write = await ask(`${V1}/execute`, post({ signedTransaction: 'AAAA' }));
    expect(readError(write.body)?.message).toContain('not known');
  });
});

describe('a platform that fails', () => {
  const READ = `${V1}/trading-status`;
  const cases: [string, TestPlatform['answer'], number, string][] = [
    ['says nothing readable', (_, res) => res.end('<html>oops'), 502, 'UPSTREAM_MALFORMED'],
    ['says what is no text', (_, res) => res.end(Buffer.from([0x22, 0xff, 0x22])), 502, 'UPSTREAM_MALFORMED'],
    [
      'stops in the middle',
      (_, res) => void res.writeHead(200, { 'content-length': '99' }).write('{"a":', () => res.destroy()),
      502,
      'UPSTREAM_MALFORMED',
    ],
    ['hangs up', (_, res) => res.destroy(), 502, 'UPSTREAM_UNREACHABLE'],
    [
      'says far too much',
      (_, res) => res.end(Buffer.alloc(9 * 1024 * 1024, 0x20)),
      502,
      'UPSTREAM_MALFORMED',
    ],
    [
      'packs far too much into little',
      (_, res) =>
        res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
      502,
      'UPSTREAM_MALFORMED',
    ],
    [
      'packs in a way nobody knows',
      (_, res) => res.writeHead(200, { 'content-encoding': 'zzz' }).end('{}'),
      502,
      'UPSTREAM_MALFORMED',
    ],
    [
      'cuts what it has packed',
      (_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}').subarray(0, 12)),
      502,
      'UPSTREAM_MALFORMED',
    ],
    [
      'sends elsewhere',
      (_, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('{}'),
      502,
      'UPSTREAM_REFUSED',
    ],
    [
      'does not know the key',
      (_, res) => TestPlatform.json(res, { code: 401, message: `bad key ${API_KEY}` }, 401),
      502,
      'UPSTREAM_REFUSED',
    ],
    ['shows the key', (_, res) => TestPlatform.json(res, { echoed: API_KEY }), 502, 'UPSTREAM_MALFORMED'],
    [
      'is down behind its proxy',
      (_, res) => res.writeHead(502).end('bad gateway'),
      502,
      'UPSTREAM_UNREACHABLE',
    ],
    [
      'is overloaded behind its proxy',
      (_, res) => res.writeHead(503).end('busy'),
      503,
      'UPSTREAM_UNREACHABLE',
    ],
    ['is too slow behind its proxy', (_, res) => res.writeHead(504).end('slow'), 504, 'UPSTREAM_TIMEOUT'],
  ];
  it.each(cases)('%s: a desk hears of it in the documented form', async (_, answer, status, code) => {
    platform.answer = answer;
    const reply = await ask(READ);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({
      code,
      request_id: reply.headers.get('x-request-id'),
      message: expect.any(String),
    });
    expect(platform.arrived).toHaveLength(1);
  });

  it.each(cases)(
    '%s: a write is sent once, and its outcome is said to be unknown',
    async (_, answer, status) => {
      platform.answer = answer;
      const reply = await ask(`${V1}/execute`, post({ signedTransaction: 'AAAA' }));
      expect(reply.status).toBe(status);
      expect(platform.arrived).toHaveLength(1);
      const error = readError(reply.body);
      if (!error?.code?.endsWith('REFUSED')) expect(error?.message).toContain('not known');
    },
  );

  it('has done what it was asked, though the client did not stay to hear of it', async () => {
    const held: (() => void)[] = [];
    platform.answer = (_, res) => void held.push(() => TestPlatform.json(res, { signature: 's' }));
    const gone = new AbortController();
    const write = desk.app.request(`${V1}/execute`, {
      ...post({ signedTransaction: 'AAAA' }),
      signal: gone.signal,
    });
    await expect.poll(() => platform.arrived.length, { timeout: 10_000 }).toBe(1);
    gone.abort();
    for (const answer of held) answer();
    await Promise.resolve(write).catch(() => undefined);
    await expect.poll(metric('upstream_running'), { timeout: 10_000 }).toBe('0');
    expect(await metric('upstream_unreachable_total')()).toBe('0');
  });

  it('is told of in the form of each interface', async () => {
    platform.answer = (_, res) => res.destroy();
    const { body, headers } = await ask('/tokens/v2/recent');
    expect(body).toEqual({
      error: expect.stringContaining('cannot be reached'),
      code: 'UPSTREAM_UNREACHABLE',
    });
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it('leaves what was known in sight, and says that it is old', async () => {
    platform.answer = (_, res) => TestPlatform.json(res, { trading_active: true });
    let later = 0;
    desk.close();
    desk = testGateway(url, { timing: { ...realTiming, now: () => realTiming.now() + later } });
    await ask(READ);
    platform.answer = (_, res) => res.destroy();
    later = 8_000;
    expect((await ask(READ)).headers.get('x-cache')).toBe('stale');
    const failed = async () => (await ask(READ)).headers.get('x-cache') === 'stale-error';
    await expect.poll(failed, { timeout: 10_000 }).toBe(true);
    const { status, headers, body } = await ask(READ);
    expect({ status, age: headers.get('age'), body }).toEqual({
      status: 200,
      age: '8',
      body: { trading_active: true },
    });
  });

  it('slows everybody down by 429, and the desk hears until when', async () => {
    platform.answer = (_, res) =>
      TestPlatform.json(res, { code: 429, message: 'slow down' }, 429, { 'retry-after': '30' });
    const first = await ask(READ);
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '30']);
    expect(Number(first.headers.get('x-upstream-slow-until'))).toBeGreaterThan(Date.now() / 1_000 + 25);
    for (const path of [`${V1}/events`, `${V1}/orders?ownerPubkey=${WALLET}`]) {
      const { status, headers, body } = await ask(path);
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { code: 'UPSTREAM_BUSY', type: 'rate_limit_error' },
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(25);
    }
    expect((await ask(`${V1}/execute`, post({ signedTransaction: 'AAAA' }))).status).toBe(503);
    expect(platform.arrived).toHaveLength(1);
  });

  it('lets nobody come again sooner than the platform has said, who counts in whole seconds', async () => {
    platform.answer = (_, res) => TestPlatform.json(res, { code: 429 }, 429, { 'retry-after': '30.2' });
    expect((await ask(READ)).headers.get('retry-after')).toBe('31');
  });

  it('tells the desk how long to wait where the platform’s clock is another', async () => {
    const at = (seconds: number) => new Date(1_900_000_000_000 + seconds * 1_000).toUTCString();
    platform.answer = (_, res) =>
      TestPlatform.json(res, { code: 429 }, 429, { date: at(0), 'retry-after': at(30) });
    const { status, headers } = await ask(READ);
    expect([status, headers.get('retry-after')]).toEqual([429, '30']);
    expect(Number(headers.get('x-upstream-slow-until'))).toBeLessThan(Date.now() / 1_000 + 35);
  });

  it.each([
    [429, 'UPSTREAM_BUSY'],
    [503, 'UPSTREAM_UNREACHABLE'],
  ])('says after a %i of its proxy for how long it is to be left alone', async (refused, code) => {
    platform.answer = (_, res) => res.writeHead(refused, { 'retry-after': '30' }).end('<html>slow down');
    const { status, body, headers } = await ask(READ);
    expect([status, headers.get('retry-after')]).toEqual([refused, '30']);
    expect(body).toMatchObject({ code });
    expect((await ask(`${V1}/events`)).status).toBe(503);
    expect(platform.arrived).toHaveLength(1);
  });

  it('says after a 429 of its proxy that tells no wait that nothing was done', async () => {
    platform.answer = (_, res) => res.writeHead(429).end('<html>slow down');
    const { status, body, headers } = await ask(`${V1}/execute`, post({ signedTransaction: 'AAAA' }));
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect(readError(body)?.message).toContain('has not done what it was asked');
    expect(platform.arrived).toHaveLength(1);
  });

  it.each([
    ['breaks off', { 'content-length': '99' }],
    ['is packed as nobody can read', { 'content-encoding': 'zzz' }],
  ])('slows everybody down by a 429 whose body %s', async (_, headers) => {
    platform.answer = (_request, res) =>
      void res
        .writeHead(429, { 'retry-after': '30', ...headers })
        .write('{"code":429', () => setTimeout(() => res.destroy(), 20));
    expect((await ask(READ)).status).toBe(502);
    const { status, headers: given } = await ask(`${V1}/events`);
    expect(status).toBe(503);
    expect(Number(given.get('retry-after'))).toBeGreaterThan(25);
    expect(platform.arrived).toHaveLength(1);
  });

  it('is ready by what was heard of it a moment ago, without being asked once more', async () => {
    await ask(`${V1}/orders?ownerPubkey=${WALLET}`);
    expect((await ask('/readyz')).status).toBe(200);
    expect(platform.arrived).toHaveLength(1);
  });

  it('that nobody reaches is not ready, and is again once it answers', async () => {
    expect((await ask('/readyz')).status).toBe(200);
    desk.close();
    desk = testGateway('http://127.0.0.1:1');
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask(READ)).status).toBe(502);
    expect(JSON.stringify(desk.log)).toContain('ECONNREFUSED');
  });

  it.each([401, 500, 302])(
    'that answers everything with %d is not ready, however often it says so',
    async (status) => {
      platform.answer = (_, res) => TestPlatform.json(res, { message: 'no' }, status);
      const readiness = [];
      for (let time = 0; time < 3; time++) readiness.push((await ask('/readyz')).status);
      expect(readiness).toEqual([503, 503, 503]);
      platform.answer = (_, res) => TestPlatform.json(res, { trading_active: true });
      expect((await ask('/readyz')).status).toBe(200);
    },
  );
});

describe('the gateway itself', () => {
  it('goes on with what is kept when a refresh fails by a fault of its own, and tells the log', async () => {
    let isBroken = false;
    let passedMs = 0;
    desk.close();
    desk = testGateway(url, {
      timing: { ...realTiming, now: () => realTiming.now() + passedMs },
      recorder: {
        see: () => {
          if (isBroken) throw new Error('a fault of ours');
        },
        isRecording: () => true,
      },
    });
    const path = `${V1}/orderbook/MK-1`;
    await ask(path);
    isBroken = true;
    passedMs = 3_000;
    expect((await ask(path)).headers.get('x-cache')).toBe('stale');
    await expect.poll(() => JSON.stringify(desk.log)).toContain('a fault of ours');
    expect((await ask(path)).status).toBe(200);
  });

  it('says to who records when something was, also where the clock was set since the start', async () => {
    const heard: number[] = [];
    desk.close();
    desk = testGateway(url, {
      timing: { ...realTiming, now: () => realTiming.now() - 3_600_000 },
      recorder: { see: ({ at }) => heard.push(at), isRecording: () => true },
    });
    const asked = Date.now();
    await ask(`${V1}/trading-status`);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toBeGreaterThan(asked - 1_000);
    expect(heard[0]).toBeLessThanOrEqual(Date.now());
  });

  it('tells a browser where it is', async () => {
    const config = appConfig.parse((await ask('/config.json')).body);
    expect(config).toMatchObject({
      mode: 'live',
      paper: null,
      chain: null,
      rpc: false,
      budget: { rps: 1_000 },
    });
  });

  it('describes the same operations as the paper exchange, without what belongs to that', async () => {
    const { text } = await ask('/openapi.json');
    expect(text).toContain(`${V1}/orders`);
    expect(text).not.toContain('/paper/');
    expect((await desk.app.request('/docs')).status).toBe(200);
  });

  it('looks at what is callers’ own with half of what answers are kept fresh with', () => {
    const own = testGateway('http://platform.invalid', { rps: 1, windowSeconds: 60 });
    const { stream } = own.gateway.platform;
    expect(stream.ownGapMs?.()).toBeCloseTo(1_000 / 0.3);
    own.close();
  });

  it('has no node unless it is given one', async () => {
    const { body } = await ask('/rpc', post({ jsonrpc: '2.0', id: 7, method: 'getSlot' }));
    expect(body).toMatchObject({ id: 7, error: { code: -32_601 } });
  });

  it('without a node answers each call of a batch, and says nothing back that is no id', async () => {
    const calls = [{ id: 'a' }, { id: 2 }, 5, 'x', null, { id: { deep: [] } }, { id: true }, {}];
    const { body } = await ask('/rpc', post(calls));
    expect(body).toMatchObject(
      ['a', 2, null, null, null, null, null, null].map((id) => ({ id, error: { code: -32_601 } })),
    );
    expect((await ask('/rpc', post(7))).body).toMatchObject({ id: null, error: { code: -32_601 } });
    expect((await ask('/rpc', post(Array(1_000).fill(calls[0])))).body).toHaveLength(20);
  });

  it('answers again what it has without looking at the request twice', async () => {
    platform.answer = (_, res) => TestPlatform.json(res, { trading_active: true });
    const { early } = desk.gateway.platform;
    expect(early(`${V1}/trading-status`)).toBeUndefined();
    await ask(`${V1}/trading-status`);
    const again = early(`${V1}/trading-status`);
    expect(again?.operation).toBe('getTradingStatus');
    expect(again?.headers).toEqual(expect.arrayContaining(['age', '0', 'x-cache', 'hit']));
    expect(early(`${V1}/trading-status?x=1`)).toBeUndefined();
  });

  it('counts', async () => {
    platform.answer = (_, res) => TestPlatform.json(res, { trading_active: true });
    await ask(`${V1}/trading-status`);
    await ask(`${V1}/trading-status`);
    const text = await (await desk.app.request('/metrics')).text();
    for (const line of [
      'upstream_requests_total 1',
      'cache_hits_total 1',
      'cache_misses_total 1',
      'budget_granted_total 1',
      'budget_rps 1000',
    ]) {
      expect(text).toContain(`\n${line}\n`);
    }
  });
});
