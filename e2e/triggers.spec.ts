import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { AnswerWire } from '@contract/routes.ts';
import type { PricesWire } from '@contract/triggers/prices.ts';
import type { Page } from '@playwright/test';
import {
  ComputeBudgetProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { bootServer, STILL_PRICES } from './boot.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';
import { arriveOnTriggers, ownExchange } from './trigger-desk.ts';
import { SOL } from './trigger-trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

const DAY = 86_400;
const FEED = fileURLToPath(new URL('../../shared/data/prices/sol-usd-1m.csv.gz', import.meta.url));

/**
 * Seconds from an instant (Unix ms) until the next stretch of the recording in which the price falls by half a percent
 * within three to eight minutes. The exchange plays whole days of it over and over.
 */
function secondsToFall(now: number): number {
  const lines = gunzipSync(readFileSync(FEED)).toString().trim().split('\n').slice(1);
  const bars = lines.map((line) => {
    const [at = '', , , , close] = line.split(',');
    return { ms: Date.parse(at), close: Number(close) };
  });
  const day = DAY * 1_000;
  const begin = Math.floor((bars[0]?.ms ?? 0) / day) * day;
  const period = (Math.floor(((bars.at(-1)?.ms ?? 0) - begin) / day) + 1) * day;
  const waits = bars.flatMap(({ ms, close }, index) => {
    let highest = close;
    const after = bars.slice(index + 1, index + 9).findIndex((bar) => {
      highest = Math.max(highest, bar.close);
      return bar.close <= highest * 0.995;
    });
    const wait = (ms - now) % period;
    return after < 2 ? [] : [(wait < 0 ? wait + period : wait) / 1_000];
  });
  return Math.ceil(Math.min(...waits));
}

/** Changes every challenge on its way to the page, until it is stopped. */
async function changeChallenges(
  page: Page,
  change: {
    text: (text: string) => string;
    memo?: (memo: string) => string;
    more?: TransactionInstruction[];
  },
): Promise<{ stop: () => Promise<void> }> {
  const changed = (base64: string): string => {
    const { message } = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
    const whole = TransactionMessage.decompile(message);
    for (const instruction of whole.instructions) {
      const memo = instruction.data.toString();
      instruction.data = Buffer.from(change.memo?.(memo) ?? memo);
    }
    whole.instructions.push(...(change.more ?? []));
    return Buffer.from(new VersionedTransaction(whole.compileToV0Message()).serialize()).toString('base64');
  };
  const path = '**/trigger/v2/auth/challenge';
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as AnswerWire<'triggerChallenge'>;
    const json =
      answer.type === 'message'
        ? { ...answer, challenge: change.text(answer.challenge) }
        : { ...answer, transaction: changed(answer.transaction) };
    await route.fulfill({ response, json });
  });
  return { stop: () => page.unroute(path) };
}

