import type { Page } from '@playwright/test';
import { type Box, boxOf, Desk } from './desk.ts';
import { fundedTrader, holdsAll, pick, rememberWallet } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import type { Trader } from './trader.ts';

/* Where toasts stand: on nothing that one reads or presses meanwhile. On phones: layout.spec.ts. */

let markets: Tradable[];
let trader: Trader;
test.beforeAll(async ({ server }) => {
  markets = (await tradableMarkets(server.url, 12)).slice(0, 8);
  trader = await fundedTrader(server.url);
  await holdsAll(trader, markets, 20);
});

test('on a tablet neither toasts nor notices of the parlay lie on the ticket', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 900 });
  const desk = new Desk(page);
  const wallet = await rememberWallet(page, trader);
  wallet.mood('hang');
  const { eventId, marketId } = pick(markets, 0);
  await desk.open(`/event/${eventId}?market=${marketId}`);
  const ticket = await desk.ticket.boundingBox();
  const clear = async (what: ReturnType<Page['locator']>) => {
    await expect(what).toBeVisible();
    const box = await what.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(ticket?.x ?? 0);
  };
  await page
    .getByRole('button', { name: /^Parlay: / })
    .first()
    .click();
  await clear(page.getByText(/parlay\.$|^Your parlay has/).first());
  await desk.fill('50');
  await desk.submit.click();
  const toast = desk.toast('Check your wallet');
  await clear(toast);
  await toast.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(desk.submit).toBeEnabled();
});

/** What can be pressed, of the page and of its navigation, on which this box lies. */
const under = (page: Page, box: Box): Promise<string[]> =>
  page.evaluate(
    (toast) =>
      [...document.querySelectorAll('main a, main button, main input, header a, header button, nav a')]
        .filter((one) => {
          const { left, right, top, bottom, width } = one.getBoundingClientRect();
          return (
            width > 0 &&
            left < toast.x + toast.width &&
            right > toast.x &&
            top < toast.y + toast.height &&
            bottom > toast.y
          );
        })
        .map((one) => one.textContent || one.getAttribute('aria-label') || one.tagName),
    box,
  );

test('from 1024 px toasts stand in the column of the navigation, on nothing that one presses', async ({
  page,
}) => {
  const desk = new Desk(page);
  const wallet = await rememberWallet(page, trader);
  wallet.mood('hang');
  await desk.openMarket(pick(markets, 0));
  await desk.fill('50');
  await desk.submit.click();
  const toast = desk.toast('Check your wallet');
  await expect(toast).toBeVisible();
  for (const at of ['event', 'portfolio']) {
    if (at === 'portfolio') {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: /^Portfolio/ })
        .click();
      await expect(page.getByTestId('position').first()).toBeVisible();
    }
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(async () => {
        const box = await boxOf(toast);
        expect(box.x + box.width).toBeLessThanOrEqual(200);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
        expect(await under(page, box)).toEqual([]);
      }, `${at} at ${width} px`).toPass();
    }
  }
  await toast.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(toast).toBeHidden();
});

for (const [width, height] of [
  [1024, 768],
  [1440, 900],
] as const) {
  test(`at ${width} px a notice of the parlay stands in the column of the navigation`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const { eventId, marketId } = pick(markets, 1);
    await new Desk(page).open(`/event/${eventId}?market=${marketId}`);
    await page
      .getByRole('button', { name: /^Parlay: / })
      .first()
      .click();
    const notice = page.getByRole('status').getByText(/parlay\.$|^Your parlay has/);
    await expect(notice).toBeVisible();
    const box = await boxOf(notice.locator('..'));
    expect(box.x + box.width).toBeLessThanOrEqual(200);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(await under(page, box)).toEqual([]);
  });
}
