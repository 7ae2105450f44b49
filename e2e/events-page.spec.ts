import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { marketNow } from './markets.ts';
import { expect, test } from './test.ts';

/* The events browser as it stands in a window. */

test('the table is sorted by its columns, which the address keeps, and has more of them where there is room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  const desk = new Desk(page);
  await desk.open('/?tab=all&view=list');
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
  await desk.go('/settings');
  await page
    .getByRole('group', { name: 'Columns of events' })
    .getByRole('button', { name: 'Spread' })
    .click();
  await desk.go('/?tab=all&view=list');
  await expect(head('Closes')).toBeVisible();
  await expect(head('Spread')).toHaveCount(0);
});

/** What the service says moved most within a day, by event. */
async function movedMost(page: Page): Promise<string[]> {
  const answer = await page.request.get('/desk/v1/movers?span=24h&limit=200');
  const { movers } = (await answer.json()) as { movers: { eventTitle: string }[] };
  return [...new Set(movers.map(({ eventTitle }) => eventTitle))];
}

/** When an event ends, Unix ms. */
async function endOf(page: Page, eventId: string | undefined): Promise<number> {
  const event = await page.request.get(`/prediction/v1/events/${eventId}`);
  const { metadata } = (await event.json()) as { metadata: { closeTime: string } };
  return Date.parse(metadata.closeTime);
}

test('the list fills the first screen and is ordered as one wants it, as cards and as a table', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  await desk.open('/?tab=all');
  await test.step('at 1440 twelve cards are whole on the first screen, and none has an empty line', async () => {
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

  await test.step('it is ordered by what moved most and by what ends next, which the address keeps', async () => {
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    await sort.selectOption('Biggest move, 24 h');
    await expect(page).toHaveURL(/sort=move-24h/);
    const list = page.getByRole('region', { name: 'All events' });
    const titles = async () => list.getByRole('article').getByRole('heading').allTextContents();
    await expect(list).toContainText('by the largest move of an outcome in 24 hours');
    await expect(list.getByRole('article').first()).toContainText(/[+−]\d+\.\d.*points in 24 hours/);
    await expect(async () => {
      const told = await movedMost(page);
      const [first] = await titles();
      expect(told.slice(0, 8)).toContain(first);
    }).toPass();
    await page.reload();
    await expect(sort).toHaveValue('move-24h');
    await expect(list).toContainText('by the largest move of an outcome in 24 hours');

    await sort.selectOption('Ending soon');
    await expect(page).toHaveURL(/sort=closing/);
    await page.getByRole('button', { name: 'Table' }).click();
    // A line tells what its leading outcome did in a day.
    await expect(
      list
        .getByRole('row')
        .filter({ hasText: /\d\.\dpoints in 24 hours, / })
        .nth(2),
    ).toBeVisible();
    const rows = list.getByRole('row').getByRole('link', { name: /^(?!Buy )/ });
    await expect(async () => {
      const links = await rows.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
      const ids = links.slice(0, 6).map((href) => href.split(/[/?]/)[2]);
      expect(ids).toHaveLength(6);
      const ends = await Promise.all(ids.map((id) => endOf(page, id)));
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      // Of all there are, not of a first page.
      expect(ends.at(-1)).toBeLessThan(((await marketNow(server.url)) + 6 * 3_600) * 1_000);
    }).toPass();
  });

  await test.step('the table is sorted by the change of a day and by state', async () => {
    await desk.go('/?tab=all&view=list');
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
    const cells = async (name: string) => {
      const at = await page
        .getByRole('columnheader')
        .evaluateAll((heads, text) => heads.findIndex((one) => one.textContent === text), name);
      const rows = page.getByRole('row');
      return rows.evaluateAll(
        (all, index) => all.slice(1).map((row) => row.children[index]?.textContent ?? ''),
        at,
      );
    };
    const changes = async () =>
      (await cells('24 h move')).map((text) => Number.parseFloat(text.replace('−', '-')));

    await head('24 h move').getByRole('button').click();
    await expect(page).toHaveURL(/by=-day/);
    await expect(async () => {
      const shown = await changes();
      const known = shown.filter((change) => !Number.isNaN(change));
      expect(known.length).toBeGreaterThan(5);
      expect(known).toEqual(known.toSorted((a, b) => b - a));
      // Where nothing is known stands below.
      expect(shown.slice(0, known.length)).toEqual(known);
    }).toPass();
    const [largest] = await changes();
    await page.reload();
    await expect(head('24 h move')).toHaveAttribute('aria-sort', 'descending');
    await head('24 h move').getByRole('button').click();
    await expect(page).toHaveURL(/by=day/);
    await expect(async () => {
      const [least] = await changes();
      expect(least).toBeLessThan(largest ?? 0);
    }).toPass();

    await head('State').getByRole('button').click();
    await expect(page).toHaveURL(/by=state/);
    // What is played stands first, and last what has ended.
    await expect(page.getByRole('row').nth(1)).toContainText('LIVE');
    await head('State').getByRole('button').click();
    await expect(head('State')).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('row').nth(1)).not.toContainText('LIVE');
  });

  await test.step('the palette finds outcomes, and leads to the market of one', async () => {
    await desk.go('/settings');
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
});

test('what moved most is not told where the service keeps no history, and the way back is', async ({
  page,
}) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const { history: _, ...config } = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: config });
  });
  await new Desk(page).open('/?tab=all&sort=move-1h');
  // Tiles of rounds stand above the list, whatever it is ordered by.
  const list = page.getByRole('region', { name: 'All events' });
  await expect(list.getByText('This platform keeps no price history')).toBeVisible();
  await expect(list.getByRole('article')).toHaveCount(0);
  await list.getByRole('button', { name: 'Reset sorting' }).click();
  await expect(list.getByRole('article').first()).toBeVisible();
});

