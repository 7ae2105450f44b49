import { once } from 'node:events';
import { connect } from 'node:net';
import { Connection, PublicKey, SystemProgram } from '@solana/web3.js';
import bs58 from 'bs58';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Peer } from './common/peer.ts';
import type { Database } from './db/client.ts';
import { freshDatabase } from './db/testing/database.ts';
import type { ExchangeStore } from './exchange/exchange.store.ts';
import { associatedTokenAddress } from './exchange/ledger/addresses.ts';
import type { PlatformSigner } from './exchange/ledger/keys.ts';
import { USDC } from './exchange/ledger/mints.ts';
import { MAX_SUBSCRIPTIONS } from './exchange/rpc/subscriptions.ts';
import { decoded } from './exchange/testing/exchange.ts';
import { testGateway } from './gateway/testing/platform.ts';
import { AT_HOME, type Internet } from './http/ingress.ts';
import { type HttpServer, serve } from './http/serve.ts';
import type { SocketLimits } from './http/sockets.ts';
import { waitingListener } from './leader-election.ts';
import type { PaperDeps } from './paper-deps.ts';
import { serveApp } from './serve-app.ts';
import { endConnection } from './testing/connection.ts';
import { TestServer } from './testing/served.ts';
import { testApp } from './testing/stub-app.ts';

const soon = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 10_000, interval: 10 });

let database: Database;
let server: TestServer;
/** Whether a commit fails, and whether the database has taken it nevertheless. */
let failCommits: 'no' | 'untaken' | 'taken' = 'no';
const wrapStore = (store: ExchangeStore): ExchangeStore => ({
  ...store,
  commits: {
    ...store.commits,
    async commit(...given) {
      if (failCommits !== 'untaken') await store.commits.commit(...given);
      if (failCommits !== 'no') throw new Error('no answer');
    },
  },
});
const sockets: WebSocket[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  server = await TestServer.open(database, { wrapStore });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
/** What is closed at the end: a client of the chain asks on for a moment after it has its answer. */
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
  await server.close();
  await database.close();
});

/** A client that keeps what it was told. */
class Client {
  readonly heard: Record<string, unknown>[] = [];
  constructor(readonly socket: WebSocket) {
    sockets.push(socket);
    socket.on('message', (data) => this.heard.push(JSON.parse(data.toString())));
    socket.on('error', () => undefined);
  }
  static async open(url: string, headers: Record<string, string> = {}): Promise<Client> {
    const client = new Client(new WebSocket(`${url.replace('http', 'ws')}/rpc`, { headers }));
    await once(client.socket, 'open');
    return client;
  }
  /** Sends as it stands, and answers what comes next. */
  async say(text: string): Promise<Record<string, unknown> | undefined> {
    const before = this.heard.length;
    const next = once(this.socket, 'message');
    this.socket.send(text);
    await next;
    return this.heard[before];
  }
  call(method: string, params: unknown[] = [], id: unknown = 1) {
    return this.say(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }
  async subscribe(method: string, params: unknown[] = []): Promise<number> {
    return (await this.call(method, params))?.result as number;
  }
  told(kind: string): unknown[] {
    return this.heard.flatMap(({ method, params }) =>
      method === `${kind}Notification` ? [(params as { result: unknown }).result] : [],
    );
  }
}

/** What an HTTP server answers to who asks for a socket; 101 where it opens one. */
function statusOf(url: string, headers: Record<string, string> = {}, path = '/rpc'): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers });
    sockets.push(socket);
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
    socket.on('error', () => undefined);
  });
}

/** An order that its owner has signed, and its signature. */
async function signedOrder(wallet: PlatformSigner) {
  const built = await server.h.buildBuy(wallet);
  const text = server.h.sign(built.transaction, wallet);
  const raw = Buffer.from(text, 'base64');
  return { text, raw, message: decoded(text).message, escrow: built.order.orderPubkey };
}

