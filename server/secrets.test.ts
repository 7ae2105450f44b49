import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DEFAULT_BASES } from '@contract/config.ts';
import type { Route } from '@contract/route.ts';
import { type RouteId, routes } from '@contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, endRun, type Run, serveLocally } from './testing/boot.ts';
import { runMain } from './testing/run-main.ts';

const KEY = 'pk-live-7f3a91c2d4e5b6a7';
const RPC_KEY = 'rpc-0f1e2d3c4b5a69788796';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.caller.signature';
const WALLET = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

type Mood = (req: IncomingMessage, res: ServerResponse) => void;
const json = (res: ServerResponse, status: number, body: unknown, headers = {}): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
/** What a platform may do with a key that it was sent, in its kindness, in its trouble, or in its spite. */
const MOODS: Record<string, Mood> = {
  obliging: (_, res) => json(res, 200, {}),
  'telling the key in its answer': ({ headers, url }, res) =>
    json(res, 200, { data: [], echo: headers, url }),
  'telling it in a refusal': ({ headers, url }, res) =>
    json(res, 400, {
      type: 'invalid_request_error',
      message: `no such key ${headers['x-api-key']} at ${url}`,
    }),
  'telling it in a fault': ({ headers, url }, res) =>
    json(res, 500, { error: `key ${headers['x-api-key']}`, details: { url } }),
  'telling it in its headers': ({ headers }, res) =>
    json(
      res,
      200,
      {},
      { 'x-request-id': headers['x-api-key'] ?? RPC_KEY, 'x-echo': KEY, 'retry-after': KEY, age: KEY },
    ),
  'telling it in no JSON': ({ headers }, res) => res.end(`<html>${headers['x-api-key']} ${RPC_KEY}`),
  'leading elsewhere': ({ headers }, res) =>
    res.writeHead(302, { location: `http://127.0.0.1:1/?key=${headers['x-api-key']}` }).end(),
  gone: (req) => req.socket.destroy(),
  'gone in the middle': ({ headers }, res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' });
    res.write(`{"echo":"${headers['x-api-key']}`, () => res.destroy());
  },
};

let mood: Mood = () => undefined;
let asked = 0;
const platform = createServer((req, res) => {
  if (req.headers['x-api-key'] === KEY || req.url?.includes(RPC_KEY)) asked += 1;
  req.resume();
  mood(req, res);
});
let gateway: Run;
let url: string;
beforeAll(async () => {
  const upstream = await serveLocally(platform);
  gateway = runMain({
    PATH: process.env.PATH,
    UPSTREAM_URL: upstream,
    UPSTREAM_API_KEY: KEY,
    UPSTREAM_RPS: '1000',
    HISTORY: 'off',
    SOLANA_RPC_URL: `${upstream}/v2/${RPC_KEY}?api-key=${RPC_KEY}`,
    RPC_RPS: '1000',
    LOG_REQUESTS: 'all',
  });
  url = await addressOf(gateway);
});
afterAll(async () => {
  await endRun(gateway);
  platform.closeAllConnections();
  platform.close();
});

/** An address of each operation; what it needs is filled in as far as a guess goes. */
const ADDRESSES = (Object.keys(routes) as RouteId[]).map((id) => {
  const { base, path, method }: Route = routes[id];
  return { method, path: DEFAULT_BASES[base] + path.replace(/\{\w+\}/g, WALLET) };
});
const OWN = ['/config.json', '/metrics', '/readyz', '/docs', '/openapi.json', '/', '/nothing'];

async function everything(): Promise<string[]> {
  const told = async (path: string, init: RequestInit): Promise<string> => {
    const response = await fetch(url + path, init);
    const headers = JSON.stringify([...response.headers]);
    return `${init.method} ${path}\n${headers}\n${await response.text()}`;
  };
  const headers = { authorization: `Bearer ${TOKEN}`, accept: 'text/html, application/json' };
  const read = (path: string) => told(path, { method: 'GET', headers });
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [WALLET] });
  return Promise.all([
    ...ADDRESSES.map(({ method, path }) =>
      told(path, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) }),
    ),
    read(`/prediction/v1/orders?ownerPubkey=${WALLET}`),
    read('/tokens/v2/search?query=sol'),
    told('/prediction/v1/execute', { method: 'POST', headers, body: '{"signedTransaction":"AAAA"}' }),
    told('/rpc', { method: 'POST', body: call }),
    told('/rpc', { method: 'POST', body: `[${call}]` }),
    ...OWN.map(read),
  ]);
}
const secretsIn = (text: string): string[] => [KEY, RPC_KEY].filter((secret) => text.includes(secret));

it.each(Object.entries(MOODS))(
  'no answer tells a key, with a platform that is %s',
  async (_, answer) => {
    mood = answer;
    const before = asked;
    for (const answered of await everything())
      expect(secretsIn(answered), answered.slice(0, 600)).toEqual([]);
    expect(asked, 'the platform was asked').toBeGreaterThan(before);
  },
  30_000,
);

it('nothing that was printed tells a key, a token, a wallet, or whose request it was', async () => {
  expect(await endRun(gateway, 'SIGTERM')).toBe(0);
  const text = gateway.text();
  expect(secretsIn(text)).toEqual([]);
  for (const word of [TOKEN, WALLET, '127.0.0.1"', 'sol"']) expect(text).not.toContain(word);
  const lines = text.trimEnd().split('\n').slice(1);
  expect(lines.length).toBeGreaterThan(ADDRESSES.length);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) });
  expect(text).toContain('"client":"127.0.0.0/24"');
});
