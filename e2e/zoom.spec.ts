import type { Page } from '@playwright/test';
import { Desk, expectNoSidewaysScroll } from './desk.ts';
import { fundedTrader, holdsAll, pick, rememberWallet } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import type { Trader } from './trader.ts';

/* A reader who enlarges the desk: it wraps into the room that is left, and one can still trade on it. */

let markets: Tradable[];
let trader: Trader;
test.beforeAll(async ({ server }) => {
  markets = (await tradableMarkets(server.url, 16)).slice(-3);
  trader = await fundedTrader(server.url);
  await holdsAll(trader, markets, 20);
});

/** Every page, each with what shows that its content has come. */
const pages = (): [string, (page: Page) => ReturnType<Page['locator']>][] => [
  ['/', (page) => page.getByRole('article')],
  ['/?tab=all&view=list', (page) => page.getByRole('row')],
  ['/portfolio', (page) => page.getByTestId('position')],
  ['/portfolio?tab=history', (page) => page.getByTestId('history-position')],
  ['/monitor', (page) => page.getByTestId('tile')],
  ['/parlay', (page) => page.getByRole('heading', { name: 'Parlay', level: 1 })],
  ['/rounds', (page) => page.getByRole('region', { name: 'Round', exact: true })],
  ['/rounds?view=board', (page) => page.getByRole('table', { name: 'Up-or-down windows' })],
  ['/tokens', (page) => page.locator('[data-token]')],
  ['/triggers', (page) => page.getByRole('group', { name: /^Trigger order: / })],
  ['/settings', (page) => page.getByText('Appearance')],
];

/** What can be pressed and lies outside the window, where nothing scrolls to it. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOutside = (control: Element): boolean => {
      const { left, right, width } = control.getBoundingClientRect();
      return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
    };
    const canScroll = (control: Element): boolean => {
      for (let box = control.parentElement; box; box = box.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
      }
      return false;
    };
    return [...document.querySelectorAll(':is(main, header) :is(button, a, input, select)')]
      .filter((control) => {
        if (!isOutside(control)) return false;
        if (canScroll(control)) control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        return isOutside(control);
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });

/** Windows of so many pixels of CSS: a screen divided by its zoom. */
const ENLARGED = [
  { name: 'a desktop at 200 %', viewport: { width: 720, height: 450 } },
  { name: 'a page at 400 %', viewport: { width: 320, height: 568 } },
] as const;

for (const { name, viewport } of ENLARGED) {
  test(`${name}: no page scrolls sideways, and an order is placed`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await rememberWallet(page, trader);
    const desk = new Desk(page);
    await desk.acceptMoves();
    await desk.open('/settings');
    for (const [path, content] of pages()) {
      await desk.go(path);
      await expect(content(page).filter({ visible: true }).first(), path).toBeVisible();
      await expect(async () => {
        await expectNoSidewaysScroll(page);
        expect(await outOfReach(page)).toEqual([]);
      }, path).toPass();
    }
    const { eventId, marketId } = pick(markets, 0);
    await desk.go(`/event/${eventId}?market=${marketId}`);
    await page
      .getByRole('button', { name: /^Buy Yes/ })
      .first()
      .click();
    await desk.fill('20');
    await expectNoSidewaysScroll(page);
    await desk.submit.click();
    await expect(desk.toast(/Buy.*Filled/s)).toBeVisible();
  });
}
