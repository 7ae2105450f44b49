import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { OutputLimits } from './output-limits.ts';
import { type HttpServer, serve } from './serve.ts';
import { Traffic } from './traffic.ts';

/** More than the buffers between two processes take. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');
const ASK = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const ASK_LARGE = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n';

const servers: HttpServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.close(0);
});

async function open(limits: Partial<OutputLimits> = {}) {
  const traffic = new Traffic();
  const asked: string[] = [];
  const server = await serve(
    (req, res) => {
      asked.push(req.url ?? '');
      res.end(req.url === '/large' ? LARGE : `answer ${asked.length}`);
    },
    '127.0.0.1',
    0,
    limits,
    traffic,
  );
  servers.push(server);
  /** A connection that reads nothing until it is resumed. */
  const client = async (text: string): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.pause();
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  return { traffic, asked, server, client };
}

it('requests that are sent together wait for the answer before them to be taken', async () => {
  const { asked, traffic, client } = await open();
  const socket = await client(ASK_LARGE.repeat(5) + ASK.repeat(20));
  await expect.poll(() => traffic.bytesUnsent).toBeGreaterThan(0);
  expect(asked).toEqual(['/large']);
  expect(traffic.bytesUnsent).toBeLessThanOrEqual(LARGE.length + 1_000);

  let tail = '';
  socket.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('latin1')).slice(-5_000);
  });
  socket.resume();
  await expect.poll(() => tail, { timeout: 20_000 }).toContain('answer 25');
  expect([...tail.matchAll(/answer (\d+)/g)].map(([, n]) => Number(n))).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 6),
  );
  expect(traffic).toMatchObject({ bytesUnsent: 0, cutConnections: 0 });
});

it('answers that nobody takes are bounded over all connections, and others are served meanwhile', async () => {
  const maxUnsent = 3 * LARGE.length;
  const { traffic, asked, server, client } = await open({ maxUnsent });
  for (let n = 0; n < 10; n++) {
    await client(ASK_LARGE.repeat(50));
    expect(traffic.bytesUnsent).toBeLessThanOrEqual(maxUnsent);
  }
  await expect.poll(() => asked.length).toBe(10);
  expect(traffic.bytesUnsent).toBeLessThanOrEqual(maxUnsent);
  expect(traffic.cutConnections).toBeGreaterThanOrEqual(5);
  expect(await (await fetch(server.url)).text()).toBe('answer 11');
});

it('a client that takes its answer too slowly is let go', async () => {
  const { traffic, client } = await open({ takeTimeout: 50, takeRate: LARGE.length * 100 });
  await client(ASK_LARGE);
  await expect.poll(() => traffic.connections).toBe(0);
  expect(traffic).toMatchObject({ bytesUnsent: 0, cutConnections: 1 });
});

it('a client that asks on and on without an answer is let go', async () => {
  const { traffic, asked, client } = await open({ maxWaiting: 10 });
  await client(ASK_LARGE + ASK.repeat(11));
  await expect.poll(() => traffic.connections).toBe(0);
  expect(asked).toEqual(['/large']);
  expect(traffic).toMatchObject({ bytesUnsent: 0, cutConnections: 1 });
});
