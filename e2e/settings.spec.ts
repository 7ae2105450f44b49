import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { fundedTrader, holds, pick, rememberWallet } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

let markets: Tradable[];
test.beforeAll(async ({ server }) => {
  markets = await tradableMarkets(server.url, 20);
});

const settings = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const goToMarket = (desk: Desk) => {
  const { eventId, marketId } = pick(markets, 0);
  return desk.go(`/event/${eventId}?market=${marketId}`);
};

test('own quick amounts fill the ticket by button and key, in dollars or in percent of the balance', async ({
  page,
  server,
}) => {
  await rememberWallet(page, await fundedTrader(server.url));
  const desk = new Desk(page);
  await desk.open('/settings');
  const trading = settings(page, 'Trading');
  await trading.getByRole('textbox', { name: '1', exact: true }).fill('0');
  await expect(trading.getByText('1 to 1,000,000')).toBeVisible();
  await trading.getByRole('textbox', { name: '1', exact: true }).fill('35');
  await expect(settings(page, 'Keyboard').getByText('Buy for $35, or sell 10%')).toBeVisible();

  await goToMarket(desk);
  await expect(desk.balance).toContainText('10,000.00');
  await desk.ticket.getByRole('button', { name: '$35', exact: true }).click();
  await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('35');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText('Buy for $35, or sell 10%')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await desk.go('/settings');
  await trading.getByText('Percent of the balance').click();
  await goToMarket(desk);
  await expect(desk.balance).toContainText('10,000.00');
  await expect(desk.ticket.getByRole('button', { name: '25%' })).toBeEnabled();
  await page.keyboard.press('2');
  await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('2500');
});

test('the size of a click, the slippage and the sounds are used, not only kept', async ({ page, server }) => {
  // What would be heard is counted.
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function counted(at) {
      heard.push(this.frequency.value);
      start.call(this, at);
    };
  });
  await rememberWallet(page, await fundedTrader(server.url));
  const desk = new Desk(page);
  const trading = settings(page, 'Trading');
  const amount = desk.ticket.getByRole('textbox', { name: 'Amount' });
  const cap = desk.ticket.getByRole('textbox', { name: 'Worst price' });
  /** Once the order is quoted. */
  const quotedCap = async () => {
    await expect(cap).toHaveValue(/\d/);
    return Number(await cap.inputValue());
  };
  const choose = async (size: string, slippage: string) => {
    if (!page.url().endsWith('/settings')) await desk.go('/settings');
    await trading.getByRole('radio', { name: size }).check({ force: true });
    await trading.getByRole('textbox', { name: 'Default slippage' }).fill(slippage);
  };
  /** What a press on the second level asked fills in, beside what stands there. */
  const press = async () => {
    const level = page.locator('[data-side=ask] [data-row]').nth(1);
    const [price = 0, size = 0, total = 0] = (await level.innerText())
      .split(/\s+/)
      .map((text) => Number.parseFloat(text.replaceAll(',', '')));
    await level.click();
    return { price: price / 100, size, total, contracts: Number(await amount.inputValue()) };
  };

  await desk.open('/settings');
  await choose('Fixed amount', '0');
  await trading.getByRole('textbox', { name: 'Amount of a click' }).fill('15');
  await page.getByRole('switch', { name: 'Sounds' }).check();
  await goToMarket(desk);
  const dollars = await press();
  expect(dollars.contracts * dollars.price).toBeGreaterThan(14.9);
  expect(dollars.contracts * dollars.price).toBeLessThanOrEqual(15);
  await choose('Level only', '0');
  await goToMarket(desk);
  await desk.fill('50');
  const quoted = await quotedCap();
  const level = await press();
  expect(level.size, 'the second level is not all there is').toBeLessThan(level.total);
  expect(Math.abs(level.contracts - level.size)).toBeLessThan(1);

  await choose('Up to level', '10');
  await goToMarket(desk);
  const all = await press();
  expect(Math.abs(all.contracts - all.total)).toBeLessThan(1);
  await page.reload();
  await desk.fill('50');
  const most = await quotedCap();
  expect(most / quoted).toBeGreaterThan(1.09);
  expect(most / quoted).toBeLessThan(1.11);
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && /\/orders$/.test(request.url())),
    desk.submit.click(),
  ]);
  const { maxBuyPriceUsd } = asked.postDataJSON() as { maxBuyPriceUsd?: unknown };
  expect(Number(maxBuyPriceUsd)).toBe(Math.round(most * 10_000));
  await expect(desk.toast(/Buy.*Filled/s)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: number[] }).heard))
    .toEqual(expect.arrayContaining([660, 880]));
});

