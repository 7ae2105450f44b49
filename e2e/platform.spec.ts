import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootServer, type RunningServer } from './boot.ts';
import { Desk, expectNoSidewaysScroll } from './desk.ts';
import { fundedTrader, holds, ordersOf, pick, rememberWallet } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { ROUND } from './round-desk.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

let control: Control;
test.beforeAll(({ server }) => {
  control = new Control(server.url, server.token);
});
test.afterEach(() => control.clearFaults());

test('a region that may not trade: nothing can be opened on any page, and everything can be read and sold', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  const trader = await fundedTrader(server.url);
  const wallet = await rememberWallet(page, trader);
  const market = pick(await tradableMarkets(server.url, 3), 0);
  await holds(trader, market, 20);
  await desk.openMarket(market);
  await desk.fill('50');
  await control.fault({ operation: 'createOrder', status: 403, code: 'unsupported_region' });
  await desk.submit.click();
  const refused = (place = page.getByRole('main')) =>
    expect(place.getByRole('button', { name: 'Not available in your region' }).first()).toBeDisabled();
  await refused();
  const notice = page.getByText(/Trading is not available in your region\. Markets can be read/);
  await expect(notice).toBeVisible();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  for (const link of ['Rounds', 'Parlay']) {
    await page.getByRole('link', { name: link }).first().click();
    await refused();
  }
  expect(wallet.asked).toBe(0);
  expect(await ordersOf(trader)).toHaveLength(1);
  // It is what opens a trade that such a service refuses, and here it refused every order.
  await control.clearFaults();
  await desk.goToMarket(market);
  await refused();
  await desk.ticket.getByText('Sell', { exact: true }).click();
  await desk.ticket.getByRole('button', { name: '50%' }).click();
  await desk.submit.click();
  await expect(desk.toast(/Sell.*Filled/s)).toBeVisible();
  expect(wallet.asked).toBe(1);
  await expect(notice, 'that says nothing of what opens one').toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Not available in your region' })).toHaveCount(0);
});

test('an answer that cannot be read names its field and its request, on any page; figures stay', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  await desk.openMarket(pick(await tradableMarkets(server.url, 3), 1));
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await control.fault({ operation: 'getEvent', field: 'eventId' });
  const notice = page.getByText(/unreadable answer: getEvent\.eventId/);
  await expect(notice).toBeVisible();
  await expect(page.getByText(/request [\w-]{8,}/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy details of the answer' })).toBeVisible();
  await expect(desk.ticket, 'what came before stays').toBeVisible();
  await control.clearFaults();
  await expect(notice).toHaveCount(0);

  await control.fault({ operation: 'recentTokens', field: 'symbol' });
  await desk.go('/tokens');
  const panel = page.getByRole('alert').filter({ hasText: 'Couldn’t load the tokens' });
  await expect(panel).toContainText('recentTokens.0.symbol');
  await expect(panel.getByRole('button', { name: 'Copy details' })).toBeVisible();
});

test('a clock that is off is told of, and countdowns follow the service', async ({ page }) => {
  await page.addInitScript(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 10 * 60_000;
  });
  const desk = new Desk(page);
  await desk.open('/');
  await expect(page.getByText(/This computer’s clock is 10 min ahead of the service’s/)).toBeVisible();
  await expect(page.getByText(/This computer’s clock/)).toHaveCount(1);
  await desk.go('/rounds');
  const left = page.getByRole('region', { name: 'Round', exact: true }).getByText(/^(\d+m )?\d+s$/);
  await expect(left).toBeVisible();
  const { now } = await control.call<{ now: number }>('GET', '/clock');
  const [, minutes = '0', seconds = ''] = /^(?:(\d+)m )?(\d+)s$/.exec(await left.innerText()) ?? [];
  const apart = Number(minutes) * 60 + Number(seconds) - (ROUND - (now % ROUND));
  expect(Math.abs(apart), `${await left.innerText()} at ${now}`).toBeLessThan(5);
});

test.describe('a live platform', () => {
  let gateway: RunningServer;
  const folder = mkdtempSync(join(tmpdir(), 'evenline-live-'));
  test.beforeAll(async ({ server }) => {
    const config = join(folder, 'live.json');
    writeFileSync(config, JSON.stringify({ bases: { tokens: null } }));
    gateway = await bootServer({
      env: {
        UPSTREAM_URL: server.url,
        UPSTREAM_RPS: '40',
        LIVE_CONFIG: config,
        PAPER_CONTROL_TOKEN: '',
        CLIENT_RPS: '0',
      },
    });
  });
  test.afterAll(async () => {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('shows its request budget, and says of what it does not have that it has not', async ({ page }) => {
    await page.goto(gateway.url);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('button', { name: /^Live platform\. Request limit: 40 requests\/s/ }).click();
    await expect(page.getByRole('dialog', { name: 'Request limit' })).toContainText('Allowed');
    await page.keyboard.press('Escape');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const entry = page.getByRole('link', { name: /^Tokens ?, not on this platform/ }).first();
    await entry.click();
    await expect(page.getByText('This platform does not offer a list of new tokens')).toBeVisible();
    await expect(entry).toHaveAttribute('aria-current', 'page');
    expect(asked.filter((url) => url.includes('/tokens/'))).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });
});
