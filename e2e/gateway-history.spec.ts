import { type MarketSeriesAnswer, marketSeriesAnswer } from '@contract/history.ts';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { bootServer, type RunningServer } from './boot.ts';
import { bootGateway, platformOf } from './gateway.ts';
import { pick } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

/* What prices were, where a gateway has recorded them; and the board of windows, which is made of the same histories. */

test.describe.configure({ mode: 'default' });
let upstream: RunningServer;
let gateway: RunningServer;
let market: Tradable;
test.beforeAll(async () => {
  upstream = await bootServer();
  gateway = await bootGateway({
    upstream: upstream.url,
    platform: await platformOf(upstream.url),
    env: { UPSTREAM_RPS: '50', CLIENT_RPS: '0', HISTORY: 'on' },
  });
  market = pick(await tradableMarkets(upstream.url, 1), 0);
});
/** Somebody else looks at the market: what the gateway hears of it then is what it knows later. */
const look = () => fetch(`${gateway.url}/prediction/v1/events/${market.eventId}?includeAllMarkets=true`);
// From the first journey on: what the last one needs a chart of goes by during the others.
test.beforeEach(look);
test.afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

async function arrive(browser: Browser, server: RunningServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 1000 } });
  return context.newPage();
}

for (const through of ['the exchange', 'a gateway'] as const) {
  test(`every up-or-down window stands on the board, by ${through}`, async ({ browser }) => {
    const isGateway = through === 'a gateway';
    const page = await arrive(browser, isGateway ? gateway : upstream);
    await page.goto('/rounds?view=board');
    const table = page.getByRole('table', { name: 'Up-or-down windows' });
    const rows = table.locator('tbody').getByRole('row');
    await expect(rows.first()).toBeVisible();
    expect(await rows.count()).toBeGreaterThan(2);
    await expect(table).toContainText('Bitcoin');
    await expect(rows.filter({ hasText: /\d%/ }).first()).toBeVisible();
    const record = page.getByRole('region', { name: 'The model’s record' });
    // The exchange knows what every price was; a gateway what it has heard since its start.
    await expect(record).toContainText(isGateway ? 'Too few windows are known' : 'Scored with about a third');
    await page.getByRole('radio', { name: '15m' }).check({ force: true });
    await expect(page).toHaveURL(/length=15m/);
    for (const row of await rows.all()) await expect(row).toContainText('15m');
    await expectAccessible(page, 'board of windows', page.locator('main'));
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/(rounds\?round=|event\/)/);
    await page.context().close();
  });
}

const STEP = 15;
/** Instants at which the gateway knows a price of a market, in steps of the last hour. */
async function recorded({ marketId }: Tradable): Promise<number[]> {
  const from = Math.floor(Date.now() / 1_000 / STEP) * STEP - 3_600;
  const query = `marketIds=${marketId}&from=${from}&step=${STEP}&columns=close`;
  const answer = await fetch(`${gateway.url}/desk/v1/series/markets?${query}`);
  return answer.ok ? instantsOf(marketSeriesAnswer.parse(await answer.json())) : [];
}
function instantsOf({ from, step, markets }: MarketSeriesAnswer): number[] {
  const closes = markets[0]?.close ?? [];
  return closes.flatMap((close, at) => (close === null ? [] : (from ?? 0) + at * step));
}

test('a chart goes back before the browser was opened, also after the gateway was killed', async ({
  browser,
}) => {
  await expect
    .poll(async () => (await look()) && (await recorded(market)).length, {
      timeout: 90_000,
      intervals: [1_000],
    })
    .toBeGreaterThan(2);
  const known = await recorded(market);

  const show = async (): Promise<number[]> => {
    const page = await arrive(browser, gateway);
    const told: MarketSeriesAnswer[] = [];
    await page.route('**/desk/v1/series/markets?**', async (route) => {
      const response = await route.fetch();
      told.push(marketSeriesAnswer.parse(await response.json()));
      await route.fulfill({ response });
    });
    await page.goto(`/event/${market.eventId}?market=${market.marketId}`);
    const chart = page.getByRole('region', { name: 'Price', exact: true });
    await chart.getByRole('radio', { name: '1 h' }).check({ force: true });
    await expect.poll(() => told.some(({ step }) => step === STEP)).toBe(true);
    const shown = told.filter(({ step }) => step === STEP).flatMap(instantsOf);
    await expect(chart).toContainText('History since');
    await expect(chart.locator('canvas').first()).toBeVisible();
    // A read that is under way would fail with the page, and the journey with it.
    await page.unrouteAll({ behavior: 'wait' });
    await page.context().close();
    return shown;
  };
  const whole = known.slice(0, -1);
  expect(await show()).toEqual(expect.arrayContaining(whole));

  await gateway.kill9();
  await gateway.restart();
  await expect.poll(async () => (await recorded(market)).length).toBeGreaterThan(1);
  expect(await show()).toEqual(expect.arrayContaining(whole));
});
