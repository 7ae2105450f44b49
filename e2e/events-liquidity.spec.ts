import { Desk } from './desk.ts';
import { expect, test } from './test.ts';

/* What rests near the mid, in the table of events: its books are read one after another. */

test('on a wide screen the table tells what rests near the mid, a book at a time', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  const asked: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/prediction/v1/orderbook/')) asked.push(Date.now());
  });
  await new Desk(page).open('/?tab=all&view=list');
  const head = page.getByRole('columnheader', { name: 'Liquidity' });
  await expect(head).toHaveAttribute('title', 'Orders resting within 5¢ of the mid, both sides');
  const told = page.getByTitle(/^\$[\d,.]+ within 5¢ of the mid, both sides, as of \d/);
  await expect(told.nth(3)).toBeVisible();
  await expect(told.first()).toHaveText(/^\$\d/);
  // The books not read yet say so.
  await expect(page.getByTitle('Loading the order book').first()).toBeVisible();
  expect(asked.length).toBeGreaterThan(3);
  for (const [nth, at] of asked.slice(1).entries()) expect(at - (asked[nth] ?? 0)).toBeGreaterThan(1_500);
  // Where there is no room for it no book is read.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(head).toHaveCount(0);
  await page.waitForTimeout(2_500);
  const before = asked.length;
  await page.waitForTimeout(4_500);
  expect(asked).toHaveLength(before);
});

test('on a wide screen the table is sorted by what rests near the mid, also of lines below the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await new Desk(page).open('/?tab=all&view=list&by=-liquidity');
  const head = page.getByRole('columnheader', { name: 'Liquidity' });
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText(/Loading \d+ more order books?, then sorting again/)).toBeVisible();
  const dollars = async (): Promise<number[]> => {
    const titles = await page
      .getByTitle(/^\$[\d,.]+ within 5¢ of the mid/)
      .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''));
    return titles.map((title) => Number(title.replace(/ within.*/, '').replace(/[$,]/g, '')));
  };
  const isSorted = async (compare: (a: number, b: number) => number): Promise<void> => {
    await expect(page.getByText('then sorting again')).toHaveCount(0);
    await expect(async () => {
      const shown = await dollars();
      expect(shown.length).toBeGreaterThan(10);
      expect(shown).toEqual(shown.toSorted(compare));
    }).toPass();
  };
  await isSorted((a, b) => b - a);
  const [most = 0] = await dollars();
  await head.getByRole('button').click();
  await expect(page).toHaveURL(/by=liquidity/);
  await isSorted((a, b) => a - b);
  expect((await dollars())[0]).toBeLessThan(most);
});
