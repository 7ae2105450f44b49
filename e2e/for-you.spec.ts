import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import { STILL_PRICES } from './boot.ts';
import { Desk } from './desk.ts';
import { fundedTrader, holds, pick, rememberWallet } from './journeys.ts';
import { letPass } from './leap.ts';
import { ageOf, type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

let markets: Tradable[];
let control: Control;
test.beforeAll(async ({ server }) => {
  // Others move the first markets of the list; these, each of another event, are this file's own.
  const events = new Set<string>();
  // They are found by the titles of their events, which are told as they stand only where they ask without a blank.
  markets = (await tradableMarkets(server.url, 150))
    .filter(({ eventTitle }) => !/__/.test(eventTitle))
    .filter(({ eventId }) => !events.has(eventId) && events.add(eventId))
    .slice(-10);
  control = new Control(server.url, server.token);
});

const urlOf = ({ eventId, marketId }: Tradable): string => `/event/${eventId}?market=${marketId}`;
const alerts = (page: Page) => page.getByRole('dialog', { name: 'Alerts' });
const told = (page: Page) => page.locator('[data-sonner-toast]').filter({ hasText: 'you asked for' });

/** Sets an alert on the price of the market that is open. */
async function setAlert(page: Page, cents: string): Promise<void> {
  await page.getByRole('button', { name: 'Create an alert' }).click();
  await alerts(page).getByRole('textbox', { name: 'Price' }).fill(cents);
  await alerts(page).getByRole('button', { name: 'Create alert' }).click();
  await expect(alerts(page).getByText('Alert created.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(alerts(page)).toBeHidden();
}

test('an alert is told once, in one of two tabs, without any permission', async ({ context }) => {
  const market = pick(markets, 0);
  await control.price(market.marketId, 0.5);
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) await page.clock.install();
  await first.goto(urlOf(market));
  await setAlert(first, '70');
  await expect(first.getByRole('button', { name: 'Alerts: 1 waiting for this market' })).toBeVisible();
  await second.goto('/settings');
  await expect(second.locator('main#main')).toBeVisible();

  await control.price(market.marketId, 0.8);
  const times = async () => (await told(first).count()) + (await told(second).count());
  await expect.poll(times).toBe(1);
  await expect(first.getByRole('button', { name: 'Create an alert' })).toBeVisible();
  // Longer than from one look at a price to the next.
  for (const page of [first, second]) await letPass(page, 12);
  expect(await times()).toBe(1);

  // Whoever asks later finds it among what was told, and nobody tells it again.
  await second.reload();
  await expect(second.locator('main#main')).toBeVisible();
  await second.keyboard.press('Control+k');
  await expect(second.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await second.keyboard.type('alerts');
  // Until the search has ended, events come and go above what is to be pressed.
  await expect(second.getByText('No events match “alerts”')).toBeVisible();
  await second.getByRole('option', { name: 'Alerts', exact: true }).click();
  await expect(alerts(second).getByTestId('alert')).toHaveAttribute('data-state', 'told');
  await expect(alerts(second).getByText(/Yes rose to .*you asked for 70¢/)).toBeVisible();
  expect(await times()).toBeLessThanOrEqual(1);
  await alerts(second)
    .getByRole('button', { name: /^Delete: Yes rises to 70¢/ })
    .click();
  await expect(alerts(second).getByText('No alerts yet')).toBeVisible();
});

test('an alert tells what a price did while nobody watched, with its time, though it has left again', async ({
  page,
}) => {
  const market = pick(markets, 8);
  await control.price(market.marketId, 0.5);
  await page.goto(urlOf(market));
  await setAlert(page, '95');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('evenline.alerts-watched')))
    .not.toBeNull();
  // The desk is closed, and has been for ten minutes of the exchange's clock, which goes slowly here.
  await page.goto('/healthz');
  await page.evaluate((ago) => {
    const before = Date.now() - ago;
    const kept = JSON.parse(localStorage.getItem('evenline.alerts') ?? '[]') as object[];
    localStorage.setItem('evenline.alerts', JSON.stringify(kept.map((one) => ({ ...one, madeAt: before }))));
    localStorage.setItem('evenline.alerts-watched', String(before));
  }, 600_000 / Number(STILL_PRICES.PAPER_SPEED));
  await control.price(market.marketId, 0.97);
  await control.advance(10);
  await control.price(market.marketId, 0.5);
  await control.advance(10);
  await page.goto('/settings');
  const toast = page.locator('[data-sonner-toast]');
  await expect(toast).toContainText(/Yes rose to 95¢ while you were away, at .*\d\d:\d\d\./);
});

test('the watchlist names the outcome whose price it shows', async ({ page, server }) => {
  // Of one that has not traded for a day the list says since when.
  const ages = await Promise.all(markets.map(({ marketId }) => ageOf(server.url, marketId)));
  const market = pick(
    markets.filter((_market, index) => (ages[index] ?? 0) > 25),
    0,
  );
  await page.goto(urlOf(market));
  await page
    .getByRole('button', { name: /^Watch / })
    .first()
    .click();
  const rail = page.getByRole('region', { name: 'Watchlist' });
  const row = rail.getByRole('listitem').filter({ hasText: market.eventTitle });
  await expect(row).toContainText(/\d¢/);
  await expect(row).toContainText(/\d\.\dpoints in 24 hours/);
  const [, leading = ''] = (await row.innerText()).split('\n');
  expect(leading, 'an outcome stands between the event and its price').toMatch(/\p{L}|\d/u);
  await expect(
    page.getByRole('region', { name: 'Outcomes' }).getByText(leading, { exact: true }).first(),
  ).toBeVisible();
});

test('the permission is asked for with the first alert only', async ({ page }) => {
  await page.addInitScript(() => {
    const count = () => Number(sessionStorage.getItem('asked') ?? '0');
    const requestPermission = () => {
      sessionStorage.setItem('asked', String(count() + 1));
      return Promise.resolve('denied');
    };
    const value = Object.assign(() => undefined, { permission: 'default', requestPermission });
    Object.defineProperty(window, 'Notification', { value, configurable: true });
  });
  const asked = () => page.evaluate(() => sessionStorage.getItem('asked') ?? '0');
  const market = pick(markets, 1);
  await control.price(market.marketId, 0.5);
  await page.goto(urlOf(market));
  await page.getByRole('button', { name: 'Create an alert' }).click();
  await expect(alerts(page)).toBeVisible();
  expect(await asked(), 'looking asks for nothing').toBe('0');
  await alerts(page).getByRole('textbox', { name: 'Price' }).fill('20');
  await expect(alerts(page).getByRole('combobox', { name: 'Direction' })).toHaveValue('fall');
  await alerts(page).getByRole('button', { name: 'Create alert' }).click();
  await expect.poll(asked).toBe('1');
  await alerts(page).getByRole('textbox', { name: 'Price' }).fill('90');
  await alerts(page).getByRole('button', { name: 'Create alert' }).click();
  await expect(alerts(page).getByTestId('alert')).toHaveCount(2);
  expect(await asked()).toBe('1');

  await alerts(page)
    .getByRole('button', { name: /^Change: Yes rises to 90¢/ })
    .click();
  await expect(alerts(page).getByRole('textbox', { name: 'Price' })).toHaveValue('90');
  await alerts(page).getByRole('textbox', { name: 'Price' }).fill('95.5');
  await alerts(page).getByRole('button', { name: 'Edit the alert' }).click();
  await expect(alerts(page).getByText('Yes rises to 95.5¢')).toBeVisible();
  await expect(alerts(page).getByTestId('alert')).toHaveCount(2);
});

/** Closes the desk and puts the last moment of the visit an hour back. */
async function leaveForAnHour(page: Page): Promise<void> {
  // An address of the same origin without the desk, which would note the visit anew.
  await page.goto('/healthz');
  await page.evaluate(() => {
    const key = 'evenline.visit';
    const visit = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...visit, at: Date.now() - 3_600_000 }));
  });
}

