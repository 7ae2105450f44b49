import { formatCents } from '@contract/money.ts';
import type { AnswerWire } from '@contract/routes.ts';
import { Desk } from './desk.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

/* One screen, one price: where a book is shown, everything takes its price from it. */

type Event = AnswerWire<'listEvents'>['data'][number];

test.describe('where the list tells other prices than the book', () => {
  // The list is changed here.
  test.use({ stream: false });

  test('header, outcomes, ticket and the bar of a phone have those of the ladder', async ({
    page,
    server,
  }) => {
    const [market] = await tradableMarkets(server.url, 1);
    if (!market) throw new Error('a market is needed');
    const told = {
      buyYesPriceUsd: 970_000,
      sellYesPriceUsd: 960_000,
      buyNoPriceUsd: 40_000,
      sellNoPriceUsd: 30_000,
    };
    let changed = 0;
    await page.route(`**/prediction/v1/events/${market.eventId}*`, async (route) => {
      const response = await route.fetch();
      const event = (await response.json()) as Event;
      for (const one of event.markets ?? []) Object.assign(one.pricing ?? {}, told);
      changed += 1;
      await route.fulfill({ response, json: event });
    });
    const desk = new Desk(page);
    await desk.openMarket(market);
    const best = async (side: RegExp): Promise<bigint> => {
      const level = page.getByRole('listbox', { name: side }).getByRole('option').first();
      const [, cents = '', tenth = '0'] = /^(\d+)(?:\.(\d))?¢/.exec(await level.innerText()) ?? [];
      return BigInt(cents) * 10_000n + BigInt(tenth) * 1_000n;
    };
    const [ask, bid] = [await best(/^Asks/), await best(/^Bids/)];
    expect(Number(ask), 'the list says something else').toBeLessThan(950_000);
    expect(changed).toBeGreaterThan(0);
    const mid = (ask + bid) / 2n;
    const chart = page.getByRole('region', { name: 'Price', exact: true });
    await expect(chart.getByRole('heading', { level: 2 })).toContainText(formatCents(mid, true));
    await expect(page).toHaveTitle(new RegExp(`^${formatCents(mid)} `));
    const [yes, no] = [`Yes ${formatCents(ask)}`, `No ${formatCents(1_000_000n - bid)}`];
    const row = page
      .getByRole('region', { name: 'Outcomes' })
      .getByRole('listitem')
      .filter({ has: page.locator(`[data-outcome="${market.marketId}"]`) });
    await expect(row.getByRole('link', { name: yes })).toBeVisible();
    await expect(row.getByRole('link', { name: no })).toBeVisible();
    const sides = desk.ticket.getByRole('group', { name: 'Side' });
    await expect(sides).toContainText(yes);
    await expect(sides).toContainText(no);
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole('navigation', { name: 'Trade' });
    await expect(bar.getByRole('button', { name: `Buy ${yes}` })).toBeVisible();
    await expect(bar.getByRole('button', { name: `Buy ${no}` })).toBeVisible();
    await expect(row.getByRole('link', { name: yes })).toBeVisible();
  });
});
