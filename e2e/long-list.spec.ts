import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** Whether cards stand in the upper, middle and lower part of the screen. */
const covered = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [0.3, 0.55, 0.8].every((share) => {
      const y = window.innerHeight * share;
      return [...document.querySelectorAll('article')].some((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return top - 20 <= y && y <= bottom + 20;
      });
    }),
  );

test('a long list is there wherever one scrolls to, and at the same place after going back', async ({
  page,
}) => {
  await page.goto('/?tab=all');
  await expect(page.getByRole('article').first()).toBeVisible();
  for (let step = 0; step < 8; step += 1) {
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => covered(page), `after ${step + 1} turns of the wheel`).toBe(true);
  }
  await page.evaluate(() => window.scrollBy({ top: -3_000, behavior: 'instant' }));
  await expect.poll(() => covered(page), 'after a leap back').toBe(true);

  const drawn = await page.getByRole('article').count();
  expect(drawn, 'what is far away is not drawn').toBeLessThan(60);
  // By its name, not by its place: rows beyond the screen still come and go.
  const title = await page.evaluate(() => {
    const middle = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
    const near = [...document.querySelectorAll('article')].find(
      (card) => card.contains(middle) || card.getBoundingClientRect().top > window.innerHeight / 3,
    );
    return near?.querySelector('h3')?.textContent?.trim() ?? '';
  });
  await page.getByRole('heading', { name: title, exact: true }).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await page.goBack();
  await expect(page.getByRole('article').filter({ hasText: title }).first()).toBeInViewport();
  await expect.poll(() => covered(page), 'after going back').toBe(true);
});

/** Lines of the table, as screen readers count them, and where they stand on the screen; 1 is that of the headings. */
const lines = (page: Page): Promise<{ index: number; top: number; bottom: number }[]> =>
  page.getByRole('table', { name: 'Events' }).evaluate((table) =>
    [...table.querySelectorAll('[role=row][aria-rowindex]')]
      .map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return { index: Number(row.getAttribute('aria-rowindex')), top, bottom };
      })
      .sort((a, b) => a.index - b.index),
  );

test('the lines of a long table stand one below the other, each at its place', async ({ page }) => {
  await page.goto('/?tab=all&view=list');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  const first = (await lines(page))[0];
  expect(first?.index).toBe(2);
  for (const by of [900, 900, 900, -1_400]) {
    await page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), by);
    await expect(async () => {
      const drawn = await lines(page);
      const begin = await page
        .getByRole('rowgroup')
        .last()
        .evaluate((body) => body.getBoundingClientRect().top);
      for (const { index, top, bottom } of drawn) {
        expect(top).toBeCloseTo(begin + (index - 2) * 51, 0);
        expect(bottom - top).toBeCloseTo(51, 0);
      }
      const seen = drawn.filter(({ top, bottom }) => bottom > 0 && top < 900).map(({ index }) => index);
      expect(seen.length).toBeGreaterThan(14);
      expect(seen).toEqual(seen.map((_, place) => (seen[0] ?? 0) + place));
    }).toPass();
  }
  expect((await lines(page)).length, 'what is far away is not drawn').toBeLessThan(50);
});

test.describe('cards', () => {
  // Scores are changed here.
  test.use({ stream: false });

  test('titles take two lines at most, and no line of a card leaves it', async ({ page }) => {
    // Every game is as far as a match of tennis gets: longer scores there are not.
    await page.route('**/prediction/v1/events/scores?**', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as AnswerWire<'listScores'>;
      const long = {
        live: true,
        ended: false,
        period: 'S3',
        elapsed: '2:26',
        score: '7-6(7-1), 6-7(3-7), 2-5',
      };
      await route.fulfill({ response, json: { data: data.map((score) => ({ ...score, ...long })) } });
    });
    await page.goto('/?tab=all');
    for (const width of [350, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 1_400 });
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.mouse.wheel(0, 1_200);
      await expect.poll(() => covered(page)).toBe(true);
      const wrong = await page.locator('article').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const { right } = card.getBoundingClientRect();
          const beyond = [...card.querySelectorAll('*')].filter(
            (part) => part.getBoundingClientRect().right > right,
          );
          const tall = [...card.querySelectorAll('h3')].filter(({ clientHeight }) => clientHeight > 38);
          return [...beyond, ...tall].map(({ outerHTML }) => outerHTML);
        }),
      );
      expect(wrong, `at ${width} pixels`).toEqual([]);
    }
    await page.unrouteAll({ behavior: 'wait' });
  });
});
