import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { FIFTY_SPENT, fundedTrader, journalSteps, ordersOf, pick, rememberWallet } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/* What a browser's disk may do to a transaction. Each journey has a market and a wallet of its own. */
let markets: Tradable[];
test.beforeAll(async ({ server }) => {
  markets = await tradableMarkets(server.url, 3);
});

/** A disk that takes nothing while `diskFull` is set on the page. */
const withDisk = (page: Page) =>
  page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...what) {
      if ('diskFull' in window) throw new DOMException('The disk is full.', 'QuotaExceededError');
      return put.apply(this, what);
    };
  });

test('a disk that fills up after an order was sent changes nothing of what is told of it', async ({
  page,
  server,
}) => {
  const trader = await fundedTrader(server.url);
  await rememberWallet(page, trader);
  await withDisk(page);
  await page.route('**/prediction/v1/execute', async (route) => {
    await page.evaluate(() => Object.assign(window, { diskFull: true }));
    await route.continue();
  });
  const desk = new Desk(page);
  await desk.openMarket(pick(markets, 0));
  await expect(desk.balance).toContainText('10,000.00');
  await desk.fill('50');
  await desk.submit.click();
  await expect(desk.toast(/Filled/)).toBeVisible();
  await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  expect(await journalSteps(page), 'the step before stays').toEqual(['sent']);

  // The next load finds out anew, and sends nothing.
  await page.reload();
  await expect(desk.toast(/Filled/)).toBeVisible();
  await expect.poll(() => journalSteps(page)).toEqual(['done']);
  expect(await ordersOf(trader)).toHaveLength(1);
  await expect(desk.balance).toContainText(FIFTY_SPENT);
});

test('a disk that takes nothing stops an order before it is signed, in words', async ({ page, server }) => {
  const trader = await fundedTrader(server.url);
  const wallet = await rememberWallet(page, trader);
  await withDisk(page);
  const desk = new Desk(page);
  await desk.openMarket(pick(markets, 1));
  await expect(desk.balance).toContainText('10,000.00');
  await page.evaluate(() => Object.assign(window, { diskFull: true }));
  await desk.fill('50');
  await desk.submit.click();
  await expect(desk.toast(/This browser keeps nothing for Evenline.*No funds moved\./s)).toBeVisible();
  await expect(desk.ticket.getByRole('textbox', { name: 'Amount' })).toHaveValue('50');
  expect(await ordersOf(trader)).toEqual([]);
  expect(wallet.asked).toBe(0);
});

test('a database that the browser has closed is opened anew', async ({ page, server }) => {
  const trader = await fundedTrader(server.url);
  await rememberWallet(page, trader);
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB);
    IDBFactory.prototype.open = (...what) => {
      const opening = open(...what);
      opening.addEventListener('success', () => Object.assign(window, { opened: opening.result }));
      return opening;
    };
  });
  const desk = new Desk(page);
  await desk.openMarket(pick(markets, 2));
  await expect(desk.balance).toContainText('10,000.00');
  await desk.buy('50');
  await page.evaluate(() => (window as unknown as { opened: IDBDatabase }).opened.close());
  await desk.fill('50');
  await desk.submit.click();
  await expect.poll(() => journalSteps(page)).toEqual(['done', 'done']);
});

test('a browser that keeps no site data is told so by the paper wallet, and reads as ever', async ({
  page,
}) => {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, { get: refuse });
    }
  });
  const desk = new Desk(page);
  await desk.open('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await desk.header.getByRole('button', { name: /^Connect/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' });
  await dialog.getByRole('button', { name: 'Paper wallet' }).click();
  await expect(dialog.getByRole('alert')).toContainText('does not let Evenline keep site data');
  expect(failures).toEqual([]);
});