describe('a standard client', () => {
  const connections: Connection[] = [];
  function connection(url = server.url): Connection {
    const one = new Connection(`${url}/rpc`, {
      commitment: 'confirmed',
      wsEndpoint: `${url.replace('http', 'ws')}/rpc`,
    });
    connections.push(one);
    return one;
  }
  afterEach(async () => {
    for (const one of connections.splice(0)) endConnection(one);
    await soon(() => expect(server.subscriptions.size).toBe(0));
  });

  it('confirms what it has sent, by its blockhash', async () => {
    const wallet = await server.h.wallet();
    const { raw } = await signedOrder(wallet);
    const client = connection();
    const latest = await client.getLatestBlockhash();
    const signature = await client.sendRawTransaction(raw);
    expect((await client.confirmTransaction({ signature, ...latest })).value.err).toBeNull();
  });

  it('does so through a gateway, to which this server is the node', async () => {
    const rpc = { url: `${server.url}/rpc`, rps: 1_000 };
    const { app, close } = testGateway(server.url, { rpc });
    const gateway = await serveApp(app, { ...AT_HOME, host: '127.0.0.1', port: 0 }, () => undefined);
    const { raw } = await signedOrder(await server.h.wallet());
    const client = connection(gateway.url);
    const latest = await client.getLatestBlockhash();
    const told = new Promise((resolve) => {
      client.onSignature(decodedSignature(Buffer.from(raw).toString('base64')), ({ err }) => resolve(err));
    });
    await soon(() => expect(server.subscriptions.size).toBe(1));
    const signature = await client.sendRawTransaction(raw);
    expect(await told).toBeNull();
    expect((await client.confirmTransaction({ signature, ...latest })).value.err).toBeNull();
    ends.push(async () => {
      await gateway.close(0);
      close();
    });
  });

  it('hears of a signature, an account and the logs of an address as soon as they have changed', async () => {
    const wallet = await server.h.wallet();
    const owner = new PublicKey(wallet.address);
    const client = connection();
    const before = await client.getBalance(owner);
    const account = new Promise<number>((resolve) => {
      client.onAccountChange(owner, ({ lamports }) => resolve(lamports), { commitment: 'confirmed' });
    });
    const logs = new Promise<string>((resolve) => {
      client.onLogs(owner, ({ signature, err, logs: lines }) => {
        expect({ err, some: lines.length > 0 }).toEqual({ err: null, some: true });
        resolve(signature);
      });
    });
    const { raw } = await signedOrder(wallet);
    // Subscriptions have no promise: what is asked on the same socket after them comes after them.
    await soon(() => expect(server.subscriptions.size).toBe(2));
    const signature = await client.sendRawTransaction(raw);
    expect(await logs).toBe(signature);
    expect(await account).toBe(await client.getBalance(owner));
    expect(before).toBeGreaterThan(0);
    const landed = new Promise((resolve) => client.onSignature(signature, ({ err }) => resolve(err)));
    expect(await landed).toBeNull();
  });

  it('hears of slots as they pass', async () => {
    const client = connection();
    const slot = new Promise<number>((resolve) => client.onSlotChange(({ slot: at }) => resolve(at)));
    await soon(() => expect(server.subscriptions.size).toBeGreaterThan(0));
    const before = await client.getSlot();
    server.h.pass(1);
    expect(await slot).toBeGreaterThan(before);
  });
});

