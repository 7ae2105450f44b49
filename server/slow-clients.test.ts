import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './db/client.ts';
import { freshPglite } from './db/testing/database.ts';
import { TestServer } from './testing/served.ts';

const LIMITS = {
  headersTimeout: 150,
  requestTimeout: 300,
  keepAliveTimeout: 150,
  connectionsCheckingInterval: 50,
};
const STATUS = 'GET /prediction/v1/trading-status HTTP/1.1\r\nHost: x\r\n\r\n';

let database: Database;
let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  database = await freshPglite();
  server = await TestServer.open(database, { limits: LIMITS });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  const { status } = await server.call('GET', '/prediction/v1/trading-status');
  expect(status).toBe(200);
  expect(server.log).toEqual([]);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

interface Wire {
  readonly socket: Socket;
  readonly text: () => string;
  /** Resolves when the other side has ended the connection. */
  readonly closed: Promise<void>;
  /** Resolves once the answer holds this text so many times. */
  readonly seen: (text: string, times: number) => Promise<void>;
}
async function wire(first: string): Promise<Wire> {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset is an end like another.
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => undefined);
  const text = () => Buffer.concat(chunks).toString();
  await once(socket, 'connect');
  socket.write(first);
  return {
    socket,
    text,
    closed,
    seen: async (wanted, times) => {
      while (text().split(wanted).length <= times) await once(socket, 'data');
    },
  };
}
const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('a client that', () => {
  it.each([
    ['says nothing', ''],
    ['begins its first line', 'GET /prediction'],
    ['never ends its headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n'],
    ['announces a body and keeps it', post('/prediction/v1/orders', 50)],
    ['sends half a body', `${post('/prediction/v1/orders', 50)}{"isBuy":`],
    [
      'sends half a chunk',
      'POST /prediction/v1/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{"isBuy"',
    ],
    ['stays after its answer', STATUS],
  ])('%s is let go', async (_, first) => {
    await (await wire(first)).closed;
  });

  it('sends a byte at a time is let go too', async () => {
    const { socket, closed } = await wire('GET / HTTP/1.1\r\n');
    const drip = setInterval(() => socket.write('x: y\r\n'), 20);
    await closed;
    clearInterval(drip);
  });

  it('asks many things in one breath gets every answer, in order', async () => {
    const paths = ['/markets/MK-A', '/markets/NOPE', '/trading-status', '/markets/MK-B', '/nope'];
    const lines = paths.map((path) => `GET /prediction/v1${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const order = JSON.stringify({ isBuy: true, nope: 1 });
    const { seen, text } = await wire(
      lines.join('') + post('/prediction/v1/orders', order.length) + order + STATUS.repeat(30),
    );
    await seen('HTTP/1.1 ', 36);
    const statuses = [...text().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([200, 404, 200, 200, 404, 400, ...Array(30).fill(200)]);
  });

  it('goes away in the middle costs nothing', async () => {
    for (const first of [
      STATUS,
      `${post('/prediction/v1/orders', 50)}{"isBuy":`,
      'GET /prediction/v1/events?includeMarkets=true HTTP/1.1\r\nHost: x\r\n\r\n',
      `${post('/rpc', 500)}{`,
    ]) {
      for (let n = 0; n < 20; n++) {
        const { socket } = await wire(first);
        socket.resetAndDestroy();
      }
    }
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['a header with NUL', 'GET / HTTP/1.1\r\nHost: x\r\nA: \u0000\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['an endless address', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an upgrade', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['a trace', 'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['another host', 'GET http://example.com/prediction/v1/nope HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a host that is none', 'GET /prediction/v1/nope HTTP/1.1\r\nHost: a b/@c\r\n\r\n'],
    ['a star', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('speaks %s is refused', async (_, first) => {
    const { text, closed } = await wire(first);
    await closed;
    expect(text()).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    expect(text()).not.toMatch(/node_modules|at \w+ \(/);
  });

  it('sends far too much without saying so before is cut', async () => {
    const { socket, seen, closed } = await wire(
      'POST /prediction/v1/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const flood = setInterval(() => socket.write(chunk), 1);
    await seen('HTTP/1.1 413', 1);
    await closed;
    clearInterval(flood);
  });

  it('is one of five hundred that wait leaves room for the others', async () => {
    const idle = await Promise.all(Array.from({ length: 500 }, () => wire('')));
    expect((await server.call('GET', '/prediction/v1/events')).status).toBe(200);
    await Promise.all(idle.map(({ closed }) => closed));
  });
});
