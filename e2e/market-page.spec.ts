import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import { boxOf, Desk, expectBeside, expectNoSidewaysScroll } from './desk.ts';
import { holdRoute } from './held-route.ts';
import { fundedTrader, holds, pick, positionsOf, rememberWallet } from './journeys.ts';
import { eventsOf, lastInCents, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';

/* The page of an event as a trader reads it: outcomes in their order, one price, and everything in the room there is. */
type Event = AnswerWire<'listEvents'>['data'][number];

/** An event that asks how high an asset stands, with strikes of it. */
async function ladderOf(url: string): Promise<Event> {
  const found = (await eventsOf(url)).find(
    ({ metadata, markets, category }) =>
      category === 'crypto' && (markets?.length ?? 0) > 4 && /above ___/.test(metadata?.title ?? ''),
  );
  if (!found) throw new Error('an event with strikes is needed');
  return found;
}

/** Lines of the outcomes from top to bottom: strikes as numbers, and the line of the present price as its text. */
const linesOf = async (page: Page): Promise<(number | string)[]> =>
  (await page.getByRole('region', { name: 'Outcomes' }).getByRole('listitem').allInnerTexts()).map((text) => {
    const first = text.split('\n')[0] ?? '';
    return first.startsWith('Now') ? first : Number(first.replace(/[^\d.]/g, ''));
  });

test('strikes stand in their order with the present price between them, and a reload moves none', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  const event = await ladderOf(server.url);
  await desk.open(`/event/${event.eventId}`);
  await expect(page.getByText(/^Now \$/)).toBeVisible();
  const lines = await linesOf(page);
  const strikes = lines.filter((line) => typeof line === 'number');
  expect(strikes.length).toBeGreaterThan(4);
  expect(strikes).toEqual(strikes.toSorted((a, b) => a - b));
  const at = lines.findIndex((line) => typeof line === 'string');
  const now = Number(String(lines[at]).replace(/[^\d.]/g, ''));
  for (const [index, line] of lines.entries()) {
    if (typeof line === 'number') expect(line > now, `${line} is on its side of ${now}`).toBe(index > at);
  }
  // The header has the same price from the same feed, and what its dot means stands beside it.
  const header = page.getByRole('heading', { level: 1 }).locator('xpath=ancestor::section');
  await expect(header).toContainText(/Now around \$[\d,.]+/);
  await expect(header.getByText('Up to date', { exact: true }).last()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Now \$/)).toBeVisible();
  expect((await linesOf(page)).filter((line) => typeof line === 'number')).toEqual(strikes);
});

test('an outcome keeps the length of its bar when its move of a day comes', async ({ page, server }) => {
  const letGo = await holdRoute(page, '**/desk/v1/series/markets?**');
  const { eventId, marketId } = pick(await tradableMarkets(server.url, 1), 0);
  await new Desk(page).open(`/event/${eventId}?market=${marketId}`);
  const row = page
    .getByRole('region', { name: 'Outcomes', exact: true })
    .getByRole('listitem')
    .filter({ has: page.locator('[aria-current=true]') });
  const widthOf = async () => (await row.locator('.bar').boundingBox())?.width;
  await expect(row.locator('.bar')).toBeVisible();
  const before = await widthOf();
  letGo();
  await expect(row.getByTitle(/ points /)).toBeVisible();
  expect(await widthOf()).toBe(before);
});

test('a side that nobody offers is a dash and nothing to press', async ({ page, server }) => {
  // At 99.9 cents nobody offers what can be had for whole cents alone.
  const market = await lastInCents(server.url, await tradableMarkets(server.url, 40));
  await new Desk(page).openMarket(market, 'no');
  const row = page
    .getByRole('region', { name: 'Outcomes' })
    .getByRole('listitem')
    .filter({ has: page.locator(`[data-outcome="${market.marketId}"]`) });
  const no = row.getByRole('link', { name: /^No/ });
  await expect(row.getByRole('button', { name: /^Parlay: Yes/ })).toBeVisible();
  const { x, width } = await boxOf(no);
  await new Control(server.url, server.token).price(market.marketId, 0.999);
  await expect(row.getByText('Yes —')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Parlay: Yes/ })).toHaveCount(0);
  expect(await boxOf(no), 'what is pressed next to it has not moved').toMatchObject({ x, width });
  await expect(row.getByRole('link', { name: /^Yes (\d|—)/ })).toHaveCount(0);
  await expect(row.getByText('Yes —')).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
});

