import type { Locator } from '@playwright/test';
import { expectAccessible, violationsOf } from './axe.ts';
import { Desk } from './desk.ts';
import { fundedTrader, holds, pick, rememberWallet } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { installWallet } from './test-wallet.ts';

/* Layers are measured as they stand, not in the middle of their entrance. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'parallel' });

let markets: Tradable[];
test.beforeAll(async ({ server }) => {
  markets = await tradableMarkets(server.url, 1);
});

test('a chosen theme wins over the system, from the first paint on', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('evenline.theme', 'light'));
  await new Desk(page).open('/settings');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await violationsOf(page, 'light')).toEqual([]);
});

test('where the system forces its colours, what is chosen and what is switched on stand out', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const ground = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
  const desk = new Desk(page);
  await desk.open('/settings');
  const canvas = await ground(page.locator('html'));
  const theme = page.getByRole('group', { name: 'Theme' });
  const columns = page.getByRole('group', { name: 'Columns of events' });
  const chosen = [
    theme.locator('label').filter({ has: page.getByRole('radio', { checked: true }) }),
    columns.getByRole('button', { pressed: true }).first(),
    page.getByRole('switch', { name: 'Flash price changes' }),
    page.getByRole('link', { name: 'Settings' }),
  ];
  for (const one of chosen) expect(await ground(one)).not.toBe(canvas);
  expect(await ground(page.getByRole('switch', { name: 'Sounds' }))).toBe(canvas);
  await desk.openMarket(pick(markets, 0));
  const side = desk.ticket.locator('label').filter({ has: page.getByRole('radio', { name: /^Yes/ }) });
  expect(await ground(side)).not.toBe(canvas);
  const bids = page.getByRole('listbox', { name: /^Bids/ });
  await expect(bids.locator('.bar'), 'the depth of the book is drawn').not.toHaveCSS(
    'background-image',
    'none',
  );
  const chance = page.getByRole('region', { name: /^Outcomes/ }).locator('.bar > span');
  expect(await ground(chance.first()), 'so is how likely an outcome is').not.toBe(canvas);
  await expect(page.getByRole('button', { name: /^Parlay: Yes/ }).first(), 'its plus is drawn').not.toHaveCSS(
    'background-image',
    'none',
  );
});

test('every list of events, without a wallet', async ({ page }) => {
  const desk = new Desk(page);
  await desk.open('/settings');
  for (const path of ['/', '/?view=list']) {
    await desk.go(path);
    const list = page.locator('#list');
    await expect(list.getByRole('article').or(list.getByRole('row')).first()).toBeVisible();
    await expectAccessible(page, path);
  }
  await desk.go('/?q=will');
  await expect(page.locator('#list').getByRole('article').first()).toBeVisible();
  await expectAccessible(page, '/?q=will', undefined, page.getByRole('article'));
  for (const path of ['/?q=zzzzzz', '/?tab=watchlist', '/?tab=for-you']) {
    await desk.go(path);
    await expect(
      page.getByText(/^(Nothing found|Your watchlist is empty|Connect a wallet for)/),
    ).toBeVisible();
    await expectAccessible(page, path);
  }
});

test('every other page, without a wallet', async ({ page }) => {
  const desk = new Desk(page);
  await desk.openMarket(pick(markets, 0));
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await expectAccessible(page, 'event');
  for (const tab of ['Positions', 'Orders', 'Trades', 'Rules']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectAccessible(page, `event, ${tab}`, page.getByRole('tabpanel'));
  }
  await page.getByText('Depth', { exact: true }).click();
  await expectAccessible(
    page,
    'event, depth chart',
    page.getByRole('region', { name: 'Price', exact: true }),
  );
  const title = page.getByRole('heading', { level: 1 });
  await desk.go('/portfolio');
  await expect(title).toBeAttached();
  await expectAccessible(page, 'portfolio');
  await desk.go('/parlay');
  await expect(page.getByRole('heading', { name: 'Parlay', level: 1 })).toBeVisible();
  await expectAccessible(page, 'parlay without a leg');
  await desk.go('/rounds');
  await expect(page.getByRole('region', { name: 'Round', exact: true })).toBeVisible();
  await expectAccessible(page, 'rounds');
  await desk.go('/tokens');
  await expect(page.locator('[data-token]').first()).toBeVisible();
  await expectAccessible(page, 'tokens');
  await page.locator('[data-token]').first().getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'details of a token', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await desk.go('/settings');
  await expect(title).toBeAttached();
  await expectAccessible(page, 'settings');
  await desk.go('/nowhere');
  await expect(page.getByText('Page not found')).toBeVisible();
  await expectAccessible(page, 'unknown page');
  await desk.go('/event/unknown');
  await expect(page.getByText('Event not found')).toBeVisible();
  await expectAccessible(page, 'unknown event');
});

test('trigger orders, without a wallet', async ({ page }) => {
  const desk = new Desk(page);
  await desk.open('/triggers');
  const trigger = page.getByRole('group', { name: /^Trigger order: / });
  await trigger.getByRole('textbox', { name: 'Sell price' }).fill('1');
  await expect(trigger.getByRole('list', { name: 'Warnings' })).toBeVisible();
  await trigger.getByText('Slippage', { exact: false }).first().click();
  await expectAccessible(page, 'triggers');
  await trigger.getByRole('radio', { name: 'Bracket' }).check({ force: true });
  await trigger.getByRole('radio', { name: 'Date' }).check({ force: true });
  await expectAccessible(page, 'triggers, a bracket', trigger);
});

test('every layer', async ({ page }) => {
  const desk = new Desk(page);
  await installWallet(page);
  // Over the smallest page: what lies beneath is measured on its own.
  await desk.open('/settings');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await expectAccessible(page, 'palette', page.getByRole('dialog'));
  await page.keyboard.type('will');
  await expect(page.getByRole('option').filter({ hasText: /will/i }).first()).toBeVisible();
  await expectAccessible(page, 'palette with events', page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('combobox').fill('zzzzzz');
  await expect(page.getByText('No events match “zzzzzz”')).toBeVisible();
  await expectAccessible(page, 'palette without a result', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'shortcuts', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await desk.header.getByRole('button', { name: /^Connect/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Journey Wallet' })).toBeVisible();
  await expectAccessible(page, 'connect dialog', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await desk.connect();
  await desk.header.getByRole('button', { name: /^Wallet / }).click();
  await expect(page.getByRole('dialog', { name: 'Wallet' })).toBeVisible();
  await expectAccessible(page, 'wallet menu', page.getByRole('dialog'));
});

test('a portfolio with nothing in it', async ({ page, server }) => {
  const desk = new Desk(page);
  await rememberWallet(page, await fundedTrader(server.url));
  await desk.open('/settings');
  for (const [tab, text] of [
    ['positions', 'No positions yet'],
    ['orders', /^No /],
    ['parlays', 'No parlays yet'],
    ['history', /^No/],
  ] as const) {
    await desk.go(`/portfolio?tab=${tab}`);
    await expect(page.getByRole('tabpanel').getByText(text).first()).toBeVisible();
    await expectAccessible(
      page,
      `empty ${tab}`,
      tab === 'positions' ? undefined : page.getByRole('tabpanel'),
    );
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('every page, and the ticket as a sheet', async ({ page, server }) => {
    const desk = new Desk(page);
    // A wallet of its own: the other one sells what it holds in the course of its journey.
    const holder = await fundedTrader(server.url);
    await holds(holder, pick(markets, 0), 20);
    await rememberWallet(page, holder);
    await desk.open('/');
    await expect(page.locator('#list').getByRole('article').first()).toBeVisible();
    await expectAccessible(page, 'phone, events');
    await desk.go('/portfolio');
    await expect(page.getByTestId('position').first()).toBeVisible();
    await expectAccessible(page, 'phone, portfolio');
    await page
      .getByRole('button', { name: /^Close (Yes|No) / })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Close position' })).toBeVisible();
    await expectAccessible(page, 'phone, close dialog', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await desk.go('/settings');
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expectAccessible(page, 'phone, settings');
    await desk.go(`/event/${pick(markets, 0).eventId}`);
    await page.getByRole('button', { name: /^Buy Yes/ }).click();
    await expect(desk.ticket).toBeVisible();
    await desk.fill('50');
    await expectAccessible(page, 'phone, ticket sheet', page.getByRole('dialog'));
  });
});
