import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, Keypair, VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, endRun, type Run } from './testing/boot.ts';
import { endConnection } from './testing/connection.ts';
import { runMain } from './testing/run-main.ts';

/*
 * A client that was written for the interface and knows nothing of the desk: what its documentation shows, with fetch
 * and the common Solana library alone, against the server in a process of its own. Only the base address is another.
 */

const CONTROL = 'other-client';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const WAIT_MS = 15_000;

interface Market {
  marketId: string;
  eventId: string;
  status: string;
  title: string;
  closeTime: number;
  pricing: { buyYesPriceUsd: number | null; sellYesPriceUsd: number | null };
}
interface Event {
  eventId: string;
  category: string;
  beginAt: string | null;
  metadata: { title: string; closeTime: string };
  markets?: Market[];
}
interface Page<T> {
  data: T[];
  pagination: { start: number; end: number; total: number; hasNext: boolean };
}
interface Built {
  transaction: string;
  txMeta: { blockhash: string; lastValidBlockHeight: number };
  requiredSigners: string[];
  order: { orderPubkey: string; positionPubkey: string; contractsDecimal: string };
}
interface Position {
  pubkey: string;
  marketId: string;
  contracts: string;
  claimable: boolean;
  claimed: boolean;
  payoutUsd: string;
}