test('what is won and not claimed yet is not called realised', async ({ page, server }) => {
  const trader = await fundedTrader(server.url);
  const market = pick(await tradableMarkets(server.url, 6), 5);
  await holds(trader, market, 20);
  await new Control(server.url, server.token).resolve(market.marketId, 'yes');
  await expect.poll(async () => (await positionsOf(trader))[0]?.claimable).toBe(true);
  await rememberWallet(page, trader);
  await new Desk(page).open(`/event/${market.eventId}?market=${market.marketId}`);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('Yes won');
  await expect(result).toContainText(/Unrealised\s*\+\$/);
  await page.getByRole('tab', { name: /^Positions/ }).click();
  const row = page.getByRole('table', { name: 'My positions in this event' }).getByRole('row').last();
  await expect(row).toContainText('+$');
  await expect(row).not.toContainText('realised');
});

/** How many whole levels each side of the ladder has room for. */
const roomOf = (page: Page): Promise<number[]> =>
  page.locator('[data-side]').evaluateAll((lists) =>
    lists.map((list) => {
      const level = list.querySelector('[data-row]')?.getBoundingClientRect().height ?? 1;
      return Math.floor((list.parentElement?.clientHeight ?? 0) / level);
    }),
  );

/** Of each side of the ladder: the levels the book has, and those of them that stand in view as a whole. */
const levelsOf = (page: Page): Promise<{ has: number; shows: number }[]> =>
  page.locator('[data-side]').evaluateAll((lists) =>
    lists.map((list) => {
      const frame = list.getBoundingClientRect();
      const levels = [...list.querySelectorAll('[data-row]')].map((level) => level.getBoundingClientRect());
      const whole = levels.filter(
        ({ top, bottom }) => top >= frame.top - 0.5 && bottom <= frame.bottom + 0.5,
      );
      return { has: levels.length, shows: whole.length };
    }),
  );

test('the ladder has room for its levels, and the depth says what the book holds', async ({
  page,
  server,
}) => {
  const [market] = await tradableMarkets(server.url, 1);
  if (!market) throw new Error('a market is needed');
  await new Desk(page).openMarket(market);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await test.step('at 1440 the ladder has seven whole levels a side beside the ticket', async () => {
    for (const levels of await roomOf(page)) expect(levels).toBeGreaterThanOrEqual(7);
    // Below them nothing of a level is cut through.
    const cut = await page
      .locator('[data-side]')
      .evaluateAll((lists) => lists.map((list) => list.clientHeight % 20));
    expect(cut).toEqual([0, 0]);
  });

  await test.step('the depth has marks on both axes, and says what the book holds to where one points', async () => {
    const chart = page.getByRole('region', { name: 'Price', exact: true });
    await chart.getByText('Depth', { exact: true }).click();
    const picture = chart.getByRole('img', { name: /^Depth/ });
    await expect(picture).toBeVisible();
    await expect(chart.getByText(/^\d+(\.\d)?¢$/).nth(2)).toBeVisible();
    await expect(chart.getByText(/^\d[\d,]*$/).first()).toBeVisible();
    const reading = chart.getByTestId('depth-reading');
    await expect(reading).toHaveText(/^[\d,]+ bid · [\d,]+ ask$/);
    const box = await picture.boundingBox();
    if (!box) throw new Error('the depth is not drawn');
    await page.mouse.move(box.x + 4, box.y + box.height / 2);
    await expect(reading).toHaveText(/^Bid to \d.*: [\d,]+ contracts, average \d+(\.\d+)?¢$/);
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2);
    await expect(reading).toHaveText(/^Ask to \d.*: [\d,]+ contracts, average \d+(\.\d+)?¢$/);
  });
});

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 2560, height: 1440 } });

  test('chart, twenty levels a side and the tape stand side by side, positions and orders beneath', async ({
    page,
    server,
  }) => {
    const trader = await fundedTrader(server.url);
    const market = pick(await tradableMarkets(server.url, 2), 1);
    await holds(trader, market, 20);
    await rememberWallet(page, trader);
    await new Desk(page).openMarket(market);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    for (const levels of await roomOf(page)) expect(levels).toBeGreaterThanOrEqual(20);
    for (const { has, shows } of await levelsOf(page)) {
      expect(has).toBeGreaterThan(5);
      expect(shows, `levels in view of ${has}`).toBeGreaterThanOrEqual(Math.min(20, has));
    }
    await expect(
      page.getByRole('region', { name: 'Positions' }).getByRole('row').filter({ hasText: 'Close' }),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Orders' }).getByRole('row').nth(1)).toContainText(
      'Filled',
    );
    await expect(page.getByRole('region', { name: 'Trades' }).getByRole('row').nth(1)).toContainText(/\d¢/);
    await expect(page.getByRole('region', { name: 'Rules' })).toContainText('Resolves');
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    // Chart, ladder and tape from left to right at one height; what is held and ordered beneath all three.
    const region = (name: string) => boxOf(page.getByRole('region', { name, exact: true }));
    const beside = [await region('Price'), await region('Order book'), await region('Trades')];
    const beneath = [await region('Positions'), await region('Orders')];
    expectBeside(...beside);
    expectBeside(...beneath);
    for (const above of beside)
      for (const below of beneath) expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
  });
});

