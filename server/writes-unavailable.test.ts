import { routes } from '@contract/routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './db/client.ts';
import { freshDatabase } from './db/testing/database.ts';
import type { ExchangeStore } from './exchange/exchange.store.ts';
import type { PlatformSigner } from './exchange/ledger/keys.ts';
import { SOL, USDC } from './exchange/ledger/mints.ts';
import { buildParlay, itemOf, LEGS, ParlayUniverse } from './exchange/parlay/testing/parlays.ts';
import { TestFeed, UP } from './exchange/rounds/testing/rounds.ts';
import { signed } from './exchange/testing/exchange.ts';
import { handFeed, TriggerHarness } from './exchange/triggers/testing/triggers.ts';
import { CONTROL_TOKEN } from './testing/paper-app.ts';
import { type Reply, TestServer } from './testing/served.ts';

/** Jobs of users that the writer lets wait. */
const ROOM = 2_000;
const DELAY = 60;

let database: Database;
let server: TestServer;
let h: TestServer['h'];
let t: TriggerHarness;
let ann: PlatformSigner;
/** What the next commits meet. */
let commits: { isBroken: boolean; wait: Promise<void>; entered: () => void };
const working = (): typeof commits => ({
  isBroken: false,
  wait: Promise.resolve(),
  entered: () => undefined,
});

const wrapStore = (store: ExchangeStore): ExchangeStore => ({
  ...store,
  commits: {
    ...store.commits,
    commit: async (...args) => {
      if (commits.isBroken) throw new Error('disk');
      commits.entered();
      await commits.wait;
      return store.commits.commit(...args);
    },
  },
});

/** Keeps the writer busy with one commit, and all but so many of its places taken, until it is let go. */
async function saturate(free = 0): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  const entered = new Promise<void>((resolve) => {
    commits = { isBroken: false, wait, entered: resolve };
  });
  const first = h.wallet();
  await entered;
  // Whoever was given paper money within the hour is refused in a moment, but waits for it like everybody.
  const waiting = Array.from({ length: ROOM - free }, () => h.exchange.faucet(ann.address));
  const settled = Promise.allSettled([first, ...waiting]);
  return async () => {
    commits = working();
    release();
    await settled;
  };
}

interface Write {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}
/** Every operation that writes, with an input that nothing is wrong with. */
let writes: Record<string, Write>;
/** What `execute` is sent. */
let transaction: string;
/** Signing in is kept in memory alone. */
const UNWRITTEN = ['triggerChallenge', 'triggerVerify'];

const call = ({ method, path, body, headers = {} }: Write): Promise<Reply> =>
  server.send(method, path, { ...(body !== undefined && { body: JSON.stringify(body) }), headers });

async function predictionWrites(): Promise<typeof writes> {
  const ownerPubkey = ann.address;
  const one = '/prediction/v1';
  const held = await h.buy(ann);
  const won = await h.buy(ann, { marketId: 'MK-B' });
  h.pass(DELAY);
  await h.exchange.tick();
  await h.exchange.control.resolve('MK-B', 'yes');
  const pending = await h.buy(ann, { depositAmount: 5_000_000n });
  transaction = signed((await h.buildBuy(ann)).transaction, ann);
  const execute = { signedTransaction: transaction };
  const legs = [{ legMarketIds: LEGS }];
  const free = { ownerPubkey, parlays: legs };
  const payment = (await h.services.prepareFreeParlays({ body: free })).paymentTransaction;
  const item = { ownerPubkey, legMarketIds: LEGS, mint: USDC.address };
  const placed = itemOf(await buildParlay(h as Parameters<typeof buildParlay>[0], ann), ann);
  const minted = h.exchange.universe.market(UP, h.exchange.clock.now())?.outcome?.mint ?? '';
  const quote = { inputMint: USDC.address, outputMint: minted, amount: 20_000_000n, taker: ownerPubkey };
  const swap = await h.services.swapOrder({ query: quote });
  const query = new URLSearchParams({ ...quote, amount: '30000000' });
  const post = (path: string, body: unknown): Write => ({ method: 'POST', path, body });
  const remove = (path: string, body: unknown): Write => ({ method: 'DELETE', path, body });
  return {
    createOrder: post(`${one}/orders`, {
      ...{ isBuy: true, ownerPubkey, marketId: 'MK-A', isYes: true, depositAmount: '6000000' },
    }),
    roundOrder: post(`${one}/orders`, {
      ...{ isBuy: true, ownerPubkey, marketId: UP, isYes: true, depositAmount: '6000000' },
    }),
    execute: post(`${one}/execute`, execute),
    executeAlias: post(`${one}/orders/execute`, execute),
    closeOrder: remove(`${one}/orders`, { orderPubkey: pending.orderPubkey, ownerPubkey }),
    closeAllOrders: remove(`${one}/orders/close-all`, { ownerPubkey }),
    closePosition: remove(`${one}/positions/${held.positionPubkey}`, { ownerPubkey }),
    closeAllPositions: remove(`${one}/positions`, { ownerPubkey, minSellPriceSlippageBps: 1_000 }),
    claimPosition: post(`${one}/positions/${won.positionPubkey}/claim`, { ownerPubkey }),
    createParlays: post(`${one}/parlays`, { parlays: [item] }),
    executeParlays: post(`${one}/parlays/execute`, { parlays: [placed] }),
    prepareFreeParlays: post(`${one}/parlays/free`, free),
    submitFreeParlays: post(`${one}/parlays/free/submit`, {
      ...free,
      signedTransaction: signed(payment, ann),
    }),
    swapOrder: { method: 'GET', path: `/swap/v2/order?${query}` },
    swapExecute: post('/swap/v2/execute', {
      ...{ signedTransaction: signed(swap.transaction, ann), requestId: swap.requestId },
    }),
  };
}