let run: Run;
let url: string;
let folder: string;
let connection: Connection;
const wallet = Keypair.generate();
const owner = wallet.publicKey.toBase58();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evenline-other-'));
  run = runMain({
    DATA_DIR: folder,
    PAPER_SEED: 'other-client',
    PAPER_FILL_DELAY_MS: '0',
    PAPER_CONTROL_TOKEN: CONTROL,
  });
  url = await addressOf(run);
  const wsEndpoint = `${url.replace('http', 'ws')}/rpc`;
  connection = new Connection(`${url}/rpc`, { commitment: 'confirmed', wsEndpoint });
});
afterAll(async () => {
  endConnection(connection);
  await endRun(run, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/prediction/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'x-api-key': 'your-api-key' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
  return answer;
}
const get = <T>(path: string, query: Record<string, string> = {}) =>
  call<T>('GET', `${path}?${new URLSearchParams(query)}`);

/** What the server offers beside the interface: money to play with, and a say in what happens. */
async function paper(path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'x-paper-control': CONTROL };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
}

/** Asks until the answer is the one that is waited for. */
async function until<T>(ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T> {
  for (const end = Date.now() + WAIT_MS; ; await pause(100)) {
    const answer = await ask();
    if (done(answer)) return answer;
    if (Date.now() > end) throw new Error(`waited in vain: ${JSON.stringify(answer).slice(0, 400)}`);
  }
}

function signed(transaction: string): VersionedTransaction {
  const tx = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
  tx.sign([wallet]);
  return tx;
}

/** By the service: POST /execute. */
async function execute(transaction: string): Promise<string> {
  const signedTransaction = Buffer.from(signed(transaction).serialize()).toString('base64');
  const answer = await call<{ status: string; signature: string; error: string | null; requestId: string }>(
    'POST',
    '/execute',
    { signedTransaction, requestId: 'mine' },
  );
  expect(answer).toMatchObject({ status: 'Success', error: null, requestId: 'mine' });
  return answer.signature;
}

/** By the network: send the bytes, then wait until they are confirmed, which is told over the socket. */
async function send(transaction: string): Promise<string> {
  const latest = await connection.getLatestBlockhash();
  const signature = await connection.sendRawTransaction(signed(transaction).serialize());
  const { value } = await connection.confirmTransaction({ signature, ...latest }, 'confirmed');
  expect(value.err).toBeNull();
  return signature;
}

const buy = (marketId: string, depositAmount = '10000000') =>
  call<Built>('POST', '/orders', {
    ownerPubkey: owner,
    marketId,
    isYes: true,
    isBuy: true,
    depositAmount,
    depositMint: USDC,
  });
const filled = (orderPubkey: string) =>
  until(
    () =>
      get<{ status: string; history: { eventType: string }[] }>(`/orders/status/${orderPubkey}`).catch(
        // For a moment after an order was sent nobody may know it yet.
        () => ({ status: 'pending', history: [] }),
      ),
    ({ status }) => status !== 'pending',
  );
const positionOf = async (pubkey: string): Promise<Position | undefined> =>
  (await get<Page<Position>>('/positions', { ownerPubkey: owner })).data.find((one) => one.pubkey === pubkey);

const isLively = ({ status, pricing, closeTime }: Market): boolean =>
  status === 'open' &&
  (pricing.buyYesPriceUsd ?? 0) > 200_000 &&
  (pricing.buyYesPriceUsd ?? 0) < 800_000 &&
  (pricing.sellYesPriceUsd ?? 0) > 100_000 &&
  closeTime > Date.now() / 1_000 + 86_400;
/** One market of each of so many events. */
async function livelyMarkets(count: number): Promise<Market[]> {
  const { data } = await get<Page<Event>>('/events', { includeMarkets: 'true', start: '0', end: '100' });
  return data.flatMap(({ markets = [] }) => markets.find(isLively) ?? []).slice(0, count);
}

describe('another client', () => {
  it('browses, searches and looks at one event', async () => {
    const list = await get<Page<Event>>('/events', {
      category: 'crypto',
      filter: 'trending',
      includeMarkets: 'true',
    });
    expect(list.data.length).toBeGreaterThan(0);
    expect(list.data.every(({ category }) => category === 'crypto')).toBe(true);
    expect(list.pagination.start).toBe(0);
    const [event] = list.data;
    expect(event?.markets?.length).toBeGreaterThan(0);

    const found = await get<Page<Event>>('/events/search', { query: 'bitcoin', limit: '10' });
    expect(found.data.length).toBeGreaterThan(0);
    expect(found.data.length).toBeLessThanOrEqual(10);

    const one = await get<Event>(`/events/${event?.eventId}`);
    expect(one).toMatchObject({ eventId: event?.eventId, metadata: { title: event?.metadata.title } });
    expect(new Date(one.metadata.closeTime).getTime()).toBeGreaterThan(0);

    const [market] = await livelyMarkets(1);
    const single = await get<Market>(`/markets/${market?.marketId}`);
    expect(single).toMatchObject({ marketId: market?.marketId, eventId: market?.eventId, status: 'open' });
    const book = await get<Record<'yes_dollars' | 'no_dollars', [string, number][]>>(
      `/orderbook/${market?.marketId}`,
    );
    expect(book.yes_dollars.every(([price]) => Number(price) > 0 && Number(price) < 1)).toBe(true);
    expect(await get('/trading-status')).toEqual({ trading_active: true });
  });

  it('buys through the service, buys through the network, and sells', async () => {
    await paper('/paper/faucet', { pubkey: owner });
    expect(await connection.getBalance(wallet.publicKey)).toBeGreaterThan(0);
    const [first, second] = await livelyMarkets(2);

    const order = await buy(first?.marketId ?? '');
    expect(order.requiredSigners).toContain(owner);
    const signature = await execute(order.transaction);
    expect((await filled(order.order.orderPubkey)).status).toBe('filled');
    expect((await connection.getSignatureStatuses([signature])).value[0]?.err).toBeNull();

    const other = await buy(second?.marketId ?? '');
    const sent = await send(other.transaction);
    const { status, history } = await filled(other.order.orderPubkey);
    expect(status).toBe('filled');
    expect(history.map(({ eventType }) => eventType)).toContain('order_created');
    expect(
      (await connection.getTransaction(sent, { maxSupportedTransactionVersion: 0 }))?.meta?.err,
    ).toBeNull();
    // What was sent is not sent again: the answer and the effect are those of the first time.
    expect(await execute(other.transaction)).toBe(sent);

    const positions = await get<Page<Position>>('/positions', { ownerPubkey: owner });
    expect(positions.data.map(({ marketId }) => marketId).sort()).toEqual(
      [first?.marketId, second?.marketId].sort(),
    );

    const { positionPubkey } = order.order;
    const sale = await call<Built>('DELETE', `/positions/${positionPubkey}`, { ownerPubkey: owner });
    await execute(sale.transaction);
    await filled(sale.order.orderPubkey);
    await until(
      () => positionOf(positionPubkey),
      (position) => position === undefined,
    );
    const events = await get<Page<{ id: number; eventType: string }>>('/history', { ownerPubkey: owner });
    expect(events.data.every(({ id }) => Number.isInteger(id))).toBe(true);
    expect(events.data.filter(({ eventType }) => eventType === 'order_filled')).toHaveLength(3);
  });

  it('claims what it has won', async () => {
    const [market] = (await livelyMarkets(3)).slice(2);
    const order = await buy(market?.marketId ?? '', '20000000');
    await execute(order.transaction);
    await filled(order.order.orderPubkey);
    await paper(`/paper/markets/${encodeURIComponent(market?.marketId ?? '')}/resolve`, { result: 'yes' });
    const { positionPubkey } = order.order;
    const won = await until(
      () => positionOf(positionPubkey),
      (position) => position?.claimable === true,
    );
    const claim = await call<{ transaction: string; position: { payoutAmountUsd: string } }>(
      'POST',
      `/positions/${positionPubkey}/claim`,
      { ownerPubkey: owner },
    );
    expect(claim.position.payoutAmountUsd).toBe(won?.payoutUsd);
    await send(claim.transaction);
    const claimed = await until(
      () => positionOf(positionPubkey),
      (position) => position?.claimed === true,
    );
    expect(claimed?.claimable).toBe(false);
  });

  it('places a parlay', async () => {
    const legMarketIds = (await livelyMarkets(40)).slice(-5).map(({ marketId }) => marketId);
    type Item = {
      status: 'ok';
      transaction: string;
      parlayId: string;
      nonce: number;
      positionPubkey: string;
    };
    const { parlays } = await call<{ parlays: Item[] }>('POST', '/parlays', {
      parlays: [{ ownerPubkey: owner, legMarketIds, mint: USDC }],
    });
    const [built] = parlays;
    expect(built).toMatchObject({ status: 'ok', parlayId: expect.stringMatching(/^PY-[0-9a-f]{29}$/) });
    const signedTransaction = Buffer.from(signed(built?.transaction ?? '').serialize()).toString('base64');
    const { parlayId, nonce, positionPubkey } = built ?? {};
    const executed = await call<{ parlays: { status: string; txSignature: string }[] }>(
      'POST',
      '/parlays/execute',
      {
        parlays: [{ signedTransaction, parlayId, nonce, ownerPubkey: owner, positionPubkey, legMarketIds }],
      },
    );
    expect(executed.parlays[0]).toMatchObject({ status: 'ok', txSignature: expect.any(String) });
    const { slips } = await get<{ slips: { parlayId: string; stakeUsd: string; legs: object[] }[] }>(
      '/parlays',
      { walletAddress: owner },
    );
    expect(slips).toMatchObject([{ parlayId, stakeUsd: '10' }]);
    expect(slips[0]?.legs).toHaveLength(5);
    expect(await get('/parlays/stats')).toMatchObject({ slipCount: 1, uniqueWalletCount: 1 });
  });

  it('is told in words and by code what is wrong', async () => {
    const response = await fetch(`${url}/prediction/v1/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        isBuy: true,
        ownerPubkey: owner,
        marketId: 'nothing',
        depositAmount: '5000000',
      }),
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      type: 'invalid_request_error',
      code: 'NOT_FOUND',
      param: 'marketId',
      request_id: response.headers.get('x-request-id'),
    });
  });
});
