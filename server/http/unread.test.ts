import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Peer } from '../common/peer.ts';
import { ANY_DESK } from './desk-host.ts';
import { type HttpServer, serve } from './serve.ts';
import { createSockets, type Sockets } from './sockets.ts';
import { Traffic } from './traffic.ts';
import { Unread } from './unread.ts';

const MB = 1024 * 1024;
/** More than the buffers between two processes take; one for all, so that it costs no memory to keep it waiting. */
const LARGE = Buffer.alloc(32 * MB);

const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A client, and the server's end of it. */
interface Pair {
  readonly peer: Peer;
  readonly client: WebSocket;
  /** How long each message was that it has heard. */
  readonly heard: number[];
  isCut: boolean;
}

/** Sockets of two kinds on one server, none of which has a bound of its own. */
async function open(maxBytes: number) {
  const traffic = new Traffic();
  const log: Record<string, unknown>[] = [];
  const unread = new Unread((entry) => log.push(entry), maxBytes, 5);
  ends.push(() => unread.close());
  let newest: Peer | undefined;
  const kind = (operation: string): Sockets => {
    const sockets = createSockets(
      {
        operation,
        figures: operation,
        open: (peer) => {
          newest = peer;
          return { heard: () => undefined, ended: () => undefined };
        },
        desks: ANY_DESK,
        traffic,
        unread,
        finished: () => undefined,
      },
      { maxUnread: Number.POSITIVE_INFINITY },
    );
    ends.push(() => sockets.close());
    return sockets;
  };
  const kinds = { rpc: kind('rpcSocket'), stream: kind('stream') };
  const server: HttpServer = await serve(
    (req, res) => (req.url === '/rpc' ? kinds.rpc : kinds.stream).accept(req, res),
    '127.0.0.1',
    0,
  );
  ends.push(() => server.close(0));
  const pair = async (path: keyof typeof kinds): Promise<Pair> => {
    const client = new WebSocket(`${server.url.replace('http', 'ws')}/${path}`);
    ends.push(() => client.terminate());
    const made = once(client, 'open');
    client.on('error', () => undefined);
    await made;
    if (!newest) throw new Error('nobody has come');
    const one: Pair = { peer: newest, client, heard: [], isCut: false };
    client.on('message', (data: Buffer) => one.heard.push(data.byteLength));
    client.on('close', () => {
      one.isCut = true;
    });
    return one;
  };
  const unreadBytes = (): number =>
    Object.values(kinds)
      .flatMap(({ gauges }) => gauges)
      .filter(({ name }) => name.endsWith('unread_bytes'))
      .reduce((sum, gauge) => sum + gauge.read(), 0);
  return { traffic, log, pair, unreadBytes };
}

it('what clients of sockets do not read is bounded over all of them: the largest is cut, the others go on', async () => {
  const maxBytes = 2 * LARGE.length + MB;
  const { traffic, log, pair, unreadBytes } = await open(maxBytes);
  const greedy = await pair('stream');
  const slow = [await pair('stream'), await pair('rpc')];
  const reader = await pair('rpc');
  for (const { client } of [greedy, ...slow]) client.pause();
  for (const { peer } of [...slow, greedy, greedy]) peer.send(LARGE);
  expect(unreadBytes()).toBeGreaterThan(maxBytes);

  await expect.poll(unreadBytes, { timeout: 10_000 }).toBeLessThanOrEqual(maxBytes);
  expect(greedy.peer.unread()).toBe(0);

  reader.peer.send('news');
  for (const { client, peer } of slow) {
    client.resume();
    peer.send('news');
  }
  await expect
    .poll(() => [...slow, reader].map(({ heard }) => heard), { timeout: 20_000 })
    .toEqual([[LARGE.length, 4], [LARGE.length, 4], [4]]);
  expect([...slow, reader].map(({ isCut }) => isCut)).toEqual([false, false, false]);
  expect(log).toEqual([
    {
      level: 'warn',
      message: 'sockets whose clients do not read are cut',
      sockets: 1,
      bytes: expect.any(Number),
    },
  ]);
  expect(traffic.cutConnections).toBe(1);
  // One that does not read hears of its end when it does.
  greedy.client.resume();
  await expect.poll(() => greedy.isCut).toBe(true);
});
