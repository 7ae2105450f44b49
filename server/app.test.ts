import type { AnswerWire } from '@contract/routes.ts';
import { Connection, PublicKey, VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './app.ts';
import { freshPglite } from './db/testing/database.ts';
import { createExchangeStore } from './exchange/exchange.store.ts';
import { BTC, USDC } from './exchange/ledger/mints.ts';
import { createTestWallet } from './exchange/ledger/testing/ledger.ts';
import type { Exchange } from './exchange/ports.ts';
import { createFeeds } from './exchange/simulation/feeds/feeds.ts';
import { createUniverse } from './exchange/simulation/universe.ts';
import { openTestExchange } from './exchange/testing/open.ts';
import { CONTROL_TOKEN, openPaperApp, type PaperAppForTests } from './testing/paper-app.ts';
import { NOW } from './testing/stub-app.ts';

const BASE = '/prediction/v1';
const wallet = createTestWallet(new Uint8Array(32).fill(9));
const owner = wallet.address;
let exchange: Exchange;
let paper: PaperAppForTests;
let app: App;
let log: Record<string, unknown>[];

beforeAll(async () => {
  const database = await freshPglite();
  log = [];
  const feeds = createFeeds({ seed: 'app' });
  exchange = await openTestExchange('app', {
    feeds,
    store: createExchangeStore(database),
    openUniverse: ({ anchor }) => createUniverse({ seed: 'app', anchor, feeds }),
    rounds: { seed: 'app' },
    log: (entry) => log.push(entry),
    real: () => NOW,
  });
  paper = openPaperApp(exchange, log);
  app = paper.app;
});
afterAll(async () => {
  paper.close();
  await exchange.close();
  expect(log).toEqual([]);
});

async function call<T>(method: string, path: string, body?: unknown, status = 200): Promise<T> {
  const response = await app.request(path, {
    method,
    headers: { 'x-paper-control': CONTROL_TOKEN },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  expect({ path, status: response.status, answer }).toMatchObject({ path, status });
  return answer as T;
}

/** Signs the way a wallet does: its own slot of the message it was given. */
function signed(transaction: string | null | undefined): string {
  const tx = VersionedTransaction.deserialize(Buffer.from(transaction ?? '', 'base64'));
  tx.addSignature(wallet.publicKey, wallet.sign(tx.message.serialize()));
  return Buffer.from(tx.serialize()).toString('base64');
}
const execute = (transaction: string | null | undefined) =>
  call<AnswerWire<'execute'>>('POST', `${BASE}/execute`, { signedTransaction: signed(transaction) });

/** A two-sided market that stays open for long. */
async function openMarket(): Promise<string> {
  const list = `${BASE}/events?includeMarkets=true&category=politics&end=50`;
  const { data } = await call<AnswerWire<'listEvents'>>('GET', list);
  const market = data
    .flatMap((event) => event.markets ?? [])
    .find(({ status, closeTime, pricing }) => {
      const price = Number(pricing?.buyYesPriceUsd);
      return status === 'open' && Number(closeTime) > NOW + 864_000 && price > 300_000 && price < 700_000;
    });
  return String(market?.marketId);
}

describe('the whole server', () => {
  it('carries a trade from the faucet to the payout, and every unit is accounted for', async () => {
    await call('POST', '/paper/faucet', { pubkey: owner });
    await call('POST', '/paper/faucet', { pubkey: owner }, 429);
    const marketId = await openMarket();
    const before = await call<AnswerWire<'getOrderbook'>>('GET', `${BASE}/orderbook/${marketId}`);

    const order = { isBuy: true, ownerPubkey: owner, marketId, depositAmount: '50000000' };
    const built = await call<AnswerWire<'createOrder'>>('POST', `${BASE}/orders`, order);
    expect(await execute(built.transaction)).toMatchObject({ status: 'Success', error: null });
    const status = `${BASE}/orders/status/${built.order.orderPubkey}`;
    expect(await call('GET', status)).toMatchObject({ status: 'filled' });
    await call('GET', `${BASE}/orders?ownerPubkey=${owner}`);
    await call('GET', `${BASE}/orders/${built.order.orderPubkey}`);

    const held = `${BASE}/positions?ownerPubkey=${owner}`;
    const { data } = await call<AnswerWire<'listPositions'>>('GET', held);
    expect(data).toHaveLength(1);
    const positionPubkey = String(data[0]?.pubkey);
    await call('GET', `/prediction/v2/positions?ownerPubkey=${owner}`);
    const tape = await call<AnswerWire<'listTrades'>>('GET', `${BASE}/trades`);
    expect(tape.data[0]).toMatchObject({ ownerPubkey: owner, marketId });
    const suggested = await call<AnswerWire<'suggestedEvents'>>('GET', `${BASE}/events/suggested/${owner}`);
    expect(suggested.data.length).toBeGreaterThan(0);

    const half = `${String(BigInt(data[0]?.contractsMicro ?? 0) / 20_000n)}0000`;
    const sell = { isBuy: false, ownerPubkey: owner, positionPubkey, contractsMicro: half };
    const sale = await call<AnswerWire<'createOrder'>>('POST', `${BASE}/orders`, sell);
    expect(await execute(sale.transaction)).toMatchObject({ status: 'Success' });

    await call('POST', `/paper/markets/${marketId}/resolve`, { result: 'yes' });
    const claim = `${BASE}/positions/${positionPubkey}/claim`;
    const payout = await call<AnswerWire<'claimPosition'>>('POST', claim, { ownerPubkey: owner });
    expect(await execute(payout.transaction)).toMatchObject({ status: 'Success' });
    expect(await call('GET', `${BASE}/positions/${positionPubkey}`)).toMatchObject({ claimed: true });

    for (const version of ['v1', 'v2']) {
      const history = await call<AnswerWire<'listHistory'>>(
        'GET',
        `/prediction/${version}/history?ownerPubkey=${owner}`,
      );
      expect(history.data.length).toBeGreaterThan(0);
    }
    expect(before?.yes_dollars.length).toBeGreaterThan(0);
    expect(await call('GET', '/paper/audit')).toMatchObject({ ok: true });
  });

  it('is a Solana node to an ordinary Connection', async () => {
    const connection = new Connection('http://localhost/rpc', {
      commitment: 'confirmed',
      fetch: async (_, init) => app.request('/rpc', { method: 'POST', body: String(init?.body) }),
    });
    const key = new PublicKey(owner);
    expect(await connection.getBalance(key)).toBeGreaterThan(1_000_000_000);
    const [newest] = await connection.getSignaturesForAddress(key, { limit: 1 });
    expect(newest?.err).toBeNull();
    expect(
      await connection.getTransaction(newest?.signature ?? '', { maxSupportedTransactionVersion: 0 }),
    ).not.toBeNull();
  });

  it.each([
    ['a price below a cent', { maxBuyPriceUsd: '9999' }, 'maxBuyPriceUsd'],
    ['a price of a dollar', { maxBuyPriceUsd: '1000000' }, 'maxBuyPriceUsd'],
    ['a limit order', { orderType: 'limit' }, 'orderType'],
    ['an unknown market', { marketId: 'MK-NOTHING' }, 'marketId'],
    ['too little', { depositAmount: '4999999' }, 'depositAmount'],
  ])('refuses %s by name', async (_, change, param) => {
    const body = {
      isBuy: true,
      ownerPubkey: owner,
      marketId: await openMarket(),
      depositAmount: '9000000',
      ...change,
    };
    const response = await app.request(`${BASE}/orders`, { method: 'POST', body: JSON.stringify(body) });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({
      param,
      code: expect.any(String),
      request_id: expect.any(String),
    });
  });

  it('tells what its vault holds', async () => {
    const info = (await call('GET', `${BASE}/vault-info`)) as { pubkey: string; vaultBalance: string };
    expect(BigInt(info.vaultBalance)).toBe(exchange.ledger.tokenBalance(info.pubkey, USDC.address));
  });

  it('halts and resumes at once', async () => {
    const body = { isBuy: true, ownerPubkey: owner, marketId: await openMarket(), depositAmount: '9000000' };
    await call('POST', '/paper/trading', { active: false });
    expect(await call('GET', `${BASE}/trading-status`)).toEqual({ trading_active: false });
    expect(await call('POST', `${BASE}/orders`, body, 400)).toMatchObject({ code: 'TRADING_HALTED' });
    await call('POST', '/paper/trading', { active: true });
    expect(await call('GET', `${BASE}/trading-status`)).toEqual({ trading_active: true });
  });

  it('sets the price that decides rounds, and no price of what has none', async () => {
    const set = (body: unknown, status = 200) => call('POST', '/paper/prices', body, status);
    const rounds = async () => {
      const list = `${BASE}/events?provider=provider_d&includeMarkets=true`;
      const { data } = await call<AnswerWire<'listEvents'>>('GET', list);
      return data.flatMap(({ markets }) => markets ?? []);
    };
    const current = async () =>
      (await rounds()).flatMap((market) => (market.currentPriceUsd == null ? [] : [market.currentPriceUsd]));
    expect(await set({ mint: BTC.address, usd: 64_000.1 })).toEqual({ mint: BTC.address, usd: '64000.1' });
    expect(new Set(await current())).toEqual(new Set(['64000100000']));
    await set({ mint: BTC.address, usd: '65000.25' });
    expect(new Set(await current())).toEqual(new Set(['65000250000']));
    expect(await set({ mint: owner, usd: 1 }, 404)).toMatchObject({ code: 'NOT_FOUND', param: 'mint' });
    for (const usd of [0, -1, '-1', '1e3', '', 'x', null, '0.0000001', 1e12]) {
      expect(await set({ mint: BTC.address, usd }, 400)).toMatchObject({ param: 'usd' });
    }
    expect(await set({ mint: 'btc', usd: 1 }, 400)).toMatchObject({ param: 'mint' });
    const hidden = await app.request('/paper/prices', { method: 'POST', body: '{}' });
    expect(hidden.status).toBe(404);
  });

  it('moves prices where the control says', async () => {
    const marketId = await openMarket();
    await call('POST', `/paper/markets/${marketId}/price`, { probability: 0.9 });
    const { pricing } = await call<AnswerWire<'getMarket'>>('GET', `${BASE}/markets/${marketId}`);
    expect(Math.abs(Number(pricing?.buyYesPriceUsd) - 900_000)).toBeLessThan(60_000);
  });
});
