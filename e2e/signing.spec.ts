import type { AnswerWire } from '@contract/routes.ts';
import { createTransferInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Keypair, PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import type { RunningServer } from './boot.ts';
import { Desk } from './desk.ts';
import { FIFTY_SPENT, holdBeforeSending, journalSteps, ordersOf, pick, rememberWallet } from './journeys.ts';
import { leapUntil } from './leap.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { installWallet, type TestWallet } from './test-wallet.ts';
import { Control, Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/* Each journey trades on a market and with a wallet of its own. */
let markets: Tradable[];
let url: string;
test.beforeAll(async ({ server }: { server: RunningServer }) => {
  url = server.url;
  markets = await tradableMarkets(url, 10);
});

async function ready(
  desk: Desk,
  market: Tradable | undefined,
): Promise<{ wallet: TestWallet; market: Tradable; trader: Trader }> {
  if (!market) throw new Error('no market left');
  const wallet = await installWallet(desk.page);
  const trader = new Trader(url, wallet.keypair);
  expect((await trader.faucet()).status).toBe(200);
  await desk.openMarket(market);
  await desk.connect();
  await expect(desk.balance).toContainText('10,000.00');
  return { wallet, market, trader };
}

test('a rejected signature is quiet, keeps the form, and costs nothing', async ({ page }) => {
  const desk = new Desk(page);
  const { wallet, trader } = await ready(desk, markets[0]);
  wallet.mood('reject');
  await desk.fill('50');
  await desk.submit.click();
  await expect(desk.toast('Cancelled. Nothing was sent.')).toBeVisible();
  await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('50');
  expect(await ordersOf(trader)).toEqual([]);
  await expect(desk.balance).toContainText('10,000.00');

  wallet.mood('approve');
  await desk.submit.click();
  await expect(desk.toast(/Filled/)).toBeVisible();
});

test('a wallet that never answers need not be waited for, and what it signs afterwards is never sent', async ({
  page,
}) => {
  const desk = new Desk(page);
  const { wallet, trader } = await ready(desk, markets[8]);
  wallet.mood('hang');
  await desk.fill('50');
  await desk.submit.click();
  await desk.toast('Check your wallet').getByRole('button', { name: 'Stop waiting' }).click();
  await expect(desk.toast('Nothing was sent, and nothing will be')).toBeVisible();
  await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('50');
  await expect(desk.submit).toBeEnabled();
  expect(await journalSteps(page)).toEqual(['discarded']);

  // The window of the wallet is still there, and is answered now.
  wallet.mood('approve');
  await desk.submit.click();
  await expect(desk.toast(/Filled/)).toBeVisible();
  expect(wallet.asked).toBe(2);
  expect((await journalSteps(page)).toSorted()).toEqual(['discarded', 'done']);
  expect(await ordersOf(trader)).toHaveLength(1);
  await expect(desk.balance).toContainText(FIFTY_SPENT);
});

test('a wallet that never answers when it is to connect stands in no other’s way', async ({ page }) => {
  const desk = new Desk(page);
  await rememberWallet(page, new Trader(url, Keypair.generate()), { connects: false });
  await desk.open('/settings');
  // Remembered, it is asked by itself; the button that says so leads to the choice.
  await desk.header.getByRole('button', { name: 'Connecting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' });
  await expect(dialog).toContainText('Its window may be behind this one.');
  await dialog.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(dialog.getByRole('button', { name: 'Stop waiting' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Journey Wallet' }).click();
  await dialog.getByRole('button', { name: 'Stop waiting' }).click();
  await dialog.getByRole('button', { name: 'Paper wallet' }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.header.getByRole('button', { name: /^Wallet / })).toBeVisible();
});

test('a wallet that changes the transaction is not believed', async ({ page }) => {
  const desk = new Desk(page);
  const { wallet, trader } = await ready(desk, markets[1]);
  wallet.mood('change');
  await desk.fill('50');
  await desk.submit.click();
  await expect(desk.toast(/changed the transaction/)).toBeVisible();
  expect(await ordersOf(trader)).toEqual([]);
});

test('a node that never answers holds no order for ever, before signing or after sending', async ({
  page,
}) => {
  const desk = new Desk(page);
  await page.clock.install();
  // The time that a node is given goes by with the clock of the page.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const over = new AbortController();
      setTimeout(() => over.abort(new DOMException('signal timed out', 'TimeoutError')), ms);
      return over.signal;
    };
  });
  let silent: string | undefined = 'simulateTransaction';
  await page.route('**/rpc', async (route) => {
    if (silent === undefined || !route.request().postData()?.includes(silent)) return route.fallback();
    if (silent === 'getSignatureStatuses') silent = undefined;
  });
  const { wallet, trader } = await ready(desk, markets[9]);
  await desk.fill('50');
  await desk.submit.click();
  // It is what was derived from the screen, to the byte: that needs no simulation.
  await leapUntil(page, (expectSoon) => expectSoon(desk.toast(/Filled/)).toBeVisible());
  expect(wallet.asked).toBe(1);

  silent = 'getSignatureStatuses';
  await desk.fill('60');
  await desk.submit.click();
  await expect.poll(async () => (await ordersOf(trader)).length).toBe(2);
  const next = desk.ticket.getByRole('button', { name: 'Enter an amount' });
  await leapUntil(page, (expectSoon) => expectSoon(next).toBeVisible());
  expect(wallet.asked).toBe(2);
});

test('a reload between signing and sending loses nothing and doubles nothing', async ({ page }) => {
  const desk = new Desk(page);
  const { wallet, trader } = await ready(desk, markets[2]);
  // The first submission never leaves the browser: the page is gone before it can.
  let held = false;
  await page.route('**/prediction/v1/execute', (route) => {
    if (held) return route.continue();
    held = true;
    return undefined;
  });
  const { release } = await holdBeforeSending(page);
  await desk.fill('50');
  await desk.submit.click();
  await expect.poll(() => journalSteps(page)).toEqual(['signed']);
  expect(wallet.asked).toBe(1);
  await release();
  await page.reload();

  const offer = desk.toast('Signed but not sent');
  await expect(offer).toBeVisible();
  expect(await ordersOf(trader)).toEqual([]);
  held = true;
  await offer.getByRole('button', { name: 'Send now' }).click();
  await expect(desk.toast(/Filled/)).toBeVisible();
  expect(await ordersOf(trader)).toHaveLength(1);
  expect(wallet.asked).toBe(1);

  await page.reload();
  await expect(desk.balance).toContainText(FIFTY_SPENT);
  expect(await ordersOf(trader)).toHaveLength(1);
});

test('an execute whose answer never comes is unknown, then found, never repeated', async ({ page }) => {
  const desk = new Desk(page);
  const { wallet, trader } = await ready(desk, markets[3]);
  let submissions = 0;
  await page.route('**/prediction/v1/execute', async (route) => {
    submissions += 1;
    // It arrives and is executed; only the answer is lost.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await desk.fill('50');
  await desk.submit.click();
  await expect(desk.toast(/Filled/)).toBeVisible();
  expect(submissions).toBe(1);
  expect(await ordersOf(trader)).toHaveLength(1);
  expect(wallet.asked).toBe(1);
});

test('a reload while the answer is outstanding finds what happened', async ({ page }) => {
  const desk = new Desk(page);
  const { wallet, trader } = await ready(desk, markets[4]);
  let submitted = false;
  await page.route('**/prediction/v1/execute', async (route) => {
    await route.fetch();
    submitted = true;
  });
  await desk.fill('50');
  await desk.submit.click();
  await expect.poll(() => submitted).toBe(true);
  await page.reload();
  await expect(desk.toast(/Filled/)).toBeVisible();
  expect(await ordersOf(trader)).toHaveLength(1);
  expect(wallet.asked).toBe(1);
});

test('a price that moved against the user needs an explicit yes', async ({ page, server }) => {
  const desk = new Desk(page);
  const chosen = pick(markets, 5);
  const control = new Control(url, server.token);
  // A price that has room to rise.
  await control.price(chosen.marketId, 0.5);
  const { wallet, market, trader } = await ready(desk, chosen);
  await desk.fill('50');
  await expect(desk.submit).toBeEnabled();
  // The order is built after the market has moved, while the ticket still shows the old price.
  await page.route(/\/prediction\/v1\/(orderbook|events|markets)\b/, (route) => route.abort());
  const book = (
    await new Trader(url).get<AnswerWire<'getMarket'>>(`/prediction/v1/markets/${market.marketId}`)
  ).body;
  const now = Number(book.pricing?.buyYesPriceUsd) / 1_000_000;
  await desk.ticket.getByRole('textbox', { name: 'Worst price' }).fill('95');
  await control.price(market.marketId, now + 0.08);
  await desk.submit.click();
  const dialog = page.getByRole('dialog', { name: 'The price moved against you' });
  await expect(dialog).toBeVisible();
  expect(wallet.asked).toBe(0);
  await dialog.getByRole('button', { name: 'Do not trade' }).click();
  await expect(desk.toast('Cancelled. Nothing was sent.')).toBeVisible();
  expect(await ordersOf(trader)).toEqual([]);
});

test('a tampered transaction is blocked before the wallet opens', async ({ page }) => {
  const desk = new Desk(page);
  const { wallet, trader } = await ready(desk, markets[6]);
  const thief = Keypair.generate().publicKey;
  await page.route('**/prediction/v1/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as AnswerWire<'createOrder'>;
    const tx = VersionedTransaction.deserialize(Buffer.from(body.transaction ?? '', 'base64'));
    const message = TransactionMessage.decompile(tx.message);
    const config = (await (await fetch(`${url}/config.json`)).json()) as { mints: { usdc: string } };
    const owner = new PublicKey(wallet.pubkey);
    const source = getAssociatedTokenAddressSync(new PublicKey(config.mints.usdc), owner);
    message.instructions.push(createTransferInstruction(source, thief, owner, 1_000_000_000n));
    const tampered = new VersionedTransaction(message.compileToV0Message());
    await route.fulfill({
      response,
      json: { ...body, transaction: Buffer.from(tampered.serialize()).toString('base64') },
    });
  });
  await desk.fill('50');
  await desk.submit.click();
  const dialog = page.getByRole('dialog', { name: /^Blocked/ });
  await expect(dialog).toContainText('sends 1000 USDC');
  expect(wallet.asked).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(desk.toast(/No funds moved/)).toBeVisible();
  expect(await ordersOf(trader)).toEqual([]);
});
