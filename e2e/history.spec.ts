import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { Desk } from './desk.ts';
import { holdRoute } from './held-route.ts';
import { pick } from './journeys.ts';
import { ageOf, eventsOf, isOpenField, marketNow, type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

/* A chart knows what prices were before it was opened, where the service does. */

let markets: Tradable[];
test.beforeAll(async ({ server }) => {
  markets = await tradableMarkets(server.url, 60);
});

const chart = (page: Page) => page.getByRole('region', { name: 'Price', exact: true });
const rows = (page: Page) => chart(page).getByRole('row');
const open = (page: Page, { eventId, marketId }: Tradable) =>
  page.goto(`/event/${eventId}?market=${marketId}`);

test('a chart goes back before the browser was opened, and a reload keeps it', async ({ page }) => {
  await open(page, pick(markets, 0));
  await chart(page).getByRole('radio', { name: '1 d' }).check({ force: true });
  await expect(chart(page)).toContainText('History since');
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  const before = await rows(page).allTextContents();
  expect(before.length).toBeGreaterThan(8);
  await page.reload();
  await chart(page).getByRole('radio', { name: '1 d' }).check({ force: true });
  // The last one is of now; all before it are what they were.
  await expect.poll(async () => (await rows(page).allTextContents()).slice(0, 6)).toEqual(before.slice(0, 6));
});

/** The market that has traded for longest, and for how many hours. */
async function oldestOf(url: string, among: readonly Tradable[]): Promise<{ market: Tradable; age: number }> {
  const aged = await Promise.all(
    among.map(async (market) => ({ market, age: await ageOf(url, market.marketId) })),
  );
  return pick(
    aged.filter(({ age }) => age > 0).sort((a, b) => b.age - a.age),
    0,
  );
}

test('its ranges show as much of the past as they say', async ({ page, server }) => {
  const { market, age } = await oldestOf(server.url, markets.slice(4));
  expect(age, 'a market so old that no two ranges are one').toBeGreaterThan(38 * 24);
  await open(page, market);
  const ranges: [name: string, text: string, hours: number][] = [
    ['1 h', 'last hour', 1],
    ['6 h', 'last 6 hours', 6],
    ['1 d', 'last day', 24],
    ['1 w', 'last week', 168],
    ['30 d', 'last 30 days', 720],
    ['All', 'all that is known', Number.POSITIVE_INFINITY],
  ];
  const now = new Date((await marketNow(server.url)) * 1_000);
  /** The latest moment of this text that has been; neither the year of one nor the day of the other is said. */
  const latest = (text: string, back: (date: Date) => void): number => {
    const date = new Date(text);
    if (date.getTime() > now.getTime() + 60_000) back(date);
    return date.getTime();
  };
  /** Hours from the beginning of what is drawn to its end, by the clock of the exchange, which all but stands still. */
  const drawn = async (text: string): Promise<number> => {
    const [, from, to] =
      new RegExp(`${text}: (\\d+ \\w+, \\d\\d:\\d\\d) to (\\d\\d:\\d\\d)`).exec(
        (await chart(page).textContent()) ?? '',
      ) ?? [];
    const begun = latest(`${from} ${now.getFullYear()}`, (date) => date.setFullYear(date.getFullYear() - 1));
    const ended = latest(`${now.toDateString()} ${to}`, (date) => date.setDate(date.getDate() - 1));
    return (ended - begun) / 3_600_000;
  };
  for (const [name, text, hours] of ranges) {
    await chart(page).getByRole('radio', { name, exact: true }).check({ force: true });
    await expect.poll(() => drawn(text), { message: name }).toBeGreaterThan(Math.min(hours, age) * 0.9);
    expect(await drawn(text), name).toBeLessThan(hours * 1.1 + 0.1);
  }
});

test('it is drawn as candles where one wants them, also the next time', async ({ page }) => {
  await open(page, pick(markets, 1));
  const candles = chart(page).getByRole('button', { name: 'Candles' });
  await candles.click();
  await expect(candles).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(chart(page).getByRole('button', { name: 'Candles' })).toHaveAttribute('aria-pressed', 'true');
  await expect(chart(page)).toContainText('History since');
});

test('outcomes of an event stand on one axis, each with how far it went', async ({ page, server }) => {
  // Of a younger one the list says since when it tells of it.
  const dayAgo = (await marketNow(server.url)) - 86_400;
  const many = (await eventsOf(server.url)).find(
    (event) => isOpenField(event, 3) && event.markets?.every(({ openTime }) => Number(openTime) < dayAgo),
  );
  await page.goto(`/event/${many?.eventId}`);
  await chart(page).getByRole('radio', { name: 'Outcomes' }).check({ force: true });
  const chips = chart(page).getByRole('list', { name: 'Outcomes drawn' }).getByRole('button');
  const drawn = chips.and(page.locator('[aria-pressed=true]'));
  await expect(drawn.first()).toContainText(/¢.*\d\.\d/);
  expect(await chips.count()).toBeGreaterThan(3);
  // The chart's heading and the chip of the outcome that it names say one and the same, and the heading of which time.
  const heading = chart(page).getByRole('heading');
  const changeOf = async (of: Locator): Promise<string> =>
    (await of.locator('[data-change]').allInnerTexts()).join();
  const apart = async (): Promise<string[]> => {
    const name = await heading.locator('[title]').first().innerText();
    const both = [await changeOf(heading), await changeOf(chips.filter({ hasText: name }).first())];
    return both[0] === both[1] && /\d\.\d$/.test(both[0] ?? '') ? [] : both;
  };
  for (const name of ['1 h', '6 h', '1 d', '1 w']) {
    await chart(page).getByRole('radio', { name, exact: true }).check({ force: true });
    await expect.poll(apart, { message: name }).toEqual([]);
    // The event is older than a day, and may be younger than a week.
    await expect(heading).toHaveText(name === '1 w' ? /\d(1 w|All)$/ : new RegExp(`\\d${name}$`));
  }
  // Its list tells the same of a day, of those on the screen.
  const outcomes = page.getByRole('region', { name: 'Outcomes', exact: true });
  await expect(outcomes).toContainText('24 h move');
  const listed = outcomes.getByRole('listitem');
  await expect(listed.filter({ hasText: /\d\.\dpoints in 24 hours/ }).first()).toBeVisible();
  const before = await drawn.count();
  await drawn.first().click();
  await expect(drawn).toHaveCount(before - 1);
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  await expectAccessible(page, 'outcomes over time', chart(page));
});

test('outcomes that exclude each other are stacked as quoted, a ladder is read as a distribution', async ({
  page,
  server,
}) => {
  const events = await eventsOf(server.url, { category: 'economics' });
  const find = (title: RegExp) =>
    events.find((event) => title.test(event.metadata?.title ?? '') && isOpenField(event, 2))?.eventId;
  const drawn = (name: string) =>
    chart(page).getByRole('group', { name: 'How outcomes are drawn' }).getByRole('radio', { name });
  const desk = new Desk(page);
  await desk.open(`/event/${find(/decision/)}`);
  await chart(page).getByRole('radio', { name: 'Outcomes' }).check({ force: true });
  await drawn('Stacked').check({ force: true });
  await expect(chart(page)).toContainText(/outcomes together: \d+\.\d %. As quoted, not scaled to 100 %/);
  await expect(drawn('Distribution')).toHaveCount(0);
  const told = chart(page).getByRole('table', { name: /^Chances of the outcomes drawn/ });
  await expect(told.getByRole('row').last()).toContainText(/\d\.\d%/);
  await expect(chart(page).locator('canvas').first()).toBeVisible();

  await desk.go(`/event/${find(/above ___ on/)}`);
  await chart(page).getByRole('radio', { name: 'Outcomes' }).check({ force: true });
  await expect(drawn('Stacked')).toHaveCount(0);
  await drawn('Distribution').check({ force: true });
  const ranges = chart(page)
    .getByRole('table', { name: /^Implied distribution/ })
    .getByRole('row');
  await expect(ranges.nth(1)).toContainText(/^below .*%/);
  await expect(ranges.last()).toContainText(/^above .*%/);
  await expectAccessible(page, 'distribution', chart(page));
  // However narrow the chart is, no strike lies on the next.
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overlaps = () =>
      chart(page)
        .getByTestId('strike')
        .evaluateAll((labels) => {
          const boxes = labels.map((label) => label.getBoundingClientRect());
          return boxes.length < 2 || boxes.some(({ left }, k) => left < (boxes[k - 1]?.right ?? -1));
        });
    await expect.poll(overlaps, { message: `${width} wide` }).toBe(false);
  }
});

