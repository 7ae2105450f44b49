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

  it('tells nobody of what is one caller’s own, and asks the platform nothing for it', async () => {
    const own = [
      `/prediction/v1/positions?ownerPubkey=${OWNER}`,
      `/prediction/v1/orders?ownerPubkey=${OWNER}`,
      '/trigger/v2/orders/history',
    ];
    const client = await open({ authorization: 'Bearer a.b.c', 'x-api-key': API_KEY });
    client.watch(...own);
    await soon(() => {
      for (const address of own) expect(client.pieces).toContainEqual({ lost: address });
    });
    expect(client.answers.size).toBe(0);
    expect(platform.arrived).toEqual([]);
  });
});
