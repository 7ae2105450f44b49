import { plainErrorBody } from '@contract/error.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from './db/testing/database.ts';
import type { OpenApiDocument } from './http/openapi.ts';
import { refusalOf, TestServer } from './testing/served.ts';

/* What clients other than the desk rely on, asked for over the network. */

let server: TestServer;
let closeDatabase: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  closeDatabase = () => database.close();
  server = await TestServer.open(database);
});
afterAll(async () => {
  await server.close();
  await closeDatabase();
});

const V1 = '/prediction/v1';
const V2 = '/prediction/v2';
const get = (path: string) => server.call('GET', path);
const STRANGER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

describe('an unknown path', () => {
  it.each([
    '/trigger/v2/nothing',
    '/trigger/v1/nothing',
    '/trigger/v3/orders',
    '/trigger/nothing',
    '/trigger',
    '/tokens/v2/nothing',
    '/tokens/v9/recent',
    '/tokens/nothing?x=1',
  ])('of the token and trigger interfaces answers in their form: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, json } = await server.call(method, path);
      expect(status).toBe(404);
      expect(plainErrorBody.safeParse(json).success).toBe(true);
      expect(json).toEqual({ error: 'no such operation' });
    }
  });

  it.each([`${V1}/nothing`, `${V2}/nothing`, '/swap/v2/nothing', '/triggers/x', '/tokensale/x'])(
    'of anything else answers in the documented form: %s',
    async (path) => {
      expect(refusalOf(await get(path))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    },
  );
});

describe('a parlay', () => {
  it('in a mint that none is paid in is no request', async () => {
    const item = { ownerPubkey: STRANGER, legMarketIds: ['A', 'B', 'C', 'D', 'E'] };
    const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const parlays = [
      { ...item, mint: usdc },
      { ...item, mint: 'So11111111111111111111111111111111111111112' },
    ];
    expect(refusalOf(await server.call('POST', `${V1}/parlays`, { parlays }))).toEqual({
      status: 400,
      code: 'INVALID_PARAM',
      param: 'parlays.1.mint',
    });
  });
});

describe('userPubkey', () => {
  let owner: string;
  let position: string;
  beforeEach(async () => {
    const wallet = await server.h.wallet();
    owner = wallet.address;
    position = (await server.h.buy(wallet)).positionPubkey;
    await server.h.exchange.tick();
  });

  it.each([`${V1}/orders`, `${V1}/positions`, `${V1}/history`, `${V2}/positions`, `${V2}/history`])(
    'is another name of ownerPubkey in %s',
    async (path) => {
      const named = await get(`${path}?ownerPubkey=${owner}`);
      expect(named.status).toBe(200);
      expect(named.text).toContain(position);
      for (const query of [`userPubkey=${owner}`, `userPubkey=${owner}&ownerPubkey=${owner}`]) {
        expect((await get(`${path}?${query}`)).json).toEqual(named.json);
      }
      expect(refusalOf(await get(`${path}?userPubkey=${owner}&ownerPubkey=${STRANGER}`))).toMatchObject({
        status: 400,
        param: 'userPubkey',
      });
    },
  );

  it('is another name of it in every write', async () => {
    const bodies: [string, string, object][] = [
      ['POST', `${V1}/orders`, { isBuy: true, marketId: 'MK-A', depositAmount: '5000000' }],
      ['DELETE', `${V1}/orders/close-all`, {}],
      ['DELETE', `${V1}/positions`, { minSellPriceSlippageBps: null }],
      ['DELETE', `${V1}/positions/${position}`, {}],
    ];
    for (const [method, path, body] of bodies) {
      expect((await server.call(method, path, { ...body, userPubkey: owner })).status, path).toBe(200);
      const both = { ...body, userPubkey: owner, ownerPubkey: STRANGER };
      expect(refusalOf(await server.call(method, path, both))).toMatchObject({ param: 'userPubkey' });
    }
  });
});

describe('a picture that is not there', () => {
  it('is not named by an event, and null in a market', async () => {
    const { json } = await get(`${V1}/events?includeMarkets=true`);
    const { data } = json as { data: { metadata: object; markets: { imageUrl: unknown }[] }[] };
    expect(data.length).toBeGreaterThan(0);
    for (const { metadata, markets } of data) {
      expect(metadata).not.toHaveProperty('imageUrl');
      for (const { imageUrl } of markets) expect(imageUrl).toBeNull();
    }
  });

  it('is not named by orders, positions and history either', async () => {
    const wallet = await server.h.wallet();
    await server.h.buy(wallet);
    await server.h.exchange.tick();
    for (const path of [`${V1}/orders`, `${V1}/positions`, `${V1}/history`, `${V2}/history`]) {
      const { text } = await get(`${path}?ownerPubkey=${wallet.address}`);
      expect(text).toContain('eventMetadata');
      expect(text).not.toContain('"imageUrl":""');
    }
  });
});

