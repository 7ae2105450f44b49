import { marketNow } from './markets.ts';
import { expect, test } from './test.ts';
import { Trader } from './trader.ts';
import { arriveOnTriggers } from './trigger-desk.ts';
import { SOL, TriggerTrader, USDC } from './trigger-trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

test('a wallet that signs no text signs in by a transaction that is never sent', async ({
  browser,
  server,
}) => {
  const { page, wallet } = await arriveOnTriggers(browser, server.url, { messages: false });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await expect(page.getByText(/only carries a memo/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a transaction' }).click();
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
  expect(wallet.asked).toBe(1);
  expect(sent.filter((path) => /execute/.test(path))).toEqual([]);
  await page.context().close();
});

test('a refusal in the wallet is quiet, and the form keeps what was entered', async ({ browser, server }) => {
  const { page, desk, wallet } = await arriveOnTriggers(browser, server.url);
  await desk.enter('Amount', '2');
  wallet.mood('reject');
  await page.getByRole('region', { name: 'Sign in' }).getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await expect(desk.field('Amount')).toHaveValue('2');
  await page.context().close();
});

test('a wallet that never answers need not be waited for to sign in', async ({ browser, server }) => {
  const { page, desk, wallet } = await arriveOnTriggers(browser, server.url);
  await desk.enter('Amount', '2');
  wallet.mood('hang');
  const panel = page.getByRole('region', { name: 'Sign in' });
  await panel.getByRole('button', { name: 'Sign in' }).click();
  await panel.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(panel.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  wallet.mood('approve');
  await desk.signIn();
  await expect(desk.field('Amount')).toHaveValue('2');
  expect(wallet.asked).toBe(2);
  await page.context().close();
});

test('a token of the listing is bought by its market capitalisation', async ({ browser, server }) => {
  const { page, desk, api } = await arriveOnTriggers(browser, server.url);
  // Of some tokens neither the price nor the supply is known.
  const { body } =
    await api.trader.get<{ id: string; usdPrice?: number; mcap?: number }[]>('/tokens/v2/recent');
  const known = body.find(({ usdPrice, mcap }) => usdPrice && mcap);
  await page.goto(`/tokens?token=${known?.id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Trigger order' }).click();
  await desk.signIn();
  await desk.choose(/^Buy /);
  await desk.enter('Amount', '25');
  await desk.choose('Percent');
  await desk.enter('Buy price', '50');
  await desk.choose('Market cap');
  await expect(desk.field('Buy price')).toHaveValue(/^\d+/);
  await expect(desk.sentence).toContainText(/^Buy .+ for 25 USDC when .+ falls below \$/);
  await desk.place();
  expect((await api.orders()).map(({ orderState }) => orderState)).toEqual(['open']);
  await page.context().close();
});

test('a wallet that goes takes its sign-in along', async ({ browser, server }) => {
  const { page, desk } = await arriveOnTriggers(browser, server.url);
  await desk.signIn();
  await desk.header.getByRole('button', { name: /^Wallet / }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(desk.form.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await desk.connect();
  await expect(page.getByText('Sign in to trigger orders')).toBeVisible();
  await page.context().close();
});

test('another wallet’s token is not enough: 403', async ({ server }) => {
  const [one, other] = [new TriggerTrader(new Trader(server.url)), new Trader(server.url)];
  const pair = { inputMint: SOL, outputMint: USDC };
  const body = { ...pair, userAddress: other.pubkey, amount: '1000000000' };
  expect((await one.ask('POST', '/deposit/craft', body)).status).toBe(403);
});

test('another token leaves a half-made change of an order alone, and what the form can keep', async ({
  browser,
  server,
}) => {
  const { page, desk } = await arriveOnTriggers(browser, server.url, {
    before: async (api) => {
      await api.open();
      await api.sellBelow('2000000000', 1, ((await marketNow(server.url)) + 86_400) * 1_000);
    },
  });
  await desk.signIn();
  await desk.panel.getByRole('button', { name: 'Change: Sell 2 SOL for USDC' }).click();
  const change = desk.panel.getByRole('form', { name: 'Change the order' });
  await change.getByRole('textbox', { name: 'Trigger price' }).fill('2.5');
  await desk.choose('Percent');
  await desk.enter('Amount', '1');
  await desk.enter('Sell price', '12');
  await page.getByRole('combobox', { name: 'Token' }).selectOption({ label: 'BTC · Bitcoin' });
  await expect(desk.form.getByRole('radio', { name: 'Sell BTC' })).toBeVisible();
  await expect(desk.field('Amount')).toHaveValue('');
  await expect(desk.field('Sell price')).toHaveValue('12');
  await expect(change.getByRole('textbox', { name: 'Trigger price' })).toHaveValue('2.5');
  await page.context().close();
});
