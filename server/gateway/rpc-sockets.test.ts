import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Session } from '../common/peer.ts';
import { serveLocally } from '../testing/boot.ts';
import { createRpcProxy, type RpcProxy } from './rpc-proxy.ts';
import { API_KEY } from './testing/platform.ts';
import { realTiming } from './timing.ts';
import { createTransport } from './transport.ts';

const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 10 });

const SECRET = 'hunter2-hunter2-hunter2';
const ADDRESS = 'So11111111111111111111111111111111111111112';

/** A node that speaks WebSocket, and keeps what it was asked. */
class Node {
  readonly asked: { id: number; method: string; params: unknown[] }[] = [];
  readonly sockets: WebSocket[] = [];
  readonly paths: string[] = [];
  /** What it says to a call; undefined: nothing. */
  answer: (call: { id: number; method: string }) => unknown = ({ id }) => ({
    jsonrpc: '2.0',
    id,
    result: id + 40,
  });
  private readonly server = createServer((_, res) => res.writeHead(404).end());

  async open(): Promise<string> {
    const sockets = new WebSocketServer({ server: this.server });
    sockets.on('connection', (socket, { url = '' }) => {
      this.sockets.push(socket);
      this.paths.push(url);
      socket.on('message', (data) => {
        const call = JSON.parse(data.toString());
        this.asked.push(call);
        const said = this.answer(call);
        if (said !== undefined) socket.send(typeof said === 'string' ? said : JSON.stringify(said));
      });
    });
    return serveLocally(this.server);
  }
  tell(method: string, subscription: number, result: unknown): void {
    const text = JSON.stringify({ jsonrpc: '2.0', method, params: { subscription, result }, more: 1 });
    for (const socket of this.sockets) socket.send(text);
  }
  close(): void {
    for (const socket of this.sockets) socket.terminate();
    this.server.close();
  }
}

let node: Node;
let url: string;
let proxy: RpcProxy;
let log: Record<string, unknown>[];

function open(at: string, options: { rps?: number; wsUrl?: string } = {}): void {
  proxy = createRpcProxy({
    url: at,
    rps: 1_000,
    apiKey: API_KEY,
    transport: createTransport(),
    timing: realTiming,
    log: (entry) => log.push(entry),
    ...options,
  });
}
beforeEach(async () => {
  log = [];
  node = new Node();
  url = `${await node.open()}/v1/?key=${SECRET}`;
  open(url);
});
afterEach(() => {
  expect(JSON.stringify(log)).not.toContain(SECRET);
  proxy.close();
  node.close();
});

