import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from './db/client.ts';
import { freshDatabase } from './db/testing/database.ts';
import { TestServer } from './testing/served.ts';
import { StreamClient } from './testing/stream-client.ts';

const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 10_000, interval: 10 });

let database: Database;
let server: TestServer;
const clients: StreamClient[] = [];
const open = async (url = server.url): Promise<StreamClient> => {
  const client = await StreamClient.open(url);
  clients.push(client);
  return client;
};
beforeAll(async () => {
  database = await freshDatabase();
  server = await TestServer.open(database);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const BOOK = '/prediction/v1/orderbook/MK-A';
const EVENTS = '/prediction/v1/events?includeMarkets=true&start=0&end=10';
const read = async (address: string): Promise<unknown> => (await server.call('GET', address)).json;
/** What was told is what a plain read answers; one may be from a moment before the other. */
const agrees = (client: StreamClient, address: string): Promise<void> =>
  soon(async () => expect(client.answers.get(address)?.body).toEqual(await read(address)));

describe('stream of the paper exchange', () => {
  it('tells what an address answers, and then what it answers after a change', async () => {
    const client = await open();
    client.watch(BOOK);
    await soon(() => expect(client.answers.has(BOOK)).toBe(true));
    await agrees(client, BOOK);
    const before = JSON.stringify(client.answers.get(BOOK)?.body);
    await server.h.exchange.control.setPrice('MK-A', 0.31);
    await soon(() => expect(JSON.stringify(client.answers.get(BOOK)?.body)).not.toBe(before));
    await agrees(client, BOOK);
  });

  it('sends what has changed of a long answer, not the answer', async () => {
    const client = await open();
    client.watch(EVENTS);
    await soon(() => expect(client.answers.has(EVENTS)).toBe(true));
    const whole = client.bytes;
    const size = JSON.stringify(client.answers.get(EVENTS)?.body).length;
    expect(whole).toBeLessThan(size);
    await server.h.exchange.control.setPrice('MK-A', 0.42);
    await soon(() => expect(client.pieces.some((piece) => 'patch' in piece)).toBe(true));
    await agrees(client, EVENTS);
    const patch = client.pieces.find((piece) => 'patch' in piece);
    expect(JSON.stringify(patch).length).toBeLessThan(size / 4);
  });

  it('looks at an address once for all who watch it', async () => {
    const others = await Promise.all(Array.from({ length: 20 }, () => open()));
    const book = vi.spyOn(server.h.universe, 'book');
    for (const client of others) client.watch(BOOK);
    await soon(() => expect(others.every(({ answers }) => answers.has(BOOK))).toBe(true));
    const atFirst = book.mock.calls.length;
    await soon(() => expect(book.mock.calls.length).toBeGreaterThan(atFirst + 4));
    const during = book.mock.calls.length;
    await Promise.all(others.map((client) => soon(() => expect(client.pieces.length).toBeGreaterThan(1))));
    book.mockRestore();
    // Twenty watch: were it a look for each, there would be twenty at least before the first was told.
    expect(atFirst).toBeLessThan(20);
    expect(during).toBeGreaterThan(atFirst);
  });

  it('tells an owner of an order, its position and its records as soon as they are committed', async () => {
    const wallet = await server.h.wallet();
    const own = ['orders', 'positions', 'history'].map(
      (name) => `/prediction/v1/${name}?ownerPubkey=${wallet.address}&start=0&end=20`,
    );
    const client = await open();
    client.watch(...own);
    await soon(() => expect(client.answers.size).toBe(own.length));
    await server.h.buy(wallet);
    for (const address of own) {
      await soon(() => {
        const body = client.answers.get(address)?.body as { data: unknown[] };
        expect(body.data.length).toBeGreaterThan(0);
      });
      await agrees(client, address);
    }
  });

  it('says every second how old what it holds is', async () => {
    const client = await open();
    client.watch(BOOK);
    await soon(() => expect(client.answers.has(BOOK)).toBe(true));
    const heard = client.pieces.length;
    await soon(() => expect(client.pieces.slice(heard).some((piece) => 'same' in piece)).toBe(true));
    expect(client.answers.get(BOOK)?.age).toBeLessThan(1_000);
  });

  it('says of what it cannot tell that it cannot, and nothing of why', async () => {
    const client = await open();
    const wrong = [
      '/prediction/v1/orderbook/',
      '/prediction/v1/events?start=-1',
      '/trigger/v2/orders/history',
      '/paper/control/state',
      '/nowhere',
      '//x',
      '/prediction/v1/orderbook/%E0%A4%A',
    ];
    client.watch(...wrong);
    await soon(() => expect(client.pieces.filter((piece) => 'lost' in piece)).toHaveLength(wrong.length));
    client.watch('/prediction/v1/orderbook/NO-SUCH');
    await soon(() => expect(client.pieces).toContainEqual({ lost: '/prediction/v1/orderbook/NO-SUCH' }));
    expect(client.answers.size).toBe(0);
  });

  it('watches no more than its limit on one connection', async () => {
    const client = await open();
    client.watch(...Array.from({ length: 80 }, (_, end) => `/prediction/v1/events?start=0&end=${end + 1}`));
    await soon(() => expect(client.answers.size).toBe(64));
    expect(client.pieces.filter((piece) => 'lost' in piece)).toHaveLength(16);
  });

  it('tells nothing more of what was dropped', async () => {
    const client = await open();
    client.watch(BOOK);
    await soon(() => expect(client.answers.has(BOOK)).toBe(true));
    const other = await open();
    other.watch(BOOK);
    await soon(() => expect(other.answers.has(BOOK)).toBe(true));
    client.say({ drop: [BOOK] });
    // Messages are heard in their order: what is answered now was asked after.
    client.watch('/nowhere');
    await soon(() => expect(client.pieces).toContainEqual({ lost: '/nowhere' }));
    const heard = client.pieces.length;
    const before = JSON.stringify(other.answers.get(BOOK)?.body);
    await server.h.exchange.control.setPrice('MK-A', 0.77);
    await soon(() => expect(JSON.stringify(other.answers.get(BOOK)?.body)).not.toBe(before));
    // A beat that follows comes after everything that was told before it.
    const told = client.pieces.length;
    await soon(() => expect(client.pieces.length).toBeGreaterThan(told + 1));
    expect(client.pieces.slice(heard).every((piece) => 'same' in piece)).toBe(true);
  });

  it('ends a connection on which something else is said', async () => {
    const client = await open();
    client.socket.send('{"jsonrpc":"2.0"}');
    await soon(() => expect(client.closed).toBe(1011));
  });

  it('tells a client that did not read for a while what is true by then', async () => {
    const client = await open();
    client.watch(BOOK, EVENTS);
    await soon(() => expect(client.answers.size).toBe(2));
    client.socket.pause();
    for (let price = 10; price < 90; price += 1) {
      await server.h.exchange.control.setPrice('MK-A', price / 100);
    }
    client.socket.resume();
    await soon(() => expect(client.answers.get(BOOK)?.body).toBeDefined());
    await agrees(client, BOOK);
  });

  it('says goodbye when the server stops', async () => {
    const other = await freshDatabase();
    const second = await TestServer.open(other);
    const client = await open(second.url);
    await second.close();
    await soon(() => expect(client.closed).toBe(1001));
    await other.close();
  });
});
