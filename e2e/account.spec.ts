import { formatUsd } from '@contract/money.ts';
import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import type { Locator, Page } from '@playwright/test';
import { Desk, expectNoSidewaysScroll } from './desk.ts';
import { fundedTrader, holds, holdsAll, pick, placeParlay, rememberWallet } from './journeys.ts';
import { letPass } from './leap.ts';
import { marketNow, tradableMarkets } from './markets.ts';
import { marketsOfManyEvents } from './parlay-desk.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';
import { TriggerDesk } from './trigger-desk.ts';
import { TriggerTrader } from './trigger-trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

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
  await expect(summary).toContainText(`Parlays${dollars}`);
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
  await page.getByRole('tab', { name: /^Parlays/ }).click();
  const claim = page.getByRole('button', { name: /^Claim (all|selected) 1 · / });
  await expect(claim).toHaveText(`Claim all 1 · ${dollars}`);
  await page.getByTestId('slip').getByRole('checkbox').check();
  await expect(page).toHaveURL(/[?&]picked=\w+(&|$)/);
  await expect(claim).toHaveText(`Claim selected 1 · ${dollars}`);
  // What is selected of the parlays leaves the positions alone.
  await page.getByRole('tab', { name: /^Positions/ }).click();
  await page.getByRole('button', { name: /^Claim all 1/ }).click();
  await expect(summary).toContainText('Claimable$0.00');
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
  await page.clock.install();
  await desk.open('/');
  await letPass(page, 3);
  expect(asked).toEqual([]);
  await rememberWallet(page, await fundedTrader(server.url));
  await desk.open('/tokens');
  await expect(page.getByTestId('account-total')).toHaveText(/^\$/);
  await letPass(page, 3);
  const each = [...new Set(asked)];
  expect(each.length).toBeGreaterThan(3);
  expect(asked.toSorted(), 'each once').toEqual(each.toSorted());
  await letPass(page, 12);
  expect(asked.length, asked.join(' ')).toBe(each.length);
});

test('without its cash an account has no equity: its curve says what failed, and Retry brings it back', async ({
  page,
  server,
}) => {
  const trader = await fundedTrader(server.url);
  await holdsAll(trader, [pick(await tradableMarkets(server.url, 4), 3)], 20);
  await rememberWallet(page, trader);
  await page.route('**/rpc', (route) => route.abort());
  await new Desk(page).open('/portfolio');
  const over = page.getByRole('region', { name: 'Account over time' });
  await expect(over).toContainText('Couldn’t load your cash');
  await expect(page.getByTestId('position').first()).toBeVisible();
  await page.unroute('**/rpc');
  await over.getByRole('button', { name: 'Retry' }).click();
  await expect(over.getByRole('table', { name: 'Equity over time' })).toBeAttached();
});

const LARGE = 1_234_567_890_000n;

/** Makes balances, stakes and what lies in the vault $1,234,567.89 each, and leaves an order of as much unfilled. */
async function enlarge(page: Page): Promise<void> {
  const dollars = String(LARGE);
  const changed = (path: RegExp, fields: Record<string, string>) =>
    page.route(path, async (route) => {
      const answer = await route.fetch();
      const body = JSON.stringify(await answer.json(), (name, value: unknown) => fields[name] ?? value);
      await route.fulfill({ response: answer, body });
    });
  await changed(/\/trigger\/v2\/vault$/, { amount: dollars });
  await changed(/\/v1\/parlays\?/, { stakeUsd: '1234567.89' });
  await changed(/\/v1\/orders\?/, { status: 'pending', filledContractsMicro: '0', sizeUsd: dollars });
  await changed(/\/v2\/positions\?/, { pnlUsdAfterFees: dollars });
  // Amounts of token accounts stand at byte 64.
  await page.route('**/rpc', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result?: { value?: unknown } };
    const { value } = body.result ?? {};
    for (const account of Array.isArray(value) ? (value as ({ data: string[] } | null)[]) : []) {
      const data = Buffer.from(account?.data[0] ?? '', 'base64');
      if (!account || data.length < 72) continue;
      data.writeBigUInt64LE(LARGE, 64);
      account.data[0] = data.toString('base64');
    }
    await route.fulfill({ response: answer, json: body });
  });
}