describe('what is told', () => {
  it('is what has been committed, and nothing that was taken back', async () => {
    const wallet = await server.h.wallet();
    const usdc = associatedTokenAddress(wallet.address, USDC.address, USDC.program);
    const { text } = await signedOrder(wallet);
    const signature = decodedSignature(text);
    const client = await Client.open(server.url);
    await client.subscribe('signatureSubscribe', [signature]);
    await client.subscribe('accountSubscribe', [usdc, { encoding: 'jsonParsed' }]);
    await client.subscribe('logsSubscribe', [{ mentions: [wallet.address] }]);
    failCommits = 'untaken';
    try {
      await expect(server.h.execute(text)).rejects.toMatchObject({ kind: 'unavailable' });
    } finally {
      failCommits = 'no';
    }
    // A later question on the same socket: everything that was told before has come by its answer.
    await client.call('slotUnsubscribe', [0]);
    expect(client.heard.filter(({ method }) => method !== undefined)).toEqual([]);

    expect(await server.h.execute(text)).toMatchObject({ status: 'Success', signature });
    await soon(() => expect(client.told('account')).toHaveLength(1));
    expect(client.told('signature')).toMatchObject([{ value: { err: null } }]);
    // Its fill comes with it.
    expect(client.told('logs')).toMatchObject([{ value: { signature, err: null } }, {}]);
    const left = server.h.usdc(wallet).toString();
    expect(client.told('account')).toMatchObject([
      { value: { data: { parsed: { info: { tokenAmount: { amount: left } } } } } },
    ]);
  });

  it('is what the database has taken, though nobody heard its answer', async () => {
    const { text } = await signedOrder(await server.h.wallet());
    const client = await Client.open(server.url);
    await client.subscribe('signatureSubscribe', [decodedSignature(text)]);
    failCommits = 'taken';
    try {
      expect(await server.h.execute(text)).toMatchObject({ status: 'Success' });
    } finally {
      failCommits = 'no';
    }
    await soon(() => expect(client.told('signature')).toHaveLength(1));
  });

  it('is told of a signature at once that has landed before, and once only', async () => {
    const wallet = await server.h.wallet();
    const { text } = await signedOrder(wallet);
    await server.h.execute(text);
    const client = await Client.open(server.url);
    const id = await client.subscribe('signatureSubscribe', [decodedSignature(text)]);
    await soon(() => expect(client.told('signature')).toHaveLength(1));
    expect(await client.call('signatureUnsubscribe', [id])).toMatchObject({ error: { code: -32_602 } });
  });

  it('is of no account any more once nobody wants to hear of it, nor told to somebody else', async () => {
    const wallet = await server.h.wallet();
    const [client, other] = [await Client.open(server.url), await Client.open(server.url)];
    const id = await client.subscribe('accountSubscribe', [wallet.address, { encoding: 'base64' }]);
    expect(await other.call('accountUnsubscribe', [id])).toMatchObject({ error: { code: -32_602 } });
    expect(await client.call('accountUnsubscribe', [id])).toMatchObject({ result: true });
    await server.h.execute((await signedOrder(wallet)).text);
    await client.call('slotUnsubscribe', [0]);
    expect([...client.told('account'), ...other.told('account')]).toEqual([]);
  });
});

describe('what is no subscription', () => {
  it.each([
    ['no JSON', '{"jsonrpc":', -32_700, null],
    ['no object', '7', -32_600, null],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}]', -32_600, null],
    ['another protocol', '{"id":4,"method":"slotSubscribe"}', -32_600, 4],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"slotSubscribe"}', -32_600, null],
    ['no method of it', '{"jsonrpc":"2.0","id":"a","method":"getSlot"}', -32_601, 'a'],
    ['no method at all', '{"jsonrpc":"2.0","id":2,"method":"toStringSubscribe"}', -32_601, 2],
    ['params that are no list', '{"jsonrpc":"2.0","id":3,"method":"slotSubscribe","params":{}}', -32_602, 3],
    ['no signature', '{"jsonrpc":"2.0","id":3,"method":"signatureSubscribe","params":["x"]}', -32_602, 3],
    ['no address', '{"jsonrpc":"2.0","id":3,"method":"accountSubscribe","params":[5]}', -32_602, 3],
    ['no filter', '{"jsonrpc":"2.0","id":3,"method":"logsSubscribe","params":[{"mentions":[]}]}', -32_602, 3],
    [
      'an encoding nobody knows',
      `{"jsonrpc":"2.0","id":3,"method":"accountSubscribe","params":["${SystemProgram.programId}",{"encoding":"hex"}]}`,
      -32_602,
      3,
    ],
  ])('is refused by its code: %s', async (_, text, code, id) => {
    const client = await Client.open(server.url);
    expect(await client.say(text)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    expect(await client.subscribe('slotSubscribe')).toBeTypeOf('number');
  });

  it('has no answer where none is asked for', async () => {
    const client = await Client.open(server.url);
    client.socket.send('{"jsonrpc":"2.0","method":"ping"}');
    await client.subscribe('slotSubscribe');
    expect(client.heard).toHaveLength(1);
  });

  it('is one more than a socket may have', async () => {
    const client = await Client.open(server.url);
    for (let one = 0; one < MAX_SUBSCRIPTIONS; one++) await client.subscribe('slotSubscribe');
    expect(await client.call('slotSubscribe')).toMatchObject({ error: { code: -32_005 } });
  });

  it('is longer than a message may be', async () => {
    const client = await Client.open(server.url);
    client.socket.send(' '.repeat(17 * 1024));
    expect((await once(client.socket, 'close'))[0]).toBe(1009);
  });
});