async function triggerWrites(): Promise<typeof writes> {
  const bob = await h.wallet();
  const headers = { authorization: `Bearer ${await t.signIn(ann)}` };
  const bobs = { authorization: `Bearer ${await t.signIn(bob)}` };
  const two = '/trigger/v2';
  const first = '/trigger/v1';
  const amount = { inputMint: SOL.address, inputAmount: '1000000000' };
  const [open, ended] = [await t.order(ann, amount), await t.order(ann, amount)];
  const withdrawal = await t.cancel(ann, ended);
  const rate = {
    ...{ inputMint: USDC.address, outputMint: SOL.address, maker: ann.address, payer: ann.address },
    params: { makingAmount: '90000000', takingAmount: '9000000000' },
  };
  const landed = await h.services.triggerCreateOrder({ body: rate });
  const sent = { requestId: landed.requestId, signedTransaction: signed(landed.transaction, ann) };
  await h.services.triggerExecute({ body: sent });
  const built = await h.services.triggerCreateOrder({ body: rate });
  const post = (path: string, body?: unknown): Write => ({ method: 'POST', path, body, headers });
  return {
    registerVault: { method: 'GET', path: `${two}/vault/register`, headers: bobs },
    craftDeposit: post(`${two}/deposit/craft`, {
      ...{ inputMint: SOL.address, outputMint: USDC.address, userAddress: ann.address },
      ...{ amount: '1000000000', orderType: 'price', orderSubType: 'single' },
    }),
    createPriceOrder: post(`${two}/orders/price`, {
      ...t.body(ann, await t.craft(ann, amount), amount),
      triggerPriceUsd: '90',
    }),
    updatePriceOrder: {
      ...{ method: 'PATCH', path: `${two}/orders/price/${open}`, headers },
      body: { orderType: 'single', triggerPriceUsd: '80' },
    },
    cancelPriceOrder: post(`${two}/orders/price/cancel/${open}`),
    confirmCancelPriceOrder: post(`${two}/orders/price/confirm-cancel/${ended}`, {
      ...{ signedTransaction: signed(withdrawal.transaction, ann), cancelRequestId: withdrawal.requestId },
    }),
    triggerCreateOrder: post(`${first}/createOrder`, rate),
    triggerExecute: post(`${first}/execute`, {
      ...{ requestId: built.requestId, signedTransaction: signed(built.transaction, ann) },
    }),
    triggerCancelOrder: post(`${first}/cancelOrder`, { maker: ann.address, order: landed.order }),
    triggerCancelOrders: post(`${first}/cancelOrders`, { maker: ann.address }),
  };
}

function paperWrites(): typeof writes {
  const headers = { 'x-paper-control': CONTROL_TOKEN };
  const post = (path: string, body: unknown): Write => ({
    method: 'POST',
    path: `/paper${path}`,
    body,
    headers,
  });
  return {
    faucet: post('/faucet', { pubkey: 'So11111111111111111111111111111111111111112'.replace('S', 'T') }),
    paperAdvance: post('/clock', { advanceSeconds: 1 }),
    paperResolve: post('/markets/MK-UP/resolve', { result: 'yes' }),
    paperPrice: post('/markets/MK-UP/price', { probability: 0.6 }),
    paperPrices: post('/prices', { mint: SOL.address, usd: '101' }),
    paperTrading: post('/trading', { active: true }),
  };
}