test('what moved, ended and can be claimed since the last visit', async ({ page, server }) => {
  const [moves, ends, pays] = [pick(markets, 2), pick(markets, 3), pick(markets, 4)];
  const desk = new Desk(page);
  const trader = await fundedTrader(server.url);
  await control.price(moves.marketId, 0.5);
  await holds(trader, pays, 20);
  await rememberWallet(page, trader);
  await desk.openMarket(moves);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await desk.goToMarket(ends);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ends.eventTitle);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await desk.go('/portfolio');
  await expect(page.getByTestId('position')).toBeVisible();
  await leaveForAnHour(page);
  expect(await page.evaluate(() => localStorage.getItem('evenline.visit'))).toContain(pays.marketId);
  await control.price(moves.marketId, 0.7);
  await control.resolve(ends.marketId, 'no');
  await control.resolve(pays.marketId, 'yes');

  await page.goto('/');
  const notice = page.getByTestId('whats-new-notice');
  await expect(notice).toContainText('1 h ago');
  await expect(notice).toContainText('1 payout to claim, 1 ended, 1 moved');
  await notice.getByRole('link', { name: 'Show' }).click();
  const panel = page.getByRole('region', { name: 'Since you left' });
  await expect(panel.getByRole('listitem').filter({ hasText: moves.eventTitle })).toContainText(
    // How far it went in between is told as well.
    /→.*\+.*¢ to .*¢/,
  );
  await expect(panel.getByRole('listitem').filter({ hasText: ends.eventTitle })).toContainText('No won');
  await expect(panel.getByRole('listitem').filter({ hasText: 'to claim' })).toContainText(pays.eventTitle);
  await expect(notice).toBeHidden();

  await page.reload();
  await expect(panel, 'a reload keeps it').toBeVisible();
  await panel.getByRole('button', { name: 'Dismiss what changed' }).click();
  await expect(panel).toBeHidden();
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(notice).toBeHidden();
});

