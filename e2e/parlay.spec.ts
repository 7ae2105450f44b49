import { formatUsd, parseUsd } from '@contract/money.ts';
import type { Page } from '@playwright/test';
import type { RunningServer } from './boot.ts';
import { Desk, expectNoSidewaysScroll } from './desk.ts';
import { fundedTrader, rememberWallet } from './journeys.ts';
import type { Tradable } from './markets.ts';
import { fiveOf, legs, marketsOfManyEvents, placePaid, slips, slipsOf, takeLink } from './parlay-desk.ts';
import { expect, test } from './test.ts';
import { Control, type Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/* Each journey has five events of its own: what one resolves must not close the legs of another. */
let markets: Tradable[];
let control: Control;
let url: string;

test.beforeAll(async ({ server }: { server: RunningServer }) => {
  url = server.url;
  control = new Control(url, server.token);
  markets = await marketsOfManyEvents(url);
});

const five = (journey: number): Tradable[] => fiveOf(markets, journey);

async function connected(page: Page): Promise<{ desk: Desk; trader: Trader }> {
  const trader = await fundedTrader(url);
  await rememberWallet(page, trader);
  return { desk: new Desk(page), trader };
}

test('a paid parlay is collected, kept over a reload, placed, won and claimed', async ({ page }) => {
  const { desk, trader } = await connected(page);
  await desk.open('/settings');
  for (const [index, market] of five(0).entries()) {
    await desk.go(`/event/${market.eventId}?market=${market.marketId}`);
    await page
      .getByRole('region', { name: 'Outcomes' })
      .getByRole('button', { name: /^Parlay: / })
      .first()
      .click();
    await expect(
      page.getByRole('navigation').getByRole('link', { name: `Parlay ${index + 1}/5` }),
    ).toBeVisible();
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Parlay 5/5' }).click();
  await expect(legs(page)).toHaveCount(5);
  await page.reload();
  await expect(legs(page)).toHaveCount(5);
  const figures = page.getByTestId('parlay-figures');
  await expect(figures).toContainText(/Offered payout, all five win.*\$\d/s);
  await expect(figures).toContainText(/House margin\s*\d+\.\d%/);
  await expectNoSidewaysScroll(page);

  await placePaid(desk);
  await expect(desk.balance).toContainText('9,990.00');
  await expect(legs(page)).toHaveCount(0);
  const [slip] = await slipsOf(trader);
  expect(slip).toMatchObject({ mode: 'paid', stakeUsd: '10', isClaimed: false });
  await expect(slips(page)).toHaveAttribute('data-state', 'running');

  for (const { marketId } of slip?.legs ?? []) await control.resolve(marketId, 'yes');
  await expect(slips(page)).toHaveAttribute('data-state', 'claimable');
  await expect(page.locator('[data-testid="slip-leg"][data-state="won"]')).toHaveCount(5);
  await slips(page).getByRole('button', { name: 'Claim' }).click();
  await expect(desk.toast(/Claim.*claimed/s)).toBeVisible();
  await expect(slips(page)).toHaveAttribute('data-state', 'paid');
  expect((await slipsOf(trader))[0]).toMatchObject({ isClaimed: true, claimable: false });
  expect((await control.audit()).ok).toBe(true);
});

test('a slip is out of reach while the wallet is asked, in every tab, and back when it declines', async ({
  page,
  context,
}) => {
  const trader = await fundedTrader(url);
  const wallet = await rememberWallet(page, trader);
  const desk = new Desk(page);
  await takeLink(page, five(2));
  await page.getByRole('button', { name: 'Keep for later' }).click();
  await takeLink(page, five(4));
  await expect(legs(page)).toHaveCount(5);
  const button = page.getByRole('region', { name: 'Place the parlay' }).getByRole('button').last();
  wallet.mood('hang');
  await button.click();
  await expect(desk.toast('Check your wallet')).toBeVisible();
  await expect(legs(page), 'the form stays as it was').toHaveCount(5);
  await expect(
    legs(page)
      .first()
      .getByRole('button', { name: /^Remove / }),
  ).toBeDisabled();
  const kept = page.getByRole('region', { name: 'Slips to place together' });
  await expect(kept.getByRole('button', { name: 'Another parlay is under way' })).toBeDisabled();
  await desk.go('/settings');
  await desk.go('/parlay');
  await expect(legs(page)).toHaveCount(5);
  await expect(button).toHaveAttribute('aria-busy', 'true');
  const other = await context.newPage();
  await other.goto('/parlay');
  await expect(other.getByRole('region', { name: 'Slip', exact: true })).toContainText('0/5');
  wallet.mood('reject');
  await expect(page.getByRole('region', { name: 'Place the parlay' })).toContainText('Not sent');
  await expect(legs(other), 'nothing was paid').toHaveCount(5);
  await other.close();
  wallet.mood('approve');
  await placePaid(desk);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Slip', exact: true })).toContainText('0/5');
  expect(await slipsOf(trader)).toHaveLength(1);

  wallet.mood('hang');
  const together = kept.getByRole('button', { name: 'Place 1 for $10.00' });
  await together.click();
  await expect(desk.toast('Check your wallet')).toBeVisible();
  await expect(together, 'it says what was pressed').toHaveAttribute('aria-busy', 'true');
  wallet.mood('reject');
  await expect(kept).toContainText('Not sent');
  await expect(together).toBeEnabled();
});

test('a slip comes by link, unknown legs left out, and is lost with its first lost leg', async ({ page }) => {
  const { desk } = await connected(page);
  const own = five(1);
  // Far from the most that is paid.
  for (const [nth, { marketId }] of own.entries()) await control.price(marketId, 0.41 + nth * 0.03);
  await takeLink(page, own.slice(0, 4), ['no-such-market']);
  await expect(legs(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Pick 1 more leg' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Keep for later' })).toHaveCount(0);
  await takeLink(page, own);
  await expect(legs(page)).toHaveCount(5);
  await expect(page.getByTestId('parlay-figures')).toContainText(/House margin\s*5\.0%/);
  await page.getByText('Stablecoin', { exact: true }).click();
  await placePaid(desk);
  await control.resolve(own[0]?.marketId ?? '', 'no');
  await expect(slips(page)).toHaveAttribute('data-state', 'lost');
  await expect(slips(page).getByRole('button', { name: 'Claim' })).toHaveCount(0);
  await expect(slips(page)).toContainText(/Lost\s*\u2212\$10\.00 · would have paid \$/);
  const states = slips(page).getByTestId('slip-leg');
  await expect(states.first()).toContainText('Lost');
  await expect(states.last()).toContainText('No longer matters');
  expect((await control.audit()).ok).toBe(true);
});

test('of two free parlays in one payment, the one with a dead leg is refused and the other placed, won and paid', async ({
  page,
}) => {
  const { desk, trader } = await connected(page);
  await desk.acceptMoves();
  const dead = five(3)[2]?.marketId ?? '';
  for (const journey of [2, 3]) {
    await takeLink(page, five(journey));
    await expect(page.getByRole('button', { name: 'Keep for later' })).toBeEnabled();
    await page.getByRole('button', { name: 'Keep for later' }).click();
    await expect(legs(page)).toHaveCount(0);
  }
  await page.getByText('Free', { exact: true }).click();
  // The leg ends between the press of the button and the payment.
  await page.route('**/parlays/free', async (route) => {
    await control.resolve(dead, 'no');
    await route.continue();
  });
  await page.getByRole('button', { name: /^Place 2 for 0\.002 SOL/ }).click();
  const rows = page.getByTestId('batch-row');
  await expect(rows.nth(0)).toContainText('Placed');
  await expect(rows.nth(1)).toContainText('Not placed');
  await expect(rows.nth(1)).toContainText('A leg is not open for trading any more.');
  const placed = await slipsOf(trader);
  expect(placed).toHaveLength(1);
  await page.reload();
  await expect(rows, 'what is placed is not there to be placed again').toHaveCount(1);
  await expect(rows, 'the one with the dead leg').toContainText('✕ Lost');
  expect(placed[0]).toMatchObject({ mode: 'free', stakeUsd: '0', positionPubkey: null });

  // It pays by itself, into cash, and the account says that no profit counts it.
  for (const { marketId } of placed[0]?.legs ?? []) await control.resolve(marketId, 'yes');
  await expect.poll(async () => (await slipsOf(trader))[0]?.isClaimed).toBe(true);
  const payout = formatUsd(parseUsd(placed[0]?.payoutUsd ?? '') ?? 0n, 'down', 6);
  expect(payout).not.toBe('$0.000000');
  await desk.go('/portfolio');
  await page.getByRole('button', { name: 'How these figures are made' }).click();
  const made = page.getByRole('dialog', { name: 'How these figures are made' });
  await expect(made.getByTestId('free-parlays')).toContainText(payout);
  await expect(made.getByTestId('profit-total')).toContainText('$0.000000');
  expect((await control.audit()).ok).toBe(true);
});
