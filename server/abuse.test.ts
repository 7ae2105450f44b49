import { DEFAULT_BASES } from '@contract/config.ts';
import { ERROR_CODES } from '@contract/error.ts';
import type { Route } from '@contract/route.ts';
import { type RouteId, routes } from '@contract/routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from './db/client.ts';
import { freshPglite } from './db/testing/database.ts';
import type { PlatformSigner } from './exchange/ledger/keys.ts';
import { USDC } from './exchange/ledger/mints.ts';
import { createTestWallet } from './exchange/ledger/testing/ledger.ts';
import { type Refusal, type Reply, refusalOf, TestServer } from './testing/served.ts';

/** Interfaces whose refusals have the documented body: whatever the route table offers of them. */
const BASES: readonly string[] = ['prediction', 'predictionV2', 'swap'];
const OFFERED = (Object.keys(routes) as RouteId[]).filter((id) => BASES.includes(routes[id].base));
type Offered = RouteId;
const routeOf = (id: RouteId): Route => routes[id];
const withBody = OFFERED.filter((id) => routeOf(id).body !== undefined);
const withQuery = OFFERED.filter((id) => routeOf(id).query !== undefined);

const LEGS = ['MK-A', 'MK-SOON', 'MK-UP', 'MK-C', 'MK-D'];
const STRANGER = createTestWallet(new Uint8Array(32).fill(3)).address;
/** The letters and the length of a key, but 33 bytes. */
const NOT_A_KEY = 'z'.repeat(44);

let database: Database;
let server: TestServer;
let wallet: PlatformSigner;
let position: string;
let order: string;
let before: string;
const untouched = { execute: vi.fn(), simulate: vi.fn() };

beforeAll(async () => {
  database = await freshPglite();
  // Orders wait, so that there is always a pending one.
  server = await TestServer.open(database, { fillDelayMs: 3_600_000 });
  const { h } = server;
  wallet = await h.wallet();
  position = (await h.buy(wallet)).positionPubkey;
  h.pass(3_600);
  await h.exchange.tick();
  order = (await h.buy(wallet, { marketId: 'MK-B' })).orderPubkey ?? '';
  before = await server.facts();
  vi.spyOn(h.exchange.ledger, 'execute').mockImplementation(untouched.execute);
  vi.spyOn(h.exchange.ledger, 'simulate').mockImplementation(untouched.simulate);
});
afterEach(async () => {
  expect(await server.facts()).toBe(before);
  expect(untouched.execute).not.toHaveBeenCalled();
  expect(untouched.simulate).not.toHaveBeenCalled();
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
  await database.close();
});

const params = (): Record<string, string> => ({
  eventId: 'EV-A',
  marketId: 'MK-A',
  pubkey: wallet.address,
  orderPubkey: order,
  positionPubkey: position,
});
function pathOf(id: RouteId, change: Record<string, string> = {}): string {
  const { base, path } = routeOf(id);
  const given = { ...params(), ...change };
  return DEFAULT_BASES[base] + path.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '');
}
/** A body that would be taken. */
const bodies = (): Partial<Record<Offered, Record<string, unknown>>> => ({
  createOrder: { isBuy: true, ownerPubkey: wallet.address, marketId: 'MK-A', depositAmount: '60000000' },
  execute: { signedTransaction: 'AAAA' },
  executeAlias: { signedTransaction: 'AAAA' },
  closeOrder: { orderPubkey: order },
  closeAllOrders: { ownerPubkey: wallet.address },
  closePosition: {},
  closeAllPositions: { ownerPubkey: wallet.address, minSellPriceSlippageBps: 100 },
  claimPosition: {},
  createParlays: { parlays: [{ ownerPubkey: wallet.address, legMarketIds: LEGS, mint: USDC.address }] },
  executeParlays: {
    parlays: [
      {
        signedTransaction: 'AAAA',
        parlayId: 'PY-0',
        nonce: 1,
        ownerPubkey: wallet.address,
        positionPubkey: position,
        legMarketIds: LEGS,
      },
    ],
  },
  prepareFreeParlays: { ownerPubkey: wallet.address, parlays: [{ legMarketIds: LEGS }] },
  submitFreeParlays: {
    ownerPubkey: wallet.address,
    parlays: [{ legMarketIds: LEGS }],
    signedTransaction: 'AAAA',
  },
  swapExecute: { signedTransaction: 'AAAA', requestId: 'r' },
});
/** The same, with one field changed; its name is a dotted path. */
function bodyWith(id: Offered, name: string, value: unknown): Record<string, unknown> {
  const body: Record<string, unknown> = structuredClone(bodyOf(id));
  const keys = name.split('.');
  const last = keys.pop() ?? '';
  let place = body;
  for (const key of keys) place = place[key] as Record<string, unknown>;
  place[last] = value;
  return body;
}
const bodyOf = (id: Offered) => bodies()[id] ?? {};
const queryOf = (id: Offered): string =>
  ({
    searchEvents: 'query=a',
    listEventTags: 'category=all',
    listTimedEvents: 'subcategory=btc&tags=15m',
    listScores: 'eventIds=EV-A',
    listPositionsV2: `ownerPubkey=${wallet.address}`,
    listSlips: `walletAddress=${wallet.address}`,
    swapOrder: `inputMint=${USDC.address}&outputMint=${STRANGER}&amount=5000000`,
  })[id as string] ?? '';
