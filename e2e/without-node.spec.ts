import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import {
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { bootServer, type RunningServer, STILL_PRICES } from './boot.ts';
import { Desk } from './desk.ts';
import { bootGateway, platformOf } from './gateway.ts';
import { fundedTrader, ordersOf, pick, rememberWallet } from './journeys.ts';
import { leapUntil } from './leap.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { fiveOf, marketsOfManyEvents, takeLink } from './parlay-desk.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';
import { TriggerDesk } from './trigger-desk.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/** A quarter of the two minutes for which the service is asked. */
const PART_OF_LIFE_MS = 30_000;

let upstream: RunningServer;
let control: Control;
let markets: Tradable[];
test.beforeAll(async () => {
  upstream = await bootServer({ env: STILL_PRICES });
  control = new Control(upstream.url, upstream.token);
  markets = await tradableMarkets(upstream.url, 4);
});
test.afterAll(() => upstream.stop());

/** A gateway in front of an exchange, without a node. */
const gatewayWithoutNode = async ({ url }: RunningServer): Promise<RunningServer> =>
  bootGateway({
    upstream: url,
    platform: await platformOf(url),
    env: { UPSTREAM_RPS: '50', CLIENT_RPS: '0', SOLANA_RPC_URL: '' },
  });

/* A live platform whose gateway has no node to ask: nothing can be simulated, no balance is known. */
test.describe('without a connection to the chain', () => {
  test.describe.configure({ mode: 'default' });
  let gateway: RunningServer;

  test.beforeAll(async () => {
    gateway = await gatewayWithoutNode(upstream);
  });
  test.afterAll(() => gateway.stop());

  let page: Page;
  test.beforeEach(async ({ browser }) => {
    const context = await browser.newContext({
      baseURL: gateway.url,
      viewport: { width: 1440, height: 900 },
    });
    page = await context.newPage();
  });
  test.afterEach(() => page.context().close());

  const question = () =>
    page.getByRole('dialog', { name: 'This transaction could not be checked completely' });
  const agree = () => question().getByRole('button', { name: 'Sign anyway' }).click();

  test('nothing is signed before its reader has been told that it was not simulated, and agreed', async () => {
    const desk = new Desk(page);
    const trader = await fundedTrader(upstream.url);
    const wallet = await rememberWallet(page, trader);
    await desk.openMarket(pick(markets, 0));
    await expect(desk.balance).toHaveText('—');
    await desk.header.getByRole('button', { name: /^Wallet / }).click();
    await expect(page.getByText('Not known: this platform has no connection to the chain')).toBeVisible();
    await page.keyboard.press('Escape');
    await desk.fill('50');
    await desk.submit.click();
    await expect(question()).toContainText(/not seen at all: this platform has no connection to the chain/);
    await question().getByRole('button', { name: 'Do not sign' }).click();
    await expect(desk.toast('Cancelled. Nothing was sent.')).toBeVisible();
    expect(wallet.asked).toBe(0);
    expect(await ordersOf(trader)).toEqual([]);

    await desk.submit.click();
    await agree();
    await expect(desk.toast(/Buy.*Filled/s)).toBeVisible();
    expect(wallet.asked).toBe(1);
    expect(await ordersOf(trader)).toHaveLength(1);

    await control.resolve(pick(markets, 0).marketId, 'yes');
    await desk.go('/portfolio');
    await page
      .getByRole('button', { name: /^Claim \$/ })
      .first()
      .click();
    await agree();
    await expect(desk.toast(/claimed|received|paid/i).first()).toBeVisible();
    expect(wallet.asked).toBe(2);
    expect((await control.audit()).ok).toBe(true);
  });

  test('an answer that is lost is looked up at the service, also after a reload, and never sent again', async () => {
    const desk = new Desk(page);
    const trader = await fundedTrader(upstream.url);
    const wallet = await rememberWallet(page, trader);
    let sent = 0;
    let answers = true;
    await page.route('**/prediction/v1/execute', async (route) => {
      sent += 1;
      await route.fetch();
      if (answers) await route.abort('connectionreset');
    });
    await desk.openMarket(pick(markets, 1));
    // The first order takes of the book that the second is read from.
    await desk.acceptMoves();
    await desk.fill('30');
    await desk.submit.click();
    await agree();
    await expect(desk.toast(/Buy.*Filled/s)).toBeVisible();

    answers = false;
    await desk.fill('50');
    await desk.submit.click();
    await agree();
    await expect.poll(() => sent).toBe(2);
    await page.reload();
    await expect(desk.toast(/Buy.*Filled/s)).toBeVisible();
    expect(sent).toBe(2);
    expect(wallet.asked).toBe(2);
    expect(await ordersOf(trader)).toHaveLength(2);
  });

  test('what the service never shows is not confirmed, and stays so', async () => {
    await page.clock.install();
    const desk = new Desk(page);
    const trader = await fundedTrader(upstream.url);
    await rememberWallet(page, trader);
    let sent = 0;
    await page.route('**/prediction/v1/execute', async (route) => {
      sent += 1;
      await route.abort('connectionreset');
    });
    await desk.openMarket(pick(markets, 2));
    await desk.fill('50');
    await desk.submit.click();
    await agree();
    await expect(desk.toast('Do not repeat it')).toBeVisible();
    // It stays until it is dismissed, so that no leap passes it.
    const open = desk.toast('Still not confirmed');
    const unconfirmed = () =>
      leapUntil(page, (expectSoon) => expectSoon(open).toBeVisible(), PART_OF_LIFE_MS);
    await unconfirmed();
    await expect(
      desk.ticket.getByRole('textbox', { name: 'Amount' }),
      'the form is not left to be repeated',
    ).toHaveValue('');
    await page.reload();
    await unconfirmed();
    expect(sent).toBe(1);
    expect(await ordersOf(trader)).toEqual([]);
  });

  test('a parlay and a trigger order are placed, and the order is withdrawn', async () => {
    const desk = new TriggerDesk(page);
    const trader = await fundedTrader(upstream.url);
    await rememberWallet(page, trader);
    await takeLink(page, fiveOf(await marketsOfManyEvents(upstream.url), 1));
    await page.getByRole('button', { name: 'Place for $10.00' }).click();
    await agree();
    await expect(desk.toast(/Parlay.*Placed/s)).toBeVisible();

    await desk.go('/triggers');
    await desk.signIn();
    await desk.enter('Amount', '2');
    await desk.enter('Sell price', '1');
    await desk.form.getByRole('button', { name: /^Place/ }).click();
    await agree();
    await expect(desk.toast('Placed. It is among your open orders.')).toBeVisible();
    await desk.panel.getByRole('button', { name: /^Cancel: Sell 2 SOL/ }).click();
    await agree();
    await expect(desk.toast('2 SOL returned to your wallet')).toBeVisible();
    expect((await control.audit()).ok).toBe(true);
  });

  test('an order that waits is taken back, although nothing can say what it holds', async () => {
    const slow = await bootServer({ env: { ...STILL_PRICES, PAPER_FILL_DELAY_MS: '600000' } });
    const front = await gatewayWithoutNode(slow);
    try {
      const trader = await fundedTrader(slow.url);
      const market = pick(await tradableMarkets(slow.url, 1), 0);
      await trader.buy(market.marketId, 20);
      await rememberWallet(page, trader);
      await page.goto(`${front.url}/portfolio?tab=orders`);
      await page
        .getByRole('button', { name: /^Cancel/ })
        .first()
        .click();
      await agree();
      await expect(new Desk(page).toast('Order cancelled')).toBeVisible();
      expect((await new Control(slow.url, slow.token).audit()).ok).toBe(true);
    } finally {
      await front.stop();
      await slow.stop();
    }
  });
});

test('a program that nobody here knows is told of, with what a simulation has shown, and needs a yes', async ({
  browser,
}) => {
  const gateway = await bootGateway({
    upstream: upstream.url,
    platform: await platformOf(upstream.url),
    env: { UPSTREAM_RPS: '50', RPC_RPS: '50', CLIENT_RPS: '0' },
  });
  const context = await browser.newContext({ baseURL: gateway.url, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const desk = new Desk(page);
    const trader = await fundedTrader(upstream.url);
    const wallet = await rememberWallet(page, trader);
    const foreign = Keypair.generate().publicKey;
    let original = '';
    await page.route('**/prediction/v1/orders', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      const body = (await response.json()) as AnswerWire<'createOrder'>;
      original = body.transaction ?? '';
      const built = VersionedTransaction.deserialize(Buffer.from(original, 'base64'));
      const message = TransactionMessage.decompile(built.message);
      message.instructions.push(new TransactionInstruction({ programId: foreign, keys: [] }));
      // A changed message is no longer signed by the exchange: the owner alone signs its memo.
      for (const instruction of message.instructions) {
        instruction.keys = instruction.keys.filter(
          ({ pubkey, isSigner }) => !isSigner || pubkey.equals(new PublicKey(trader.pubkey)),
        );
      }
      const changed = new VersionedTransaction(message.compileToV0Message());
      const transaction = Buffer.from(changed.serialize()).toString('base64');
      return route.fulfill({ response, json: { ...body, transaction } });
    });
    // The exchange runs nothing that it has not built: its VM shows what the rest does, to which nothing was added.
    let simulates = false;
    await page.route('**/rpc', (route) => {
      const call = route.request().postDataJSON() as { method?: string; params?: unknown[] };
      if (!simulates || call.method !== 'simulateTransaction') return route.fallback();
      return route.fallback({ postData: { ...call, params: [original, ...(call.params ?? []).slice(1)] } });
    });
    await desk.openMarket(pick(markets, 3));
    await expect(desk.balance).toContainText('10,000.00');
    await desk.fill('50');
    await desk.submit.click();
    const dialog = page.getByRole('dialog', { name: 'This transaction could not be checked completely' });
    await expect(dialog).toContainText('not seen at all: it could not be simulated');
    await dialog.getByRole('button', { name: 'Do not sign' }).click();
    simulates = true;
    await desk.submit.click();
    await expect(dialog).toContainText('In a simulation of it:');
    await expect(dialog).toContainText('pay 50 USDC');
    await expect(dialog).toContainText('nothing else that belongs to your wallet would change', {
      ignoreCase: true,
    });
    await expect(dialog).toContainText(`(${foreign.toBase58()}), a program that this desk does not know`);
    await expect(dialog).toContainText('nobody but the service vouches for it');
    expect(wallet.asked).toBe(0);
    await dialog.getByRole('button', { name: 'Do not sign' }).click();
    await expect(desk.toast('Cancelled. Nothing was sent.').last()).toBeVisible();
    expect(wallet.asked).toBe(0);
    expect(await ordersOf(trader)).toEqual([]);
  } finally {
    await context.close();
    await gateway.stop();
  }
});
