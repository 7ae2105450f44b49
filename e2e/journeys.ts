import { USDC_MINT } from '@contract/mints.ts';
import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import { Keypair } from '@solana/web3.js';
import type { Tradable } from './markets.ts';
import { expect } from './test.ts';
import { installWallet, TEST_WALLET_NAME, type TestWallet } from './test-wallet.ts';
import { Trader } from './trader.ts';

/** A wallet with 10,000 USDC of play money on the exchange at `url`. */
export async function fundedTrader(url: string): Promise<Trader> {
  const trader = new Trader(url, Keypair.generate());
  expect((await trader.faucet()).status).toBe(200);
  return trader;
}

/** Installs the trader's wallet in the page as one it has connected before: the app connects it by itself. */
export async function rememberWallet(
  page: Page,
  trader: Trader,
  options: Parameters<typeof installWallet>[2] = {},
): Promise<TestWallet> {
  const wallet = await installWallet(page, trader.keypair, options);
  await page.addInitScript(
    (name) => localStorage.setItem('evenline.wallet', JSON.stringify(name)),
    TEST_WALLET_NAME,
  );
  return wallet;
}

/** Every order the wallet has ever placed, as the exchange lists them, page by page. */
export async function ordersOf(trader: Trader): Promise<AnswerWire<'listOrders'>['data']> {
  const all: AnswerWire<'listOrders'>['data'] = [];
  for (let start = 0; ; ) {
    const path = `/prediction/v1/orders?ownerPubkey=${trader.pubkey}&start=${start}&end=${start + 100}`;
    const { body } = await trader.get<AnswerWire<'listOrders'>>(path);
    all.push(...body.data);
    if (!body.pagination.hasNext) return all;
    start = Number(body.pagination.end);
  }
}

/** What the wallet holds, as the exchange lists it. */
export async function positionsOf(trader: Trader): Promise<AnswerWire<'listPositions'>['data']> {
  const path = `/prediction/v1/positions?ownerPubkey=${trader.pubkey}&end=100`;
  return (await trader.get<AnswerWire<'listPositions'>>(path)).body.data;
}

/** Buys on the exchange without a browser, and waits until the keeper has filled it. */
export async function holds(trader: Trader, market: Tradable, dollars: number, isYes = true): Promise<void> {
  const { orderPubkey } = await trader.buy(market.marketId, dollars, isYes);
  await expect
    .poll(async () => (await ordersOf(trader)).find((order) => order.pubkey === orderPubkey)?.status, {
      intervals: [100],
    })
    .toBe('filled');
}

/** The same in each of these markets, at once. */
export async function holdsAll(trader: Trader, markets: readonly Tradable[], dollars: number): Promise<void> {
  await Promise.all(markets.map((market) => holds(trader, market, dollars)));
}

/** Bets on these without a browser. @returns what it pays, in micro-dollars, where the service says it */
export async function placeParlay(
  trader: Trader,
  legMarketIds: readonly string[],
): Promise<string | undefined> {
  const ownerPubkey = trader.pubkey;
  const asked = await trader.send<AnswerWire<'createParlays'>>('POST', '/prediction/v1/parlays', {
    parlays: [{ ownerPubkey, legMarketIds, mint: USDC_MINT }],
  });
  const built = asked.body.parlays?.[0];
  if (built?.status !== 'ok') throw new Error(`no parlay: ${JSON.stringify(asked.body)}`);
  const { parlayId, nonce, positionPubkey } = built;
  const signedTransaction = trader.sign(built.transaction);
  const item = {
    signedTransaction,
    parlayId,
    nonce: Number(nonce),
    ownerPubkey,
    positionPubkey,
    legMarketIds,
  };
  const done = await trader.send<AnswerWire<'executeParlays'>>('POST', '/prediction/v1/parlays/execute', {
    parlays: [item],
  });
  if (done.body.parlays?.[0]?.status !== 'ok') throw new Error(`not placed: ${JSON.stringify(done.body)}`);
  return built.payoutUsd?.toString();
}

/** A balance of play money after $50 were spent: what a better price leaves over comes back to it. */
export const FIFTY_SPENT = /9,95[0-4]\.\d\d/;

/** The steps of the journal, as they stand on disk. */
export const journalSteps = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Opening a database that is not there yet would make one, in the app's place.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'evenline')) return [];
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('evenline');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const all = opening.result.transaction('transactions').objectStore('transactions').getAll();
        all.onsuccess = () => {
          opening.result.close();
          resolve(all.result.map((entry: { step: string }) => entry.step));
        };
        all.onerror = () => reject(all.error);
      };
    });
  });

/** The nth of a list that is known to be long enough. */
export function pick<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`nothing at ${index} of ${list.length}`);
  return found;
}

/** Keeps what is signed in this page from being sent until it is released: the moment in between, held open. */
export async function holdBeforeSending(page: Page): Promise<{ release: () => Promise<void> }> {
  const hold = () => {
    const original = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function put(value: { step?: string }, ...rest: never[]) {
      // Nor is it given up, which is what the desk does where it cannot be written as sent.
      const isNext = value.step === 'sent' || value.step === 'discarded';
      if (isNext && sessionStorage.getItem('released') === null) throw new DOMException('held', 'AbortError');
      return original.call(this, value, ...rest);
    };
  };
  await page.addInitScript(hold);
  await page.evaluate(hold);
  return { release: () => page.evaluate(() => sessionStorage.setItem('released', '1')) };
}
