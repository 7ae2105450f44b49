import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { Desk } from './desk.ts';
import { fundedTrader, holds, holdsAll, pick, rememberWallet } from './journeys.ts';
import { leapUntil } from './leap.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import { Control, type Trader } from './trader.ts';

/* What stands on the desk of one who holds something. */
/* Layers are measured as they stand, not in the middle of their entrance. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'parallel' });

let markets: Tradable[];
/** A market each of five events. */
let fiveEvents: Tradable[];
let trader: Trader;
test.beforeAll(async ({ server }) => {
  const listed = await tradableMarkets(server.url, 60);
  markets = listed.slice(0, 4);
  const events = new Set<string>();
  fiveEvents = listed.filter(({ eventId }) => !events.has(eventId) && events.add(eventId)).slice(0, 5);
  const control = new Control(server.url, server.token);
  trader = await fundedTrader(server.url);
  await holdsAll(trader, markets.slice(0, 3), 20);
  await holds(trader, pick(markets, 0), 10, false);
  await control.resolve(pick(markets, 1).marketId, 'yes');
  await control.resolve(pick(markets, 2).marketId, 'no');
});

test('every page with a wallet that holds something', async ({ page }) => {
  const desk = new Desk(page);
  const wallet = await rememberWallet(page, trader);
  await desk.openMarket(pick(markets, 0));
  await expect(desk.balance).toContainText(/\d/);
  await desk.fill('50');
  await expect(desk.submit).toBeEnabled();
  await expectAccessible(page, 'event, ticket filled');
  await desk.fill('3');
  await expectAccessible(page, 'event, amount below the minimum', desk.ticket);
  await desk.ticket.getByText('Sell', { exact: true }).click();
  await desk.ticket.getByRole('button', { name: '50%' }).click();
  await expectAccessible(page, 'event, sale', desk.ticket);
  await page.getByRole('tab', { name: /^Orders/ }).click();
  await expectAccessible(page, 'event, my orders', page.getByRole('tabpanel'));
  wallet.mood('hang');
  await desk.ticket.getByRole('button', { name: '100%' }).click();
  await desk.submit.click();
  await expect(desk.toast('Check your wallet')).toBeVisible();
  await expectAccessible(page, 'event, sale under way');

  const closed = pick(markets, 1);
  await desk.open(`/event/${closed.eventId}?market=${closed.marketId}&side=yes`);
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Payout');
  await expectAccessible(page, 'closed market');
});

