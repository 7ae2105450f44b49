import { expectAccessible } from './axe.ts';
import { Desk } from './desk.ts';
import { fundedTrader, holdsAll, placeParlay, positionsOf, rememberWallet } from './journeys.ts';
import { goByKeys } from './keys.ts';
import { ageOf, type Tradable, tradableMarkets } from './markets.ts';
import { marketsOfManyEvents } from './parlay-desk.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';

/* The wall of positions: found, sorted, left on a screen, and closed from. */

test('a wall of positions: found by a key, sorted in its address, filling the screen, and closed from', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  await desk.acceptMoves();
  const trader = await fundedTrader(server.url);
  // A tile of one that has not traded for a day says since when.
  const markets: Tradable[] = [];
  for (const market of (await tradableMarkets(server.url, 40)).slice(20))
    if (markets.length < 3 && (await ageOf(server.url, market.marketId)) > 25) markets.push(market);
  await holdsAll(trader, markets, 20);
  await rememberWallet(page, trader);
  await desk.open('/portfolio');
  await expect(page.getByRole('link', { name: 'Monitor' })).toBeVisible();
  await goByKeys(page, ['g', 'w'], /\/monitor$/);

  const tiles = page.getByTestId('tile');
  await expect(tiles).toHaveCount(3);
  for (const tile of await tiles.all()) {
    await expect(tile.locator('svg path').first()).toBeAttached();
    await expect(tile).toContainText(/24 h.*To break-even.*[+−]\d.*Closes/s);
  }
  await page.getByRole('radio', { name: 'Time left' }).check({ force: true });
  await expect(page).toHaveURL(/sort=time/);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Time left' })).toBeChecked();
  await expect(tiles).toHaveCount(3);
  await expectAccessible(page, 'position monitor', page.locator('main'));

  // From 390 to 3840 wide the tiles take the width there is, and nothing goes beyond it.
  for (const [width, height] of [
    [390, 844],
    [3_840, 2_160],
  ] as const) {
    await page.setViewportSize({ width, height });
    const list = page.getByRole('list', { name: 'Positions' });
    await expect
      .poll(async () => {
        const [of, boxes] = [
          await list.boundingBox(),
          await Promise.all((await tiles.all()).map((tile) => tile.boundingBox())),
        ];
        const right = Math.max(...boxes.map((box) => (box ? box.x + box.width : 0)));
        return of !== null && Math.abs(right - (of.x + of.width)) < 2 && right <= width;
      })
      .toBe(true);
  }
  await page.setViewportSize({ width: 1_280, height: 800 });

  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  // What lies behind is covered, and neither keys nor screen readers get there.
  for (const behind of ['banner', 'navigation'] as const) {
    await expect(page.getByRole(behind)).toHaveCount(0);
  }
  // The dialog is the portfolio's, and stands over the wall.
  await tiles
    .first()
    .getByRole('button', { name: /^Close/ })
    .click();
  const close = page.getByRole('dialog', { name: 'Close position' });
  await close.getByRole('button', { name: /^(Sell|Close) .*\$/ }).click();
  await expect
    .poll(
      async () => (await positionsOf(trader)).filter(({ contractsMicro }) => contractsMicro !== '0').length,
    )
    .toBe(2);
  await expect(tiles).toHaveCount(2);
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(page.getByRole('link', { name: 'Portfolio', exact: true }).first()).toBeVisible();

  // A parlay stands beneath with its legs, and is claimed from there once they are won.
  const legMarketIds = (await marketsOfManyEvents(server.url)).slice(-5).map(({ marketId }) => marketId);
  await placeParlay(trader, legMarketIds);
  const parlay = page.getByRole('region', { name: 'Your parlays' }).getByTestId('slip');
  await expect(parlay).toHaveAttribute('data-state', 'running');
  await expect(parlay.getByTestId('slip-leg')).toHaveCount(5);
  const control = new Control(server.url, server.token);
  for (const marketId of legMarketIds) await control.resolve(marketId, 'yes');
  await parlay.getByRole('button', { name: 'Claim' }).click();
  await expect(desk.toast(/Claim.*claimed/s)).toBeVisible();
  await expect(parlay).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
});

test('a parlay alone leads to the wall, and takes no claim while the queue has it', async ({
  page,
  server,
}) => {
  const desk = new Desk(page);
  const trader = await fundedTrader(server.url);
  const legMarketIds = (await marketsOfManyEvents(server.url)).slice(-10, -5).map(({ marketId }) => marketId);
  await placeParlay(trader, legMarketIds);
  const wallet = await rememberWallet(page, trader);
  await desk.open('/portfolio');
  const toWall = page.getByRole('link', { name: 'Monitor' });
  await expect(toWall).toBeVisible();
  const control = new Control(server.url, server.token);
  for (const marketId of legMarketIds) await control.resolve(marketId, 'yes');

  wallet.mood('hang');
  await page.getByRole('button', { name: /^Claim all 1/ }).click();
  await expect(desk.toast('Check your wallet').or(page.getByTestId('queue-item'))).toBeVisible();
  const claim = page.getByTestId('slip').getByRole('button', { name: 'Claim' });
  const isTaken = async () => {
    await expect(claim).toHaveAttribute('aria-disabled', 'true');
    await expect(claim).toHaveAttribute('title', /queue/);
  };
  await page.getByRole('tab', { name: /^Parlays/ }).click();
  await isTaken();
  await toWall.click();
  await expect(page.getByText('No open positions')).toBeVisible();
  await isTaken();

  // Left alone, the queue pauses, and what it has not sent is anybody's press again.
  await page.getByRole('link', { name: 'Portfolio', exact: true }).first().click();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(
    page.getByRole('region', { name: /^Queue: / }).getByText('Paused', { exact: true }),
  ).toBeVisible();
  wallet.mood('approve');
  await toWall.click();
  await claim.click();
  await expect(desk.toast(/Claim.*claimed/s)).toBeVisible();
  await expect(page.getByTestId('slip')).toHaveCount(0);
});
