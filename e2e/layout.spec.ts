import type { Page } from '@playwright/test';
import { clippedActions, Desk, expectNoSidewaysScroll } from './desk.ts';
import { fundedTrader, holds, holdsAll, pick, placeParlay, rememberWallet } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { marketsOfManyEvents } from './parlay-desk.ts';
import { expect, test } from './test.ts';
import { Control, type Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

const WIDTHS = [390, 768, 1440, 2560] as const;
/** Words of ordinary length and one of 300 letters, which no line can hold. */
const LONG = `The Extraordinarily Long Name Of A Competition ${'Donaudampfschifffahrtsgesellschaft'.repeat(9).slice(0, 300)} and more`;
const NAMES = new Set(['title', 'subtitle', 'homeTeam', 'awayTeam', 'marketTitle', 'eventTitle', 'name']);

let markets: Tradable[];
/** Markets of a visit some hours ago. */
let left: Tradable[];
let trader: Trader;
test.beforeAll(async ({ server }) => {
  left = await tradableMarkets(server.url, 12);
  markets = left.slice(0, 3);
  trader = await fundedTrader(server.url);
  await holdsAll(trader, markets, 1_000);
  await holds(trader, pick(markets, 0), 20, false);
  await new Control(server.url, server.token).resolve(pick(markets, 2).marketId, 'yes');
});

/** Gives everything that has a name a long one. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      NAMES.has(key) && typeof inner === 'string' ? `${inner} ${LONG}` : renamed(inner),
    ]),
  );
}

async function withLongNames(page: Page): Promise<void> {
  await page.route(
    /\/(prediction|tokens)\/v[12]\/(events|markets|positions|orders|history|trades|recent)/,
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      // The server lets a connection that rests go: asked on one just then, it is asked once more, as a browser does.
      const response = await route.fetch({ maxRetries: 1 });
      await route.fulfill({ response, json: renamed(await response.json()) });
    },
  );
}

/** With a wallet, five legs on the slip, and a visit that is some hours ago. */
async function arrive(page: Page): ReturnType<typeof rememberWallet> {
  await page.addInitScript((found) => {
    const put = (key: string, value: unknown) =>
      localStorage.setItem(`evenline.${key}`, JSON.stringify(value));
    const at = Date.now() - 7 * 3_600_000;
    const names = found.map(({ eventId, marketId, title: label, eventTitle }) => ({
      eventId,
      marketId,
      label,
      eventTitle,
    }));
    put('parlay', names.slice(0, 5));
    const markets = names.map((one) => ({ ...one, price: '10000', open: true, at, why: 'watched' }));
    put('left', { at, markets, claimable: [] });
  }, left);
  return rememberWallet(page, trader);
}

/** Every page of the desk, each with what shows that its content has come. */
const pages = (): [string, (page: Page) => ReturnType<Page['locator']>][] => [
  ['/', (page) => page.getByRole('article')],
  ['/?view=list', (page) => page.getByRole('row')],
  ['/?q=will', (page) => page.getByRole('article')],
  // As long as an address that somebody pastes.
  [`/?q=${'z'.repeat(300)}`, (page) => page.getByText(/^Nothing found for/)],
  [
    `/event/${pick(markets, 0).eventId}?market=${pick(markets, 0).marketId}`,
    (page) => page.getByRole('region', { name: 'Outcomes' }),
  ],
  ['/?tab=for-you', (page) => page.getByRole('region', { name: 'Since you left' }).getByRole('listitem')],
  ['/portfolio', (page) => page.getByTestId('position')],
  ['/portfolio?tab=orders', (page) => page.getByRole('tabpanel').getByRole('row')],
  ['/portfolio?tab=history', (page) => page.getByRole('tabpanel').getByRole('row')],
  ['/portfolio?tab=history&kind=bought', (page) => page.getByTestId('history-event')],
  ['/portfolio?tab=parlays', (page) => page.getByText('No parlays yet')],
  ['/portfolio?tab=execution', (page) => page.getByRole('table', { name: 'Fills' })],
  ['/monitor', (page) => page.getByRole('button', { name: 'Full screen' })],
  ['/parlay', (page) => page.getByRole('heading', { name: 'Parlay', level: 1 })],
  ['/rounds', (page) => page.getByRole('region', { name: 'Round', exact: true })],
  ['/rounds?view=board', (page) => page.getByRole('table', { name: 'Up-or-down windows' })],
  ['/tokens', (page) => page.locator('[data-token]')],
  ['/triggers', (page) => page.getByRole('group', { name: /^Trigger order: / })],
  ['/settings', (page) => page.getByText('Appearance')],
  ['/nowhere', (page) => page.getByText('Page not found')],
];

/** Text that runs out of a box which neither scrolls nor says by an ellipsis that there is more. */
const cutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { right, width: wide } = range.getBoundingClientRect();
      if (wide === 0 || !text.textContent?.trim()) continue;
      for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, textOverflow, position, contain } = getComputedStyle(box);
        if (textOverflow === 'ellipsis' || position === 'fixed' || box.clientWidth === 1) break;
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        // What paints nothing outside itself cuts as well.
        if (overflowX === 'visible' && !/paint|strict|content/.test(contain)) continue;
        if (right > box.getBoundingClientRect().right + 1) cut.push(text.textContent.slice(0, 60));
        break;
      }
    }
    return cut;
  });

