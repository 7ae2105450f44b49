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