const raw = (id: Offered, body: BodyInit): Promise<Reply> =>
  server.send(routeOf(id).method, pathOf(id), { body });
const refused = async (reply: Promise<Reply>): Promise<Refusal> => refusalOf(await reply);

describe.each(withBody)('the body of %s', (id) => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  it.each<[string, (body: string) => BodyInit]>([
    ['broken', () => '{"isBuy":tru'],
    ['cut short', (body) => body.slice(0, -1)],
    ['two in one', (body) => body + body],
    ['no JSON', () => 'isBuy=true&marketId=MK-A'],
    ['no text', () => new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['NUL', () => new Uint8Array(10)],
    ['with a raw line break in a text', () => '{"requestId":"a\nb"}'],
    ['with NUL in a text', () => '{"requestId":"a\\u0000b"}'],
    ['a number like JavaScript', () => '{"isBuy":NaN}'],
    ['with comments', (body) => `${body} // please`],
  ])('%s', async (_, change) => {
    const refusal = await refused(raw(id, change(JSON.stringify({ ...bodyOf(id), x: 1 }))));
    expect(refusal).toEqual({ status: 400, code: 'INVALID_JSON', param: 'body' });
  });

  it.each([
    ...['null', '[]', '[{}]', '"text"', '7', 'true'].map((body) => [body, body] as const),
    ['deep lists', deep] as const,
  ])('no object: %s', async (_, body) => {
    expect(await refused(raw(id, body))).toEqual({ status: 400, code: 'INVALID_PARAM', param: 'body' });
  });

  it.each(['extra', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'ownerPubkey ', 'İ'])(
    'with the key %j',
    async (key) => {
      const text = JSON.stringify(bodyOf(id));
      const more = `${JSON.stringify(key)}:{"isAdmin":true}`;
      const body = text === '{}' ? `{${more}}` : `${text.slice(0, -1)},${more}}`;
      expect(await refused(raw(id, body))).toEqual({ status: 400, code: 'UNKNOWN_PARAM', param: key });
      expect({}).not.toHaveProperty('isAdmin');
    },
  );

  it('very deep, in a field that nobody knows', async () => {
    const body = JSON.stringify({ ...bodyOf(id), x: 0 });
    const refusal = await refused(raw(id, body.replace(/0}$/, `${deep}}`)));
    expect(refusal).toEqual({ status: 400, code: 'UNKNOWN_PARAM', param: 'x' });
  });

  it('of megabytes, which is not waited for', async () => {
    for (const size of [1_000_000, 20_000_000]) {
      expect(await refused(raw(id, 'x'.repeat(size)))).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
    }
  });

  it('over 64 KiB, announced and not', async () => {
    const large = JSON.stringify({ ...bodyOf(id), x: 'x'.repeat(64 * 1024) });
    const tooLarge = { status: 413, code: 'BODY_TOO_LARGE', param: 'body' };
    expect(await refused(raw(id, large))).toEqual(tooLarge);
    const chunked = new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(large);
        for (let at = 0; at < bytes.length; at += 16_384) controller.enqueue(bytes.slice(at, at + 16_384));
        controller.close();
      },
    });
    const { method } = routeOf(id);
    expect(await refused(server.send(method, pathOf(id), { body: chunked, duplex: 'half' }))).toEqual(
      tooLarge,
    );
  });
});