/** Tables that show all their columns only to who scrolls inside them. */
const scrollingTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('section:has(> table)')]
      .filter((frame) => frame.scrollWidth > frame.clientWidth)
      .map((frame) => `${frame.getAttribute('aria-label')}: ${frame.scrollWidth} in ${frame.clientWidth}`),
  );

for (const long of [false, true]) {
  test(`${long ? 'long' : 'ordinary'} names: at no width a page scrolls sideways or an action is cut off`, async ({
    page,
  }) => {
    const desk = new Desk(page);
    await arrive(page);
    if (long) await withLongNames(page);
    await desk.open('/settings');
    for (const [path, content] of pages()) {
      await page.setViewportSize({ width: WIDTHS[0] ?? 390, height: 900 });
      await desk.go(path);
      // A page is opened once and its window drawn wider: it must follow, within a few frames.
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect(content(page).filter({ visible: true }).first()).toBeVisible();
        await expect(async () => {
          await expectNoSidewaysScroll(page);
          expect(await cutText(page)).toEqual([]);
          if (width >= 1440 || /^\/(portfolio|event)/.test(path))
            expect(await clippedActions(page)).toEqual([]);
          if (width === 1440 && !long)
            expect(await scrollingTables(page), 'every column is in view').toEqual([]);
        }, `${path} at ${width} px`).toPass();
      }
    }
  });
}