describe('who may open a socket', () => {
  it('is whoever is no browser, a page of this server, and a page that is named', async () => {
    const desks = { trustProxy: 0, allowedOrigins: ['https://desk.example'], publicHosts: [] };
    const { url, close } = await bare({ desks });
    expect(await statusOf(url)).toBe(101);
    expect(await statusOf(url, { origin: url })).toBe(101);
    expect(await statusOf(url, { origin: 'https://desk.example' })).toBe(101);
    expect(await statusOf(url, { origin: 'https://other.example' })).toBe(403);
    expect(await statusOf(url, { origin: 'null' })).toBe(403);
    // A proxy that nobody trusts cannot say which host was asked for.
    const forged = { origin: 'https://other.example', 'x-forwarded-host': 'other.example' };
    expect(await statusOf(url, forged)).toBe(403);
    await close();
  });

  it('believes the proxy it trusts, whichever port that names', async () => {
    const { url, close } = await bare({ desks: { trustProxy: 1, allowedOrigins: [], publicHosts: [] } });
    const headers = { origin: 'https://desk.example', 'x-forwarded-host': 'desk.example:443' };
    expect(await statusOf(url, headers)).toBe(101);
    await close();
  });

  it('finds one at its address alone, and an answer everywhere else', async () => {
    expect(await statusOf(server.url, {}, '/prediction/v1/trading-status')).toBe(200);
    expect(await statusOf(server.url, {}, '/rpc/more')).toBe(404);
    expect((await server.send('GET', '/rpc')).status).toBe(405);
  });

  it('is refused when too many are open, and while the rate limit is reached', async () => {
    const { url, close } = await bare({ socketLimits: { maxSockets: 1 } });
    expect(await statusOf(url)).toBe(101);
    expect(await statusOf(url)).toBe(503);
    await close();
    const limited = await bare({}, { trustProxy: 1, clientRps: 1 });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const statuses: number[] = [];
    for (let one = 0; one < 4; one++) statuses.push(await statusOf(limited.url, headers));
    expect(statuses).toEqual([101, 101, 101, 429]);
    await limited.close();
  });

  it.each(['/rpc', '/desk/stream'])('is no address that has twenty of %s open already', async (path) => {
    const { url, close } = await bare({}, { trustProxy: 1, clientRps: 0 });
    const from = (address: string) => statusOf(url, { 'x-forwarded-for': address }, path);
    for (let one = 0; one < 20; one++) expect(await from('203.0.113.9')).toBe(101);
    expect(await from('203.0.113.9')).toBe(503);
    expect(await from('203.0.113.10')).toBe(101);
    sockets.at(0)?.terminate();
    await soon(async () => expect(await from('203.0.113.9')).toBe(101));
    await close();
  });

  it('is refused by a server that stands by', async () => {
    const standby = await serve(
      waitingListener(() => 'another process writes'),
      '127.0.0.1',
      0,
    );
    expect(await statusOf(standby.url)).toBe(503);
    await standby.close(0);
  });

  it('asks for another protocol in vain, and is answered as if it had not', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const body = '{"jsonrpc":"2.0","id":9,"method":"getHealth"}';
    socket.write(
      `POST /rpc HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('HTTP/1.1 200');
    expect(answer.toString()).toContain('"result":"ok"');
    // The connection goes on as one of HTTP.
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(((await once(socket, 'data')) as [Buffer])[0].toString()).toContain('HTTP/1.1 200');
    socket.destroy();
  });

  it.each(['h2c', 'websocket'])(
    'is cut where it asks for %s before the request before it has its answer, and nothing waits on',
    async (protocol) => {
      const { url, running, close } = await bare({});
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      socket
        .resume()
        .write(
          `GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /rpc HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: ${protocol}\r\n\r\n`,
        );
      await once(socket, 'close');
      await soon(() => expect(running()).toBe(0));
      await close();
    },
  );
});

/** The server's side of sockets by itself, with whoever has come. */
async function bare(deps: Partial<PaperDeps>, internet: Partial<Internet> = {}) {
  const peers: Peer[] = [];
  const heard: string[] = [];
  let ended = 0;
  const stub = testApp([], {
    deps: {
      ...deps,
      subscriptions: {
        size: 0,
        open: (peer) => {
          peers.push(peer);
          return {
            heard: (text) => heard.push(text),
            ended: () => {
              ended += 1;
            },
          };
        },
      },
    },
  });
  const where = { ...AT_HOME, ...internet, host: '127.0.0.1', port: 0 };
  const opened: HttpServer = await serveApp(stub.app, where, () => undefined);
  return {
    url: opened.url,
    peers,
    heard,
    ended: () => ended,
    running: () => stub.app.traffic.running,
    end: (graceMs: number) => opened.close(graceMs),
    close: async () => {
      await opened.close(0);
      stub.app.close();
    },
  };
}

describe('sockets', () => {
  const quick = (limits: Partial<SocketLimits>) => ({ socketLimits: limits });

  it('are cut when their client does not read', async () => {
    const { url, peers, ended, close } = await bare(quick({ maxUnread: 64 * 1024 }));
    const client = await Client.open(url);
    client.socket.pause();
    const text = 'x'.repeat(1024 * 1024);
    // More than the buffers of two processes take.
    for (let one = 0; one < 64 && ended() === 0; one++) {
      peers[0]?.send(text);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await soon(() => expect(ended()).toBe(1));
    await close();
  });

  it('are cut when nobody is there any more', async () => {
    const { url, ended, close } = await bare(quick({ pingMs: 20 }));
    const { port } = new URL(url);
    const gone = connect(Number(port), '127.0.0.1');
    gone.write(
      `GET /rpc HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    gone.resume();
    await once(gone, 'close');
    await soon(() => expect(ended()).toBe(1));
    await close();
  });

  it('stay open while their client answers, however little it says', async () => {
    // Client and server share a thread here, which may be busy for longer than a short interval allows an answer to take.
    const { url, ended, close } = await bare(quick({ pingMs: 250 }));
    const client = await Client.open(url);
    let pings = 0;
    client.socket.on('ping', () => {
      pings += 1;
    });
    await soon(() => expect(pings).toBeGreaterThan(5));
    expect(ended()).toBe(0);
    await close();
  });

  it('count as no request that runs, and end with the server', async () => {
    const { url, ended, running, end, close } = await bare({});
    const client = await Client.open(url);
    expect(running()).toBe(0);
    const closed = once(client.socket, 'close');
    await end(5_000);
    expect((await closed)[0]).toBe(1001);
    await soon(() => expect(ended()).toBe(1));
    await close();
  });

  it('end with the server though their client does not answer the goodbye', async () => {
    const { url, ended, end, close } = await bare(quick({ closeMs: 20 }));
    const client = await Client.open(url);
    client.socket.pause();
    await end(5_000);
    await soon(() => expect(ended()).toBe(1));
    await close();
  });

  it('are read as fast as their client may ask', async () => {
    const { url, heard, close } = await bare({}, { trustProxy: 1, clientRps: 20 });
    const client = await Client.open(url, { 'x-forwarded-for': '203.0.113.9' });
    const said = Array.from({ length: 150 }, (_, one) => String(one));
    for (const text of said) client.socket.send(text);
    // A bucket of sixty, and as much on credit.
    await soon(() => expect(heard.length).toBeGreaterThan(100));
    expect(heard.length).toBeLessThan(150);
    await soon(() => expect(heard).toEqual(said));
    await close();
  });
});

function decodedSignature(text: string): string {
  const [signature] = decoded(text).signatures;
  return bs58.encode(signature ?? new Uint8Array());
}
