import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { holdRoute } from './held-route.ts';
import { fundedTrader, pick, rememberWallet } from './journeys.ts';
import { leapUntil, letPass } from './leap.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

let markets: Tradable[];
let control: Control;
test.beforeAll(async ({ server }) => {
  control = new Control(server.url, server.token);
  markets = await tradableMarkets(server.url, 4);
});
test.afterEach(() => control.clearFaults());

test('while data is on its way a page says so, in the geometry of what comes', async ({
  context,
  server,
}) => {
  const market = pick(markets, 0);
  const trader = await fundedTrader(server.url);
  // Each page for itself: an answer that is held back while others are opened runs out of its time.
  for (const [path, what, good] of [
    ['/', 'events', (page: Page) => page.getByRole('article').first()],
    [`/event/${market.eventId}`, 'the event', (page: Page) => page.getByRole('group', { name: /^Order: / })],
    ['/portfolio', 'positions', (page: Page) => page.getByText('No positions yet')],
    ['/monitor', 'positions', (page: Page) => page.getByText('No open positions')],
    [
      '/rounds?view=board&coming=shown',
      'windows',
      (page: Page) => page.getByRole('table', { name: 'Up-or-down windows' }),
    ],
  ] as const) {
    const page = await context.newPage();
    const come = await holdRoute(page, /\/prediction\/v\d\/(events|positions)/);
    if (/portfolio|monitor/.test(path)) await rememberWallet(page, trader);
    await page.goto(path);
    const loading = page.getByRole('status').filter({ hasText: `Loading ${what}` });
    await expect(loading).toBeAttached();
    const place = page.locator('.animate-pulse-soft').first();
    await expect(place, 'stands still, as in every journey').toHaveCSS('animation-name', 'none');
    come();
    await expect(good(page)).toBeVisible();
    await expect(loading).toHaveCount(0);
    await page.close();
  }
});

const LONGEST_POLL_MS = 60_000;