test('charts open with the chosen span, times are of the chosen zone, and columns stay away', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  const trader = await fundedTrader(server.url);
  await holds(trader, pick(markets, 0), 20);
  await rememberWallet(page, trader);
  const desk = new Desk(page);
  await desk.open('/settings');
  const display = settings(page, 'Times, charts and tables');
  await expect(display.getByText(/UTC$/).first()).not.toHaveText(/\d UTC$/);
  await display.getByRole('radio', { name: 'UTC' }).check({ force: true });
  await expect(display.getByText(/\d\d:\d\d:\d\d UTC$/)).toBeVisible();
  await display.getByRole('radio', { name: '12 hours' }).check({ force: true });
  await expect(display.getByText(/ \d\d?:\d\d:\d\d [ap]m UTC$/)).toBeVisible();
  await display.getByRole('radio', { name: '2026-11-24' }).check({ force: true });
  await expect(display.getByText(/^\d{4}-\d\d-\d\d, /)).toBeVisible();
  await expect(display.getByText('$1,234,567.89')).toBeVisible();
  await display.getByRole('radio', { name: '1’234' }).check({ force: true });
  await expect(display.getByText('$1’234’567.89')).toBeVisible();
  await display.getByRole('radio', { name: '1 w' }).check({ force: true });
  await display
    .getByRole('group', { name: 'Columns of tokens' })
    .getByRole('button', { name: 'Liquidity' })
    .click();
  const columnsOf = (what: string) => display.getByRole('group', { name: `Columns of ${what}` });
  await columnsOf('positions').getByRole('button', { name: 'If it wins' }).click();
  await columnsOf('orders').getByRole('button', { name: 'Placed' }).click();

  await goToMarket(desk);
  await expect(page.getByRole('radio', { name: /^1 ?w$/i })).toBeChecked();
  await desk.go('/tokens');
  await expect(page.getByRole('columnheader', { name: 'Mkt cap' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Liquidity' })).toHaveCount(0);
  await desk.go('/portfolio');
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect(head('Profit after fees')).toBeVisible();
  await expect(head('If it wins')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Orders' }).click();
  await expect(head('Amount')).toBeVisible();
  await expect(head('Placed')).toHaveCount(0);
  await context.close();
});

test('settings are taken along as a file, set back all at once, and taken over from the file', async ({
  page,
}) => {
  const desk = new Desk(page);
  await desk.open('/settings');
  await page.getByRole('switch', { name: 'Sounds' }).check();
  const slippage = page.getByRole('textbox', { name: 'Default slippage' });
  await slippage.fill('7');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await (await downloaded).path();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    'evenline.slippage-bps': 700,
    'evenline.sounds': true,
    'evenline.watchlist': [],
  });
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByRole('button', { name: 'Reset all settings' }).click();
  await expect(page.getByText('All settings reset to defaults.')).toBeVisible();
  await expect(slippage).toHaveValue('2.5');
  await expect(page.getByRole('switch', { name: 'Sounds' })).not.toBeChecked();
  await page.getByLabel('File of exported settings').setInputFiles(file);
  await expect(page.getByText(/^(\d+) of \1 settings and lists taken over\.$/)).toBeVisible();
  await expect(slippage).toHaveValue('7');
  await expect(page.getByRole('switch', { name: 'Sounds' })).toBeChecked();
  await page
    .getByLabel('File of exported settings')
    .setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await expect(page.getByText('Not an Evenline settings file. Nothing was changed.')).toBeVisible();
  await expect(slippage).toHaveValue('7');
});
