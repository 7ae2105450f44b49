import { Desk } from './desk.ts';
import { expect, test } from './test.ts';

/* The events browser as it stands in a window. */

test('at 1440 twelve cards are whole on the first screen, and none has an empty line', async ({ page }) => {
  await new Desk(page).open('/?tab=all');
  const cards = page.getByRole('region', { name: 'All events' }).getByRole('article');
  await expect(cards.nth(11)).toBeVisible();
  const whole = await cards.evaluateAll(
    (all) => all.filter((card) => card.getBoundingClientRect().bottom <= window.innerHeight).length,
  );
  expect(whole).toBeGreaterThanOrEqual(12);
  // Below its last line a card ends: a question with two sides says there what is traded.
  const gaps = await cards.evaluateAll((all) =>
    all.map((card) => {
      const last = card.lastElementChild?.lastElementChild?.getBoundingClientRect();
      return Math.round(card.getBoundingClientRect().bottom - (last?.bottom ?? 0));
    }),
  );
  // A title of two lines makes all of its row higher, by one line at the most.
  for (const gap of gaps) expect(gap).toBeLessThanOrEqual(32);
});

test('the table is sorted by its columns, which the address keeps, and has more of them where there is room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await new Desk(page).open('/?tab=all&view=list');
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  for (const name of ['Outcome', 'Spread', 'My position', 'Closes']) await expect(head(name)).toBeVisible();
  const spreads = async () => {
    const at = await page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.findIndex((one) => one.textContent === 'Spread'));
    const texts = await page
      .getByRole('row')
      .evaluateAll((rows, index) => rows.map((row) => row.children[index]?.textContent ?? ''), at);
    return texts.map((text) => Number.parseFloat(text)).filter((value) => !Number.isNaN(value));
  };
  await head('Spread').getByRole('button').click();
  await expect(page).toHaveURL(/by=-spread/);
  await expect(head('Spread')).toHaveAttribute('aria-sort', 'descending');
  await expect(async () => {
    const shown = await spreads();
    expect(shown.length).toBeGreaterThan(10);
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
  }).toPass();
  await expect(page.getByText(/^Of the \d+ events loaded so far/)).toBeVisible();
  await page.reload();
  await expect(head('Spread')).toHaveAttribute('aria-sort', 'descending');
  // Volumes are sorted by the service, which knows them all.
  const asked = page.waitForRequest(/sortBy=volume(&|$)/);
  await head('Volume').getByRole('button').click();
  await asked;
  await expect(page.getByText(/^Of the \d+ events loaded so far/)).toHaveCount(0);
  // A column that is not wanted stays away.
  await page.goto('/settings');
  await page
    .getByRole('group', { name: 'Columns of events' })
    .getByRole('button', { name: 'Spread' })
    .click();
  await page.goto('/?tab=all&view=list');
  await expect(head('Closes')).toBeVisible();
  await expect(head('Spread')).toHaveCount(0);
});

test('the palette finds outcomes, and leads to the market of one', async ({ page }) => {
  const desk = new Desk(page);
  await desk.open('/');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('fed decision');
  // Of its outcomes some may be settled by then.
  const outcome = palette
    .getByRole('option', { name: /^(No change|Cut of|Increase of)/ })
    .filter({ hasText: '%' })
    .first();
  await outcome.click();
  await expect(page).toHaveURL(/\/event\/[^?]+\?market=/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fed decision');
});
