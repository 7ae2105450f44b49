import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { Desk } from './desk.ts';
import { fundedTrader, holdsAll, pick, positionsOf, rememberWallet } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/* What a trader finds out about what was done: the receipt, the curve, the files to keep, the picture to show. */
/** What a press saves. */
async function saved(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return download;
}
const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');
const linesOf = (csv: string): string[] => csv.split('\r\n').filter((line) => line !== '');

test('buys, sells, and finds quote and fill, the curve, the records as CSV', async ({ page, server }) => {
  const desk = new Desk(page);
  await desk.acceptMoves();
  const trader = await fundedTrader(server.url);
  await rememberWallet(page, trader);
  const [market] = await tradableMarkets(server.url, 1);
  if (!market) throw new Error('a market is needed');
  await desk.openMarket(market);
  await desk.buy('50');
  await desk.ticket.getByText('Sell', { exact: true }).click();
  await desk.ticket.getByRole('button', { name: '50%' }).click();
  await desk.submit.click();
  await expect(desk.toast(/Sell.*Filled/s)).toBeVisible();

  // What it was worth since then, nobody has traded for.
  await new Control(server.url, server.token).advance(600);
  await desk.open('/portfolio?tab=orders');
  await page.getByRole('button', { name: /^Receipt of purchase/ }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt of a purchase' });
  const paid = receipt.getByRole('row', { name: /^Paid/ });
  // Quoted, filled and the difference: three figures, none of them a dash.
  await expect(paid).toContainText(/\$\d+\.\d\d\$\d+\.\d\d[+−]?\$\d+\.\d\d/);
  await expect(receipt.getByRole('row', { name: /^Average price/ })).toContainText(/\d¢.*\d¢.*\d¢/);
  await expect(receipt).toContainText(/price that was quoted|than quoted/);
  await page.keyboard.press('Escape');

  const curve = page.getByRole('region', { name: 'Account over time' });
  await expect(curve.locator('svg path').first()).toBeVisible();
  const points = (name: string) => curve.getByRole('table', { name: `${name} over time` }).getByRole('row');
  // At every step and not only where something was traded; the last of them is the headline.
  await expect.poll(() => points('Equity').count()).toBeGreaterThan(20);
  const headline = page.getByTestId('account-total');
  await expect
    .poll(async () => (await points('Equity').last().innerText()).endsWith(await headline.innerText()))
    .toBe(true);
  await expect(curve).toContainText('Drawdown');
  await curve.getByText('24 h', { exact: true }).click();
  await expect(points('Equity').nth(1)).toContainText('$0.00');
  await curve.getByText('Profit', { exact: true }).click();
  await expect(points('Profit').nth(1)).toContainText('$0.00');
  await curve.getByText('Realised', { exact: true }).click();
  await expect(curve.getByRole('table', { name: 'Realised profit over time' })).toBeAttached();

  // By market it is one row, and its total that row; of the days the last one is what the headline says of today.
  await page.getByRole('group', { name: 'Parts of the account' }).getByText('Profit').click();
  const parts = page.getByRole('region', { name: 'Profit by part' });
  await parts.getByText('Market', { exact: true }).click();
  await expect(parts.getByRole('listitem')).toHaveCount(1);
  await curve.getByText('Days', { exact: true }).click();
  const day = curve
    .getByRole('table', { name: /^Profit by day/ })
    .getByRole('button')
    .last();
  const summary = page.getByRole('region', { name: 'Summary' });
  const today = summary
    .locator('div')
    .filter({ hasText: /^Today/ })
    .locator('dd')
    .first();
  await expect
    .poll(async () => (await day.getAttribute('aria-label'))?.endsWith(`: ${await today.innerText()}`))
    .toBe(true);
  await expectAccessible(page, 'days, and parts of the profit', page.locator('main'));
  await day.press('Enter');
  await expect(page).toHaveURL(/tab=history&from=\d{4}-\d\d-\d\d&to=/);
  // Just after midnight today has no records yet, and what is empty offers the same.
  await page.getByRole('button', { name: 'Clear', exact: true }).click();

  // The position's own chart: what its price did, and both of its fills.
  await page.getByRole('tab', { name: 'Positions' }).click();
  await page.getByRole('button', { name: /^Show the chart of/ }).click();
  const chart = page.getByRole('region', { name: /^Chart of/ });
  await expect(chart).toContainText(/Entry .*Break-even .*2 fills/s);
  await expect(chart.locator('canvas').first()).toBeVisible();
  await expect(chart.getByRole('row', { name: /Bought .* at .*¢/ })).toBeAttached();
  await expect(chart.getByRole('row', { name: /Sold .* at .*¢/ })).toBeAttached();
  expect(await chart.getByRole('row').count()).toBeGreaterThan(8);
  await expectAccessible(page, 'chart of a position', chart);

  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: /^Show the records/ }).click();
  await page
    .getByRole('button', { name: /^Receipt of sale/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole('dialog', { name: 'Receipt of a sale' })).toContainText(/\$\d+\.\d\d/);
  await page.keyboard.press('Escape');

  const exported = page.getByRole('button', { name: 'Export CSV' });
  const all = await saved(page, () => exported.click());
  expect(all.suggestedFilename()).toMatch(/^evenline-history-\d{4}-\d\d-\d\d\.csv$/);
  const [header = '', ...rows] = linesOf(await textOf(all));
  // Spreadsheets know the text as UTF-8 by its byte order mark.
  expect(header).toMatch(/^\ufefftime,record,order,side,event/);
  expect(rows.filter((row) => row.includes(',order_filled,'))).toHaveLength(2);
  for (const row of rows) expect(row).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,/);

  const profits = await saved(page, () => page.getByRole('button', { name: 'Export profits' }).click());
  expect(profits.suggestedFilename()).toMatch(/^evenline-disposals-/);
  const [names = '', ...disposals] = linesOf(await textOf(profits));
  expect(disposals).toHaveLength(1);
  const realised = Number(
    disposals[0]?.split(',').at(names.split(',').indexOf('realised_usd') - names.split(',').length),
  );
  // Gains are shown rounded down, losses up.
  const cents = realised < 0 ? Math.ceil(-realised * 100 - 1e-6) : Math.floor(realised * 100 + 1e-6);
  await expect(summary).toContainText(`${realised < 0 ? '−' : '+'}$${(cents / 100).toFixed(2)}`);

  await page.getByRole('combobox', { name: 'Record type' }).selectOption('Sold');
  await expect(page).toHaveURL(/kind=sold/);
  await expect(page.getByTestId('history-event')).toHaveCount(1);
  const [, ...sales] = linesOf(await textOf(await saved(page, () => exported.click())));
  expect(sales).toHaveLength(1);
  expect(sales[0]).toContain(',sell,');
  // The filter is in the address: a reload keeps it.
  await page.reload();
  await expect(page.getByTestId('history-event')).toHaveCount(1);
  // So are records sorted by any of their columns.
  const fee = page.getByRole('columnheader', { name: 'Fee' });
  await fee.getByRole('button').click();
  await expect(page).toHaveURL(/records=-fee/);
  await expect(fee).toHaveAttribute('aria-sort', 'descending');

  // How it was executed: the mid noted at each press, the quote and the fill; once it is over, what its profit is made of.
  await page.getByRole('tab', { name: 'Execution' }).click();
  const fills = page
    .getByRole('table', { name: 'Fills' })
    .getByRole('row')
    .filter({ hasText: /Bought|Sold/ });
  await expect(fills).toHaveCount(2);
  for (const nth of [0, 1]) {
    const fill = fills.nth(nth);
    await expect(fill.getByTitle('Noted when the button was pressed')).toHaveText(/^\d+ s old$/);
    await expect(fill).toContainText(/\d\.\d¢\d+ s old\d+\.\d¢\d+\.\d¢/);
  }
  const sums = page.getByRole('region', { name: 'What the profit is made of' });
  await expect(sums).toContainText('1 still open, counted once ended');
  await new Control(server.url, server.token).resolve(market.marketId, 'no');
  await expect(sums).toContainText('Of 1 position that has ended.');
  const figures = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      [...(await sums.innerText()).matchAll(/^([A-Z\d][\w -]+)\n([+−]?)\$([\d,.]+)$/gm)].map(
        ([, name, sign, amount]) => [name, Number(amount?.replaceAll(',', '')) * (sign === '−' ? -1 : 1)],
      ),
    );
  const { Profit: profit = Number.NaN, ...made } = await figures();
  expect(Object.keys(made)).toEqual(expect.arrayContaining(['Spread', 'Fees']));
  // Each is shown to the cent.
  const total = Object.values(made).reduce((sum, part) => sum + part, 0);
  expect(Math.abs(total - profit)).toBeLessThan(0.01 * (Object.keys(made).length + 1));
  await expect(summary).toContainText(`Realised\n${profit < 0 ? '−' : '+'}$${Math.abs(profit).toFixed(2)}`, {
    useInnerText: true,
  });
  await page.getByRole('radio', { name: 'By size' }).check({ force: true });
  await expect(page).toHaveURL(/by=size/);
  await expect(page.getByRole('table', { name: 'Execution by size' })).toContainText('$25 to $100');
  await expectAccessible(page, 'execution', page.locator('#list'));
});

