import type { Locator, Page } from '@playwright/test';
import { boxOf, Desk } from './desk.ts';
import { fundedTrader, holds, holdsAll, pick, positionsOf, rememberWallet } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { Control, type Trader } from './trader.ts';

/* Many positions at once: those one selects, those a filter shows, and the room they have. */

const queue = (page: Page) => page.getByRole('region', { name: /^Queue: / });
const rows = (page: Page) => page.getByTestId('position');

/** Five that run and two that are won, of the markets from `from` on. */
async function holder(url: string, token: string, from: number): Promise<Trader> {
  const trader = await fundedTrader(url);
  const markets = (await tradableMarkets(url, 40)).slice(from, from + 7);
  await holdsAll(trader, markets, 20);
  const control = new Control(url, token);
  for (const { marketId } of markets.slice(5)) await control.resolve(marketId, 'yes');
  await expect
    .poll(async () => (await positionsOf(trader)).filter(({ claimable }) => claimable).length)
    .toBe(2);
  return trader;
}

test('what is selected is in the address, and the buttons are about it, else about what a filter shows', async ({
  page,
  server,
}) => {
  const trader = await holder(server.url, server.token, 12);
  await rememberWallet(page, trader);
  await new Desk(page).open('/portfolio');
  await expect(rows(page)).toHaveCount(7);
  await expect(page.getByRole('button', { name: /^Claim all 2/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close all 5…' })).toBeVisible();

  const box = (phase: string, nth: number) =>
    page.locator(`[data-testid=position][data-phase=${phase}]`).nth(nth).getByRole('checkbox');
  for (const nth of [0, 2, 4]) await box('open', nth).check();
  await box('claimable', 0).check();
  await expect(page).toHaveURL(/[?&]picked=\w+(\.\w+){3}(&|$)/);
  await page.reload();
  for (const nth of [0, 2, 4]) await expect(box('open', nth)).toBeChecked();
  await expect(box('open', 1)).not.toBeChecked();
  const claim = page.getByRole('button', { name: /^Claim selected 1 · \$[\d.]+$/ });
  await expect(claim).toBeVisible();

  await page.getByRole('button', { name: 'Close selected 3…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close the selected positions' });
  await expect(dialog.getByTestId('close-row')).toHaveCount(3);
  const [, brings = ''] =
    /You receive, at current prices(\$[\d.]+)/.exec((await dialog.textContent()) ?? '') ?? [];
  await expect(dialog).toContainText(/Realised profit, at current prices[+−]?\$[\d.]+/);
  await dialog.getByRole('button', { name: 'Sell 3 positions' }).click();
  await expect(queue(page)).toContainText(/closed.* · about \$[\d.]+ of \$[\d.]+/);
  await expect(queue(page)).toContainText(`3 of 3 closed · about ${brings} of ${brings}`, {
    timeout: 90_000,
  });
  // What was done with them is done: nothing is selected any more.
  await expect(page).not.toHaveURL(/picked=/);
  expect((await positionsOf(trader)).filter(({ contractsMicro }) => contractsMicro !== '0')).toHaveLength(4);
  await queue(page).getByRole('button', { name: 'Dismiss' }).click();

  await box('claimable', 0).check();
  await claim.click();
  await expect(queue(page)).toContainText('1 of 1 claimed', { timeout: 90_000 });
  expect((await positionsOf(trader)).filter(({ claimed }) => claimed)).toHaveLength(1);
});

/** Slanted pieces of the curve, and marks that stand outside of the drawing. */
const misdrawn = (chart: Locator): Promise<string[]> =>
  chart.locator('svg.recharts-surface').evaluate((drawing) => {
    const path = drawing.querySelector('.recharts-area-curve')?.getAttribute('d') ?? '';
    const corners = [...path.matchAll(/([ML])(-?[\d.]+),(-?[\d.]+)/g)];
    const ramps = corners.flatMap(([piece, kind, x, y], index) => {
      const before = corners[index - 1];
      return kind === 'L' && before?.[2] !== x && before?.[3] !== y ? [piece] : [];
    });
    const frame = drawing.getBoundingClientRect();
    const outside = [...drawing.querySelectorAll('text')]
      .filter((mark) => {
        const box = mark.getBoundingClientRect();
        return (
          box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.bottom > frame.bottom + 0.5
        );
      })
      .map((mark) => mark.textContent);
    return corners.length > 2 ? [...ramps, ...outside] : ['no curve'];
  });

test('a portfolio of many positions gives them room, and its buttons are about what a filter shows', async ({
  page,
  server,
}) => {
  const trader = await holder(server.url, server.token, 24);
  await rememberWallet(page, trader);
  await new Desk(page).open('/portfolio');
  await expect(rows(page)).toHaveCount(7);
  await test.step('positions have at least half of the height at 1440, below an account in steps, beside it at 2560', async () => {
    const charts = ['Account over time', 'Exposure'].map((name) => page.getByRole('region', { name }));
    await expect(pick(charts, 0).locator('svg path').first()).toBeVisible();
    const list = page.locator('#list');
    const [table, main] = await Promise.all([boxOf(list), boxOf(page.locator('main#main'))]);
    expect(table.height / main.height).toBeGreaterThanOrEqual(0.5);

    const account = pick(charts, 0);
    // The account is drawn as old as it is, in steps, with its marks inside.
    await expect(account.getByRole('radio', { name: 'All' })).toBeChecked();
    for (const look of ['Equity', 'Profit']) {
      await account.getByRole('radio', { name: look }).check({ force: true });
      await expect.poll(() => misdrawn(account), { message: look }).toEqual([]);
    }

    await page.setViewportSize({ width: 2560, height: 1440 });
    await expect(async () => {
      const frame = await boxOf(list);
      for (const chart of charts) {
        const { x, y, width, height } = await boxOf(chart);
        expect(x).toBeGreaterThanOrEqual(frame.x + frame.width);
        expect(x + width).toBeLessThanOrEqual(2560);
        expect(y).toBeGreaterThanOrEqual(frame.y - 1);
        expect(y + height).toBeLessThanOrEqual(frame.y + frame.height + 1);
      }
    }).toPass();
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step('with a filter the buttons are about what it shows', async () => {
    const close = page.getByRole('button', { name: /^Close (all|shown) \d…$/ });
    await expect(close).toHaveText('Close all 5…');
    const exposure = page.getByRole('region', { name: 'Exposure' });
    await exposure.getByText('Settlement', { exact: true }).click();
    // The five settle within a week, within a month or later: two of them at least at the same.
    const group = exposure.locator('li button[title$=" positions"]').first();
    const [, shown = ''] = /(\d) positions$/.exec((await group.getAttribute('title')) ?? '') ?? [];
    await group.click();
    await expect(page).toHaveURL(/settles=/);
    await expect(rows(page)).toHaveCount(Number(shown));
    await expect(close).toHaveText(`Close shown ${shown}…`);
    await expect(page.getByRole('button', { name: /^Claim (all|shown)/ })).toHaveCount(0);
    await close.click();
    const dialog = page.getByRole('dialog', { name: 'Close the positions shown' });
    await expect(dialog.getByTestId('close-row')).toHaveCount(Number(shown));
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('equity is on the first screen, and a position takes two lines', async ({ page, server }) => {
    const trader = await fundedTrader(server.url);
    const markets = (await tradableMarkets(server.url, 12)).slice(6, 9);
    await holdsAll(trader, markets, 20);
    await holds(trader, pick(markets, 0), 20, false);
    await rememberWallet(page, trader);
    await new Desk(page).open('/portfolio');
    await expect(rows(page)).toHaveCount(4);
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary.getByText(/^Equity/)).toBeInViewport({ ratio: 1 });
    await expect(summary.getByText(/^\$10,0|^\$19,9|^\$20,0/).first()).toBeInViewport({ ratio: 1 });
    // The bar of the account is its total, and opens to what it is made of.
    await page.getByTestId('account-total').tap();
    const made = page.getByRole('dialog', { name: 'Account' });
    await expect(made.getByTestId('part-cash')).toHaveCount(2);
    await expect(made.getByTestId('equity-total')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Account over time' }).locator('svg path').first().waitFor();
    const heights = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    );
    for (const height of heights) expect(height).toBeLessThanOrEqual(60);
  });
});
