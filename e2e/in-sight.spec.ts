import type { Locator } from '@playwright/test';
import { cutTexts } from './cut.ts';
import { boxOf, Desk } from './desk.ts';
import { fundedTrader, holds, holdsAll, pick, rememberWallet } from './journeys.ts';
import { eventsOf, isOpenField, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { installWallet } from './test-wallet.ts';
import { Control } from './trader.ts';

/* What is chosen, held and decided can be read, however narrow or wide the window is. */

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test('what is selected of a portfolio’s tabs is in sight, at first and once something else is', async ({
    page,
    server,
  }) => {
    const trader = await fundedTrader(server.url);
    await holds(trader, pick(await tradableMarkets(server.url, 1), 0), 20);
    await rememberWallet(page, trader);
    await new Desk(page).open('/portfolio?tab=execution');
    await expect(page.getByRole('tab', { name: 'Positions 1' })).toBeAttached();
    await expect(page.getByRole('tab', { name: 'Execution' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('tab', { name: 'Execution' }).press('Home');
    await expect(page.getByRole('tab', { name: /^Positions/ })).toBeInViewport({ ratio: 1 });

    await test.step('two exports side by side say what each saves', async () => {
      await page.getByRole('tab', { name: 'History' }).click();
      for (const [name, shown] of [
        ['Export profits', 'Profits'],
        ['Export CSV', 'History'],
      ] as const)
        await expect(page.getByRole('button', { name }).getByText(shown, { exact: true })).toBeVisible();
    });
  });

  test('what is selected of the lists is in sight, and stays so when a tab comes before it', async ({
    page,
  }) => {
    await installWallet(page);
    const desk = new Desk(page);
    await desk.open('/?tab=watchlist&category=tech');
    const lists = page.getByRole('group', { name: 'Which events' });
    const selected = lists.getByText('Watchlist', { exact: true });
    await expect(lists.getByText(/^Live\s*\d/)).toBeAttached();
    await expect(selected).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Tech', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(lists.getByText('For you', { exact: true })).toHaveCount(0);
    await desk.connect();
    await expect(lists.getByText('For you', { exact: true })).toBeAttached();
    await expect(selected).toBeInViewport({ ratio: 1 });
  });

  test('an address of past trigger orders shows them, and the form is one press away', async ({ page }) => {
    await new Desk(page).open('/triggers?tab=past');
    await expect(page.getByRole('tab', { name: 'Past orders' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'New order' })).toBeHidden();
    await page.getByText('New order', { exact: true }).first().click();
    await expect(page.getByRole('region', { name: 'New order' })).toBeVisible();
  });

  test('a market that is over begins with its result', async ({ page, server }) => {
    const trader = await fundedTrader(server.url);
    const market = pick(await tradableMarkets(server.url, 20), 3);
    await holds(trader, market, 20);
    await new Control(server.url, server.token).resolve(market.marketId, 'yes');
    await rememberWallet(page, trader);
    await new Desk(page).open(`/event/${market.eventId}?market=${market.marketId}`);
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result).toContainText(/You held\s*[\d,.]+ Yes/);
    const [top, chart] = await Promise.all([
      result.boundingBox(),
      page
        .getByRole('region', { name: /^Price|^Chart/ })
        .first()
        .boundingBox(),
    ]);
    expect(top?.y).toBeLessThan(chart?.y ?? 0);
  });
});

test.describe('what is held', () => {
  // An outcome is given a long name on its way to the page.
  test.use({ stream: false });

  test('is cut at the end of its question, never in its strike, its outcome or its side', async ({
    page,
    server,
  }) => {
    const trader = await fundedTrader(server.url);
    const markets = await tradableMarkets(server.url, 60);
    const strike = markets.find(({ eventTitle }) => /above ___/.test(eventTitle));
    const field = markets.filter(({ eventId }) => eventId !== strike?.eventId);
    const named = field.find(
      ({ eventId, eventTitle, title }) =>
        !/__|up or down/i.test(eventTitle) &&
        title !== eventTitle &&
        field.filter((other) => other.eventId === eventId).length > 1,
    );
    if (!strike || !named) throw new Error('a strike and an outcome of a field are needed');
    await holdsAll(trader, [strike, named], 20);
    await rememberWallet(page, trader);
    const listed = await fetch(`${server.url}/prediction/v1/events/${named.eventId}?includeMarkets=true`);
    const { markets: fields } = (await listed.json()) as { markets: { title: string }[] };
    const long = /Oldenburg/;
    await page.route(/\/prediction\/v\d\//, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      let body = await response.text();
      for (const { title } of fields)
        body = body.replaceAll(
          `"title":"${title}"`,
          `"title":"${title} of Alexandra Oldenburg and the Northern Islands, ${title}"`,
        );
      return route.fulfill({ response, body });
    });
    const [amount = ''] = /\$[\d,.]+/.exec(strike.title) ?? [];
    expect(amount).not.toBe('');
    const desk = new Desk(page);
    const readable = async (where: string, texts: readonly Locator[]) => {
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const text of texts) {
          await expect(text.first()).toBeVisible();
          expect(await cutTexts(text), `${where} at ${width}`).toEqual([]);
        }
      }
    };
    await desk.open('/portfolio');
    const held = page.getByRole('table', { name: 'Positions' });
    await page.getByRole('group', { name: 'Parts of the account' }).getByText('Profit').click();
    const parts = page.getByRole('region', { name: 'Profit by part' });
    await parts.getByText('Market', { exact: true }).click();
    await readable(
      'the portfolio',
      [held, parts].flatMap((part) => [part.getByText(amount, { exact: true }), part.getByText(long)]),
    );
    await readable('a side', [held.getByText('Yes', { exact: true })]);
    await desk.goToMarket(named);
    await page.getByRole('tab', { name: /^Orders/ }).click();
    await page.getByRole('radio', { name: 'Outcomes' }).check({ force: true });
    await readable('the event', [
      page.getByRole('table', { name: 'My orders in this event' }).getByText(long),
      page.getByRole('list', { name: 'Outcomes drawn' }).getByText(long),
      page.getByRole('region', { name: 'Outcomes' }).locator('[data-outcome]').filter({ hasText: long }),
    ]);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search events, pages, settings').fill(named.eventTitle);
    const option = page.getByRole('option').getByText(long);
    await expect(option.first()).toBeVisible();
    expect(await cutTexts(option), 'in the palette').toEqual([]);
  });
});