test.describe('long names', () => {
  test.use({ stream: false });
  const title = 'Will the United States recognise the exiled opposition as the government before summer?';
  const outcomes = ['Amber', 'Beryl', 'Coral'].map(
    (name) => `${name} with the consent of both houses of ${name}`,
  );

  test('a title of the table has two lines where one does not do, and leaves a long outcome its own', async ({
    page,
  }) => {
    await page.route('**/prediction/v1/events?*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as AnswerWire<'listEvents'>;
      const data = answer.data.map((event) => ({
        ...event,
        metadata: { ...event.metadata, title },
        markets: event.markets?.map((market, index) => ({
          ...market,
          title: outcomes[index % outcomes.length],
          team: null,
          outcomes: ['Yes', 'No'],
        })),
      }));
      await route.fulfill({ response, json: { ...answer, data } });
    });
    await new Desk(page).open('/?tab=all&view=list');
    const row = page.getByRole('row').filter({ hasText: 'consent of both houses' }).first();
    const link = row.getByRole('link', { name: title });
    for (const [width, lines] of [
      [3840, 1],
      [2560, 2],
      [1440, 2],
      // Below the title it takes a line from it.
      [768, 1],
      [360, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 });
      await expect(async () => {
        const [box, around] = [await link.boundingBox(), await row.boundingBox()];
        expect(around?.height, `height of a line at ${width}`).toBe(51);
        expect(Math.round((box?.height ?? 0) / 15), `lines of a title at ${width}`).toBe(lines);
        // Nothing of a line stands out of it, and the outcome is there to its last word.
        const told = await row.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          const parts = [...element.querySelectorAll('a, [role=cell] span')].map((one) =>
            one.getBoundingClientRect(),
          );
          const label = [...element.querySelectorAll('[role=cell] span')]
            .filter((one) => one.textContent?.includes('consent of') && one.clientWidth > 20)
            .at(-1);
          return {
            isInside: parts.every((one) => one.height === 0 || (one.top >= top && one.bottom <= bottom)),
            isWhole:
              label !== undefined &&
              label.scrollHeight <= label.clientHeight + 3 &&
              label.scrollWidth <= label.clientWidth,
          };
        });
        expect(told, `at ${width}`).toEqual({ isInside: true, isWhole: true });
      }).toPass();
    }
  });
});
