import type { Request } from '@playwright/test';
import { Desk } from './desk.ts';
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
  /** Until the book, which every second brings, has been asked for so many times more. */
  const books = async (more: number): Promise<void> => {
    const before = times('orderbook');
    await expect.poll(() => times('orderbook')).toBeGreaterThanOrEqual(before + more);
  };

  await desk.openMarket(market);
  await books(2);
  const opened = times('trades');
  expect(opened, 'the chart begins with the newest trades').toBe(1);
  await books(7);
  expect(times('trades')).toBe(opened);
  expect(times('trading-status'), 'once for every part of the page').toBeLessThanOrEqual(2);

  await page.getByRole('tab', { name: 'Trades' }).click();
  await expect.poll(() => times('trades')).toBeGreaterThanOrEqual(opened + 2);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await books(1);
  const left = times('trades');
  await books(7);
  expect(times('trades')).toBe(left);
});
