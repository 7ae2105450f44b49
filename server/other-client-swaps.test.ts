import { ed25519 } from '@noble/curves/ed25519';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './db/client.ts';
import { freshDatabase } from './db/testing/database.ts';
import { createGeneratedFeed } from './exchange/simulation/feeds/generated-feed.ts';
import { CONTROL_TOKEN } from './testing/paper-app.ts';
import { TestServer } from './testing/served.ts';

/*
 * What the platform's documentation shows a client to do, by fetch and @solana/web3.js alone: whoever wrote a client for
 * the platform changes its address and nothing else.
 */
const SOL = 'So11111111111111111111111111111111111111112';
const BTC = '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

// The answers are read as any client would: by what is in them.
// biome-ignore lint/suspicious/noExplicitAny: a client of another author has no types of ours
type Answer = any;

/** A client with a wallet of its own. */
class Client {
  readonly wallet = Keypair.generate();
  readonly address = this.wallet.publicKey.toBase58();
  private headers: Record<string, string> = { 'Content-Type': 'application/json', 'x-api-key': 'a-key' };

  constructor(private readonly base: string) {}

  async send(method: string, path: string, body?: object): Promise<{ status: number; json: Answer }> {
    const response = await fetch(this.base + path, {
      method,
      headers: this.headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  }
  async get(path: string): Promise<Answer> {
    const { status, json } = await this.send('GET', path);
    expect(status, JSON.stringify(json)).toBe(200);
    return json;
  }
  async post(path: string, body: object): Promise<Answer> {
    const { status, json } = await this.send('POST', path, body);
    expect(status, JSON.stringify(json)).toBe(200);
    return json;
  }

  sign(transaction: string): string {
    const tx = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
    tx.sign([this.wallet]);
    return Buffer.from(tx.serialize()).toString('base64');
  }

  faucet = () => this.post('/paper/faucet', { pubkey: this.address });

  async signIn(): Promise<void> {
    const { challenge } = await this.post('/trigger/v2/auth/challenge', {
      walletPubkey: this.address,
      type: 'message',
    });
    const signature = ed25519.sign(
      new TextEncoder().encode(challenge),
      this.wallet.secretKey.subarray(0, 32),
    );
    const { token } = await this.post('/trigger/v2/auth/verify', {
      type: 'message',
      walletPubkey: this.address,
      signature: bs58.encode(signature),
    });
    this.headers = { ...this.headers, Authorization: `Bearer ${token}` };
  }

  /** Deposits and creates a price order; answers its id. */
  async priceOrder(amount: string, terms: object): Promise<string> {
    const deposit = await this.post('/trigger/v2/deposit/craft', {
      inputMint: SOL,
      outputMint: USDC,
      userAddress: this.address,
      amount,
      orderType: 'price',
      orderSubType: 'single',
    });
    expect(deposit).toMatchObject({ mint: SOL, amount, tokenDecimals: 9 });
    const { id, txSignature } = await this.post('/trigger/v2/orders/price', {
      orderType: 'single',
      depositRequestId: deposit.requestId,
      depositSignedTx: this.sign(deposit.transaction),
      userPubkey: this.address,
      inputMint: SOL,
      inputAmount: amount,
      outputMint: USDC,
      triggerMint: SOL,
      expiresAt: (await this.now()) * 1_000 + 86_400_000,
      ...terms,
    });
    expect(txSignature).toEqual(expect.any(String));
    return id;
  }
  async order(id: string): Promise<Answer> {
    const { orders } = await this.get(`/trigger/v2/orders/history?id=${id}`);
    return orders[0];
  }

  async now(): Promise<number> {
    this.headers = { ...this.headers, 'x-paper-control': CONTROL_TOKEN };
    return Math.floor((await this.get('/paper/clock')).now);
  }
  async setPrice(mint: string, usd: string): Promise<void> {
    this.headers = { ...this.headers, 'x-paper-control': CONTROL_TOKEN };
    await this.post('/paper/prices', { mint, usd });
  }
}

describe('a client that knows the platform alone', () => {
  let database: Database;
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    database = await freshDatabase();
    server = await TestServer.open(database, { feed: createGeneratedFeed('btc', 'other') });
    client = new Client(server.url);
    await client.faucet();
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    await server.close();
    await database.close();
  });

  async function roundMarket(): Promise<Answer> {
    const { data } = await client.get('/prediction/v1/events?provider=provider_d&includeMarkets=true');
    const now = await client.now();
    const event = data.find(({ markets }: Answer) => markets[0].tradable && markets[0].closeTime > now + 60);
    return event.markets.find(({ outcomeSide }: Answer) => outcomeSide === 'up');
  }

  it('buys a round: an order, its transaction signed, execute with its context', async () => {
    const market = await roundMarket();
    const build = await client.post('/prediction/v1/orders', {
      ownerPubkey: client.address,
      marketId: market.marketId,
      isYes: true,
      isBuy: true,
      depositAmount: '10000000',
      depositMint: USDC,
    });
    expect(build).toMatchObject({ executionModel: 'atomic_swap', settlement: 'auto' });
    expect(build.order.orderPubkey).toBeNull();
    const executed = await client.post('/prediction/v1/execute', {
      signedTransaction: client.sign(build.transaction),
      requestId: 'mine',
      context: build.execution.context,
      ownerPubkey: client.address,
    });
    expect(executed).toMatchObject({ status: 'Success', error: null, requestId: 'mine' });
    const { data } = await client.get(`/prediction/v1/positions?ownerPubkey=${client.address}`);
    expect(data).toMatchObject([{ marketId: market.marketId, contractsMicro: build.order.contractsMicro }]);
  });

  it('swaps USDC into the token of an outcome', async () => {
    const { outcomeMint } = await roundMarket();
    const query = new URLSearchParams({
      inputMint: USDC,
      outputMint: outcomeMint,
      amount: '8000000',
      taker: client.address,
    });
    const order = await client.get(`/swap/v2/order?${query}`);
    const executed = await client.post('/swap/v2/execute', {
      signedTransaction: client.sign(order.transaction),
      requestId: order.requestId,
    });
    expect(executed).toMatchObject({ status: 'Success', code: 0, signature: expect.any(String) });
  });

  it('keeps an order of the first version, and takes it back', async () => {
    const created = await client.post('/trigger/v1/createOrder', {
      inputMint: USDC,
      outputMint: SOL,
      maker: client.address,
      payer: client.address,
      params: { makingAmount: '20000000', takingAmount: '1000000000' },
      computeUnitPrice: 'auto',
    });
    const execute = ({ requestId, transaction }: Answer) =>
      client.post('/trigger/v1/execute', { requestId, signedTransaction: client.sign(transaction) });
    expect(await execute(created)).toMatchObject({ status: 'Success', code: 0 });
    const list = (orderStatus: string) =>
      client.get(`/trigger/v1/getTriggerOrders?user=${client.address}&orderStatus=${orderStatus}`);
    expect(await list('active')).toMatchObject({
      orders: [{ orderKey: created.order, rawMakingAmount: '20000000', status: 'Open' }],
      hasMoreData: false,
    });
    const cancelled = await client.post('/trigger/v1/cancelOrder', {
      maker: client.address,
      order: created.order,
      computeUnitPrice: 'auto',
    });
    expect(await execute(cancelled)).toMatchObject({ status: 'Success' });
    expect((await list('active')).orders).toEqual([]);
    expect((await list('history')).orders).toMatchObject([{ status: 'Cancelled' }]);
  });

  it('signs in, makes its vault, and reads the story of its price orders', async () => {
    await client.signIn();
    expect((await client.send('GET', '/trigger/v2/vault')).status).toBe(404);
    const registered = await client.send('GET', '/trigger/v2/vault/register');
    expect(registered.status).toBe(201);
    const { vaultPubkey } = registered.json;
    expect(await client.get('/trigger/v2/vault')).toMatchObject({ userPubkey: client.address, vaultPubkey });
    expect((await client.send('GET', '/trigger/v2/vault/register')).status).toBe(409);

    await client.setPrice(SOL, '100');
    const stop = { triggerCondition: 'below', triggerPriceUsd: 90, slippageBps: 300 };
    const [fires, stays] = [
      await client.priceOrder('1000000000', stop),
      await client.priceOrder('500000000', stop),
    ];
    expect((await client.order(fires)).events).toMatchObject([
      { type: 'deposit', state: 'success', mint: SOL, amount: '1000000000' },
    ]);
    await client.send('PATCH', `/trigger/v2/orders/price/${stays}`, {
      orderType: 'single',
      triggerPriceUsd: 50,
    });
    await client.setPrice(SOL, '89');
    const filled = await client.order(fires);
    expect(filled).toMatchObject({
      orderState: 'filled',
      rawState: 'fill_success',
      fillPercent: 1,
      inputUsed: '1000000000',
    });
    expect(filled.events[1]).toMatchObject({
      type: 'fill',
      state: 'success',
      orderContext: 'stop_loss',
      outputMint: USDC,
      outputAmount: filled.outputAmount,
    });

    expect(await client.order(stays)).toMatchObject({ orderState: 'open', triggerPriceUsd: 50 });
    const cancel = await client.post(`/trigger/v2/orders/price/cancel/${stays}`, {});
    expect(await client.order(stays)).toMatchObject({
      orderState: 'pending_withdraw',
      rawState: 'ready_to_cancel',
    });
    await client.post(`/trigger/v2/orders/price/confirm-cancel/${stays}`, {
      signedTransaction: client.sign(cancel.transaction),
      cancelRequestId: cancel.requestId,
    });
    const { orders, pagination } = await client.get(
      '/trigger/v2/orders/history?state=past&limit=20&offset=0',
    );
    expect(orders.map(({ rawState }: Answer) => rawState).sort()).toEqual(['cancelled', 'fill_success']);
    expect(pagination).toMatchObject({ total: 2, limit: 20, offset: 0 });
  });

  it('finds tokens by symbol, name and address, by tag and by what is traded most', async () => {
    const search = (query: string) => client.get(`/tokens/v2/search?query=${encodeURIComponent(query)}`);
    expect((await search('SOL'))[0]).toMatchObject({ id: SOL, symbol: 'SOL', decimals: 9, isVerified: true });
    expect((await search('bitcoin'))[0].id).toBe(BTC);
    expect((await search(`${USDC},${SOL}`)).map(({ id }: Answer) => id)).toEqual([USDC, SOL]);
    expect(await client.get('/tokens/v2/search?query=a&limit=3')).toHaveLength(3);
    expect((await client.get('/tokens/v2/tag?query=verified')).map(({ id }: Answer) => id)).toContain(SOL);
    expect(await client.get('/tokens/v2/toptraded/1h?limit=5')).toHaveLength(5);
    expect((await client.get('/tokens/v2/toporganicscore/24h')).length).toBeLessThanOrEqual(50);
    expect((await client.send('GET', '/tokens/v2/toptraded/2h')).status).toBe(400);
  });

  it('asks for prices by address, and what nobody knows is left out', async () => {
    await client.setPrice(BTC, '64000.5');
    const nobody = Keypair.generate().publicKey.toBase58();
    const prices = await client.get(`/price/v3?ids=${BTC},${USDC},${nobody}`);
    expect(Object.keys(prices).sort()).toEqual([BTC, USDC].sort());
    expect(prices[BTC]).toMatchObject({ usdPrice: 64_000.5, blockId: expect.any(Number) });
    expect(prices[USDC]).toMatchObject({ usdPrice: 1, decimals: 6, priceChange24h: 0 });
    const { data } = await client.get('/prediction/v1/events?provider=provider_d&includeMarkets=true');
    const now = await client.now();
    const live = data.find(
      ({ markets: [market] }: Answer) => market.closeTime > now && market.closeTime <= now + 900,
    );
    expect(live.markets[0].currentPriceUsd).toBe('64000500000');
  });
});