test('the outcome that is selected stands in its list, which alone scrolls to it', async ({
  page,
  server,
}) => {
  const event = (await eventsOf(server.url)).find((one) => isOpenField(one, 6));
  const outcomes = page.getByRole('region', { name: 'Outcomes', exact: true });
  await page.setViewportSize({ width: 768, height: 1024 });
  await new Desk(page).open(`/event/${event?.eventId}`);
  await expect(outcomes.locator('[data-outcome]').last()).toBeAttached();
  const ids = await outcomes
    .locator('[data-outcome]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-outcome') ?? ''));
  for (const id of [ids.at(-1), ids[0]]) {
    await new Desk(page).open(`/event/${event?.eventId}?market=${id}`);
    await expect(outcomes.locator(`[data-outcome="${id}"]`)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
});

test('cards and the table of events cut no outcome, and the table leaves room for names', async ({
  page,
}) => {
  const desk = new Desk(page);
  await test.step('cards cut the name of no outcome, at any width', async () => {
    await desk.open('/?tab=all');
    const names = page.getByRole('article').locator('[data-name]');
    for (const width of [360, 390, 768, 1440, 2560, 3840]) {
      await page.setViewportSize({ width, height: 1_400 });
      await expect(names.nth(8)).toBeVisible();
      const cut = () =>
        names.evaluateAll((all) =>
          all
            .filter(
              (name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1,
            )
            .map(({ textContent }) => textContent),
        );
      await expect.poll(cut, `at ${width} pixels`).toEqual([]);
    }
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await desk.go('/?tab=all&view=list');
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
  await test.step('at 1440 no outcome is cut', async () => {
    await expect(rows.nth(12)).toBeVisible();
    const cutAt = (column: string) =>
      rows.evaluateAll((all, name) => {
        const at = [...(all[0]?.children ?? [])].findIndex((head) => head.textContent === name);
        if (at < 0) throw new Error(`no column ${name}`);
        return all
          .slice(1)
          .map((row) => row.children[at])
          .filter((cell) => {
            const parts = cell ? [cell, ...cell.querySelectorAll('*')] : [];
            return parts.some(
              (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1,
            );
          })
          .map((cell) => cell?.textContent);
      }, column);
    expect(await cutAt('Outcome')).toEqual([]);
  });
  await test.step('at 3840 no column is stretched', async () => {
    await page.setViewportSize({ width: 3840, height: 2160 });
    const widest = () =>
      rows
        .first()
        .evaluate(
          (head) =>
            Math.max(...[...head.children].map((cell) => cell.getBoundingClientRect().width)) /
            head.getBoundingClientRect().width,
        );
    await expect.poll(widest).toBeLessThan(0.3);
  });
  await test.step('at 1024 and 1280 the name of an event has room', async () => {
    const name = page.getByRole('table', { name: 'Events' }).getByRole('cell').first();
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(async () => expect((await boxOf(name)).width).toBeGreaterThan(200)).toPass();
    }
  });
});

test('at 1024 and 1280 what is won has the room for its name', async ({ page, server }) => {
  const trader = await fundedTrader(server.url);
  const market = pick(await tradableMarkets(server.url, 20), 4);
  await holds(trader, market, 20);
  await new Control(server.url, server.token).resolve(market.marketId, 'yes');
  await rememberWallet(page, trader);
  await new Desk(page).open('/portfolio');
  const row = page.getByTestId('position').filter({ hasText: 'or paid by itself in' });
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const name = row.getByRole('link').first();
    await expect(async () => expect((await boxOf(name)).height).toBeLessThan(75)).toPass();
  }
});
