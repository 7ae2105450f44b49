import { formatUsd } from '@contract/money.ts';
import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import type { Locator } from '@playwright/test';
import { Desk } from './desk.ts';
import { fundedTrader, holds, placeParlay, rememberWallet } from './journeys.ts';
import { marketsOfManyEvents } from './parlay-desk.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

test.describe.configure({ timeout: 180_000 });

/** An amount as it is written, in micro-dollars. */
const micros = (text: string): bigint => {
  const [, sign = '', whole = '0', fraction = ''] = /([−-]?)\$([\d,]+)(?:\.(\d+))?/.exec(text) ?? [];
  const value = BigInt(whole.replaceAll(',', '') + fraction.padEnd(6, '0'));
  return sign === '' ? value : -value;
};
const sumOf = async (lines: Locator): Promise<bigint> =>
  (await lines.allInnerTexts()).reduce((sum, text) => sum + micros(text.split('\t').at(-1) ?? ''), 0n);

test('a parlay that was won is in every headline, and each headline is the sum of its rows', async ({
  page,
  server,
}) => {
  const trader = await fundedTrader(server.url);
  const control = new Control(server.url, server.token);
  const [single, ...others] = await marketsOfManyEvents(server.url);
  const legs = others.slice(0, PARLAY_LEGS);
  if (!single) throw new Error('an open market is needed');
  await holds(trader, single, 50);
  const payout = await placeParlay(
    trader,
    legs.map(({ marketId }) => marketId),
  );
  if (payout === undefined) throw new Error('a payout is needed');
  for (const { marketId } of legs) await control.resolve(marketId, 'yes');

  const desk = new Desk(page);
  await rememberWallet(page, trader);
  await desk.open('/portfolio');
  const summary = page.getByRole('region', { name: 'Summary' });
  const dollars = formatUsd(BigInt(payout));
  await expect(summary).toContainText(`Parlays${dollars}`, { timeout: 20_000 });
  await expect(summary).toContainText(`Claimable${dollars}`);
  await expect(page.getByTestId('claim-badge').filter({ visible: true })).toContainText('to claim');
  await expect(page.getByRole('tab', { name: /^Parlays \$/ })).toBeVisible();
  await expect(page.getByTestId('account-total')).toHaveText(/\$[\d,]+\.\d\d$/);

  await page.getByRole('button', { name: 'How these figures are made' }).click();
  const made = page.getByRole('dialog', { name: 'How these figures are made' });
  await expect(async () => {
    const [parts, total] = [
      await sumOf(made.getByTestId(/^part-/)),
      await sumOf(made.getByTestId('equity-total')),
    ];
    expect(total).toBe(parts);
    expect(total).toBeGreaterThan(10_000_000_000n);
  }).toPass();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(
    page.getByTestId('history-position').filter({ hasText: `Parlay of ${PARLAY_LEGS} legs` }),
  ).toHaveAttribute('data-status', 'won');
  await page.getByRole('tab', { name: /^Positions/ }).click();
  await page.getByRole('button', { name: /^Claim all 1/ }).click();
  await expect(summary).toContainText('Claimable$0.00', { timeout: 30_000 });
  await expect(page.getByTestId('balance-stablecoin')).toContainText(dollars.slice(1));
  await expect(page.getByTestId('claim-badge')).toHaveCount(0);
});

test('asks seldom for what the frame shows of an account, and for nothing without a wallet', async ({
  page,
  server,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(prediction|trigger)\/.*\/(positions|orders|history|slips|parlays|vault)/.test(pathname))
      asked.push(pathname);
  });
  const desk = new Desk(page);
  await desk.open('/');
  await page.waitForTimeout(3_000);
  expect(asked).toEqual([]);
  await rememberWallet(page, await fundedTrader(server.url));
  await desk.open('/tokens');
  await expect(page.getByTestId('account-total')).toHaveText(/^\$/);
  await page.waitForTimeout(3_000);
  const first = asked.length;
  expect(first, 'each once').toBeLessThanOrEqual(8);
  await page.waitForTimeout(12_000);
  expect(asked.length, asked.join(' ')).toBe(first);
});
