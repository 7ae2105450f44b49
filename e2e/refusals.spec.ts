import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { fundedTrader, journalSteps, ordersOf, pick, rememberWallet } from './journeys.ts';
import { leapUntil } from './leap.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { installWallet } from './test-wallet.ts';
import { Control, Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

let markets: Tradable[];
let control: Control;
test.beforeAll(async ({ server }) => {
  control = new Control(server.url, server.token);
  markets = await tradableMarkets(server.url, 9);
});
test.afterEach(async () => {
  await control.clearFaults();
  await control.call('POST', '/trading', { active: true });
});

/** How many requests the page sends that ask the exchange to build an order. */
function builds(page: Page): { count: number } {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/prediction/v1/orders')) seen.count += 1;
  });
  return seen;
}

/** A market, open for a wallet with play money. */
async function ready(page: Page, url: string, market: Tradable) {
  const desk = new Desk(page);
  const trader = await fundedTrader(url);
  const wallet = await rememberWallet(page, trader);
  await desk.openMarket(market);
  return { desk, trader, wallet };
}

test('a halt is said everywhere and stops the ticket, also one that the page has not heard of', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  const trader = await fundedTrader(server.url);
  const wallet = await rememberWallet(page, trader);
  await page.clock.install();
  await desk.openMarket(pick(markets, 1));
  await desk.fill('50');
  await expect(desk.submit).toBeEnabled();
  await page.route('**/trading-status', (route) => route.abort());
  await control.call('POST', '/trading', { active: false });
  await desk.submit.click();
  await expect(desk.ticket).toContainText('No order was placed and no money moved.');
  await expect(desk.ticket.getByRole('textbox', { name: 'Amount' }), 'the form is kept').toHaveValue('50');
  await page.unroute('**/trading-status');
  const halted = desk.ticket.getByRole('button', { name: 'Trading is halted' });
  await leapUntil(page, (expectSoon) => expectSoon(halted).toBeDisabled());
  await expect(desk.header).toContainText('Trading halted');
  expect(wallet.asked).toBe(0);
  expect(await ordersOf(trader)).toEqual([]);
  await control.call('POST', '/trading', { active: true });
  await leapUntil(page, (expectSoon) => expectSoon(halted).toHaveCount(0));
  await expect(desk.submit).toBeEnabled();
});

test('a market that closes while it is open has its result in the place of ticket and book', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  await rememberWallet(page, await fundedTrader(server.url));
  await desk.openMarket(pick(markets, 2));
  await desk.fill('50');
  await expect(desk.submit).toBeEnabled();
  await control.resolve(pick(markets, 2).marketId, 'yes');
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('Yes won');
  await expect(result.getByRole('link', { name: /^(Next: |Back to the markets)/ })).toBeVisible();
  await expect(desk.ticket).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Order book' })).toHaveCount(0);
  await expect(
    page
      .getByRole('region', { name: 'Outcomes' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: pick(markets, 2).title, exact: true }) })
      .getByText('Won', { exact: true }),
  ).toBeVisible();
  // On a phone no button leads to an order that cannot be placed.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(result).toBeVisible();
  await expect(page.getByRole('button', { name: /^Buy / })).toHaveCount(0);
});

test('play money a second time within the hour: when it comes again, and nothing twice', async ({ page }) => {
  const desk = new Desk(page);
  await installWallet(page);
  await desk.open('/settings');
  await desk.connect();
  await desk.takePlayMoney();
  await desk.header.getByRole('button', { name: /^Wallet / }).click();
  await page.getByRole('button', { name: 'Get play money' }).click();
  await expect(desk.toast(/once an hour: again in \d+ min/)).toBeVisible();
  await expect(desk.balance).toContainText('10,000.00');
});

test('the button names what is missing: an amount, the minimum, money, SOL', async ({ page, server }) => {
  const desk = new Desk(page);
  await rememberWallet(page, await fundedTrader(server.url));
  await desk.openMarket(pick(markets, 4));
  await expect(desk.balance).toContainText('10,000.00');
  const says = (text: string | RegExp) =>
    expect(desk.ticket.getByRole('button', { name: text, exact: true })).toBeDisabled();
  await says('Enter an amount');
  await desk.fill('4.99');
  await says('Minimum is $5.00');
  await desk.fill('10000.01');
  await says('Not enough USDC');
  await desk.ticket.getByText('Sell', { exact: true }).click();
  await says('You hold none to sell');

  const poor = await page.context().newPage();
  const empty = new Trader(server.url);
  await rememberWallet(poor, empty);
  const other = new Desk(poor);
  await other.openMarket(pick(markets, 4));
  await other.fill('50');
  await expect(other.ticket.getByRole('button', { name: 'Not enough USDC' })).toBeDisabled();
});

test('a refused build is asked for once, told in the ticket, and keeps what was typed', async ({
  page,
  server,
}) => {
  const { desk, trader, wallet } = await ready(page, server.url, pick(markets, 5));
  await desk.fill('50');
  const seen = builds(page);
  let expected = 0;
  for (const status of [429, 500, 503]) {
    await control.fault({ operation: 'createOrder', status });
    await desk.submit.click();
    expected += 1;
    await expect(desk.ticket).toContainText('No order was placed and no money moved.');
    await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('50');
    await expect(desk.submit).toBeEnabled();
    expect(seen.count, `after ${status}`).toBe(expected);
  }
  await page.route('**/prediction/v1/orders', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: { type: 'permission_error', code: 'unsupported_region', request_id: 'r', message: 'no' },
        })
      : route.fallback(),
  );
  await desk.submit.click();
  await expect(desk.ticket.getByRole('button', { name: 'Not available in your region' })).toBeDisabled();
  expect(wallet.asked).toBe(0);
  expect(await ordersOf(trader)).toEqual([]);
});

test('an order that is executed although its answer was an error is found, not repeated', async ({
  page,
  server,
}) => {
  const { desk, trader, wallet } = await ready(page, server.url, pick(markets, 6));
  await desk.fill('50');
  await expect(desk.submit).toBeEnabled();
  await control.call('POST', '/faults', { operation: 'execute', status: 502, phase: 'after' });
  await desk.submit.click();
  await expect(desk.toast(/Filled/)).toBeVisible();
  expect(wallet.asked).toBe(1);
  expect(await ordersOf(trader)).toHaveLength(1);
});

test('an answer that says no to what was executed all the same is not believed before the chain was asked', async ({
  page,
  server,
}) => {
  const { desk, trader, wallet } = await ready(page, server.url, pick(markets, 7));
  let orders = 0;
  /** Executed, and answered otherwise. */
  for (const answer of [
    { status: 400, json: { type: 'invalid_request_error', message: 'No such transaction', request_id: 'r' } },
    { status: 403, body: 'Forbidden by a proxy' },
    { status: 200, json: { status: 'Failed', signature: null, error: 'Not executed' } },
  ]) {
    await page.route('**/prediction/v1/execute', async (route) => {
      expect((await route.fetch()).status()).toBe(200);
      await route.fulfill(answer);
    });
    await desk.fill('20');
    await desk.submit.click();
    orders += 1;
    await expect.poll(() => journalSteps(page)).toHaveLength(orders);
    await expect.poll(() => journalSteps(page)).toEqual(Array(orders).fill('done'));
    await expect(desk.toast(/Filled/).first()).toBeVisible();
    await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
    await page.unroute('**/prediction/v1/execute');
  }
  expect(wallet.asked).toBe(orders);
  expect(await ordersOf(trader)).toHaveLength(orders);
});
