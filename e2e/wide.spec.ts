import { boxOf, Desk } from './desk.ts';
import { fundedTrader, holds, pick, rememberWallet } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

/* The widest windows show more, not the same larger. */

test('rounds, triggers and tokens take a wide screen for more beside each other', async ({
  page,
  server,
}) => {
  await rememberWallet(page, await fundedTrader(server.url));
  const desk = new Desk(page);

  await test.step('the board of windows shows more of them beside each other, not in wider columns', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await desk.open('/rounds?view=board');
    const tables = page.getByRole('table', { name: /^Up-or-down windows/ });
    const rows = tables.getByRole('row').filter({ has: page.getByRole('link') });
    await expect(tables).toHaveCount(1);
    const windows = await rows.count();
    expect(windows).toBeGreaterThan(8);
    await page.setViewportSize({ width: 3840, height: 2160 });
    await expect.poll(() => tables.count()).toBeGreaterThan(1);
    await expect(rows).toHaveCount(windows);
    const boxes = await Promise.all((await tables.all()).map((table) => table.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size, 'beside each other').toBe(1);
    for (const box of boxes) expect(box?.width).toBeLessThan(1_900);
  });

  await page.setViewportSize({ width: 2560, height: 1440 });
  for (const [path, chartName, beside] of [
    ['/rounds', 'Round', ['My positions in rounds']],
    ['/triggers', /^Price/, ['Trigger orders', 'New order']],
  ] as const)
    await test.step(`at 2560 ${path} stands beside a chart of the whole height`, async () => {
      await desk.go(path);
      const chart = await boxOf(page.getByRole('region', { name: chartName, exact: true }));
      expect(chart.y + chart.height).toBeGreaterThan(1_300);
      for (const name of beside) {
        const box = await boxOf(page.getByRole('region', { name, exact: true }));
        expect(box.y, name).toBeLessThan(chart.y + 1);
        expect(box.x, name).toBeGreaterThan(chart.x + chart.width);
      }
    });

  await test.step('at 2560 the trend of a token has the room that its table has', async () => {
    await desk.go('/tokens');
    const trend = page.locator('[data-token] svg:has(polyline)').first();
    expect((await boxOf(trend)).width).toBeGreaterThan(200);
  });
});

test('a wide screen gives settings more columns, a parlay more of what was placed, and fills no wide gap', async ({
  page,
  server,
}) => {
  const trader = await fundedTrader(server.url);
  await holds(trader, pick(await tradableMarkets(server.url, 1), 0), 20);
  await rememberWallet(page, trader);
  const box = (name: string) => boxOf(page.getByRole('region', { name, exact: true }));
  const below = async (upper: string, lower: string) => {
    const { y, height } = await box(upper);
    expect((await box(lower)).y).toBeGreaterThanOrEqual(y + height);
  };
  const desk = new Desk(page);
  await desk.open('/settings');
  const [looks, times] = [await box('Appearance'), await box('Times, charts and tables')];
  expect(times.x, 'in a column beside it').toBeGreaterThanOrEqual(looks.x + looks.width);
  expect(times.y).toBe(looks.y);
  await below('Trading', 'Keyboard');
  expect((await box('Data')).x).toBeGreaterThan((await box('Keyboard')).x);
  await page.setViewportSize({ width: 3840, height: 2160 });
  await expect.poll(async () => (await box('Keyboard')).y).toBe((await box('Appearance')).y);
  const [first, last] = [await box('Appearance'), await box('Keyboard')];
  expect(last.x + last.width - first.x, 'of the width').toBeGreaterThan(2_000);
  await below('Keyboard', 'Data');

  await desk.go('/parlay');
  const [slip, pay, placed] = [await box('Slip'), await box('Place the parlay'), await box('Your parlays')];
  for (const [left, right] of [
    [slip, pay],
    [pay, placed],
  ] as const)
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  expect(slip.width).toBeLessThan(800);
  expect(placed.width).toBeGreaterThan(2_000);

  await desk.go('/portfolio?tab=execution');
  const cells = page.getByRole('table', { name: 'Fills' }).getByRole('row').nth(1).getByRole('cell');
  await expect(cells.nth(1)).toBeVisible();
  const [row, fill] = [await boxOf(cells.locator('xpath=..').first()), await boxOf(cells.nth(1))];
  expect(fill.width / row.width).toBeLessThan(0.45);
});