describe('the event that a position names', () => {
  it('closes at a number, and begins at a text of seconds', async () => {
    const wallet = await server.h.wallet();
    await server.h.buy(wallet);
    await server.h.exchange.tick();
    const { json } = await get(`${V1}/positions?ownerPubkey=${wallet.address}`);
    const { data } = json as { data: { eventMetadata: { closeTime: unknown; beginAt: unknown } }[] };
    expect(data[0]?.eventMetadata.closeTime).toBeTypeOf('number');
    expect(data[0]?.eventMetadata.beginAt).toBeNull();
  });

  it('leaves its values unknown where prices are not asked for', async () => {
    const wallet = await server.h.wallet();
    const { positionPubkey } = await server.h.buy(wallet);
    await server.h.exchange.tick();
    const path = `${V1}/positions/${positionPubkey}`;
    expect((await get(path)).json).toMatchObject({ valueUsd: expect.any(String) });
    expect((await get(`${path}?includePrices=false`)).json).toMatchObject({ valueUsd: null, pnlUsd: null });
    const grouped = await get(`${V2}/positions?ownerPubkey=${wallet.address}&includePrices=false`);
    expect(grouped.json).toMatchObject({ data: { [wallet.address]: [{ valueUsd: null }] } });
    for (const filter of ['isYes=false', 'marketId=MK-B', `marketPubkey=${STRANGER}`]) {
      const none = await get(`${V2}/positions?ownerPubkey=${wallet.address}&${filter}`);
      expect(none.json, filter).toEqual({ data: { [wallet.address]: [] } });
    }
  });
});

describe('whole cents of an order book', () => {
  it('are one entry for each level, in the same order', async () => {
    const { json } = await get(`${V1}/orderbook/MK-A`);
    type Side = [string | number, number][];
    const book = json as Record<'yes' | 'no' | 'yes_dollars' | 'no_dollars', Side>;
    for (const side of ['yes', 'no'] as const) {
      const dollars = book[`${side}_dollars`];
      expect(dollars.length).toBeGreaterThan(0);
      expect(book[side]).toEqual(
        dollars.map(([price, size]) => [Math.floor(Number(price) * 100 + 1e-9), size]),
      );
    }
  });
});

describe('the description', () => {
  const documentOf = async () => (await get('/openapi.json')).json as OpenApiDocument;
  interface Schema {
    readonly type?: string;
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly anyOf?: readonly Schema[];
    readonly enum?: readonly string[];
  }

  it('shows on its page what is answered, also where something is made', async () => {
    const { text } = await get('/docs');
    for (const id of ['getEvent', 'registerVault'])
      expect(
        text.split('<section id="').find((one) => one.startsWith(`${id}"`)),
        id,
      ).toContain('Answer');
  });

  it('tells what is sent, not what a desk would read', async () => {
    const { schemas } = (await documentOf()).components;
    const orders = schemas.ListOrdersAnswer as Schema;
    const order = orders.properties?.data?.items;
    expect(order?.required).toEqual(Object.keys(order?.properties ?? {}));
    expect(order?.properties?.contractsMicro?.type).toBe('string');
    expect(order?.properties?.maxBuyPriceUsd?.anyOf?.map(({ type }) => type)).toEqual(['string', 'null']);
    expect(order?.properties?.status?.enum).toEqual(['pending', 'filled', 'failed']);
    expect(order?.properties?.eventMetadata?.required).toEqual(['eventId']);
    const event = (schemas.ListHistoryAnswer as Schema).properties?.data?.items;
    expect(event?.properties?.id?.type).toBe('integer');
    const market = schemas.GetMarketAnswer as Schema;
    expect([...(market.required ?? [])].sort()).toEqual([
      'eventId',
      'marketId',
      'marketResultPubkey',
      'provider',
      'result',
      'status',
    ]);
    expect(JSON.stringify(schemas)).not.toContain('9007199254740991');
  });

  it('names every status of an operation, each with its body', async () => {
    const { paths } = await documentOf();
    const answersOf = (path: string, method: string) =>
      Object.entries(paths[path]?.[method]?.responses ?? {}).map(([status, { content }]) => [
        status,
        String(content?.['application/json']?.schema.$ref).split('/').at(-1),
      ]);
    expect(answersOf('/prediction/v1/orders', 'post')).toEqual([
      ['200', 'CreateOrderAnswer'],
      ...['400', '404', '413', '429', '500', '503'].map((status) => [status, 'ErrorBody']),
    ]);
    expect(answersOf('/trigger/v2/vault/register', 'get')).toEqual([
      ['201', 'RegisterVaultAnswer'],
      ...['400', '401', '409', '429', '500', '503'].map((status) => [status, 'PlainErrorBody']),
    ]);
    for (const methods of Object.values(paths)) {
      for (const { responses } of Object.values(methods)) {
        for (const status of Object.keys(responses)) expect(status).toMatch(/^[2-5]\d\d$/);
      }
    }
  });

  it('says what the text of a parameter stands for', async () => {
    const { paths } = await documentOf();
    const typesOf = (path: string) =>
      Object.fromEntries(paths[path]?.get?.parameters.map(({ name, schema }) => [name, schema.type]) ?? []);
    expect(typesOf('/prediction/v1/events')).toMatchObject({
      start: 'integer',
      limit: 'integer',
      includeMarkets: 'boolean',
      tags: 'string',
    });
  });
});
