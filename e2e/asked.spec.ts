import type { Request } from '@playwright/test';
import { Desk } from './desk.ts';
import { letPass } from './leap.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/* An open page asks for what it shows, and for nothing else. */
test('newer trades are asked for while they are looked at, and a book while it is there', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  const [market] = await tradableMarkets(server.url, 1);
  if (!market) throw new Error('no open market');
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    const [, , , resource] = new URL(request.url()).pathname.split('/');
    if (resource !== undefined) asked.push(resource);
  });
  const times = (resource: string): number => asked.filter((one) => one === resource).length;
  /** Until something, which every few seconds bring, has been asked for so many times. */
  const until = (resource: string, wanted: number): Promise<void> =>
    expect(async () => {
      await letPass(page, 1);
      expect(times(resource)).toBeGreaterThanOrEqual(wanted);
    }).toPass({ intervals: [0] });
  /** Until the book, which every second brings, has been asked for so many times more. */
  const books = (more: number): Promise<void> => until('orderbook', times('orderbook') + more);

  await page.clock.install();
  await desk.openMarket(market);
  await books(2);
  const opened = times('trades');
  expect(opened, 'the chart begins with the newest trades').toBe(1);
  await books(7);
  expect(times('trades')).toBe(opened);
  expect(times('trading-status'), 'once for every part of the page').toBeLessThanOrEqual(2);

  await page.getByRole('tab', { name: 'Trades' }).click();
  await until('trades', opened + 2);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await books(1);
  const left = times('trades');
  await books(7);
  expect(times('trades')).toBe(left);
});