const NO_KEYS = [5, true, null, [], {}, '', 'me', 'O0Il'.repeat(10), 'z'.repeat(45), `é${STRANGER.slice(1)}`];
const NO_KEY_TEXTS = [` ${STRANGER}`, `${STRANGER}\n`, NOT_A_KEY, `${STRANGER.slice(0, -1)}\u202e`];
const NO_FLAGS = ['true', 1, 0, '', null, [], {}];
const NO_AMOUNTS = [
  ...['1e7', '1E7', '0x10', '0b1', '0o7', '-5', '+5', ' 5', '5 ', '5.0', '5,0', '1_000', '', 'NaN'],
  ...['Infinity', '５', '٥', '9'.repeat(21), 'five', -1, 1.5, 1e21, 2 ** 53, true, null, [], {}, [5]],
];
const NO_LEGS = [
  ...[undefined, null, 'a', {}, [], LEGS.slice(1), [...LEGS, 'MK-E'], Array(5).fill(''), Array(5).fill(5)],
  [...LEGS.slice(1), 'a b'],
  [...LEGS.slice(1), 'm'.repeat(121)],
];
const NO_DECIMALS = [
  ...['1.0000001', '1e2', '0x1', '-1', '+1', '.5', '5.', '1.5.5', '1,5', ' 1.5', '', 'NaN', '１.5'],
  ...['9'.repeat(15), 1e-7, 0.000_000_1, 1e21, -1.5, true, null, [], {}],
];

describe('a field of the wrong form', () => {
  const fields: [id: Offered, name: string, values: readonly unknown[]][] = [
    ...(['ownerPubkey', 'userPubkey', 'payerPubkey', 'integrator'] as const).map(
      (name): [Offered, string, unknown[]] => ['createOrder', name, [...NO_KEYS, ...NO_KEY_TEXTS]],
    ),
    ...(['positionPubkey', 'depositMint'] as const).map((name): [Offered, string, unknown[]] => [
      'createOrder',
      name,
      NO_KEYS,
    ]),
    ...(['contracts', 'contractsMicro', 'depositAmount', 'maxBuyPriceUsd', 'minSellPriceUsd'] as const).map(
      (name): [Offered, string, unknown[]] => ['createOrder', name, NO_AMOUNTS],
    ),
    ['createOrder', 'contractsDecimal', NO_DECIMALS],
    ...(['isBuy', 'isYes', 'skipSigning', 'returnQuoteOnInsufficientFunds'] as const).map(
      (name): [Offered, string, unknown[]] => ['createOrder', name, NO_FLAGS],
    ),
    ['createOrder', 'integratorFeeBps', [-1, 10_001, 1.5, '5', true, [], {}, 1e21]],
    [
      'createOrder',
      'marketId',
      ['', ' ', 'MK A', 'MK\n', 'MK\u0001', 'MK\u007f', 'MK\u200b', 'm'.repeat(121), '\ud800', 5, null, {}],
    ],
    ['createOrder', 'orderType', ['stop', 'MARKET', '', 1, null, {}]],
    ['execute', 'signedTransaction', ['', 5, null, {}, 'A'.repeat(4_097), '\u0001', '💰']],
    ['execute', 'requestId', ['r'.repeat(129), 5, null, {}]],
    ...(['orderPubkey', 'ownerPubkey', 'userPubkey', 'payerPubkey'] as const).map(
      (name): [Offered, string, unknown[]] => ['closeOrder', name, NO_KEYS],
    ),
    ['closeOrder', 'skipSigning', NO_FLAGS],
    ...(['closeAllOrders', 'closePosition', 'closeAllPositions', 'claimPosition'] as const).flatMap((id) =>
      (['ownerPubkey', 'userPubkey', 'payerPubkey'] as const).map((name): [Offered, string, unknown[]] => [
        id,
        name,
        [...NO_KEYS, ...NO_KEY_TEXTS],
      ]),
    ),
    ['closeAllOrders', 'statuses', ['pending', {}, 5, null, ['open'], [1], Array(4).fill('pending')]],
    ['closeAllPositions', 'minSellPriceSlippageBps', [-1, 10_001, 1.5, '5', true, [], {}, undefined]],
    ...(['createParlays', 'executeParlays', 'prepareFreeParlays', 'submitFreeParlays'] as const).flatMap(
      (id): [Offered, string, unknown[]][] => [
        [id, 'parlays', [undefined, null, {}, 'x', 5, [], Array(11).fill({}), [null], [[]], [5]]],
        [id, 'parlays.0.legMarketIds', NO_LEGS],
      ],
    ),
    ...(['ownerPubkey', 'payerPubkey', 'mint'] as const).map((name): [Offered, string, unknown[]] => [
      'createParlays',
      `parlays.0.${name}`,
      [...NO_KEYS, ...NO_KEY_TEXTS],
    ]),
    ...(['ownerPubkey', 'positionPubkey'] as const).map((name): [Offered, string, unknown[]] => [
      'executeParlays',
      `parlays.0.${name}`,
      NO_KEYS,
    ]),
    ['executeParlays', 'parlays.0.nonce', [0, -1, 1.5, '1', null, true, 1e21, {}]],
    ['executeParlays', 'parlays.0.parlayId', ['', 5, null, {}, 'P'.repeat(65)]],
    ['executeParlays', 'parlays.0.signedTransaction', ['', 5, null, {}, 'A'.repeat(4_097)]],
    ...(['prepareFreeParlays', 'submitFreeParlays'] as const).map((id): [Offered, string, unknown[]] => [
      id,
      'ownerPubkey',
      [...NO_KEYS, ...NO_KEY_TEXTS, undefined],
    ]),
    ['submitFreeParlays', 'signedTransaction', ['', 5, null, {}, 'A'.repeat(4_097), '\u0001', '💰', 'AAAA']],
    ['swapExecute', 'signedTransaction', ['', 5, null, {}, 'A'.repeat(4_097), '\u0001', '💰', 'AAAA']],
    ['swapExecute', 'requestId', ['', 5, null, {}, 'r'.repeat(129), undefined]],
  ];
  it.each(fields)('%s: %s', async (id, name, values) => {
    for (const value of values) {
      const { code, param, status } = await refused(raw(id, JSON.stringify(bodyWith(id, name, value))));
      expect({ value, code, status }).toEqual({ value, code: 'INVALID_PARAM', status: 400 });
      expect(`${param}.`).toContain(`${name}.`);
    }
  });
});