test('every tab and layer of a portfolio that holds something', async ({ page }) => {
  const desk = new Desk(page);
  const wallet = await rememberWallet(page, trader);
  await desk.open('/portfolio');
  await expect(page.getByTestId('position').first()).toBeVisible();
  await expectAccessible(page, 'positions');
  await page
    .getByRole('button', { name: /^Close (Yes|No) / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Close position' })).toBeVisible();
  await expectAccessible(page, 'close dialog', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Share / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Share this position' })).toBeVisible();
  await expectAccessible(page, 'share dialog', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await desk.go('/portfolio?settles=settled');
  await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible();
  await expectAccessible(page, 'positions, narrowed');
  await desk.go('/portfolio');
  await page.getByRole('button', { name: /^Close all/ }).click();
  await expect(page.getByTestId('close-row').first()).toBeVisible();
  await page.getByLabel(/^Slippage/).selectOption({ label: '10%' });
  await expect(page.getByTestId('close-row').first()).toBeVisible();
  await expectAccessible(page, 'close-all dialog', page.getByRole('dialog'));
  wallet.mood('hang');
  // The wallet hangs, so the queue stands still with a row of every kind there can be before a signature.
  await page.getByRole('button', { name: /^Sell \d positions/ }).click();
  await expect(page.getByTestId('queue-item').first()).toContainText('Check your wallet');
  await expectAccessible(page, 'queue');
  for (const tab of ['orders', 'history']) {
    await desk.go(`/portfolio?tab=${tab}`);
    await expect(page.getByRole('tabpanel').getByRole('row').first()).toBeVisible();
    await expectAccessible(page, tab, page.getByRole('tabpanel'));
  }
  await desk.go('/portfolio?tab=history&kind=bought');
  await page
    .getByRole('button', { name: /^Receipt of purchase/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Receipt of a purchase' })).toBeVisible();
  await expectAccessible(page, 'receipt', page.getByRole('dialog'));
});

test('alerts, what changed since the last visit, changed rules, and pages with much on them', async ({
  page,
}) => {
  const desk = new Desk(page);
  await rememberWallet(page, trader);
  await desk.open('/settings');
  await page.evaluate(
    ([legs, market]) => {
      const put = (key: string, value: unknown) =>
        localStorage.setItem(`evenline.${key}`, JSON.stringify(value));
      const at = Date.now() - 7 * 3_600_000;
      const names = ({ eventId, marketId, title, eventTitle }: (typeof legs)[number]) => ({
        eventId,
        marketId,
        label: title,
        eventTitle,
      });
      put('parlay', legs.map(names));
      const markets = legs.map((leg) => ({ ...names(leg), price: '10000', open: true, at, why: 'watched' }));
      put('left', { at, markets, claimable: [] });
      put('rules', [{ marketId: market?.marketId, hash: 'another', text: 'It was otherwise.', at }]);
    },
    [fiveEvents, markets[0]] as const,
  );
  await page.goto('/');
  await expect(page.getByText('Since you left')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show' })).toBeVisible();
  await expect(page.locator('#list').getByRole('article').first()).toBeVisible();
  await expectAccessible(page, 'events with a notice', undefined, page.getByRole('article'));
  await desk.go('/?tab=for-you');
  await expect(
    page.getByRole('region', { name: 'Since you left' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expectAccessible(page, 'for you', undefined, page.getByRole('article'));
  await desk.goToMarket(pick(markets, 0));
  await page.getByRole('tab', { name: /^Rules/ }).click();
  await expect(page.getByRole('region', { name: 'Changed rules' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Parlay slip' })).toBeVisible();
  await expectAccessible(page, 'changed rules and the slip');
  await page.getByRole('button', { name: 'Create an alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alerts' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'alerts, empty', dialog);
  await dialog.getByRole('textbox', { name: 'Price' }).fill('99.8');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByTestId('alert')).toBeVisible();
  await expectAccessible(page, 'alerts', dialog);
  await page.keyboard.press('Escape');
  await desk.go('/parlay');
  await expect(page.getByTestId('leg')).toHaveCount(5);
  await expectAccessible(page, 'parlay with five legs');
  await desk.go('/rounds');
  // The running one may be all but decided, and then nobody sells its winner.
  await page
    .getByRole('navigation', { name: 'Rounds' })
    .getByRole('link', { name: / in \d/ })
    .first()
    .click();
  await expect(page.getByText('The line begins with the round')).toBeVisible();
  await desk.fill('25');
  await expect(desk.ticket.getByRole('button', { name: /^Buy Up/ })).toBeEnabled();
  await desk.ticket.getByRole('button', { name: /^Buy Up/ }).click();
  await desk.acceptMoves();
  await expect(
    page.getByRole('region', { name: 'My positions in rounds' }).getByRole('button', { name: /^Sell/ }),
  ).toBeVisible();
  await desk.go('/rounds');
  await expect(
    page.getByRole('region', { name: 'My positions in rounds' }).getByRole('button', { name: /^Sell/ }),
  ).toBeVisible();
  await desk.fill('25');
  await expectAccessible(page, 'rounds with a position and a filled ticket');
});

test('figures that have grown old, and panels that failed', async ({ context, server }) => {
  const control = new Control(server.url, server.token);
  await context.clock.install();
  const open = async (path: string, first: (page: Page) => ReturnType<Page['locator']>) => {
    const page = await context.newPage();
    await page.goto(path);
    await expect(first(page).first()).toBeVisible();
    return page;
  };
  const wallet = await context.newPage();
  await rememberWallet(wallet, trader);
  await wallet.goto('/portfolio');
  await expect(wallet.getByTestId('position').first()).toBeVisible();
  const events = await open('/', (page) => page.locator('#list').getByRole('article'));
  const table = await open('/?view=list', (page) => page.getByRole('row'));
  // Its event may be decided by another of its markets: the one that trades is named.
  const { eventId, marketId } = pick(markets, 0);
  const event = await open(`/event/${eventId}?market=${marketId}`, (page) => page.locator('[data-row]'));
  try {
    await control.fault({ operation: '*', status: 503 });
    for (const [page, what, alike] of [
      [event, 'old book', undefined],
      [wallet, 'old portfolio', undefined],
      [events, 'old cards', events.getByRole('article')],
      [table, 'old table', table.getByRole('row')],
    ] as const) {
      const isOld = page.locator('.stale').first();
      // All pages have one clock: a leap is as many seconds for each, and has each of them ask.
      await leapUntil(page, (expectSoon) => expectSoon(isOld).toBeVisible(), 10_000);
      await expectAccessible(page, what, undefined, alike);
    }
    const failed = await context.newPage();
    await failed.goto('/');
    await expect(failed.getByText('Evenline cannot start')).toBeVisible();
    await expectAccessible(failed, 'no configuration');
    await control.clearFaults();
    for (const operation of ['listEvents', 'getEvent']) await control.fault({ operation, status: 500 });
    for (const path of ['/', `/event/${pick(markets, 0).eventId}`]) {
      await failed.goto(path);
      await leapUntil(failed, (expectSoon) =>
        expectSoon(failed.getByRole('button', { name: 'Retry' }).first()).toBeVisible(),
      );
      await expectAccessible(failed, `failed ${path}`);
    }
  } finally {
    await control.clearFaults();
  }
});
