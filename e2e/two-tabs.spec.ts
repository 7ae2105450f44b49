import type { BrowserContext, Page } from '@playwright/test';
import { bootServer, type RunningServer, STILL_PRICES } from './boot.ts';
import { Desk } from './desk.ts';
import { chainAnswers, EXECUTE } from './held-back.ts';
import { holdRoute } from './held-route.ts';
import {
  FIFTY_SPENT,
  fundedTrader,
  holdBeforeSending,
  journalSteps,
  ordersOf,
  pick,
  positionsOf,
  rememberWallet,
} from './journeys.ts';
import { LONG_LEAP_MS, leapUntil } from './leap.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import type { TestWallet } from './test-wallet.ts';
import { Control, type Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/** Block heights run out after about a minute; this is beyond it. */
const BEYOND_BLOCK_HEIGHT_S = 180;

/* These journeys kill servers and move clocks: the server is their own. */
let server: RunningServer;
let control: Control;
let markets: Tradable[];
test.beforeAll(async () => {
  server = await bootServer({ env: STILL_PRICES });
  control = new Control(server.url, server.token);
  markets = await tradableMarkets(server.url, 8);
});
test.afterAll(() => server.stop());
test.afterEach(async () => {
  const audit = await control.audit();
  expect(audit, JSON.stringify(audit)).toMatchObject({ ok: true });
});

interface Tab {
  page: Page;
  desk: Desk;
  wallet: TestWallet;
}

async function openTab(context: BrowserContext, trader: Trader, market: Tradable): Promise<Tab> {
  const page = await context.newPage();
  await page.clock.install();
  const wallet = await rememberWallet(page, trader);
  const desk = new Desk(page);
  await page.goto(`${server.url}/event/${market.eventId}?market=${market.marketId}&side=yes`);
  await expect(desk.ticket).toBeVisible();
  await expect(desk.balance).toContainText(/\d/);
  return { page, desk, wallet };
}

const toasts = (page: Page) => page.locator('[data-sonner-toast]');
/** Loaded once a page has found a journal: the recovery has begun. */
const recoveryOf = (page: Page) =>
  page.waitForResponse((response) => /\/recover-[^/]*\.js$/.test(response.url()));

/** Fills the ticket and presses the button; the wallet is then asked, and does not answer yet. */
async function startBuying({ desk, wallet }: Tab): Promise<void> {
  wallet.mood('hang');
  await desk.fill('50');
  await desk.submit.click();
  await expect.poll(() => wallet.asked).toBe(1);
}

test('what one tab is at is not taken up by another; both show the position', async ({ context }) => {
  const market = pick(markets, 0);
  const trader = await fundedTrader(server.url);
  const first = await openTab(context, trader, market);
  await startBuying(first);
  const second = await openTab(context, trader, market);
  const recovery = recoveryOf(second.page);
  await second.page.reload();
  await recovery;
  await expect(second.desk.balance).toContainText('10,000.00');
  await expect(toasts(second.page)).toHaveCount(0);
  expect(await journalSteps(second.page), 'the run is left alone').toEqual(['built']);

  first.wallet.mood('approve');
  await expect(first.desk.toast(/Filled/)).toBeVisible();
  for (const { page, desk } of [first, second]) {
    await expect(desk.balance).toContainText(FIFTY_SPENT);
    await page.getByRole('tab', { name: /^Positions/ }).click();
    await expect(
      page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Close' }) }),
    ).toHaveCount(1);
  }
  await expect(toasts(second.page)).toHaveCount(0);
  expect(await ordersOf(trader)).toHaveLength(1);
  expect([first.wallet.asked, second.wallet.asked]).toEqual([1, 0]);
});

test('what a closed tab left behind is offered by one tab only', async ({ context }) => {
  const market = pick(markets, 1);
  const trader = await fundedTrader(server.url);
  const first = await openTab(context, trader, market);
  await holdBeforeSending(first.page);
  await first.desk.fill('50');
  await first.desk.submit.click();
  await expect.poll(() => journalSteps(first.page)).toEqual(['signed']);
  await first.page.close();

  const second = await openTab(context, trader, market);
  await expect(second.desk.toast('Signed but not sent')).toBeVisible();
  const third = await openTab(context, trader, market);
  const recovery = recoveryOf(third.page);
  await third.page.reload();
  await recovery;
  await expect(third.desk.balance).toContainText('10,000.00');
  await expect(toasts(third.page)).toHaveCount(0);
  await second.desk.toast('Signed but not sent').getByRole('button', { name: 'Send now' }).click();
  await expect(second.desk.toast(/Filled/)).toBeVisible();
  expect(await ordersOf(trader)).toHaveLength(1);
  expect(second.wallet.asked + third.wallet.asked).toBe(0);
});

test('what one tab has sent keeps the same market from being ordered in another, until its end is known', async ({
  context,
}) => {
  const market = pick(markets, 6);
  const trader = await fundedTrader(server.url);
  // Both were open before: neither finds anything when it loads.
  const second = await openTab(context, trader, market);
  const first = await openTab(context, trader, market);
  for (const { desk } of [first, second]) await desk.fill('50');
  const letGo = await holdRoute(first.page, EXECUTE);
  await first.desk.submit.click();
  const underWay = second.desk.ticket.getByRole('button', { name: 'An order is under way' });
  await expect(underWay).toBeDisabled();
  letGo();
  await expect(first.desk.toast(/Filled/)).toBeVisible();
  await expect(second.desk.submit).toBeEnabled();
  await expect(toasts(second.page)).toHaveCount(0);
  expect(await ordersOf(trader)).toHaveLength(1);
});

test('nor can it be ordered there by a tab that was never told of it', async ({ context }) => {
  const market = pick(markets, 7);
  const trader = await fundedTrader(server.url);
  const first = await openTab(context, trader, market);
  const second = await openTab(context, trader, market);
  // As of a build that has been replaced since: what would freeze its form does not come.
  await second.page.route(/\/recover-[^/]*\.js$/, (route) => route.abort());
  for (const { desk } of [first, second]) await desk.fill('50');
  const letGo = await holdRoute(first.page, EXECUTE);
  await first.desk.submit.click();
  await expect.poll(() => journalSteps(second.page)).toEqual(['sent']);
  await second.desk.submit.click();
  await expect(
    second.desk.toast(/Not sent: “Buy .+” was sent before and may still go through, for about \d+ s\./),
  ).toBeVisible();
  letGo();
  await expect(first.desk.toast(/Filled/)).toBeVisible();
  expect([first.wallet.asked, second.wallet.asked]).toEqual([1, 0]);
  expect(await ordersOf(trader)).toHaveLength(1);
  // Its end is known to whoever reads the disk.
  await second.desk.submit.click();
  await expect(second.desk.toast(/Filled/)).toBeVisible();
  expect(await ordersOf(trader)).toHaveLength(2);
});

test('a transaction that ran out while the wallet was open is built anew: two questions, one order', async ({
  context,
}) => {
  const trader = await fundedTrader(server.url);
  const tab = await openTab(context, trader, pick(markets, 2));
  // Minutes pass, so the price moves too: the limit allows it, and the question it raises is answered with yes.
  await tab.desk.ticket.getByRole('textbox', { name: 'Worst price' }).fill('95');
  await startBuying(tab);
  await tab.desk.acceptMoves();
  await control.advance(BEYOND_BLOCK_HEIGHT_S);
  tab.wallet.mood('approve');
  await expect(tab.desk.toast(/Filled/)).toBeVisible();
  expect(tab.wallet.asked).toBe(2);
  expect(await ordersOf(trader)).toHaveLength(1);
  expect(await journalSteps(tab.page)).toEqual(expect.arrayContaining(['expired', 'done']));
  await expect(tab.desk.balance).toContainText(FIFTY_SPENT);
});

test('a server killed while the wallet is open: the trade completes, or fails with nothing moved', async ({
  context,
}) => {
  const trader = await fundedTrader(server.url);
  const tab = await openTab(context, trader, pick(markets, 3));
  await startBuying(tab);
  await server.kill9();
  await server.restart();
  tab.wallet.mood('approve');
  const filled = tab.desk.toast(/Filled/);
  const failed = tab.desk.toast(/No funds moved|Nothing was sent/);
  const refused = tab.desk.toast('Refused: ');
  await expect(filled.or(failed).or(refused)).toBeVisible();
  if (await refused.isVisible()) await control.advance(BEYOND_BLOCK_HEIGHT_S);
  await leapUntil(tab.page, (expectSoon) => expectSoon(filled.or(failed)).toBeVisible());
  const completed = await filled.isVisible();
  expect(await ordersOf(trader)).toHaveLength(completed ? 1 : 0);
  expect(await positionsOf(trader)).toHaveLength(completed ? 1 : 0);
  await expect(tab.desk.balance).toContainText(completed ? FIFTY_SPENT : '10,000.00');
});

test('a server killed before the order reaches it: unknown, then known not to have landed', async ({
  context,
}) => {
  const trader = await fundedTrader(server.url);
  const tab = await openTab(context, trader, pick(markets, 4));
  let submissions = 0;
  await tab.page.route('**/prediction/v1/execute', async (route) => {
    submissions += 1;
    await server.kill9();
    await route.continue();
  });
  await tab.desk.fill('50');
  await tab.desk.submit.click();
  await expect(tab.desk.toast(/Not confirmed yet.*Do not repeat it/s)).toBeVisible();
  await server.restart();
  await control.advance(BEYOND_BLOCK_HEIGHT_S);
  const over = tab.desk.toast(/It can no longer go through\. No funds moved/);
  // By the chain it is over: less time has passed than that can have taken.
  await tab.page.clock.fastForward(30_000);
  for (let answers = 0; answers < 2; answers += 1) await chainAnswers(tab.page);
  await expect(over).toHaveCount(0);
  await expect(tab.desk.toast('Not confirmed yet')).toBeVisible();
  await leapUntil(tab.page, (expectSoon) => expectSoon(over).toBeVisible(), LONG_LEAP_MS);
  expect(submissions).toBe(1);
  expect(await ordersOf(trader)).toEqual([]);
  await expect(tab.desk.balance).toContainText('10,000.00');
  await expect(tab.desk.submit, 'it may be tried again').toBeEnabled();
});

test('a server killed before it could answer: the order is found after its restart, and never sent again', async ({
  context,
}) => {
  const trader = await fundedTrader(server.url);
  const tab = await openTab(context, trader, pick(markets, 5));
  let submissions = 0;
  await tab.page.route('**/prediction/v1/execute', async (route) => {
    submissions += 1;
    await route.fetch();
    await server.kill9();
    await route.abort('connectionreset');
  });
  await tab.desk.fill('50');
  await tab.desk.submit.click();
  await expect(tab.desk.toast('Not confirmed yet')).toBeVisible();
  await server.restart();
  await expect(tab.desk.toast(/Filled/)).toBeVisible();
  expect(submissions).toBe(1);
  expect(tab.wallet.asked).toBe(1);
  expect(await ordersOf(trader)).toHaveLength(1);
  expect(await positionsOf(trader)).toHaveLength(1);
});