describe('the items of a batch', () => {
  it.each(['createParlays', 'executeParlays', 'prepareFreeParlays', 'submitFreeParlays'] as const)(
    'take no key that %s does not know',
    async (id) => {
      for (const key of ['extra', 'stakeUsd', 'toString']) {
        const body = JSON.stringify(bodyWith(id, `parlays.0.${key}`, '20000000'));
        const param = `parlays.0.${key}`;
        expect(await refused(raw(id, body))).toEqual({ status: 400, code: 'UNKNOWN_PARAM', param });
      }
    },
  );

  const codesOf = async (id: Offered, parlays: unknown[]): Promise<unknown[]> => {
    const reply = await raw(id, JSON.stringify({ parlays }));
    expect(reply.status).toBe(200);
    const answers = (reply.json as { parlays: { status: string; code: string }[] }).parlays;
    return answers.map(({ status, code }) => (ERROR_CODES.some((one) => one === code) ? code : status));
  };

  it('of createParlays are refused each for itself', async () => {
    const item = { ownerPubkey: wallet.address, legMarketIds: LEGS, mint: USDC.address };
    const [first = ''] = LEGS;
    const wrong: [string, Record<string, unknown>][] = [
      ['UNKNOWN_MARKET', {}],
      ['UNKNOWN_MARKET', { legMarketIds: ['__proto__', 'constructor', 'a', 'b', 'c'] }],
      ['DUPLICATE_LEG', { legMarketIds: [first, first, 'a', 'b', 'c'] }],
      ['INVALID_PARAM', { ownerPubkey: USDC.address }],
      ['INVALID_PARAM', { payerPubkey: USDC.address }],
      ['INVALID_PARAM', { ownerPubkey: server.h.exchange.chain.vault }],
      ['INVALID_PARAM', { payerPubkey: server.h.exchange.chain.vault }],
    ];
    const codes = await codesOf(
      'createParlays',
      wrong.map(([, change]) => ({ ...item, ...change })),
    );
    expect(codes).toEqual(wrong.map(([code]) => code));
  });

  it('of executeParlays are refused each for itself, and reach no ledger', async () => {
    const [item] = bodyOf('executeParlays').parlays as [Record<string, unknown>];
    const built = await server.h.buildBuy(wallet);
    const foreign = server.h.sign(built.transaction, wallet);
    const transactions = ['AAAA', 'not base64', '=', '💰', 'A'.repeat(4_096), foreign];
    const parlays = transactions.map((signedTransaction) => ({ ...item, signedTransaction }));
    expect(await codesOf('executeParlays', parlays)).toEqual([
      ...Array(5).fill('INVALID_TRANSACTION'),
      'UNKNOWN_TRANSACTION',
    ]);
  });
});

