import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { holdRoute } from './held-route.ts';
import { FIFTY_SPENT, fundedTrader, journalSteps, pick, rememberWallet } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/**
 * Code of this name does not come, until the answer is called. To be said before the page is opened: a browser that
 * has loaded a page begins to hand over its requests some time after it was told to.
 */
async function without(page: Page, name: string): Promise<() => Promise<void>> {
  const files = new RegExp(`/assets/${name}-`);
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

const missed = (page: Page) => page.getByRole('status').filter({ hasText: 'Part of the app failed to load' });

test('a layer whose code does not come takes nothing with it, and opens once it has come', async ({
  page,
}) => {
  const desk = new Desk(page);
  const come = await without(page, '(palette|shortcut-help|connect-dialog)');
  await desk.open('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Command palette' });

  await page.keyboard.press('Control+k');
  await expect(missed(page)).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.keyboard.press('Escape');
  await expect(missed(page)).toBeHidden();

  await page.keyboard.press('?');
  await expect(missed(page)).toBeVisible();
  await expect(page, 'what was typed meanwhile was not for the page beneath').toHaveURL(/\/$/);
  await page.keyboard.press('Escape');
  await expect(missed(page)).toBeHidden();

  await desk.header.getByRole('button', { name: /^Connect/ }).click();
  await expect(missed(page)).toBeVisible();
  await come();
  await expect(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible();
  await expect(missed(page)).toBeHidden();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
});

test('a page whose code does not come says so in its place, and comes by Retry', async ({
  page,
  context,
}) => {
  const desk = new Desk(page);
  await desk.open('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { notLoadedAgain: true }));
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load this page' });
  await expect(failure).toBeVisible();
  await expect(desk.header).toBeVisible();
  await context.setOffline(false);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(await page.evaluate(() => 'notLoadedAgain' in window), 'the desk was never loaded again').toBe(true);
});

test('a page whose code is on its way says so in its place: where the desk begins, and where one goes', async ({
  page,
}) => {
  const desk = new Desk(page);
  const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading the page' });
  const open = async (go: () => Promise<unknown>, name: string) => {
    const come = await holdRoute(page, new RegExp(`/assets/${name}-[^/]*\\.js$`));
    await go();
    await expect(loading).toBeVisible();
    await expect(page.getByRole('link', { name: 'Settings' }).first()).toBeVisible();
    come();
    await expect(loading).toBeHidden();
  };
  await open(() => desk.open('/settings'), 'settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await open(() => page.getByRole('link', { name: 'Tokens' }).first().click(), 'tokens');
  await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible();
});

test('an order whose code does not come is not begun, and can be sent once it has come', async ({
  page,
  server,
}) => {
  const market = pick(await tradableMarkets(server.url, 1), 0);
  const trader = await fundedTrader(server.url);
  await rememberWallet(page, trader);
  const desk = new Desk(page);
  const come = await without(page, 'prompt-dialog');
  await desk.openMarket(market);
  await expect(desk.balance).toContainText('10,000.00');
  await desk.fill('50');
  await desk.submit.click();
  await expect(desk.toast('Part of the app failed to load.').getByText('No funds moved.')).toBeVisible();
  expect(await journalSteps(page)).toEqual([]);
  await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('50');

  await come();
  await desk.submit.click();
  await expect(desk.toast(/Buy.*Filled/s)).toBeVisible();
  await expect(desk.balance).toContainText(FIFTY_SPENT);
});

test('a position whose window does not come stays on its page, and the window opens once it has come', async ({
  page,
  server,
}) => {
  const market = pick(await tradableMarkets(server.url, 2), 1);
  const trader = await fundedTrader(server.url);
  await trader.buy(market.marketId, 20, true);
  await rememberWallet(page, trader);
  const desk = new Desk(page);
  const come = await without(page, 'close-dialog');
  await desk.open('/portfolio');
  const close = page.getByRole('button', { name: /^(Close|Sell)/ }).first();
  await expect(close).toBeVisible();
  await close.click();
  await expect(missed(page)).toBeVisible();
  await expect(close).toBeVisible();
  await come();
  await expect(page.getByRole('dialog')).toBeVisible();
});