test('a service without a history: the chart begins with what this browser sees', async ({ page }) => {
  let asked = 0;
  await page.route('**/desk/v1/**', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const { history: _, ...config } = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: config });
  });
  await open(page, pick(markets, 2));
  await expect(chart(page)).toContainText('Observed by this browser since');
  await expect(chart(page)).toContainText('the platform keeps no price history');
  await expect(chart(page).getByRole('button', { name: 'Candles' })).toHaveCount(0);
  await expect(chart(page).getByRole('radio', { name: 'Outcomes' })).toHaveCount(0);
  await expect(page.getByText('24 h move')).toHaveCount(0);
  expect(asked).toBe(0);
});

test('a history that fails leaves no heading above nothing: each change is a dash that says so', async ({
  page,
}) => {
  await page.route('**/desk/v1/**', (route) => route.abort());
  await open(page, pick(markets, 2));
  const outcomes = page.getByRole('region', { name: 'Outcomes', exact: true });
  await expect(outcomes).toContainText('24 h move');
  await expect(outcomes.getByRole('listitem').first()).toContainText('—Couldn’t load the last 24 hours');
});

test('while a history is on its way, what this browser saw is not called all that is known', async ({
  page,
}) => {
  const letGo = await holdRoute(page, '**/desk/v1/**');
  await open(page, pick(markets, 2));
  const origin = chart(page).getByText(/^last 6 hours:/i);
  await expect(origin).toBeAttached();
  await expect(origin).toContainText('Observed by this browser since');
  await expect(origin).toBeHidden();
  letGo();
  await expect(origin).toContainText('History since');
  await expect(origin).toBeVisible();
});

test('a history that cannot be loaded: the chart says so and shows what this browser sees', async ({
  page,
}) => {
  await page.route('**/desk/v1/**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await open(page, pick(markets, 3));
  await expect(chart(page)).toContainText('couldn’t load the history');
  await expect(chart(page)).toContainText('Observed by this browser since');
});