test('rules that changed since they were read say so, and show what changed', async ({ page }) => {
  const market = pick(markets, 5);
  let changed = false;
  await page.route(/\/prediction\/v1\/events\/[^/?]+\?/, async (route) => {
    const response = await route.fetch();
    const event = (await response.json()) as AnswerWire<'getEvent'>;
    const text = `Pays Yes if it happens. ${changed ? 'Half of it is enough.' : 'All of it has to happen.'} The rest is unchanged.`;
    await route.fulfill({
      response,
      json: { ...event, markets: (event.markets ?? []).map((one) => ({ ...one, rulesPrimary: text })) },
    });
  });
  await page.goto(urlOf(market));
  await expect(page.getByText('All of it has to happen.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Rules', exact: true })).toBeVisible();
  changed = true;
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Rules changed' })).toBeVisible();
  const box = page.getByRole('region', { name: 'Changed rules' });
  await expect(box.getByRole('deletion')).toHaveText('All of it has to happen. ');
  await expect(box.getByRole('insertion')).toHaveText('Half of it is enough. ');
  await box.getByRole('button', { name: 'Mark as read' }).click();
  await expect(box).toBeHidden();
  await page.reload();
  await expect(page.getByText('Half of it is enough.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Rules', exact: true })).toBeVisible();
});

test('the parlay slip is beside the outcomes, with its figures, from the first leg on', async ({ page }) => {
  const slip = page.getByRole('region', { name: 'Parlay slip' });
  const desk = new Desk(page);
  await desk.openMarket(pick(markets, 6));
  await expect(slip).toBeHidden();
  await page
    .getByRole('region', { name: 'Outcomes' })
    .getByRole('button', { name: /^Parlay: Yes/ })
    .first()
    .click();
  await expect(slip).toContainText('1/5');
  await expect(slip).toContainText(/\$10\.00 with 1 of five legs.*\$\d/s);
  await desk.goToMarket(pick(markets, 7));
  await page
    .getByRole('region', { name: 'Outcomes' })
    .getByRole('button', { name: /^Parlay: Yes/ })
    .first()
    .click();
  await expect(slip).toContainText('2/5');
  await slip
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(slip).toContainText('1/5');
  await slip.getByRole('link', { name: /^Open the slip/ }).click();
  await expect(page.getByRole('heading', { name: 'Parlay', level: 1 })).toBeVisible();
});
