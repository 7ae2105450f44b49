import type { AnswerWire } from '@contract/routes.ts';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { Desk } from './desk.ts';
import { fundedTrader, holds, ordersOf, pick, positionsOf, rememberWallet } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import type { TestWallet } from './test-wallet.ts';
import type { Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/*
 * A service that has something else built than was asked for, and shows the figures that were asked for all the same.
 * Its transaction is a real one of the exchange, which would execute it: the desk alone stands in between.
 */

type Body = Record<string, unknown>;
type Answer = AnswerWire<'createOrder'>;

const ORDERS = '**/prediction/v1/orders';

/** Builds what `twist` makes of the request, and answers it dressed as what was asked for. */
async function lie(page: Page, twist: (asked: Body) => Body): Promise<void> {
  await page.route(ORDERS, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const asked = route.request().postDataJSON() as Body;
    const response = await route.fetch();
    const honest = (await response.json()) as Answer;
    const other = (await (await route.fetch({ postData: twist(asked) })).json()) as Answer;
    expect(other.transaction, 'the exchange has built it').toBeTruthy();
    const { orderPubkey, orderAtaPubkey, externalOrderId } = other.order;
    await route.fulfill({
      response,
      json: {
        ...honest,
        transaction: other.transaction,
        externalOrderId: other.externalOrderId,
        order: { ...honest.order, orderPubkey, orderAtaPubkey, externalOrderId },
      },
    });
  });
}

async function openTab(
  context: BrowserContext,
  trader: Trader,
  market: Tradable,
): Promise<{ page: Page; desk: Desk; wallet: TestWallet }> {
  const page = await context.newPage();
  const wallet = await rememberWallet(page, trader);
  const desk = new Desk(page);
  await desk.openMarket(market);
  return { page, desk, wallet };
}

async function expectBlocked({ page, desk, wallet }: Awaited<ReturnType<typeof openTab>>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Blocked: this transaction is not what you asked for' });
  await expect(dialog).toContainText('is not the one that follows from what is shown');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(desk.toast(/Blocked before signing/).first()).toBeVisible();
  await expect(desk.submit, 'the form can be sent again').toBeEnabled();
  expect(wallet.asked).toBe(0);
}

let markets: Tradable[];
test.beforeAll(async ({ server }) => {
  markets = await tradableMarkets(server.url, 3);
});

test('a sale of 12 contracts is never one of everything, in either of two tabs', async ({
  context,
  server,
}) => {
  const market = pick(markets, 0);
  const trader = await fundedTrader(server.url);
  await holds(trader, market, 500);
  const [position] = await positionsOf(trader);
  const everything = position?.contractsMicro ?? '0';
  expect(BigInt(everything)).toBeGreaterThan(100_000_000n);
  const first = await openTab(context, trader, market);
  const tabs = [first, await openTab(context, trader, market)];
  for (const tab of tabs) {
    await tab.page.bringToFront();
    await lie(tab.page, (asked) => ({ ...asked, contractsMicro: everything }));
    await tab.desk.ticket.getByText('Sell', { exact: true }).click();
    await tab.desk.fill('12');
    await tab.desk.submit.click();
    await expectBlocked(tab);
  }
  expect((await positionsOf(trader))[0]?.contractsMicro, 'nothing was sold').toBe(everything);
  // The honest service behind it: what was shown is sold, once.
  await first.page.bringToFront();
  await first.page.unroute(ORDERS);
  await first.desk.submit.click();
  await expect(first.desk.toast(/Sell.*Filled 12/s)).toBeVisible();
  expect(tabs.map(({ wallet }) => wallet.asked)).toEqual([1, 0]);
  const left = BigInt((await positionsOf(trader))[0]?.contractsMicro ?? '0');
  expect(left).toBe(BigInt(everything) - 12_000_000n);
});

test('a purchase is never one of another side, market, limit or size', async ({ context, server }) => {
  const [market, other] = [pick(markets, 1), pick(markets, 2)];
  const trader = await fundedTrader(server.url);
  const tab = await openTab(context, trader, market);
  await expect(tab.desk.balance).toContainText('10,000.00');
  await tab.desk.fill('50');
  const twists: [string, (asked: Body) => Body][] = [
    ['the other side', (asked) => ({ ...asked, isYes: false, maxBuyPriceUsd: '999999' })],
    ['another market', (asked) => ({ ...asked, marketId: other.marketId, maxBuyPriceUsd: '999999' })],
    ['any price', (asked) => ({ ...asked, maxBuyPriceUsd: '999999' })],
  ];
  for (const [name, twist] of twists) {
    await test.step(name, async () => {
      await lie(tab.page, twist);
      await tab.desk.submit.click();
      await expectBlocked(tab);
      await tab.page.unroute(ORDERS);
    });
  }
  await lie(tab.page, (asked) => ({ ...asked, depositAmount: '500000000' }));
  await tab.desk.submit.click();
  const dialog = tab.page.getByRole('dialog', { name: /^Blocked/ });
  await expect(dialog, 'a larger sum is named').toContainText('500 USDC');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(tab.wallet.asked).toBe(0);
  expect(await ordersOf(trader)).toEqual([]);
});

test('what nothing is decided by hides nothing, in whatever form it comes', async ({ page, server }) => {
  const trader = await fundedTrader(server.url);
  const market = pick(await tradableMarkets(server.url, 1), 0);
  await holds(trader, market, 20);
  const ODD: Body = {
    imageUrl: 5,
    tags: 'none',
    marketOptions: {},
    isTeamMarket: 'yes',
    volume: 'many',
  };
  const odd = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(odd);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name in ODD ? ODD[name] : odd(inner)]),
    );
  };
  await page.route(/\/prediction\/v\d\/(events|positions|orders|history)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: odd(await response.json()) });
  });
  await rememberWallet(page, trader);
  const desk = new Desk(page);
  await desk.open('/');
  await expect(page.locator('#list').getByRole('article').first()).toBeVisible();
  for (const [tab, row] of [
    ['positions', 'position'],
    ['orders', 'order'],
    ['history', 'history-position'],
  ] as const) {
    await desk.go(`/portfolio?tab=${tab}`);
    await expect(page.getByTestId(row).first()).toContainText(/Yes|Up/);
  }
  await desk.goToMarket(market);
  await desk.fill('25');
  await expect(desk.submit).toBeEnabled();
});
