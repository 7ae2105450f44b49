import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRpcProxy, type RpcProxy } from './rpc-proxy.ts';
import { API_KEY, TestPlatform } from './testing/platform.ts';
import { settled, TestTime } from './testing/time.ts';
import { realTiming } from './timing.ts';
import { createTransport, type Transport } from './transport.ts';

const SECRET = 'hunter2-hunter2';
const node = new TestPlatform();
let url: string;
let transport: Transport;
let proxy: RpcProxy;
let log: Record<string, unknown>[];
beforeAll(async () => {
  url = await node.open();
});
afterAll(() => node.close());
function open(
  address = `${url}/v1/?key=${SECRET}`,
  rps = 1_000,
  more: Partial<Parameters<typeof createRpcProxy>[0]> = {},
): void {
  log = [];
  transport = createTransport();
  proxy = createRpcProxy({
    url: address,
    rps,
    apiKey: API_KEY,
    transport,
    timing: realTiming,
    log: (entry) => log.push(entry),
    ...more,
  });
}
function close(): void {
  proxy.close();
  transport.close();
}
beforeEach(() => {
  node.arrived.length = 0;
  node.answer = (_, res) => TestPlatform.json(res, { jsonrpc: '2.0', id: 1, result: 5 });
  open();
});
afterEach(() => {
  expect(JSON.stringify(log)).not.toContain(SECRET);
  close();
});

async function ask(body: unknown): Promise<unknown> {
  const { text } = await proxy.answer(body, 'caller');
  expect(text).not.toContain(SECRET);
  return JSON.parse(text);
}
const call = (method: string, id: unknown = 1, params: unknown[] = []) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

it('passes a known call on, under its own id', async () => {
  expect(await ask(call('getSlot', 'x7', [{ commitment: 'confirmed' }]))).toEqual({
    jsonrpc: '2.0',
    id: 'x7',
    result: 5,
  });
  expect(node.arrived[0]?.path).toBe(`/v1/?key=${SECRET}`);
  expect(JSON.parse(node.arrived[0]?.body ?? '')).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'getSlot',
    params: [{ commitment: 'confirmed' }],
  });
});

it('passes numbers on with all their digits', async () => {
  const account = '{"lamports":9007199254740993,"rentEpoch":18446744073709551615,"data":["AA==","base64"]}';
  const result = `{"context":{"slot":5},"value":${account}}`;
  node.answer = (_, res) => res.end(`{"result": ${result}, "jsonrpc": "2.0", "id": 1}`);
  const told = `{"jsonrpc":"2.0","id":7,"result":${result}}`;
  expect((await proxy.answer(call('getAccountInfo', 7), 'caller')).text).toBe(told);
  expect((await proxy.answer([call('getAccountInfo', 7)], 'caller')).text).toBe(`[${told}]`);
});

it('passes an error of the node on', async () => {
  const error = { code: -32_002, message: 'Blockhash not found', data: { logs: [] } };
  node.answer = (_, res) => TestPlatform.json(res, { jsonrpc: '2.0', id: 1, error }, 400);
  expect(await ask(call('sendTransaction', 3, ['AAAA']))).toEqual({ jsonrpc: '2.0', id: 3, error });
});

it('answers a batch in its order, and refuses in it what is not known', async () => {
  const answers = await ask([
    call('getSlot', 1),
    call('getProgramAccounts', 2),
    'nonsense',
    call('getHealth', 4),
  ]);
  expect(answers).toMatchObject([
    { id: 1, result: 5 },
    { id: 2, error: { code: -32_601 } },
    { id: null, error: { code: -32_600 } },
    { id: 4, result: 5 },
  ]);
  expect(node.arrived).toHaveLength(2);
});