test('narrows the positions by what they are exposed to, exports them, and shares one', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  const trader = await fundedTrader(server.url);
  const markets = await tradableMarkets(server.url, 12);
  const chosen = [pick(markets, 8), pick(markets, 9), pick(markets, 10)];
  await holdsAll(trader, chosen, 20);
  await new Control(server.url, server.token).resolve(pick(chosen, 2).marketId, 'yes');
  await expect
    .poll(async () => (await positionsOf(trader)).filter(({ claimable }) => claimable).length)
    .toBe(1);
  await rememberWallet(page, trader);
  await desk.open('/portfolio');
  await expect(page.getByTestId('position')).toHaveCount(3);
  const claimable = page.locator('[data-testid=position][data-phase=claimable]');
  await expect(claimable).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('1 of 1 won');

  const exposure = page.getByRole('region', { name: 'Exposure' });
  await exposure.getByText('Settlement', { exact: true }).click();
  // What is settled is money to be collected, no exposure.
  await expect(exposure.getByRole('button', { name: /^Settled/ })).toHaveCount(0);
  await exposure.locator('li button').first().click();
  await expect(page).toHaveURL(/settles=(day|week|month|later|unknown)/);
  await expect(claimable).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByTestId('position')).toHaveCount(3);

  const csv = await textOf(await saved(page, () => page.getByRole('button', { name: 'Export CSV' }).click()));
  expect(linesOf(csv)).toHaveLength(4);
  expect(csv).toContain(',claimable,');

  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url) asked.push(request.url());
  });
  await page
    .getByRole('button', { name: /^Share Yes/ })
    .first()
    .click();
  const share = page.getByRole('dialog', { name: 'Share this position' });
  const picture = share.getByRole('img');
  await expect(picture).not.toHaveAccessibleName(/Contracts|Cost \$|Profit/);
  const save = share.getByRole('button', { name: 'Download' });
  const plain = await readFile(await (await saved(page, () => save.click())).path());
  expect(plain.subarray(1, 4).toString()).toBe('PNG');
  expect(plain.length).toBeGreaterThan(10_000);
  await share.getByRole('switch', { name: 'Show amounts' }).check();
  await expect(picture).toHaveAccessibleName(/Cost \$/);
  const full = await saved(page, () => save.click());
  expect(full.suggestedFilename()).toMatch(/^evenline-position-.*\.png$/);
  expect((await readFile(await full.path())).equals(plain)).toBe(false);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  await share.getByRole('button', { name: 'Copy picture' }).click();
  await expect(share.getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const picture = item && (await createImageBitmap(await item.getType('image/png')));
    return picture && [picture.width, picture.height];
  });
  expect(copied).toEqual([1_200, 630]);
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  await share.getByRole('button', { name: 'Copy picture' }).click();
  await expect(share.getByRole('status')).toHaveText('That is not possible in this browser');
  expect(asked.filter((url) => !url.startsWith('blob:') && !url.startsWith('data:'))).toEqual([]);

  // What was ordered elsewhere: its mids come from the history, its quotes are not known here.
  await desk.open('/portfolio?tab=execution');
  const fills = page.getByRole('table', { name: 'Fills' });
  await expect(fills.getByTitle('From the history of prices')).toHaveCount(3);
  await expect(fills.getByTitle('Kept in the browser that placed the order')).toHaveCount(3);
});