describe('a query', () => {
  it.each(withQuery)('of %s with what is not known or comes twice', async (id) => {
    const ask = (more: string) =>
      refused(server.call('GET', `${pathOf(id)}?${queryOf(id)}${queryOf(id) && '&'}${more}`));
    for (const key of ['extra', '__proto__', 'constructor', 'toString', 'ownerpubkey', 'é', '%20start']) {
      const param = decodeURIComponent(key);
      expect(await ask(`${key}=1`)).toEqual({ status: 400, code: 'UNKNOWN_PARAM', param });
    }
    expect(await ask('start=1&start=1')).toEqual({ status: 400, code: 'INVALID_PARAM', param: 'start' });
    expect(await ask('extra=%00')).toMatchObject({ status: 400, param: 'extra' });
  });

  const numbers = ['-1', '1e3', '0x1', '1.5', '', '%201', '+1', '1'.repeat(10), 'NaN', '%EF%BC%91', 'null'];
  const flags = ['TRUE', '1', '', 'yes', 'null', 'true,false'];
  const keys = ['', 'me', NOT_A_KEY, `${STRANGER}%0A`, `${STRANGER},${STRANGER}`, 'a'.repeat(3_000), '%00'];
  const ids = ['', '%20', 'a%20b', '%01', '%E2%80%8B', 'm'.repeat(121)];
  it.each<[Offered, string, string[]]>([
    ...(['listEvents', 'listOrders', 'listPositions', 'listHistory', 'listHistoryV2'] as const).flatMap(
      (id): [Offered, string, string[]][] => [
        [id, 'start', numbers],
        [id, 'end', numbers],
      ],
    ),
    ...(['listOrders', 'listPositions', 'listHistory', 'listHistoryV2'] as const).map(
      (id): [Offered, string, string[]] => [id, 'ownerPubkey', keys],
    ),
    ['listHistory', 'userPubkey', keys],
    [
      'listPositionsV2',
      'ownerPubkey',
      ['', 'me', NOT_A_KEY, `${STRANGER},`, Array(51).fill(STRANGER).join()],
    ],
    ['listHistory', 'id', numbers],
    ['listHistoryV2', 'id', numbers],
    ['listPositions', 'isYes', flags],
    ['listPositions', 'includePrices', flags],
    ['listHistory', 'isYes', flags],
    ['listHistoryV2', 'isYes', flags],
    ['listPositions', 'marketId', ids],
    ['listHistory', 'marketId', ids],
    ['listHistoryV2', 'marketId', ids],
    ['listPositions', 'marketPubkey', keys],
    ['listHistory', 'positionPubkey', keys],
    ['listEvents', 'category', ['weather', '', 'Crypto', 'crypto,sports']],
    ['listEvents', 'subcategory', ['a'.repeat(101), '%00']],
    ['listEvents', 'tags', ['a'.repeat(201), '%00']],
    ['listEvents', 'filter', ['hot', '']],
    ['listEvents', 'sortBy', ['title', '']],
    ['listEvents', 'sortDirection', ['up', '']],
    ['listEvents', 'provider', ['p'.repeat(41), '%00']],
    ['listEvents', 'includeMarkets', flags],
    ['listEvents', 'includeAllMarkets', flags],
    ['listEvents', 'includeClosed', flags],
    ['listEvents', 'limit', [...numbers, '0', '101']],
    ['listEvents', 'tag', ['a'.repeat(101), '%00']],
    ['listEvents', 'subcategories', ['a'.repeat(401), '%00']],
    ['getEvent', 'includeAllMarkets', flags],
    ['getEvent', 'includeMarkets', flags],
    ['getPosition', 'includePrices', flags],
    ['suggestedEvents', 'limit', [...numbers, '0', '51']],
    ['searchEvents', 'includeMarkets', flags],
    ['searchEvents', 'query', ['', 'q'.repeat(201), '%00']],
    ['searchEvents', 'limit', [...numbers, '0', '101']],
    ['listSlips', 'walletAddress', keys],
    ['swapOrder', 'inputMint', keys],
    ['swapOrder', 'outputMint', keys],
    ['swapOrder', 'taker', keys],
    ['swapOrder', 'amount', ['', '-1', '+1', '1.5', '1e9', '0x1', '1'.repeat(21), '%EF%BC%91']],
    ['swapOrder', 'slippageBps', ['', '-1', '1.5', '1e2', '100000', '%EF%BC%91']],
    ['listScores', 'eventIds', ['', 'e'.repeat(12_001), Array(101).fill('EV-A').join(), '%00']],
  ])('of %s with a wrong %s', async (id, name, values) => {
    const others = new URLSearchParams(queryOf(id));
    others.delete(name);
    for (const value of values) {
      const refusal = await refused(server.call('GET', `${pathOf(id)}?${others}&${name}=${value}`));
      expect({ value, ...refusal }).toEqual({ value, status: 400, code: 'INVALID_PARAM', param: name });
    }
  });

  it.each(['listEvents', 'listOrders', 'listPositions', 'listHistory', 'listHistoryV2'] as const)(
    'of %s with its end before its start, or far away',
    async (id) => {
      const ask = (query: string) => server.call('GET', `${pathOf(id)}?${query}`);
      expect(await refused(ask('start=5&end=4'))).toMatchObject({ status: 400, param: 'end' });
      const far = await ask('start=999999999&end=999999999');
      expect(far.json).toMatchObject({ data: [], pagination: { hasNext: false } });
    },
  );
});