it.each([
  ['a method that costs too much', call('getProgramAccounts'), -32_601],
  ['a method of an object', call('constructor'), -32_601],
  ['another version', { ...call('getSlot'), jsonrpc: '1.0' }, -32_600],
  ['parameters by name', { ...call('getSlot'), params: { a: 1 } }, -32_600],
  ['an id that is an object', call('getSlot', {}), -32_600],
  ['an id that is endless', call('getSlot', 'x'.repeat(101)), -32_600],
  ['a field nobody knows', { ...call('getSlot'), extra: 1 }, -32_600],
  ['no call', null, -32_600],
  ['an empty batch', [], -32_600],
  ['too large a batch', Array.from({ length: 21 }, () => call('getSlot')), -32_600],
])('refuses %s without asking', async (_, body, code) => {
  expect(await ask(body)).toMatchObject({ jsonrpc: '2.0', error: { code } });
  expect(node.arrived).toHaveLength(0);
});

it('refuses what can be read, and not be written again, without asking or a word in the log', async () => {
  const nested: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  expect(await ask(call('sendTransaction', 'x', [nested]))).toEqual({
    jsonrpc: '2.0',
    id: 'x',
    error: { code: -32_602, message: 'Invalid params: nested too deep' },
  });
  expect(node.arrived).toHaveLength(0);
  expect(log).toEqual([]);
  expect(proxy.stats()).toMatchObject({ calls: 0, failures: 0 });
});

it.each<[string, TestPlatform['answer']]>([
  ['hangs up', (_, res) => res.destroy()],
  ['says nothing readable', (_, res) => res.end('<html>')],
  [
    'has a result that is none',
    (_, res) => TestPlatform.json(res, { jsonrpc: '2.0', id: 1, result: 5 }, 404),
  ],
  ['answers without an answer', (_, res) => TestPlatform.json(res, { jsonrpc: '2.0', id: 1 })],
  ['does not know the key', (_, res) => TestPlatform.json(res, { message: `bad key ${SECRET}` }, 401)],
])('sends a transaction once to a node that %s, and says that its fate is not known', async (_, answer) => {
  node.answer = answer;
  expect(await ask(call('sendTransaction', 1, ['AAAA']))).toMatchObject({
    error: { code: -32_603, message: expect.stringContaining('not known') },
  });
  expect(node.arrived).toHaveLength(1);
  expect(log).toMatchObject([{ rpc: 'sendTransaction' }]);
  expect(proxy.stats()).toMatchObject({ calls: 1, failures: 1 });
});