test('another tab, beneath the chart or above it, moves and resizes no panel', async ({ page, server }) => {
  const trader = await fundedTrader(server.url);
  const market = pick(await tradableMarkets(server.url, 3), 2);
  await holds(trader, market, 20);
  await rememberWallet(page, trader);
  await new Desk(page).openMarket(market);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const chart = page.getByRole('region', { name: 'Price', exact: true });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const tabs = page.getByRole('tab');
  await expect(tabs.filter({ hasText: 'Positions' })).toContainText('1');
  /** Frames of what stands on the page, as whole pixels; that of the tabs too. */
  const frames = () =>
    page.evaluate(() =>
      ['Price', 'Order book', 'Outcomes', 'Ticket'].map((name) => {
        const box = document.querySelector(`main section[aria-label="${name}"]`)?.getBoundingClientRect();
        return box ? `${name} ${[box.x, box.y, box.width, box.height].map(Math.round)}` : `no ${name}`;
      }),
    );
  const before = await frames();
  const below = async () =>
    JSON.stringify(await page.getByRole('tabpanel').locator('xpath=..').boundingBox());
  const frameOfTabs = await below();
  for (const tab of await tabs.all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await page.waitForTimeout(150);
    expect(await frames(), await tab.innerText()).toEqual(before);
    expect(await below(), await tab.innerText()).toBe(frameOfTabs);
  }
  for (const view of ['Depth', 'Price']) {
    await chart.getByText(view, { exact: true }).click();
    await page.waitForTimeout(150);
    expect(await frames(), view).toEqual(before);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the chart comes first, one bar stands below, and the ladder is in a sheet that snaps', async ({
    page,
    server,
  }) => {
    const desk = new Desk(page);
    const [market] = await tradableMarkets(server.url, 1);
    if (!market) throw new Error('a market is needed');
    await desk.open(`/event/${market.eventId}?market=${market.marketId}`);
    const bar = page.getByRole('navigation', { name: 'Trade' });
    await expect(bar).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })).toHaveCount(0);
    const outcomes = await page.getByRole('region', { name: 'Outcomes' }).boundingBox();
    const chart = await page.getByText('Depth', { exact: true }).boundingBox();
    expect(chart?.y ?? 0).toBeLessThan(outcomes?.y ?? 0);

    await bar.getByRole('button', { name: 'Order book' }).tap();
    const sheet = page.getByRole('dialog');
    await expect(sheet.locator('[data-row]').first()).toBeVisible();
    const heightOf = async () => Math.round(((await sheet.boundingBox())?.height ?? 0) / 8.44);
    await expect.poll(heightOf).toBe(72);
    await sheet.getByRole('button', { name: 'Raise the sheet' }).tap();
    await expect.poll(heightOf).toBe(94);
    // Drawn down by its handle it rests at the lower height, and further down it goes.
    const draw = async (by: number) => {
      const handle = await sheet.getByRole('button', { name: /the sheet$/ }).boundingBox();
      const [x, y] = [(handle?.x ?? 0) + (handle?.width ?? 0) / 2, (handle?.y ?? 0) + 8];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + by, { steps: 4 });
      await page.mouse.up();
    };
    await draw(150);
    await expect.poll(heightOf).toBe(72);
    // A level taken leads to the ticket, filled.
    await sheet.locator('[data-side=ask] [data-row]').nth(1).tap();
    await expect(desk.ticket).toBeVisible();
    await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).not.toHaveValue('');
    await draw(400);
    await expect(sheet).toBeHidden();

    // What the tabs lead to is behind More.
    await bar.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Portfolio' }).tap();
    await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeAttached();
    await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })).toBeVisible();
  });
});
