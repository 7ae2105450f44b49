import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import { bootServer, STILL_PRICES } from './boot.ts';
import { Desk } from './desk.ts';
import { chainAnswers } from './held-back.ts';
import { fundedTrader, holdsAll, ordersOf, pick, positionsOf, rememberWallet } from './journeys.ts';
import { LONG_LEAP_MS, leapUntil, letPass } from './leap.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { Control, type Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

const items = (page: Page, step?: string) =>
  page.getByTestId('queue-item').and(page.locator(step ? `[data-step=${step}]` : '*'));
const queue = (page: Page) => page.getByRole('region', { name: /^Queue: / });

/** A wallet that has won in so many markets. */
async function winner(url: string, token: string, count: number): Promise<Trader> {
  const trader = await fundedTrader(url);
  const markets = (await tradableMarkets(url, 30)).slice(-count);
  await holdsAll(trader, markets, 10);
  const control = new Control(url, token);
  for (const { marketId } of markets) await control.resolve(marketId, 'yes');
  return trader;
}

const claimed = async (trader: Trader): Promise<number> =>
  (await positionsOf(trader)).filter((position) => position.claimed).length;

test('claim all: one item fails, a reload in the middle loses nothing and repeats nothing', async ({
  page,
}) => {
  const server = await bootServer({ env: STILL_PRICES });
  try {
    const trader = await winner(server.url, server.token, 12);
    const wallet = await rememberWallet(page, trader);
    await page.clock.install();
    // The service refuses the second it is handed; the third lands and the answer is lost; then nothing arrives.
    let handed = 0;
    let lost = true;
    await page.route('**/prediction/v1/execute', async (route) => {
      handed += 1;
      if (handed === 2) {
        await route.fulfill({ json: { status: 'Failed', signature: null, error: 'the vault is busy' } });
      } else if (handed > 2 && lost) {
        if (handed === 3) await route.fetch();
        await route.abort();
      } else await route.continue();
    });
    await page.goto(`${server.url}/portfolio`);
    await page.getByRole('button', { name: /^Claim all 12/ }).click();
    await expect(items(page, 'done')).toHaveCount(2);
    await expect(items(page, 'unknown')).toHaveCount(4);
    const refused = items(page, 'unknown').filter({ hasText: 'the vault is busy' });
    await expect(refused.getByRole('timer')).toHaveText(/^It may still go through for about \d+ s\.$/);
    await expect(items(page, 'unknown').getByRole('timer')).toHaveCount(4);
    // The rows of what was sent show the seconds alone.
    await expect(page.getByRole('table').getByText(/^\d+ s$/)).toHaveCount(4);
    await expect(items(page, 'failed')).toHaveCount(0);
    const asked = wallet.asked;
    await page.reload();
    lost = false;

    // Nothing goes on by itself. What may have landed is looked up until it no longer can.
    await expect(queue(page)).toContainText('Claim payouts');
    await expect(items(page)).toHaveCount(12);
    await expect(items(page, 'done')).toHaveCount(2);
    await expect(items(page, 'unknown')).toHaveCount(4);
    await expect(items(page, 'signed')).toHaveCount(4);
    await expect(items(page, 'waiting')).toHaveCount(2);
    expect(await claimed(trader)).toBe(2);
    await new Control(server.url, server.token).advance(90);
    // By the chain it is over: less time has passed than that can have taken.
    for (let answers = 0; answers < 2; answers += 1) await chainAnswers(page);
    await expect(items(page, 'failed')).toHaveCount(0);
    const failed = items(page, 'failed');
    await leapUntil(page, (expectSoon) => expectSoon(failed).toHaveCount(4), LONG_LEAP_MS);
    await expect(queue(page).getByText('Paused', { exact: true })).toBeVisible();
    await expect(failed.filter({ hasText: 'the vault is busy' })).toContainText('No funds moved.');
    expect(wallet.asked).toBe(asked);

    await queue(page).getByRole('button', { name: 'Continue' }).click();
    await expect(queue(page).getByText('Ended', { exact: true })).toBeVisible();
    await expect(queue(page)).toContainText('8 of 12 claimed · 4 failed');
    await queue(page).getByRole('button', { name: 'Retry 4 failed' }).click();
    await queue(page).getByRole('button', { name: 'Continue' }).click();
    await expect(queue(page).getByText('Done', { exact: true })).toBeVisible();
    await expect(queue(page)).toContainText('12 of 12 claimed');
    expect(await claimed(trader)).toBe(12);
    const history = await trader.get<AnswerWire<'listHistory'>>(
      `/prediction/v1/history?ownerPubkey=${trader.pubkey}&end=100`,
    );
    const payouts = history.body.data.filter(({ eventType }) => eventType === 'payout_claimed');
    expect(payouts).toHaveLength(12);
    expect((await new Control(server.url, server.token).audit()).ok).toBe(true);
    await queue(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(queue(page)).toHaveCount(0);
  } finally {
    await server.stop();
  }
});

test('a queue that two tabs begin at once runs in one of them; the other can neither run nor change it', async ({
  context,
  server,
}) => {
  const trader = await winner(server.url, server.token, 3);
  const open = async () => {
    const page = await context.newPage();
    const wallet = await rememberWallet(page, trader);
    wallet.mood('hang');
    await page.goto('/portfolio');
    await expect(page.getByRole('button', { name: 'Claim all 3' })).toBeEnabled();
    return { page, wallet };
  };
  const watcher = await open();
  const tabs = [await open(), await open()];
  await Promise.all(
    tabs.map(({ page }) => page.getByRole('button', { name: 'Claim all 3' }).dispatchEvent('click')),
  );
  await expect.poll(() => tabs.filter(({ wallet }) => wallet.asked > 0).length).toBe(1);
  const [runner, other] = [...tabs].sort((a, b) => b.wallet.asked - a.wallet.asked);
  if (!runner || !other) throw new Error('two tabs are needed');
  await expect(queue(watcher.page).getByText('Running in another tab')).toBeVisible();
  await expect(queue(other.page).getByText('Running in another tab')).toBeVisible();
  await expect(other.page.getByRole('button', { name: 'Claim all 3' })).toBeDisabled();
  await queue(other.page).getByRole('button', { name: 'Continue' }).click();
  await expect(new Desk(other.page).toast('running in another tab').first()).toBeVisible();

  runner.wallet.mood('approve');
  for (const { page } of tabs) {
    await expect(queue(page)).toContainText('3 of 3 claimed');
    await expect(items(page, 'done')).toHaveCount(3);
  }
  expect(other.wallet.asked + watcher.wallet.asked).toBe(0);
  expect(await claimed(trader)).toBe(3);
  // One queue on disk: what one tab takes off the page is gone from the other, and from the next load.
  await queue(other.page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(queue(runner.page)).toHaveCount(0);
  await other.page.reload();
  await expect(other.page.getByTestId('position').first()).toBeVisible();
  await expect(queue(other.page)).toHaveCount(0);
});

test('a queue whose wallet never answers is paused by not waiting for it, and goes on when it is continued', async ({
  page,
  server,
}) => {
  const trader = await winner(server.url, server.token, 2);
  const wallet = await rememberWallet(page, trader);
  wallet.mood('hang');
  await page.goto('/portfolio');
  await page.getByRole('button', { name: 'Claim all 2' }).click();
  await queue(page).getByRole('button', { name: 'Stop waiting' }).click();
  await expect(queue(page).getByRole('alert')).toContainText('You stopped waiting for your wallet.');
  await expect(items(page, 'waiting')).toHaveCount(2);
  // What the wallet signs now belongs to nothing.
  wallet.mood('approve');
  await queue(page).getByRole('button', { name: 'Continue' }).click();
  await expect(queue(page)).toContainText('2 of 2 claimed');
  expect(await claimed(trader)).toBe(2);
});

test('close all shows the worst price, warns of a high slippage, and signs nothing before it is accepted', async ({
  page,
  server,
}) => {
  const trader = await fundedTrader(server.url);
  await holdsAll(trader, (await tradableMarkets(server.url, 12)).slice(-3), 20);
  const wallet = await rememberWallet(page, trader);
  const desk = new Desk(page);
  await desk.open('/portfolio');
  await page.getByRole('button', { name: 'Close all 3…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close all positions' });
  await expect(dialog.getByTestId('close-row')).toHaveCount(3);
  const worst = dialog.getByTestId('close-row').first().getByRole('cell').nth(1);
  const before = await worst.textContent();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByLabel(/^Slippage/).selectOption({ label: '10%' });
  await expect(dialog.getByRole('alert')).toContainText('10% is a lot');
  await expect(worst).not.toHaveText(before ?? '');
  await expect(dialog.getByText(/^Worst case, with 10% slippage/)).toBeVisible();
  expect(wallet.asked).toBe(0);
  await dialog.getByRole('button', { name: 'Keep them' }).click();
  expect(await ordersOf(trader)).toHaveLength(3);

  await page.getByRole('button', { name: 'Close all 3…' }).click();
  await dialog.getByLabel(/^Slippage/).selectOption({ label: '5%' });
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Sell 3 positions' }).click();
  await expect(queue(page)).toContainText('3 of 3 closed');
  await expect(items(page, 'done').first()).toContainText(/Filled [\d.]+ @/);
  expect((await positionsOf(trader)).every(({ contractsMicro }) => contractsMicro === '0')).toBe(true);
});

test('one who declines is asked again only after a press; a queue can be stopped', async ({
  page,
  server,
}) => {
  const trader = await winner(server.url, server.token, 2);
  const wallet = await rememberWallet(page, trader);
  wallet.mood('reject');
  await page.clock.install();
  await new Desk(page).open('/portfolio');
  await page.getByRole('button', { name: /^Claim all 2/ }).click();
  await expect(queue(page).getByRole('alert')).toContainText('You declined in your wallet');
  await expect(items(page, 'waiting')).toHaveCount(2);
  await letPass(page, 10);
  // Both in one question.
  expect(wallet.asked).toBe(2);
  await queue(page).getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => wallet.asked).toBe(4);
  await expect(queue(page).getByRole('alert')).toContainText('You declined in your wallet');
  await queue(page).getByRole('button', { name: 'Stop' }).click();
  await expect(items(page, 'skipped')).toHaveCount(2);
  expect(await claimed(trader)).toBe(0);
});

test.describe('with orders that wait', () => {
  test('orders are marked in the ladder and taken back there, or selected, or all at once', async ({
    page,
  }) => {
    const server = await bootServer({ env: { ...STILL_PRICES, PAPER_FILL_DELAY_MS: '600000' } });
    try {
      const trader = await fundedTrader(server.url);
      const markets = await tradableMarkets(server.url, 3);
      const first = pick(markets, 0);
      await trader.buy(first.marketId, 20);
      for (const market of markets) await trader.buy(market.marketId, 15);
      await rememberWallet(page, trader);
      await page.goto(`${server.url}/event/${first.eventId}?market=${first.marketId}`);
      const own = page.getByRole('list', { name: 'My open orders' });
      await expect(own.getByRole('listitem')).toHaveCount(2);
      await own
        .getByRole('button', { name: /^Cancel: Buy Yes/ })
        .first()
        .press('Enter');
      // Its line holds its place for a moment.
      await expect(own.getByRole('button')).toHaveCount(1);

      await page.goto(`${server.url}/portfolio?tab=orders`);
      await expect(page.getByRole('button', { name: 'Cancel all 3' })).toBeVisible();
      await page.getByTestId('order').first().getByRole('checkbox').check();
      await expect(page).toHaveURL(/[?&]picked=\w+(&|$)/);
      await page.getByRole('button', { name: 'Cancel selected 1' }).click();
      await expect(queue(page)).toContainText('1 of 1 cancelled');
      await expect(page).not.toHaveURL(/picked=/);
      await queue(page).getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: 'Cancel all 2' }).click();
      await expect(queue(page)).toContainText('2 of 2 cancelled');
      await expect(items(page, 'done').first()).toContainText('returned');
      await expect(page.getByTestId('balance')).toContainText('10,000.00');
      expect((await new Control(server.url, server.token).audit()).ok).toBe(true);
    } finally {
      await server.stop();
    }
  });
});
