import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HttpServer, serve } from '../http/serve.ts';
import { StreamClient } from '../testing/stream-client.ts';
import { API_KEY, type TestGateway, TestPlatform, testGateway } from './testing/platform.ts';

const BOOK = '/prediction/v1/orderbook/MK';
const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000, interval: 10 });

describe('the stream of a gateway', () => {
  const platform = new TestPlatform();
  let desk: TestGateway;
  let server: HttpServer;
  const clients: StreamClient[] = [];
  const open = async (headers: Record<string, string> = {}): Promise<StreamClient> => {
    const client = await StreamClient.open(server.url, { headers });
    clients.push(client);
    return client;
  };

  beforeEach(async () => {
    platform.arrived.length = 0;
    // No two answers are the same: who was told one knows which request it was of.
    platform.answer = (_, res) => TestPlatform.json(res, { nth: platform.arrived.length });
    desk = testGateway(await platform.open());
    server = await serve(desk.app.listener, '127.0.0.1', 0);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    desk.close();
    await server.close(0);
    await platform.close();
  });

  it('asks the platform once for all who watch an address, and tells each of them every answer', async () => {
    const watchers = await Promise.all(Array.from({ length: 15 }, () => open()));
    for (const client of watchers) client.watch(BOOK);
    await soon(() => {
      for (const client of watchers) expect(client.answers.get(BOOK)?.version).toBeGreaterThan(2);
    });
    const told = watchers.map(({ answers }) => Number(Reflect.get(Object(answers.get(BOOK)?.body), 'nth')));
    // One may have come to some of them only by now, and one more be under way.
    expect(Math.max(...told) - Math.min(...told)).toBeLessThanOrEqual(1);
    expect(platform.arrived.length).toBeLessThanOrEqual(Math.max(...told) + 1);
  });

  it.each([
    ['over several lines', '', 2],
    ['behind a byte order mark', '\ufeff', 0],
  ])('tells answers that come %s', async (_, before, indent) => {
    platform.answer = (_request, res) =>
      res.end(before + JSON.stringify({ nth: platform.arrived.length, more: ['a', 'b'] }, null, indent));
    const client = await open();
    client.watch(BOOK);
    await soon(() => expect(client.answers.get(BOOK)?.version).toBeGreaterThan(2));
    expect(client.answers.get(BOOK)?.body).toEqual({ nth: expect.any(Number), more: ['a', 'b'] });
    expect(client.closed).toBeUndefined();
  });

  it('asks for what is one caller’s own for each connection by itself, and tells its answer to no other', async () => {
    const own = `/prediction/v1/positions?ownerPubkey=${OWNER}`;
    const both = await Promise.all([
      open({ authorization: 'Bearer a.b.c', 'x-api-key': API_KEY }),
      open({ authorization: 'Bearer d.e.f' }),
    ]);
    for (const client of both) client.watch(own, own);
    await soon(() => {
      for (const client of both) expect(client.answers.get(own)?.version).toBeGreaterThan(1);
    });
    const told = both.map(({ pieces }) =>
      pieces.flatMap((piece) => {
        if ('whole' in piece) return [Reflect.get(Object(piece.body), 'nth') as number];
        return 'patch' in piece ? piece.changes.map(([, value]) => value as number) : [];
      }),
    );
    const all = told.flat();
    expect(new Set(all).size).toBe(all.length);
    // Nobody's word goes with it but the gateway's own.
    for (const { headers } of platform.arrived) {
      expect(headers.authorization).toBeUndefined();
      expect(headers['x-api-key']).toBe(API_KEY);
    }
    for (const client of both) client.say({ drop: [own] });
    both[0]?.watch(BOOK);
    await soon(() => expect(both[0]?.answers.get(BOOK)?.version).toBeGreaterThan(3));
    const since = platform.arrived.findLastIndex(({ path }) => path.includes('positions'));
    expect(
      platform.arrived.slice(since).filter(({ path }) => path.includes('orderbook')).length,
    ).toBeGreaterThan(2);
  });

  it('tells nobody of what needs a sign-in, nor of single orders, and asks the platform nothing for it', async () => {
    const apart = [
      '/trigger/v2/orders/history',
      `/prediction/v1/orders/${OWNER}`,
      `/prediction/v1/orders/status/${OWNER}`,
    ];
    const client = await open({ authorization: 'Bearer a.b.c', 'x-api-key': API_KEY });
    client.watch(...apart);
    await soon(() => {
      for (const address of apart) expect(client.pieces).toContainEqual({ lost: address });
    });
    expect(client.answers.size).toBe(0);
    expect(platform.arrived).toEqual([]);
  });

  it('asks a platform that refuses what is watched less and less often', async () => {
    platform.answer = (_, res) => TestPlatform.json(res, { code: 'orderbook_bad_status' }, 400);
    const client = await open();
    client.watch(BOOK);
    await soon(() => expect(client.pieces).toContainEqual({ lost: BOOK }));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(platform.arrived.length).toBeLessThanOrEqual(6);
    platform.answer = (_, res) => TestPlatform.json(res, { nth: 1 });
    await soon(() => expect(client.answers.get(BOOK)?.version).toBe(1));
  });
});
