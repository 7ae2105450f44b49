import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { FIFTY_SPENT, fundedTrader, holds, ordersOf, pick, positionsOf, rememberWallet } from './journeys.ts';
import { expectVisibleFocus, goByKeys, tabTo } from './keys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

let markets: Tradable[];
test.beforeAll(async ({ server }) => {
  markets = await tradableMarkets(server.url, 3);
});

/** Counts what the page asks the exchange to build. */
function builds(page: Page): { count: number } {
  const seen = { count: 0 };
  page.on('request', (request) => {
    const writes = request.method() === 'POST' || request.method() === 'DELETE';
    if (writes && /\/prediction\/v1\/(orders|positions|execute)/.test(request.url())) seen.count += 1;
  });
  return seen;
}

test('a whole trade without a pointer: search, buy, look, close half', async ({ page, server }) => {
  const desk = new Desk(page);
  const trader = await fundedTrader(server.url);
  const wallet = await rememberWallet(page, trader);
  const market = pick(markets, 0);
  await desk.open('/');
  await expect(desk.balance).toContainText('10,000.00');

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(market.eventTitle);
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: market.eventTitle, exact: true }).first();
  await tabTo(page, link);
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/event/${market.eventId}`));
  await expect(desk.ticket).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  const amount = desk.ticket.getByRole('textbox', { name: 'Amount' });
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/side=no/);
  await page.keyboard.press('y');
  await expect(page).toHaveURL(/side=yes/);
  await page.keyboard.press('s');
  await expect(desk.ticket.getByRole('radio', { name: 'Sell' })).toBeChecked();
  await page.keyboard.press('b');
  await expect(desk.ticket.getByRole('radio', { name: 'Buy' })).toBeChecked();
  for (const [key, dollars] of ['10', '50', '100', '500', '10000'].entries()) {
    await page.keyboard.press(String(key + 1));
    await expect(amount).toHaveValue(dollars);
  }
  await page.keyboard.press('2');
  await tabTo(page, desk.submit);
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(desk.toast(/Buy.*Filled/s)).toBeVisible();
  expect(wallet.asked).toBe(1);
  const bought = pick(await positionsOf(trader), 0);
  expect(bought.isYes).toBe(true);

  await goByKeys(page, ['g', 'p'], /\/portfolio/);
  await expect(page.getByRole('main')).toBeFocused();
  const close = page.getByRole('button', { name: /^Close Yes/ });
  await tabTo(page, close);
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close position' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(close).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('radio', { name: 'All' }));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('radio', { name: '50%' })).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: /^(Sell|Close) .*\$/ }));
  await page.keyboard.press('Space');
  await expect(desk.toast(/Filled/)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(wallet.asked).toBe(2);
  const [left] = await positionsOf(trader);
  expect(BigInt(left?.contractsMicro ?? 0)).toBeGreaterThan(0n);
  expect(BigInt(left?.contractsMicro ?? 0)).toBeLessThan(BigInt(bought.contractsMicro));
});

test('shortcuts are silent while typing, and off when switched off', async ({ page, server }) => {
  const desk = new Desk(page);
  await rememberWallet(page, await fundedTrader(server.url));
  await desk.openMarket(pick(markets, 1));
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('n?g');
  await expect(search).toHaveValue('n?g');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await desk.openMarket(pick(markets, 1));
  const amount = desk.ticket.getByRole('textbox', { name: 'Amount' });
  await amount.focus();
  await page.keyboard.type('35ns');
  await expect(amount).toHaveValue('35');
  await expect(page).toHaveURL(/side=yes/);
  await expect(desk.ticket.getByRole('radio', { name: 'Buy' })).toBeChecked();

  await desk.go('/settings');
  const toggle = page.getByRole('switch', { name: /Single-key shortcuts/ });
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await expect(toggle).not.toBeChecked();
  for (const key of ['g', 'p', '/', '?']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/settings/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await desk.goToMarket(pick(markets, 1));
  for (const key of ['n', 's', '2']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/side=yes/);
  await expect(amount).toHaveValue('');
  // A combination with the command key is not a single key: it stays.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('no key ever submits an order', async ({ page, server }) => {
  const desk = new Desk(page);
  const trader = await fundedTrader(server.url);
  await holds(trader, pick(markets, 2), 50);
  const wallet = await rememberWallet(page, trader);
  await desk.openMarket(pick(markets, 2));
  await expect(desk.balance).toContainText(FIFTY_SPENT);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const seen = builds(page);

  await desk.fill('50');
  await expect(desk.submit, 'one press away from an order').toBeEnabled();
  const amount = desk.ticket.getByRole('textbox', { name: 'Amount' });
  const cap = desk.ticket.getByRole('textbox', { name: 'Worst price' });
  for (const field of [amount, cap]) {
    await field.focus();
    for (const key of ['Enter', 'Control+Enter', 'Shift+Enter', 'NumpadEnter'])
      await page.keyboard.press(key);
  }
  for (const radio of ['Buy', 'Yes']) {
    await desk.ticket.getByRole('radio', { name: new RegExp(`^${radio}`) }).focus();
    for (const key of ['Enter', 'Space']) await page.keyboard.press(key);
  }
  // A level of the ladder fills the ticket and stops there.
  await page.locator('[data-side=ask] [data-row]').first().focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(amount).not.toHaveValue('50');
  await expect(desk.submit).toBeEnabled();

  await page.getByRole('main').focus();
  const letters = 'abcdefhijklnoqrstuvwxyz0123456789'.split('');
  for (const key of [...letters, 'Enter', 'Space', 'Control+Enter', 'Backspace', 'Delete', 'Tab', 'Escape']) {
    await page.keyboard.press(key);
  }
  for (const second of 'bsyn12345'.split('')) {
    await page.keyboard.press('g');
    await page.keyboard.press(second);
  }
  for (const action of ['b', 's']) {
    for (const side of ['y', 'n']) {
      for (const size of '12345'.split('')) {
        await page.getByRole('main').focus();
        for (const key of [action, side, size, 'Enter']) await page.keyboard.press(key);
      }
    }
  }
  // In the dialog that closes a position, Enter in its field sends nothing either.
  await desk.go('/portfolio');
  await page.getByRole('button', { name: /^Close Yes/ }).click();
  const contracts = page.getByRole('dialog').getByRole('textbox', { name: 'Contracts' });
  await contracts.focus();
  for (const key of ['Enter', 'Control+Enter', 'NumpadEnter']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog', { name: 'Close position' })).toBeVisible();

  expect(seen.count).toBe(0);
  expect(wallet.asked).toBe(0);
  expect(await ordersOf(trader)).toHaveLength(1);
});

test('the list and the ticket are at most eight presses of Tab away, on every page', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  const market = pick(markets, 1);
  /** What had the focus after each of eight presses; undefined where what was wanted is reached within them. */
  const missedIn = async (reached: () => Promise<boolean>): Promise<string[] | undefined> => {
    const passed: string[] = [];
    for (let presses = 1; presses <= 8; presses++) {
      await page.keyboard.press('Tab');
      const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (/^Skip to (the (events|ticket|tokens|order form|windows)|positions and orders)$/.test(text)) {
        await expectVisibleFocus(page);
        await page.keyboard.press('Enter');
      }
      if (await reached()) return undefined;
      passed.push(text.slice(0, 40));
    }
    return passed;
  };
  await desk.open('/');
  // Not a card of the rounds above, which may come first.
  await expect(page.locator('#list').getByRole('article').first()).toBeVisible();
  const inCard = () => page.evaluate(() => document.activeElement?.closest('#list article') != null);
  expect(await missedIn(inCard)).toBeUndefined();

  await page.goto(`/event/${market.eventId}?market=${market.marketId}`);
  await expect(desk.ticket).toBeVisible();
  const inTicket = () => desk.ticket.evaluate((element) => element.contains(document.activeElement));
  expect(await missedIn(inTicket)).toBeUndefined();

  await rememberWallet(page, await fundedTrader(server.url));
  for (const [path, region] of [
    ['/rounds', page.getByRole('region', { name: 'Ticket', exact: true })],
    ['/rounds?view=board', page.getByRole('table', { name: 'Up-or-down windows' })],
    ['/triggers', page.getByRole('region', { name: 'New order' })],
    ['/tokens', page.getByRole('table', { name: 'Tokens' })],
    ['/portfolio', page.getByRole('tablist', { name: 'Portfolio' })],
  ] as const) {
    await page.goto(path);
    await expect(region).toBeVisible();
    const within = () => region.evaluate((element) => element.contains(document.activeElement));
    expect(await missedIn(within), path).toBeUndefined();
  }

  // Where the page shows one part at a time, the link opens the part it leads to.
  await page.setViewportSize({ width: 768, height: 1_024 });
  await page.goto('/triggers?part=vault');
  const form = page.getByRole('region', { name: 'New order' });
  await expect(page.getByRole('radio', { name: 'Vault' })).toBeChecked();
  await expect(form).toBeHidden();
  const link = page.getByRole('link', { name: 'Skip to the order form' });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(form).toBeFocused();
});