interface Client {
  readonly session: Session;
  readonly heard: Record<string, unknown>[];
  readonly closed: number[];
  call(method: string, params?: unknown[], id?: unknown): void;
}
function client(): Client {
  const heard: Record<string, unknown>[] = [];
  const closed: number[] = [];
  const session = proxy.open({
    address: '203.0.113.9',
    send: (message) => {
      const text = message.toString();
      expect(text).not.toContain(SECRET);
      heard.push(JSON.parse(text));
    },
    unread: () => 0,
    charge: () => undefined,
    close: (code) => closed.push(code),
  });
  const call: Client['call'] = (method, params = [ADDRESS], id = 'a') =>
    session.heard(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  return { session, heard, closed, call };
}

it('passes subscriptions on, and what the node tells of them', async () => {
  const one = client();
  one.call('accountSubscribe', [ADDRESS, { encoding: 'base64' }], 'x');
  await soon(() => expect(one.heard).toEqual([{ jsonrpc: '2.0', id: 'x', result: 41 }]));
  expect(node.asked).toMatchObject([
    { method: 'accountSubscribe', params: [ADDRESS, { encoding: 'base64' }] },
  ]);
  expect(node.paths).toEqual([`/v1/?key=${SECRET}`]);
  node.tell('accountNotification', 41, { value: 5 });
  await soon(() => expect(one.heard).toHaveLength(2));
  expect(one.heard[1]).toEqual({
    jsonrpc: '2.0',
    method: 'accountNotification',
    params: { subscription: 41, result: { value: 5 } },
  });
  one.call('accountUnsubscribe', [41]);
  await soon(() => expect(one.heard).toHaveLength(3));
  expect(proxy.stats()).toMatchObject({ connections: 1, subscriptions: 0 });
});

it('tells of an account again and again, and of a signature until it has landed', async () => {
  const one = client();
  one.call('accountSubscribe');
  one.call('signatureSubscribe');
  await soon(() => expect(one.heard).toHaveLength(2));
  const [account, signature] = one.heard.map(({ result }) => Number(result));
  const tell = async (method: string, id: number | undefined, result: unknown): Promise<void> => {
    const before = one.heard.length;
    node.tell(method, id ?? 0, result);
    await soon(() => expect(one.heard).toHaveLength(before + 1));
  };
  for (const value of [1, 2, 3]) await tell('accountNotification', account, { value });
  await tell('signatureNotification', signature, { value: 'receivedSignature' });
  expect(proxy.stats().subscriptions).toBe(2);
  await tell('signatureNotification', signature, { value: { err: null } });
  expect(proxy.stats().subscriptions).toBe(1);
  node.tell('signatureNotification', signature ?? 0, { value: { err: null } });
  await tell('accountNotification', account, { value: 4 });
  expect(one.heard.at(-1)).toMatchObject({ method: 'accountNotification' });
});

it('holds no more calls of a client that the node leaves without an answer than it may', async () => {
  node.answer = () => undefined;
  const one = client();
  for (let call = 0; call < 40; call++) one.call('accountSubscribe');
  expect(one.heard).toHaveLength(40 - 32);
  expect(one.heard[0]).toMatchObject({ error: { code: -32_005 } });
  await soon(() => expect(node.asked).toHaveLength(32));
});

it('counts what a client waits for among its hundred subscriptions', async () => {
  const one = client();
  for (let subscription = 1; subscription <= 90; subscription++) {
    one.call('accountSubscribe');
    await soon(() => expect(one.heard).toHaveLength(subscription));
  }
  node.answer = () => undefined;
  for (let call = 0; call < 15; call++) one.call('accountSubscribe');
  expect(one.heard.slice(90)).toHaveLength(5);
  // What ends one is taken all the same.
  one.call('accountUnsubscribe', [41]);
  await soon(() => expect(node.asked.at(-1)).toMatchObject({ method: 'accountUnsubscribe' }));
});

it('remembers nothing of a call that the budget has sent away', async () => {
  proxy.close();
  open(url, { rps: 0.1 });
  const [other, one] = [client(), client()];
  for (let call = 0; call < 32; call++) other.call('slotSubscribe', []);
  await soon(() => expect(other.heard).toHaveLength(1));
  one.call('slotSubscribe', []);
  for (let call = 1; call <= 40; call++) {
    one.call('slotSubscribe', []);
    await soon(() => expect(one.heard).toHaveLength(call));
  }
  for (const refusal of one.heard) {
    expect(refusal).toMatchObject({ error: { message: 'Too many requests: nothing was sent' } });
  }
});

it('opens no connection to the node for a client that has gone while it waited', async () => {
  proxy.close();
  open(url, { rps: 5 });
  const [first, gone, last] = [client(), client(), client()];
  for (const one of [first, gone, last]) one.call('slotSubscribe', []);
  gone.session.ended();
  await soon(() => expect(last.heard).toHaveLength(1));
  expect(first.heard).toHaveLength(1);
  expect(node.sockets).toHaveLength(2);
  expect(proxy.stats().connections).toBe(2);
});

it('passes numbers on with all their digits', async () => {
  const texts: string[] = [];
  const session = proxy.open({
    address: '203.0.113.9',
    send: (message) => texts.push(message.toString()),
    unread: () => 0,
    charge: () => undefined,
    close: () => undefined,
  });
  const params = JSON.stringify([ADDRESS]);
  session.heard(`{"jsonrpc":"2.0","id":1,"method":"accountSubscribe","params":${params}}`);
  await soon(() => expect(texts).toHaveLength(1));
  const result = '{"value":{"lamports":9007199254740993,"rentEpoch":18446744073709551615}}';
  const told = `{"method":"accountNotification","params":{"result":${result},"subscription":41}}`;
  for (const socket of node.sockets) socket.send(told);
  await soon(() => expect(texts).toHaveLength(2));
  expect(texts[1]).toContain(`"result":${result}`);
});

it('tells nobody what somebody else has asked for', async () => {
  const [one, other] = [client(), client()];
  one.call('slotSubscribe', []);
  other.call('logsSubscribe', [{ mentions: [ADDRESS] }]);
  await soon(() => expect([one.heard.length, other.heard.length]).toEqual([1, 1]));
  node.answer = ({ id }) => ({ jsonrpc: '2.0', id, result: 99 });
  one.call('slotSubscribe', []);
  await soon(() => expect(one.heard).toHaveLength(2));
  node.tell('slotNotification', 99, {});
  await soon(() => expect(one.heard).toHaveLength(3));
  expect(other.heard).toHaveLength(1);
});

it.each([
  ['a call that is no subscription', { method: 'getSlot', params: [] }, -32_601],
  ['one that is told of everything', { method: 'programSubscribe', params: [ADDRESS] }, -32_601],
  ['the logs of everybody', { method: 'logsSubscribe', params: ['all'] }, -32_602],
])('refuses %s, unsent', async (_, { method, params }, code) => {
  const one = client();
  one.call(method, params);
  expect(one.heard).toMatchObject([{ id: 'a', error: { code } }]);
  expect(node.sockets).toEqual([]);
});

it('refuses what can be read, and not be written again, and goes on', async () => {
  const one = client();
  const nested = `${'['.repeat(7_000)}${']'.repeat(7_000)}`;
  one.session.heard(`{"jsonrpc":"2.0","id":"a","method":"accountSubscribe","params":[${nested}]}`);
  await soon(() => expect(one.heard).toMatchObject([{ id: 'a', error: { code: -32_602 } }]));
  one.call('accountSubscribe');
  await soon(() => expect(one.heard).toHaveLength(2));
  expect(node.asked).toMatchObject([{ method: 'accountSubscribe', params: [ADDRESS] }]);
});

it('passes on what the node refuses, and keeps within the budget', async () => {
  node.answer = ({ id }) => ({ id, error: { code: -32_602, message: 'no' } });
  const one = client();
  one.call('accountSubscribe');
  await soon(() => expect(one.heard).toMatchObject([{ id: 'a', error: { code: -32_602, message: 'no' } }]));
  expect(proxy.stats().waiting).toBe(0);
});

it('lets its client come again when the node goes', async () => {
  const one = client();
  one.call('slotSubscribe', []);
  await soon(() => expect(one.heard).toHaveLength(1));
  node.sockets[0]?.terminate();
  await soon(() => expect(one.closed).toEqual([1011]));
  expect(log).toMatchObject([{ rpc: 'socket', failure: 'closed' }]);
  expect(proxy.stats().connections).toBe(0);
});

it.each([
  [
    'the key of the address',
    `{"id":1,"result":1,"see":"https://node.example/?key=${SECRET}"}`,
    'shows a key',
  ],
  ['the key of the platform', `{"id":1,"result":1,"see":"${API_KEY}"}`, 'shows a key'],
  ['no JSON', '<html>', 'unreadable'],
])('ends when the node shows %s', async (_, said, failure) => {
  node.answer = () => said;
  const one = client();
  one.call('slotSubscribe', []);
  await soon(() => expect(one.closed).toEqual([1011]));
  expect(one.heard).toEqual([]);
  expect(log).toMatchObject([{ failure }]);
});

it('ends when the node tells of what can be read, and not be written again', async () => {
  const one = client();
  one.call('accountSubscribe');
  await soon(() => expect(one.heard).toHaveLength(1));
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const told = `{"method":"accountNotification","params":{"subscription":41,"result":${nested}}}`;
  for (const socket of node.sockets) socket.send(told);
  await soon(() => expect(one.closed).toEqual([1011]));
  expect(log).toMatchObject([{ failure: 'unreadable' }]);
});

it('ends what brings more than one client may have, and says so once', async () => {
  const both = [client(), client()];
  for (const one of both) {
    one.call('logsSubscribe', [{ mentions: [ADDRESS] }]);
    await soon(() => expect(one.heard).toHaveLength(1));
  }
  for (let nth = 0; nth < 2_000; nth++) node.tell('logsNotification', 41, { nth });
  await soon(() => expect(both.map(({ closed }) => closed)).toEqual([[1013], [1013]]));
  for (const { heard } of both) expect(heard.length).toBeLessThan(1_500);
  expect(log).toEqual([{ level: 'warn', rpc: 'socket', failure: 'tells too much' }]);
  expect(proxy.stats().connections).toBe(0);
});

it('says so when the node cannot be reached', async () => {
  proxy.close();
  open(`http://127.0.0.1:1/?key=${SECRET}`);
  const one = client();
  one.call('slotSubscribe', []);
  await soon(() => expect(one.closed).toEqual([1011]));
  expect(log).toMatchObject([{ failure: 'network ECONNREFUSED' }]);
});

it('asks where the node speaks WebSocket, when that is elsewhere', async () => {
  proxy.close();
  const other = new Node();
  const url = await other.open();
  open('http://127.0.0.1:1/', { wsUrl: `${url.replace('http', 'ws')}/ws` });
  const one = client();
  one.call('slotSubscribe', []);
  await soon(() => expect(one.heard).toHaveLength(1));
  expect(other.paths).toEqual(['/ws']);
  other.close();
});

it('leaves the node with its client', async () => {
  const one = client();
  one.call('slotSubscribe', []);
  await soon(() => expect(one.heard).toHaveLength(1));
  const [socket] = node.sockets;
  const left = socket && once(socket, 'close');
  one.session.ended();
  await left;
  expect(one.closed).toEqual([]);
  expect(log).toEqual([]);
});