it.each([
  ['its own', SECRET],
  ['that of the platform', API_KEY],
])('passes no answer on that shows a key, %s', async (_, key) => {
  const result = { name: [...key].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('') };
  for (const told of [
    JSON.stringify({ jsonrpc: '2.0', id: 1, result: key }).replace('n', '\\u006e'),
    JSON.stringify({ jsonrpc: '2.0', id: 1, result }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no', data: btoa(`?key=${key}`) } }),
  ]) {
    node.answer = (_request, res) => res.end(told);
    expect(await ask(call('getAccountInfo'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_603, message: 'The Solana node did not answer' },
    });
  }
  expect(log).toEqual(Array(3).fill({ level: 'warn', rpc: 'getAccountInfo', failure: 'shows a key' }));
});

it('passes on no answer that is longer than a desk has use for, nor more of them in a batch', async () => {
  const long = 'x'.repeat(1024 * 1024 - 1_000);
  node.answer = (_, res) =>
    TestPlatform.json(res, { jsonrpc: '2.0', id: 1, result: `${long}${'x'.repeat(1_000)}` });
  const tooLong = { code: -32_603, message: "The Solana node's answer is too long" };
  expect(await ask(call('getSlot'))).toEqual({ jsonrpc: '2.0', id: 1, error: tooLong });
  expect(await ask(call('sendTransaction'))).toMatchObject({
    error: { message: `${tooLong.message}; whether it was sent on is not known` },
  });
  node.answer = (_, res) => TestPlatform.json(res, { jsonrpc: '2.0', id: 1, result: long });
  expect(await ask(call('getSlot'))).toMatchObject({ result: long });
  const answers = (await ask(Array(6).fill(call('getSlot')))) as { result?: string; error?: unknown }[];
  expect(answers.filter(({ result }) => result === long)).toHaveLength(4);
  expect(answers.filter(({ error }) => error !== undefined)).toEqual(
    Array(2).fill({ jsonrpc: '2.0', id: 1, error: tooLong }),
  );
  expect(log).toHaveLength(4);
  expect(log).toContainEqual({ level: 'warn', rpc: 'getSlot', failure: 'too-large' });
});

it('passes the longest id and the largest batch on', async () => {
  const id = 'x'.repeat(100);
  const batch = Array(20).fill(call('getSlot', id));
  expect(await ask(batch)).toEqual(Array(20).fill({ jsonrpc: '2.0', id, result: 5 }));
});

it('takes a long word of letters in its address for a key, and one of the address of its sockets', async () => {
  close();
  const keys = ['abcdefghijklmnopqrst', 'of-the-sockets-7'];
  open(`${url}/?key=${keys[0]}`, 1_000, { wsUrl: `ws://127.0.0.1:1/?key=${keys[1]}` });
  for (const key of keys) {
    node.answer = (_, res) => TestPlatform.json(res, { jsonrpc: '2.0', id: 1, result: `see ${key}` });
    expect(await ask(call('getSlot'))).toMatchObject({ error: { code: -32_603 } });
  }
  expect(JSON.stringify(log)).not.toMatch(new RegExp(keys.join('|')));
});

it('lets the next call follow, however long the node takes for one', async () => {
  close();
  const time = new TestTime();
  let sent = 0;
  const silent: Transport = {
    send: () => {
      sent += 1;
      return new Promise(() => undefined);
    },
    close: () => undefined,
  };
  open(url, 2, { timing: time, transport: silent });
  for (let n = 0; n < 4; n++) void proxy.answer(call('sendTransaction'), `caller ${n}`);
  await settled();
  expect(sent).toBe(2);
  await time.pass(1_020);
  expect(sent).toBe(4);
});

it('counts all addresses of one subscriber as one caller', async () => {
  close();
  const time = new TestTime();
  const sent: string[] = [];
  const silent: Transport = {
    send: ({ body = '' }) => {
      sent.push((JSON.parse(body) as { method: string }).method);
      return new Promise(() => undefined);
    },
    close: () => undefined,
  };
  open(url, 8, { timing: time, transport: silent });
  for (let n = 1; n <= 4; n++) {
    const greedy = `2001:db8:1:2::${n}`;
    void proxy.answer(Array(16).fill(call('getSignatureStatuses')), greedy);
  }
  void proxy.answer(call('getLatestBlockhash'), '203.0.113.9');
  await time.pass(1_200);
  expect(sent).toContain('getLatestBlockhash');
});

it('takes no word of its address for a key', async () => {
  close();
  open(`${url}/solana-mainnet?commitment=confirmed&key=${SECRET}`);
  node.answer = (_, res) => TestPlatform.json(res, { jsonrpc: '2.0', id: 1, result: 'confirmed' });
  expect(await ask(call('getSlot'))).toMatchObject({ result: 'confirmed' });
});

it('keeps its address to itself when there is nobody at it', async () => {
  close();
  open(`http://127.0.0.1:1/${SECRET}`);
  expect(await ask(call('getSlot'))).toMatchObject({ error: { code: -32_603 } });
  expect(log).toMatchObject([{ rpc: 'getSlot', failure: 'network ECONNREFUSED' }]);
});

it('asks no more of the node when it says that it was asked too much', async () => {
  node.answer = (_, res) =>
    TestPlatform.json(res, { jsonrpc: '2.0', id: 1, error: { code: 429, message: 'slow' } }, 429, {
      'retry-after': '60',
    });
  expect(await ask(call('getSlot'))).toMatchObject({ error: { code: 429 } });
  expect(await ask(call('getSlot'))).toMatchObject({ error: { code: -32_005 } });
  expect(node.arrived).toHaveLength(1);
});