/** As if another tab had come before the page: it stops asking by itself. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

test('a failure stays in its panel with Retry, which brings the panel back', async ({ page, server }) => {
  await page.clock.install();
  await rememberWallet(page, await fundedTrader(server.url));
  const market = pick(markets, 0);
  for (const [operation, path, failure, good] of [
    ['listEvents', '/', 'Couldn’t load the events', page.getByRole('article')],
    [
      'getEvent',
      `/event/${market.eventId}`,
      'Couldn’t load the event',
      page.getByRole('group', { name: /^Order/ }),
    ],
    ['getOrderbook', `/event/${market.eventId}`, 'Couldn’t load the order book', page.locator('[data-row]')],
    ['listPositionsV2', '/portfolio', 'Couldn’t load your positions', page.getByText('No positions yet')],
    [
      'listHistoryV2',
      '/portfolio?tab=history',
      'Couldn’t load your history',
      page.getByText('No history yet'),
    ],
    [
      'listHistoryV2',
      '/portfolio?tab=execution',
      'Couldn’t load your history',
      page.getByText('Nothing filled yet'),
    ],
    ['listPositionsV2', '/monitor', 'Couldn’t load your positions', page.getByText('No open positions')],
    ['listSlips', '/monitor', 'Couldn’t load your parlays', page.getByText('No open positions')],
    [
      'listEvents',
      '/rounds?view=board&coming=shown',
      'Couldn’t load the windows',
      page.getByRole('table', { name: 'Up-or-down windows' }),
    ],
  ] as const) {
    // A refusal is not tried again by itself, and a hidden page does not poll: what comes was asked for by the button.
    await control.fault({ operation, status: 400 });
    await page.goto(path);
    const panel = page.getByRole('alert').filter({ hasText: failure });
    await leapUntil(page, (expectSoon) => expectSoon(panel, operation).toBeVisible());
    await expect(page.getByRole('banner'), 'the rest of the desk keeps working').toBeVisible();
    await hide(page);
    await page.waitForLoadState('networkidle');
    await control.clearFaults();
    await page.clock.fastForward(LONGEST_POLL_MS);
    await expect(panel, 'nothing but the button asks again').toBeVisible();
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(good.first(), operation).toBeVisible();
    await expect(panel).toHaveCount(0);
  }
});

test('a chart that does not come, or whose figures do not, is asked for again where it stands', async ({
  page,
}) => {
  const market = pick(markets, 0);
  await page.clock.install();
  await page.route(/\/assets\/price-chart-[^/]*\.js/, (route) => route.abort());
  await control.fault({ operation: 'getOrderbook', status: 500 });
  await page.goto(`/event/${market.eventId}?market=${market.marketId}`);
  const chart = page.getByRole('region', { name: 'Price', exact: true });
  const alert = chart.getByRole('alert');
  const retry = alert.getByRole('button', { name: 'Retry' });
  await expect(alert).toContainText('Couldn’t load the chart');
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.34');
  await page.unrouteAll();
  await page.clock.fastForward(LONGEST_POLL_MS);
  await expect(alert, 'nothing but the button asks again').toContainText('Couldn’t load the chart');
  await retry.click();
  await expect(chart.locator('canvas').first()).toBeVisible();
  await chart.getByText('Depth', { exact: true }).click();
  await expect(alert).toContainText('Couldn’t load the order book');
  await hide(page);
  await expect(retry, 'what was under way has failed too').not.toHaveAttribute('aria-busy', 'true');
  await page.waitForLoadState('networkidle');
  await control.clearFaults();
  await page.clock.fastForward(LONGEST_POLL_MS);
  await expect(alert, 'nothing but the button asks again').toContainText('Couldn’t load the order book');
  await retry.click();
  await expect(chart.getByRole('img', { name: /^Depth/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('12.34');
});

test('old figures stay, dimmed and with the time they stopped; the desk says when it is back', async ({
  page,
  context,
  server,
}) => {
  const desk = new Desk(page);
  await page.clock.install();
  await rememberWallet(page, await fundedTrader(server.url));
  await desk.openMarket(pick(markets, 0));
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await expect(desk.balance).toContainText('10,000.00');
  await desk.fill('50');
  await expect(desk.submit).toBeEnabled();
  const book = page.getByRole('region', { name: 'Order book' });
  await expect(book.locator('[data-freshness=fresh]')).toBeVisible();

  await context.setOffline(true);
  await leapUntil(page, (expectSoon) => expectSoon(book.locator('.stale')).toBeVisible());
  await expect(book).toContainText(/last update \d/);
  expect(await book.locator('[data-row]').count()).toBeGreaterThan(5);
  await expect(desk.ticket.getByRole('button', { name: 'Waiting for a fresh price' })).toBeDisabled();
  const notice = page.getByText(/No response from the service\. Figures are from \d/);
  await leapUntil(page, (expectSoon) => expectSoon(notice).toBeVisible());
  await expect(desk.balance, 'what was known stays').toContainText('10,000.00');

  await context.setOffline(false);
  await expect(page.getByText('Back online')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(book.locator('.stale')).toHaveCount(0);
  await expect(desk.submit).toBeEnabled();
});

test('a list whose renewal fails keeps its events and says that they are old', async ({ page }) => {
  await page.clock.install();
  await new Desk(page).open('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await control.fault({ operation: 'listEvents', status: 503 });
  await leapUntil(page, (expectSoon) => expectSoon(page.getByText(/Prices are not updating/)).toBeVisible());
  await leapUntil(page, (expectSoon) => expectSoon(page.locator('article .stale').first()).toBeVisible());
  await expect(page.getByText(/last update/).first()).toBeVisible();
  expect(await page.getByRole('article').count()).toBeGreaterThan(5);
  // Time stands still meanwhile: what is asked now is asked by the press.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  const asked = page.waitForRequest((request) => request.url().includes('/prediction/v1/events?'));
  await page.getByRole('button', { name: 'Retry' }).click();
  await asked;
  await control.clearFaults();
  await page.clock.resume();
  await expect(page.locator('article .stale')).toHaveCount(0);
});

test('addresses that lead nowhere say so and lead back', async ({ page }) => {
  await page.goto('/nowhere/at/all');
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'All markets', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto('/event/EV-NOTHING');
  await expect(page.getByText('Event not found')).toBeVisible();
  await expect(page).toHaveTitle(/Evenline/);
  await page.locator('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('main').getByRole('link', { name: 'All markets', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  // A market that the event does not have is as if none were named.
  await page.goto(`/event/${pick(markets, 3).eventId}?market=MK-NOTHING&side=maybe`);
  await expect(page.getByRole('group', { name: /^Order: / })).toBeVisible();
});

test('too many requests: the desk keeps what it has, waits as told, and recovers by itself', async ({
  page,
}) => {
  const desk = new Desk(page);
  await page.clock.install();
  await desk.open('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  const waitSeconds = 20;
  let limits = true;
  await page.route('**/prediction/v1/events?*', (route) =>
    limits
      ? route.fulfill({ status: 429, headers: { 'retry-after': `${waitSeconds}` }, body: '' })
      : route.fallback(),
  );
  // Time goes on second by second from here, so that what is between two requests can be told.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  let second = 0;
  const asked = new Map<string, number[]>();
  page.on('request', (request) => {
    const url = request.url();
    if (url.includes('/prediction/v1/events?')) asked.set(url, [...(asked.get(url) ?? []), second]);
  });
  for (; second < 3 * waitSeconds; second += 1) await letPass(page, 1);
  await expect(page.getByText(/Prices are not updating/)).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  const waits = [...asked.values()].flatMap((all) => all.slice(1).map((at, nth) => at - (all[nth] ?? 0)));
  expect(waits.length, 'it asks again').toBeGreaterThan(0);
  // A request may be seen a second after it was made.
  expect(Math.min(...waits), 'and not before it was told to').toBeGreaterThanOrEqual(waitSeconds - 1);
  limits = false;
  await page.clock.resume();
  await leapUntil(page, (expectSoon) => expectSoon(page.getByText(/Prices are not updating/)).toHaveCount(0));
});
