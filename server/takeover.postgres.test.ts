import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnswerWire } from '@contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createPostgres } from './db/testing.ts';
import type { PlatformSigner } from './exchange/ledger/keys.ts';
import { createTestWallet } from './exchange/ledger/test-ledger.ts';
import { signed } from './exchange/testing.ts';
import { addressOf, printed, type Run, runMain } from './testing-process.ts';

const TOKEN = 'takeover-control';
const STANDS_BY = /stands by at (http\S+?)(?: \(paper mode\))?: /;
/** What a takeover may take, by the word of docs/deploy.md. */
const MAX_TAKEOVER_MS = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'evenline-takeover-'));
const runs: Run[] = [];
let database: Awaited<ReturnType<typeof createPostgres>>;
beforeAll(async () => {
  database = await createPostgres(inject('postgresUrl') ?? '');
});
afterAll(async () => {
  for (const { child } of runs) child.kill('SIGKILL');
  await Promise.all(runs.map(({ ended }) => ended));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(): Run {
  const run = runMain({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    VAULT_KEY: '5'.repeat(64),
    PAPER_CONTROL_TOKEN: TOKEN,
    PAPER_SPEED: '0.02',
    PAPER_FILL_DELAY_MS: '20',
  });
  runs.push(run);
  return run;
}

async function standby(): Promise<{ run: Run; url: string }> {
  const run = start();
  const [, url = ''] = await printed(run, STANDS_BY);
  return { run, url };
}

async function ask<T>(url: string, path: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-paper-control': TOKEN };
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url + path, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Sent {
  orderPubkey: string;
  signedTransaction: string;
}

/** A wallet that buys as fast as it is answered, and remembers what it was told. */
class Buyer {
  readonly wallet: PlatformSigner = createTestWallet();
  readonly acknowledged = new Set<string>();
  /** Sent, with no answer. */
  readonly unclear: Sent[] = [];

  async buy(url: string, marketId: string): Promise<void> {
    const order = { isBuy: true, isYes: true, marketId, depositAmount: '5000000' };
    const ownerPubkey = this.wallet.address;
    const built = await ask<AnswerWire<'createOrder'>>(url, '/prediction/v1/orders', {
      ...order,
      ownerPubkey,
    });
    const sent = {
      orderPubkey: built.order.orderPubkey ?? '',
      signedTransaction: signed(built.transaction, this.wallet),
    };
    this.unclear.push(sent);
    await this.send(url, sent);
    this.unclear.splice(this.unclear.indexOf(sent), 1);
  }

  async send(url: string, { orderPubkey, signedTransaction }: Sent): Promise<void> {
    const answer = await ask<AnswerWire<'execute'>>(url, '/prediction/v1/execute', { signedTransaction });
    if (answer.status === 'Success') this.acknowledged.add(orderPubkey);
  }

  /** Everything that stands in this wallet's name, each order as often as it stands there. */
  async orders(url: string): Promise<string[]> {
    const all: string[] = [];
    for (let from = 0; ; from += 100) {
      const path = `/prediction/v1/orders?ownerPubkey=${this.wallet.address}&start=${from}&end=${from + 100}`;
      const { data, pagination } = await ask<AnswerWire<'listOrders'>>(url, path);
      all.push(...data.map(({ pubkey }) => pubkey));
      if (!pagination.hasNext) return all;
    }
  }
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((one, other) => {
    resolve = one;
    reject = other;
  });
  return { promise, resolve, reject };
}

/** Buys with every wallet until the server stops answering. @returns once `enough` are acknowledged, and its end. */
async function underLoad(url: string, buyers: readonly Buyer[], marketId: string, enough: number) {
  const had = buyers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const { promise: reached, resolve: arrived, reject: failed } = withResolvers();
  const trade = async (buyer: Buyer): Promise<void> => {
    try {
      for (;;) {
        await buyer.buy(url, marketId);
        const now = buyers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
        if (now - had >= enough) arrived();
      }
    } catch (error) {
      // A server that is gone, or writes no more, is what is being waited for.
      if (!(error instanceof TypeError || String(error).includes(': 503 '))) failed(error);
    }
  };
  const ended = Promise.all(buyers.map(trade));
  await reached;
  return { ended };
}

/** Every acknowledged order is there exactly once, no other is, and not a unit is missing. */
async function expectNothingLost(url: string, buyers: readonly Buyer[]): Promise<void> {
  for (const buyer of buyers) {
    for (const sent of buyer.unclear.splice(0)) await buyer.send(url, sent);
    expect((await buyer.orders(url)).sort()).toEqual([...buyer.acknowledged].sort());
  }
  expect(await ask(url, '/paper/audit')).toMatchObject({ ok: true });
}

async function cutTheLock(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and a.datname = current_database()`,
  );
  await client.end();
}

it('the turn passes from the dead and from the cut off, with nothing lost', {
  timeout: 150_000,
}, async () => {
  const first = start();
  const firstUrl = await addressOf(first);
  const second = await standby();
  const reason = expect.stringMatching(/^another process writes/);
  expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${second.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: 'not ready', reason });
  const page = await fetch(`${second.url}/prediction/v1/events`);
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('2');

  const buyers = Array.from({ length: 6 }, () => new Buyer());
  for (const { wallet } of buyers) await ask(firstUrl, '/paper/faucet', { pubkey: wallet.address });
  const { data } = await ask<AnswerWire<'listEvents'>>(firstUrl, '/prediction/v1/events?includeMarkets=true');
  const week = Date.now() / 1000 + 7 * 86_400;
  const market = data
    .flatMap(({ markets = [] }) => markets ?? [])
    .find(({ status, closeTime }) => status === 'open' && Number(closeTime) > week);
  const marketId = market?.marketId ?? '';

  const killed = await underLoad(firstUrl, buyers, marketId, 20);
  first.child.kill('SIGKILL');
  const dead = performance.now();
  await printed(second.run, /serves at http/);
  const byDeath = performance.now() - dead;
  await killed.ended;
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  await expectNothingLost(second.url, buyers);

  const third = await standby();
  const cut = await underLoad(second.url, buyers, marketId, 20);
  const beforeCut = performance.now();
  await cutTheLock();
  // The standby is let go first, but who is cut off may be back before a standby on a busy machine has asked.
  const [server, other] = await Promise.race([
    printed(third.run, /serves at http/).then(() => [third, second] as const),
    printed(second.run, /(?:serves at http[\s\S]*){2}/).then(() => [second, third] as const),
  ]);
  const byCut = performance.now() - beforeCut;
  await cut.ended;
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await expect.poll(async () => (await fetch(`${other.url}/readyz`)).status, { timeout: 20_000 }).toBe(503);
  await expectNothingLost(server.url, buyers);

  console.warn(`Taken over ${Math.round(byDeath)} ms after a kill, ${Math.round(byCut)} ms after a cut.`);
  expect(Math.max(byDeath, byCut)).toBeLessThan(MAX_TAKEOVER_MS);
});