test('a laptop has the actions of every token in view', async ({ page }) => {
  const desk = new Desk(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await desk.open('/tokens');
  await expect(page.locator('[data-token]').first()).toBeVisible();
  expect(await clippedActions(page)).toEqual([]);
});

test('a parlay of long names has how its legs stand in view on a phone', async ({ page, server }) => {
  const bettor = await fundedTrader(server.url);
  const legs = (await marketsOfManyEvents(server.url)).slice(0, 5);
  await placeParlay(
    bettor,
    legs.map(({ marketId }) => marketId),
  );
  await page.setViewportSize({ width: WIDTHS[0], height: 844 });
  await rememberWallet(page, bettor);
  await withLongNames(page);
  await new Desk(page).open('/parlay');
  await expect(page.getByTestId('slip-leg')).toHaveCount(5);
  await expect(page.getByTestId('slip-leg').filter({ hasText: 'Donaudampf' })).toHaveCount(5);
  await expect(async () => expect(await cutText(page)).toEqual([])).toPass({ timeout: 10_000 });
});

test('closing everything, and its queue, with long names: both stay in a window that is drawn wider, and have room', async ({
  page,
}) => {
  const eachWidth = async (look: () => Promise<void>): Promise<void> => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await look();
      await expect(() => expectNoSidewaysScroll(page), `${width} px`).toPass();
    }
  };
  await page.setViewportSize({ width: WIDTHS[0] ?? 390, height: 900 });
  const wallet = await rememberWallet(page, trader);
  wallet.mood('reject');
  await withLongNames(page);
  await page.goto('/portfolio');
  await page.getByRole('button', { name: /^Close all/ }).click();
  await expect(page.getByTestId('close-row').first()).toBeVisible();
  await eachWidth(async () => {
    await expect(page.getByTestId('close-row').first()).toBeVisible();
    await expect(async () => expect(await clippedActions(page)).toEqual([])).toPass();
  });
  await page.getByRole('button', { name: /^Sell \d positions/ }).click();
  await eachWidth(() =>
    expect(page.getByRole('region', { name: /^Queue: / }).getByRole('alert')).toBeVisible(),
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('nothing lies over the tabs at the bottom, and nothing of a page ends beneath them', async ({
    page,
  }) => {
    const desk = new Desk(page);
    await arrive(page);
    await desk.open('/settings');
    const tabs = page.getByRole('navigation', { name: /^(Main|Trade)$/ }).filter({ visible: true });
    for (const [path, content] of pages()) {
      await desk.go(path);
      await expect(content(page).filter({ visible: true }).first()).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const covered = await tabs.evaluate((nav) =>
        [...nav.querySelectorAll('a, button')]
          .filter((link) => {
            const { left, top, width, height } = link.getBoundingClientRect();
            return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          })
          .map((link) => link.textContent),
      );
      expect(covered, `${path}: tabs that cannot be touched`).toEqual([]);
      // A list of events goes on as long as one scrolls.
      if (path.startsWith('/?') || path === '/') continue;
      // What comes late makes a page longer: its end is looked for again.
      await expect(async () => {
        const [end, top] = await page.evaluate(() => {
          window.scrollTo(0, document.documentElement.scrollHeight);
          const bar = [...document.querySelectorAll('nav')].find(
            (nav) => getComputedStyle(nav).position === 'fixed' && nav.getClientRects().length > 0,
          );
          const parts = [...(document.querySelector('main')?.children ?? [])];
          const last = parts
            .findLast((part) => getComputedStyle(part).position !== 'fixed')
            ?.getBoundingClientRect();
          return [last?.bottom ?? 0, bar?.getBoundingClientRect().top ?? 0];
        });
        expect(end, `${path}: its end is above the tabs`).toBeLessThanOrEqual(top);
      }).toPass();
    }
  });

  test('five tabs, and what has none is behind More', async ({ page }) => {
    const desk = new Desk(page);
    await desk.open('/');
    const tabs = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
    await expect(tabs.locator('a, button')).toHaveText([
      'Markets',
      'Rounds',
      'Portfolio',
      'Triggers',
      'More',
    ]);
    const more = tabs.getByRole('button', { name: 'More' });
    await more.tap();
    const sheet = page.getByRole('dialog', { name: 'More' });
    for (const name of ['Parlay', 'Tokens', 'Settings']) {
      await expect(sheet.getByRole('link', { name })).toBeVisible();
    }
    await sheet.getByRole('link', { name: 'Tokens' }).tap();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Tokens', level: 1 })).toBeVisible();
    await more.tap();
    await sheet.getByRole('button', { name: 'Search' }).tap();
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  });

  test('the buttons that open the ticket stand in the place of the tabs, and toasts above them', async ({
    page,
  }) => {
    const desk = new Desk(page);
    const wallet = await arrive(page);
    wallet.mood('hang');
    await desk.open(`/event/${pick(markets, 0).eventId}?market=${pick(markets, 0).marketId}`);
    const buy = page.getByRole('button', { name: /^Buy Yes/ });
    await expect(buy).toBeVisible();
    // One bar at a time.
    await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })).toHaveCount(0);
    const top = (await page.getByRole('navigation', { name: 'Trade' }).boundingBox())?.y ?? 0;
    await buy.tap();
    await desk.fill('50');
    await expectNoSidewaysScroll(page);
    await desk.submit.tap();
    const toast = desk.toast('Check your wallet');
    await expect(toast).toBeVisible();
    const shown = await toast.boundingBox();
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(top);
    // What floats above the sheet can be pressed, and the sheet stays.
    await toast.getByRole('button', { name: 'Stop waiting' }).tap();
    await expect(desk.toast('Nothing was sent, and nothing will be')).toBeVisible();
    await expect(desk.submit).toBeEnabled();
    await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('50');
  });
});