describe('a path', () => {
  const named = OFFERED.filter((id) => routeOf(id).params !== undefined);
  const reader = (id: Offered, name: string, value: string) =>
    refused(
      server.call(
        routeOf(id).method,
        pathOf(id, { [name]: value }),
        routeOf(id).body === undefined ? undefined : {},
      ),
    );
  const nameOf = (id: Offered): string => /\{(\w+)\}/.exec(routeOf(id).path)?.[1] ?? '';

  it.each(named.filter((id) => id !== 'suggestedEvents'))('of %s that names nothing', async (id) => {
    const name = nameOf(id);
    const isKey = name.endsWith('Pubkey');
    for (const value of isKey
      ? [STRANGER, wallet.address]
      : ['NOPE', 'caf%C3%A9', '__proto__', '%2e%2e%2fx']) {
      const { status, code, param } = await reader(id, name, value);
      expect({ value, status, param }).toEqual({ value, status: 404, param: name });
      expect(code).toBe(name === 'positionPubkey' ? 'POSITION_NOT_FOUND' : 'NOT_FOUND');
    }
  });

  it.each(named)('of %s that is malformed', async (id) => {
    const name = nameOf(id);
    const values = /pubkey/i.test(name)
      ? ['me', '0OIl', 'z'.repeat(45), '%00', '%E0%A4%A', `${STRANGER}%0A`, 'a'.repeat(5_000)]
      : ['%00', '%01', 'a%20b', '%E2%80%8B', 'm'.repeat(121), 'm'.repeat(5_000)];
    for (const value of values) {
      const refusal = await reader(id, name, value);
      expect({ value, ...refusal }).toMatchObject({ value, status: 400, code: 'INVALID_PARAM', param: name });
    }
  });

  it.each(OFFERED)('of %s with the wrong methods', async (id) => {
    const own = OFFERED.filter((other) => pathOf(other) === pathOf(id)).map((other) => routeOf(other).method);
    for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      if (own.some((one) => one === method)) continue;
      const reply = await server.send(method, pathOf(id));
      expect({ method, ...refusalOf(reply) }).toMatchObject({ method, status: 405 });
      for (const one of own) expect(reply.headers.get('allow')).toContain(one);
    }
    const head = await server.send('HEAD', `${pathOf(id)}?${queryOf(id)}`);
    expect(head.text).toBe('');
    expect(head.headers.get('x-request-id')).toBeTruthy();
    if (!own.includes('GET')) expect(head.status).toBe(405);
  });

  it.each(['/prediction/v1', '/prediction/v1/', '/prediction/v1/nope', '/prediction/v3/events', '//', '/%'])(
    'that no operation has: %s',
    async (path) => {
      expect(await refused(server.call('GET', path))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      expect(await refused(server.call('POST', path, {}))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    },
  );
});
