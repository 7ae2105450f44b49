import { expect, type Page } from '@playwright/test';
import type { RunningServer } from './boot.ts';
import { Desk } from './desk.ts';
import { FIFTY_SPENT } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { installWallet } from './test-wallet.ts';
import { Control, Trader } from './trader.ts';

/**
 * The whole first story of a newcomer: browse, open a market whose book moves, connect, take play money, buy, see
 * fill and position with its profit, sell half of another, claim a winner. `server` is the exchange; `live`: the page
 * is on a gateway in front of it, which has no play money to give, so that the wallet comes with its own.
 */
export async function wholeStory(
  page: Page,
  server: RunningServer,
  { live = false }: { live?: boolean } = {},
): Promise<void> {
  const control = new Control(server.url, server.token);
  const desk = new Desk(page);
  const wallet = await installWallet(page);
  if (live) expect((await new Trader(server.url, wallet.keypair).faucet()).status).toBe(200);
  await desk.acceptMoves();
  if (live) await desk.payUnvouched();
  const [first, second] = await tradableMarkets(server.url, 2);
  if (!first || !second) throw new Error('two markets are needed');

  await desk.open('/');
  await expect(page.getByRole('article').nth(5)).toBeVisible();

  await desk.goToMarket(first);
  // Prices alone may stay for a long while: sizes are said too.
  const said = () =>
    page
      .getByRole('listbox', { name: /^(Bids|Asks)/ })
      .getByRole('option')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  await expect.poll(said).not.toEqual([]);
  const before = await said();
  await expect.poll(said).not.toEqual(before);

  await expect(desk.ticket.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await desk.connect();
  if (live) await expect(desk.balance).toContainText('10,000.00');
  else await desk.takePlayMoney();

  await desk.buy('50');
  expect(wallet.asked).toBe(1);
  // What is left of the money when a price improves comes back.
  await expect(desk.balance).toContainText(FIFTY_SPENT);
  const position = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Close/ }) });
  await expect(position.first()).toContainText(/\$[\d,]+\.\d\d · [−+]?\d+\.\d%/);

  await desk.goToMarket(second, 'no');
  await desk.buy('20');
  await desk.ticket.getByText('Sell', { exact: true }).click();
  await desk.ticket.getByRole('button', { name: '50%' }).click();
  await desk.submit.click();
  await expect(desk.toast(/Sell.*Filled/s)).toBeVisible();
  expect(wallet.asked).toBe(3);

  await control.resolve(first.marketId, 'yes');
  await desk.go('/portfolio');
  const claim = page.getByRole('button', { name: /^Claim/ }).first();
  await expect(claim).toBeVisible();
  const held = await desk.balance.innerText();
  await claim.click();
  await expect(desk.toast(/Claim|Received|paid/i).first()).toBeVisible();
  await expect.poll(() => desk.balance.innerText()).not.toBe(held);
  await page.getByRole('tab', { name: /History/ }).click();
  await expect(
    page.getByRole('tabpanel').getByText('Paid out').filter({ visible: true }).first(),
  ).toBeVisible();
  expect((await control.audit()).ok).toBe(true);
}