beforeAll(async () => {
  commits = working();
  database = await freshDatabase();
  server = await TestServer.open(database, {
    ...{ feed: new TestFeed(), sol: handFeed(10_000), fillDelayMs: DELAY * 1_000, wrapStore },
  });
  h = server.h;
  Object.assign(h.universe, { events: [...h.universe.events, ...new ParlayUniverse().events] });
  t = TriggerHarness.over(h, handFeed(10_000));
  ann = await t.trader();
  writes = { ...(await predictionWrites()), ...(await triggerWrites()), ...paperWrites() };
});
afterEach(() => {
  commits = working();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Every operation that answers otherwise than with a 503 of its interface that says so. */
async function wrongAnswers(says: RegExp): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const [id, write] of Object.entries(writes)) {
    const { status, headers, text } = await call(write);
    const isRight = status === 503 && headers.get('retry-after') === '1' && says.test(text);
    if (!isRight) wrong.push([id, status, headers.get('retry-after'), text.slice(0, 200)]);
  }
  return wrong;
}
const rpc = async (method: string, params: unknown[]) =>
  (await server.call('POST', '/rpc', { jsonrpc: '2.0', id: 1, method, params })).json;
const rpcWrites = () => [
  rpc('requestAirdrop', [ann.address, 1_000]),
  rpc('sendTransaction', [transaction, { encoding: 'base64' }]),
];
const unavailable = (message: string) => ({
  error: { code: -32_005, message: expect.stringContaining(message) },
});

describe('a write that the writer cannot take', () => {
  it('is each of those there are', () => {
    const all = Object.entries(routes).flatMap(([id, route]) =>
      'write' in route && route.write ? [id] : [],
    );
    expect(all.filter((id) => !(id in writes)).sort()).toEqual(UNWRITTEN.sort());
  });

  it('says that nothing has happened and when to try again while too many wait', async () => {
    const release = await saturate();
    try {
      expect(await wrongAnswers(/nothing happened, try again shortly/)).toEqual([]);
      for (const reply of rpcWrites()) expect(await reply).toMatchObject(unavailable('nothing happened'));
    } finally {
      await release();
    }
  });

  it('says so as well when it could not be saved', async () => {
    commits.isBroken = true;
    expect(await wrongAnswers(/could not be saved; nothing happened, try again/)).toEqual([]);
    for (const reply of rpcWrites()) expect(await reply).toMatchObject(unavailable('nothing happened'));
    commits = working();
    const { status } = await call(writes.triggerExecute ?? writes.execute ?? { method: '', path: '' });
    expect(status).toBe(200);
  });

  it('says of several parlays that some were executed when only some were', async () => {
    const parlays = await Promise.all(
      [1, 2].map(async () => itemOf(await buildParlay(h as Parameters<typeof buildParlay>[0], ann), ann)),
    );
    const write = { method: 'POST', path: '/prediction/v1/parlays/execute', body: { parlays } };
    const release = await saturate(1);
    const answer = call(write);
    await expect.poll(() => h.exchange.stats().queuedJobs, { timeout: 10_000 }).toBe(ROOM);
    await release();
    const { status, headers, json } = await answer;
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(json).toMatchObject({
      message: expect.stringMatching(/some .* may have been executed .* look them up/),
    });
    // The same again has each of them once.
    expect((await call(write)).json).toMatchObject({ parlays: [{ status: 'ok' }, { status: 'ok' }] });
  });

  it('says that an order has stopped when only its withdrawal could not be built', async () => {
    const id = await t.order(ann, { inputMint: SOL.address, inputAmount: '1000000000' });
    let saved = 0;
    commits.entered = () => {
      saved += 1;
      if (saved === 1) queueMicrotask(() => (commits.isBroken = true));
    };
    const { headers } = writes.cancelPriceOrder ?? {};
    const cancel = {
      method: 'POST',
      path: `/trigger/v2/orders/price/cancel/${id}`,
      ...(headers && { headers }),
    };
    const { status, text } = await call(cancel);
    commits = working();
    expect([status, text]).toEqual([503, expect.stringContaining('filled no further')]);
    expect((await call(cancel)).status).toBe(200);
  });
});