/** What of the header stands outside its own box, over its neighbour, or in more lines than one. */
const crowded = (header: Locator): Promise<string[]> =>
  header.evaluate((bar) => {
    const parts = [
      ...bar.querySelectorAll('a, form, button > span:not(.sr-only), header > span, header > button'),
    ]
      .map((part) => ({ name: part.textContent?.slice(0, 30) ?? '', box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 2)
      .sort((a, b) => a.box.left - b.box.left);
    const { right, bottom } = bar.getBoundingClientRect();
    return parts.flatMap(({ name, box }, at) => {
      const next = parts[at + 1]?.box;
      const over = next !== undefined && next.right > box.right && next.left < box.right - 0.5;
      return over || box.right > right || box.bottom > bottom || box.height > 40 ? [name] : [];
    });
  });

test('the bar names every part of an account at 1440, and has room for millions', async ({
  page,
  server,
}) => {
  const trader = await fundedTrader(server.url);
  const vault = new TriggerTrader(trader);
  await vault.open();
  await vault.buyBelow(1, ((await marketNow(server.url)) + 7 * 86_400) * 1_000);
  const [single, ...others] = await marketsOfManyEvents(server.url);
  if (!single) throw new Error('an open market is needed');
  await holds(trader, single, 50);
  await placeParlay(
    trader,
    others.slice(-PARLAY_LEGS).map(({ marketId }) => marketId),
  );
  await rememberWallet(page, trader, { messages: true });
  const desk = new TriggerDesk(page);
  await desk.open('/triggers');
  const bar = desk.header.getByRole('button', { name: 'Account' });
  await expect(bar).toContainText('Parlays$10.00');
  await expect(bar).toContainText('Vault—');
  await desk.signIn();
  await expect(bar).toContainText(
    /Cash, USDC9,920\.00Cash, stablecoin10,000\.00Positions\$\d\d\.\d\dParlays\$10\.00Vault\$20\.00Equity.*\$19,9\d\d\.\d\dToday−\$\d+\.\d\d$/,
  );

  // What a running parlay has cost is exposed as much as any position.
  await desk.go('/portfolio');
  const exposed = page.getByRole('region', { name: 'Exposure' }).getByRole('listitem');
  await expect(exposed.filter({ hasText: /^Parlays/ })).toHaveText(/^Parlays\$10\.00 · \d\d%$/);

  await enlarge(page);
  await desk.open('/triggers');
  await desk.signIn();
  for (const width of [1280, 1440, 1536, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(bar).toContainText(
      /Cash, stablecoin1,234,567\.89Positions\$1,234,\d{3}Parlays\$1,234,567Open orders\$1,234,567V/,
    );
    await expect(bar).toContainText(/Today\+\$1,234,\d{3}\.\d\d$/);
    await expect.poll(() => crowded(desk.header), { message: `at ${width}` }).toEqual([]);
    await expectNoSidewaysScroll(page);
    for (const part of ['Positions', 'Parlays', 'Open orders', 'Vault'])
      await expect(bar.getByText(part, { exact: true })).toBeVisible({
        visible: width >= 1440 || part === 'Positions',
      });
    const search = await desk.header.getByRole('searchbox').boundingBox();
    expect(search?.width, `search at ${width}`).toBeGreaterThan(120);
  }

  // Always in sight.
  await desk.go('/tokens');
  await expect(page.locator('[data-token]').nth(3)).toBeVisible();
  await page.mouse.move(1_200, 600);
  await page.mouse.wheel(0, 3_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
  await expect(bar).toBeInViewport({ ratio: 1 });
});
