import { Desk } from './desk.ts';
import { fundedTrader, holds, pick, rememberWallet } from './journeys.ts';
import { expectVisibleFocus, goByKeys, tabTo } from './keys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

let markets: Tradable[];
test.beforeAll(async ({ server }) => {
  markets = await tradableMarkets(server.url, 3);
});

test('dialogs hold the focus, give it back, and Escape closes one layer at a time', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  const trader = await fundedTrader(server.url);
  await holds(trader, pick(markets, 1), 20);
  await rememberWallet(page, trader);
  await desk.open('/portfolio');
  const close = page.getByRole('button', { name: /^Close Yes/ });
  await tabTo(page, close);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close position' });
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((layer) => layer.contains(document.activeElement))).toBe(true);
  }
  // The palette lies over the dialog; each Escape takes one of them away.
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(close).toBeFocused();

  const menu = desk.header.getByRole('button', { name: /^Wallet / });
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Wallet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('No key ever submits an order');
  await expect(help).toContainText('Go to Portfolio');
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(menu).toBeFocused();
  await goByKeys(page, ['g', 't'], /\/tokens/);
  await page.goBack();
  await expect(page, 'keys do not act beneath a layer').toHaveURL(/\/portfolio/);
});

test('every dialog of a portfolio and a market begins inside, goes round, and gives the focus back', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  const trader = await fundedTrader(server.url);
  for (const market of [pick(markets, 0), pick(markets, 2)]) await holds(trader, market, 20);
  await rememberWallet(page, trader);
  const { eventId, marketId } = pick(markets, 0);
  await desk.open('/portfolio');
  for (const [path, opener, title] of [
    ['/portfolio', /^Share Yes/, 'Share this position'],
    ['/portfolio', /^Close all 2/, 'Close all positions'],
    ['/portfolio?tab=orders', /^Receipt of purchase/, 'Receipt of a purchase'],
    [`/event/${eventId}?market=${marketId}`, 'Create an alert', 'Alerts'],
  ] as const) {
    await test.step(title, async () => {
      if (!page.url().endsWith(path)) await desk.go(path);
      const button = page.getByRole('button', { name: opener }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog).toBeVisible();
      const inside = () => dialog.evaluate((layer) => layer.contains(document.activeElement));
      await expect.poll(inside, 'it takes the focus').toBe(true);
      await page.keyboard.press('Shift+Tab');
      const last = await page.evaluate(() => document.activeElement?.outerHTML);
      const seen = new Set<string | undefined>();
      for (let presses = 0; presses < 25 && !seen.has(last); presses++) {
        await page.keyboard.press('Tab');
        expect(await inside()).toBe(true);
        await expectVisibleFocus(page);
        seen.add(await page.evaluate(() => document.activeElement?.outerHTML));
      }
      expect(seen, 'it goes round').toContain(last);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    });
  }
});
