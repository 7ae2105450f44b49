import { cutTexts } from './cut.ts';
import { boxOf, Desk } from './desk.ts';
import { holdRoute } from './held-route.ts';
import { pick } from './journeys.ts';
import { eventsOf, isOpenField, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

/* What a chart says above itself is whole at any width, and stays where it is. */

test('what a chart says above itself has room at any width', async ({ page, server }) => {
  const market = pick(await tradableMarkets(server.url, 1), 0);
  const chart = page.getByRole('region', { name: 'Price', exact: true });
  const desk = new Desk(page);
  await desk.openMarket(market);
  await test.step('its outcome is named beside all its buttons', async () => {
    await chart.getByText('All', { exact: true }).first().click();
    await expect(chart.locator('[data-change]')).toBeVisible();
    for (const width of [360, 768, 1024, 1280, 1366, 1400, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => {
        const panel = await boxOf(chart);
        const name = await boxOf(chart.getByRole('heading').locator('> span').first());
        expect(name.width, `name at ${width}`).toBeGreaterThan(60);
        for (const button of await chart.getByRole('radio').all()) {
          const box = await boxOf(button.locator('..'));
          expect(box.x + box.width, `buttons at ${width}`).toBeLessThanOrEqual(panel.x + panel.width);
        }
      }).toPass();
    }
  });

  await test.step('outcomes stand in one line until there is room for more', async () => {
    const many = (await eventsOf(server.url)).find((event) => isOpenField(event, 6));
    await desk.go(`/event/${many?.eventId}`);
    await chart.getByRole('radio', { name: 'Outcomes' }).check({ force: true });
    const chips = chart.getByRole('list', { name: 'Outcomes drawn' }).getByRole('button');
    await expect(chips.nth(4)).toBeVisible();
    const lines = () =>
      chips.evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(lines, { message: `${width} wide` }).toBe(1);
    }
    const list = chart.getByRole('list', { name: 'Outcomes drawn' });
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(lines).toBeGreaterThan(1);
      const end = await list.evaluate((one) => one.getBoundingClientRect().bottom);
      const cut = await chips.evaluateAll(
        (all, bottom) =>
          all
            .map((one) => one.getBoundingClientRect())
            .filter((at) => at.top < bottom - 1 && at.bottom > bottom + 1).length,
        end,
      );
      expect(cut, `chips that are cut through at ${width}`).toBe(0);
    }
  });
});

test.describe('a name of many words', () => {
  // An outcome is given a long name on its way to the page.
  test.use({ stream: false });

  test('takes two lines of the heading of a chart at the most, which names the side whole', async ({
    page,
    server,
  }) => {
    const field = await tradableMarkets(server.url, 60);
    const market = field.find(
      ({ eventId, eventTitle, title }) =>
        !/__|up or down/i.test(eventTitle) &&
        field.some((one) => one.eventId === eventId && one.title !== title),
    );
    if (!market) throw new Error('an outcome of a field is needed');
    const long = `${market.title} of Alexandra Oldenburg and the Northern Islands${', and whoever is with her'.repeat(5)}`;
    await page.route(/\/prediction\/v\d\//, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(`"title":"${market.title}"`, `"title":"${long}"`);
      return route.fulfill({ response, body });
    });
    await new Desk(page).openMarket(market, 'no');
    const chart = page.getByRole('region', { name: 'Price', exact: true });
    const name = chart.getByTitle(`${long} · No`);
    const side = chart.getByRole('heading').getByText('No', { exact: true });
    const lines = async (): Promise<number> => {
      const height = await name.evaluate((one) => Number.parseFloat(getComputedStyle(one).lineHeight));
      return Math.round((await boxOf(name)).height / height);
    };
    for (const width of [360, 768, 1024, 1280, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(lines, { message: `lines at ${width}` }).toBeLessThanOrEqual(2);
      await expect(side).toBeVisible();
      expect(await cutTexts(side), `the side at ${width}`).toEqual([]);
    }
  });
});

test('the chart and the outcomes stay where they are when the price of what an event asks about comes', async ({
  page,
  server,
}) => {
  const event = (await eventsOf(server.url, { category: 'crypto' })).find(
    (one) => /^Bitcoin above ___/.test(one.metadata?.title ?? '') && isOpenField(one, 0),
  );
  if (!event) throw new Error('an event about a price is needed');
  const come = await holdRoute(page, /\/tokens\/v2\/search/);
  await new Desk(page).open(`/event/${event.eventId}`);
  const chart = page.getByRole('region', { name: 'Price', exact: true });
  await expect(chart.locator('[data-change]')).toBeVisible();
  await expect(page.getByText('Now around')).toContainText('Not loaded yet');
  const outcomes = page.getByRole('region', { name: 'Outcomes', exact: true });
  const names = outcomes.locator('[data-outcome]');
  const tops = () => names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = [await boxOf(chart), await tops()];
  come();
  await expect(page.getByText('Now around')).toContainText(/\$[\d,]+/);
  await expect(outcomes.getByText(/^Now \$[\d,]+/)).toBeAttached();
  expect([await boxOf(chart), await tops()]).toEqual(before);
});