test.describe('trigger orders', () => {
  // One exchange whose price all of them move.
  test.describe.configure({ mode: 'default' });
  const exchange = ownExchange();
  const { arrive, setSol } = exchange;

  test('sign in by message, place a single order, and the price fires it', async ({ browser }) => {
    const { page, api, desk } = await arrive(browser);
    await expect(page.getByText('Sign in to see your vault')).toBeVisible();
    await desk.enter('Amount', '2');
    await desk.enter('Sell price', '90');
    await expect(desk.form.getByRole('button', { name: 'Sign in to place it' })).toBeVisible();
    await desk.signIn();
    await expect(desk.sentence).toContainText(
      /^Sell 2 SOL for USDC when SOL falls below \$90\.00 \(\u221210\.0 % from now\), until \d+ \w+\.$/,
    );
    await desk.place();
    const vault = desk.vault;
    await expect(vault.getByRole('row').filter({ hasText: 'SOL' })).toContainText('2.0000');
    expect((await api.orders()).map(({ orderState }) => orderState)).toEqual(['open']);

    await setSol(89);
    await expect(desk.balance).toContainText('10,178.00');
    expect((await api.orders()).map(({ orderState }) => orderState)).toEqual(['filled']);
    await expect(vault.getByText('The vault is empty')).toBeVisible();
    expect((await exchange.control.audit()).ok).toBe(true);
    await page.context().close();
  });

  test('a challenge that was changed on its way is refused in words, and the true one signs in', async ({
    browser,
  }) => {
    const { page, desk, wallet } = await arrive(browser);
    const { host } = new URL(exchange.url);
    const panel = page.getByRole('region', { name: 'Sign in' });
    const refusal = panel.getByRole('alert');
    const byText = panel.getByRole('button', { name: 'Sign in', exact: true });
    const byTransaction = panel.getByRole('button', { name: 'Sign a transaction instead' });

    const elsewhere = await changeChallenges(page, {
      text: (text) => text.replace(host, 'evil.example'),
      memo: (memo) => memo.replace(host, 'evil.example'),
    });
    await byText.click();
    await expect(refusal).toHaveText(
      `The text to sign was refused: it is for “evil.example”, and this page is “${host}”. Nothing was signed.`,
    );
    await byTransaction.click();
    await expect(refusal).toHaveText(
      `The transaction to sign was refused: it is for “evil.example”, and this page is “${host}”. Nothing was signed.`,
    );
    await elsewhere.stop();

    const more = await changeChallenges(page, {
      text: (text) => `${text}\nI also agree to everything`,
      more: [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 25_000_000_000_000n })],
    });
    await byText.click();
    await expect(refusal).toContainText('it says something else than a sign-in does');
    await byTransaction.click();
    await expect(refusal).toContainText('it sets a priority fee, which a sign-in never needs');
    await more.stop();
    expect(wallet.asked).toBe(0);

    await byTransaction.click();
    await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
    await page.reload();
    await desk.signIn();
    expect(wallet.asked).toBe(2);
    await page.context().close();
  });

  test('a take-profit and a stop-loss: one fills and the other is off', async ({ browser }) => {
    const { page, api, desk } = await arrive(browser);
    await desk.signIn();
    await desk.choose('TP / SL');
    await desk.enter('Amount', '2');
    await desk.choose('Percent');
    await desk.enter('Take profit', '20');
    await desk.enter('Stop loss', '15');
    await expect(desk.sentence).toContainText(
      'rises above $120.00 (+20.0 % from now) to take the profit, or falls below $85.00 (\u221215.0 % from now) to stop the loss, whichever comes first',
    );
    await desk.place();
    await setSol(121);
    await expect(desk.balance).toContainText('10,242.00');
    const [order] = await api.orders();
    expect(order?.orderState).toBe('filled');
    expect(order?.events.map(({ type, orderContext }) => `${type} ${orderContext}`)).toContain(
      'cancelled stop_loss',
    );
    await page.context().close();
  });

  test('an entry with a bracket: the pair comes to life when the entry has filled', async ({ browser }) => {
    const { page, api, desk } = await arrive(browser);
    await desk.signIn();
    await desk.choose('Bracket');
    await desk.enter('Amount', '200');
    await desk.enter('Entry price', '80');
    await desk.enter('Take profit', '120');
    await desk.enter('Stop loss', '60');
    await expect(desk.sentence).toContainText(
      /Buy SOL for 200 USDC when SOL falls below \$80\.00 \(\u221220\.0 % from now\), until .+\. Then sell what was bought when SOL rises above \$120\.00 \(\+50\.0 % from the entry\) or falls below \$60\.00/,
    );
    await desk.place();
    await setSol(80);
    await expect(desk.balance).toContainText('9,800.00');
    await expect
      .poll(async () =>
        (await api.orders()).map(({ orderType, orderState }) => `${orderType} ${orderState}`).sort(),
      )
      .toEqual(['oco open', 'otoco filled']);
    await setSol(125);
    await expect(desk.balance).toContainText(/10,1\d\d\.\d\d/);
    await page.context().close();
  });

  test('a trailing order follows the best price and fires behind it', async ({ browser }) => {
    const { page, api, desk } = await arrive(browser);
    await desk.signIn();
    await desk.choose('Trailing');
    await desk.enter('Amount', '2');
    await desk.enter('Below the high', '10');
    await expect(desk.sentence).toContainText(
      'Sell 2 SOL for USDC when SOL falls 10.0 % below its highest price from now on',
    );
    await desk.place();
    await setSol(150);
    await setSol(140);
    expect((await api.orders())[0]?.orderState).toBe('open');
    await setSol(134);
    await expect(desk.balance).toContainText('10,268.00');
    expect((await api.orders())[0]?.orderState).toBe('filled');
    await page.context().close();
  });

  test('a trailing order follows a replayed real series, and fires at its first fall that is deep enough', async ({
    browser,
  }) => {
    test.skip(!existsSync(FEED), 'the recorded prices are not beside the repository');
    const own = await bootServer({ env: { ...STILL_PRICES, PAPER_SOL_FEED: FEED } });
    const minutes = new Control(own.url, own.token);
    const { now } = await minutes.call<{ now: number }>('GET', '/clock');
    await minutes.advance(secondsToFall(now * 1_000));
    const { page, api, desk } = await arriveOnTriggers(browser, own.url);
    await desk.signIn();
    await desk.choose('Trailing');
    await desk.enter('Amount', '2');
    await desk.enter('Below the high', '0.5');
    await desk.place();
    // Prices of a minute each, one after another, until it should have fired.
    const sol = async () => {
      const { body } = await api.trader.get<PricesWire>(`/paper/prices?mints=${SOL}`);
      return { at: body.now * 1_000, price: Number(body.prices[SOL]) };
    };
    const seen = [await sol()];
    const last = () => seen.at(-1)?.price ?? 0;
    const hasFallen = () => last() <= Math.max(...seen.map(({ price }) => price)) * 0.995;
    while (seen.length < 600 && !hasFallen()) {
      await minutes.advance(60);
      seen.push(await sol());
    }
    expect(new Set(seen.map(({ price }) => price)).size).toBeGreaterThan(3);
    const [order] = await api.orders();
    expect(order?.orderState).toBe('filled');
    const fired = Number(order?.triggeredAt);
    expect(fired, 'not before the first minute that has fallen far enough').toBeGreaterThan(
      seen.at(-2)?.at ?? 0,
    );
    expect(fired).toBeLessThanOrEqual(seen.at(-1)?.at ?? 0);
    await expect(desk.balance).toContainText(/10,1\d\d|10,2\d\d/);
    expect((await minutes.audit()).ok).toBe(true);
    await page.context().close();
    await own.stop();
  });

  test('warnings in words: at once, wrong side, slippage; and what is missing on the button', async ({
    browser,
  }) => {
    const { page, desk, api } = await arrive(browser);
    await desk.signIn();
    await expect(desk.form.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
    await desk.enter('Amount', '0.05');
    await desk.enter('Sell price', '110');
    await expect(desk.form.getByRole('button', { name: 'Minimum is $10.00' })).toBeDisabled();
    await desk.enter('Amount', '2');
    const warnings = desk.form.getByRole('list', { name: 'Warnings' });
    await expect(warnings).toContainText('SOL is below that price already: the order sells at once.');
    await expect(warnings).toContainText('may fill up to 20.0 % worse than the market');
    await expect(desk.form.getByRole('button', { name: 'Place it anyway' })).toBeEnabled();
    await desk.choose('TP / SL');
    await desk.enter('Take profit', '80');
    await desk.enter('Stop loss', '90');
    await expect(
      desk.form.getByRole('button', { name: 'The take-profit must be above the stop-loss' }),
    ).toBeDisabled();
    await page.keyboard.press('Enter');
    await desk.enter('Take profit', '120');
    await expect(desk.form.getByRole('button', { name: /^Place/ })).toBeEnabled();
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    expect(await api.orders()).toEqual([]);
    await page.context().close();
  });

  test('a sign-in that runs out in the middle of the form keeps what was entered', async ({ browser }) => {
    const { page, desk, wallet } = await arrive(browser);
    await desk.signIn();
    await desk.enter('Amount', '3');
    await desk.enter('Sell price', '70');
    await exchange.control.advance(DAY + 60);
    await setSol(100);
    await expect(page.getByText('Your sign-in has expired')).toBeVisible();
    await expect(desk.field('Amount')).toHaveValue('3');
    await expect(desk.field('Sell price')).toHaveValue('70');
    const before = wallet.asked;
    await desk.form.getByRole('button', { name: 'Sign in again to place it' }).click();
    await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
    expect(wallet.asked).toBe(before + 1);
    await desk.place();
    await page.context().close();
  });
});
