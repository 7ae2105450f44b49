import type { AnswerWire } from '@contract/routes.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { bootServer, type RunningServer, STILL_PRICES } from './boot.ts';
import { Desk } from './desk.ts';
import { AHEAD, EXECUTE, FAR_BEHIND, holdBack, NOES, pass, twistNode } from './held-back.ts';
import { FIFTY_SPENT, fundedTrader, journalSteps, ordersOf, pick, rememberWallet } from './journeys.ts';
import { LONG_LEAP_MS, leapUntil } from './leap.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';
import type { TestWallet } from './test-wallet.ts';
import { Control, type Trader } from './trader.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/*
 * What was sent may land as long as its blockhash is good for, whatever a service, a node or a clock says meanwhile. In
 * each journey one order is placed, one signature asked for, and nothing told that is not so.
 */

/** Beyond the life of a blockhash, and the blocks that have to follow. */
const BEYOND_LIFE_S = 90;

let server: RunningServer;
let control: Control;
let markets: Tradable[];
test.beforeAll(async () => {
  server = await bootServer({ env: STILL_PRICES });
  control = new Control(server.url, server.token);
  markets = await tradableMarkets(server.url, 12);
});
test.afterAll(() => server.stop());
test.afterEach(async () => {
  expect(await control.audit()).toMatchObject({ ok: true });
});

interface Tab {
  page: Page;
  desk: Desk;
  wallet: TestWallet;
}

/** A tab whose clock the journey may move; `startsAt`: what its reader's clock says, in Unix milliseconds. */
async function openTab(
  context: BrowserContext,
  trader: Trader,
  path: string,
  startsAt?: number,
): Promise<Tab> {
  const page = await context.newPage();
  await page.clock.install(startsAt === undefined ? {} : { time: startsAt });
  const wallet = await rememberWallet(page, trader);
  const desk = new Desk(page);
  await page.goto(`${server.url}${path}`);
  await expect(desk.balance).toContainText('10,000.00');
  return { page, desk, wallet };
}

const openMarket = async (
  context: BrowserContext,
  trader: Trader,
  { eventId, marketId }: Tradable,
  startsAt?: number,
): Promise<Tab> => {
  const tab = await openTab(context, trader, `/event/${eventId}?market=${marketId}&side=yes`, startsAt);
  await expect(tab.desk.ticket).toBeVisible();
  return tab;
};

async function buyFifty({ desk }: Tab): Promise<void> {
  await desk.fill('50');
  await desk.submit.click();
}

const amount = ({ desk }: Tab) => desk.ticket.getByRole('textbox', { name: 'Amount' });
/** Nothing is told as over, and the form cannot be sent again. */
async function expectOpen(tab: Tab): Promise<void> {
  await expect(tab.desk.toast(/No funds moved|can no longer go through/)).toHaveCount(0);
  await expect(amount(tab)).toBeDisabled();
  await expect(amount(tab)).toHaveValue('50');
}

/**
 * A second tab of the same wallet, loaded again in the middle: it leaves alone what the first is at. On the smallest page:
 * what was sent is looked for on every one.
 */
async function reloadBeside(context: BrowserContext, trader: Trader): Promise<Tab> {
  const beside = await openTab(context, trader, '/settings');
  const recovery = beside.page.waitForResponse((response) => /\/recover-[^/]*\.js$/.test(response.url()));
  await beside.page.reload();
  await recovery;
  await expect(beside.desk.balance).toContainText('10,000.00');
  await expect(beside.page.locator('[data-sonner-toast]')).toHaveCount(0);
  expect(await journalSteps(beside.page), 'left alone').toEqual(['sent']);
  return beside;
}

/** One order, one signature, and the form is empty again. */
async function expectOnce(tab: Tab, trader: Trader, others: readonly Tab[] = []): Promise<void> {
  await leapUntil(tab.page, (expectSoon) => expectSoon(tab.desk.toast(/Filled/)).toBeVisible());
  await expect(amount(tab)).toHaveValue('');
  expect(await ordersOf(trader)).toHaveLength(1);
  expect([tab, ...others].map(({ wallet }) => wallet.asked)).toEqual([1, ...others.map(() => 0)]);
  expect(await journalSteps(tab.page)).toEqual(['done']);
  for (const { page, desk } of [tab, ...others]) {
    await leapUntil(page, (expectSoon) => expectSoon(desk.balance).toContainText(FIFTY_SPENT));
  }
}

for (const [index, height] of [1, 999_999_999_999].entries()) {
  test(`the answer is lost, and the service names ${height} as the last block it can land in`, async ({
    context,
  }) => {
    const market = pick(markets, index);
    const trader = await fundedTrader(server.url);
    const tab = await openMarket(context, trader, market);
    await tab.page.route('**/prediction/v1/orders', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      const body = (await response.json()) as AnswerWire<'createOrder'>;
      const txMeta = { ...body.txMeta, lastValidBlockHeight: height };
      return route.fulfill({ response, json: { ...body, txMeta } });
    });
    const held = await holdBack(tab.page, server.url, 'lost');
    await buyFifty(tab);
    await expect(tab.desk.toast('Not confirmed yet')).toBeVisible();
    const beside = await reloadBeside(context, trader);
    await pass(tab.page, 20);
    await expectOpen(tab);
    await held.arrive();
    await expectOnce(tab, trader, [beside]);
    expect(held.times()).toBe(1);
  });
}

for (const [index, [name, no]] of Object.entries(NOES).entries()) {
  test(`the service says no (${name}) to what lands all the same`, async ({ context }) => {
    const market = pick(markets, 2 + index);
    const trader = await fundedTrader(server.url);
    const tab = await openMarket(context, trader, market);
    const held = await holdBack(tab.page, server.url, no);
    await buyFifty(tab);
    const refused = tab.desk.toast(/^.*Refused: /s);
    await expect(refused).toContainText('It had been sent already, so it may still go through.');
    if (no.body.includes('busy')) await expect(refused).toContainText('The vault is busy');
    await expect(refused.getByRole('timer')).toHaveText(/It may still go through for about [67]\d s\./);
    // The ticket stays as it was sent, with the same clock.
    await expect(tab.desk.ticket).toContainText(/Refused, but may still go through for about [67]\d s/);
    const beside = await reloadBeside(context, trader);
    await pass(tab.page, 30);
    await expectOpen(tab);
    await expect(refused.getByRole('timer')).toHaveText(/for about [1-4]\d s\./);
    await held.arrive();
    await expectOnce(tab, trader, [beside]);
    expect(held.times()).toBe(1);
  });
}

test('a no to what never lands is told as nothing moved when it cannot land any more, and not before', async ({
  context,
}) => {
  const market = pick(markets, 6);
  const trader = await fundedTrader(server.url);
  const tab = await openMarket(context, trader, market);
  const held = await holdBack(tab.page, server.url, NOES.Failed);
  await buyFifty(tab);
  await expect(tab.desk.toast('Refused: The vault is busy')).toBeVisible();
  // The chain alone has gone on: nobody but the node says so.
  await control.advance(BEYOND_LIFE_S);
  await pass(tab.page, 40);
  await expectOpen(tab);
  const over = tab.desk.toast(/The vault is busy.*No funds moved\./s);
  await leapUntil(tab.page, (expectSoon) => expectSoon(over).toBeVisible(), LONG_LEAP_MS);
  await expect(amount(tab)).toBeEnabled();
  await expect(amount(tab), 'what was typed is kept').toHaveValue('50');
  expect(held.times()).toBe(1);
  expect(await ordersOf(trader)).toEqual([]);
  await expect(tab.desk.balance).toContainText('10,000.00');

  // It may be tried again, and is another order.
  await tab.page.unroute(EXECUTE);
  await tab.desk.submit.click();
  await expect(tab.desk.toast(/Filled/)).toBeVisible();
  expect(await ordersOf(trader)).toHaveLength(1);
  expect(tab.wallet.asked).toBe(2);
});

const TWISTS = [
  // Two that disagree, for as long as it likes: the one that is behind cannot know.
  { name: 'two nodes disagree: heights far ahead, and statuses far behind', slot: FAR_BEHIND, seconds: 100 },
  // One that lies about everything: it is not believed within the time that the blocks would have taken.
  { name: 'one node says that it has run out long ago', slot: AHEAD, seconds: 50 },
];
for (const [index, { name, slot, seconds }] of TWISTS.entries()) {
  test(`${name}, after the answer was lost`, async ({ context }) => {
    const market = pick(markets, 7 + 4 * index);
    const trader = await fundedTrader(server.url);
    const tab = await openMarket(context, trader, market);
    const held = await holdBack(tab.page, server.url, 'lost');
    const node = await twistNode(tab.page, () => held.times() > 0, { statusSlot: slot });
    await buyFifty(tab);
    await expect(tab.desk.toast('Not confirmed yet')).toBeVisible();
    const beside = await reloadBeside(context, trader);
    await held.arrive();
    await pass(tab.page, seconds);
    await expectOpen(tab);
    node.twisted = false;
    await expectOnce(tab, trader, [beside]);
    expect(held.times()).toBe(1);
  });
}

const DAY_MS = 86_400_000;
for (const [index, [name, skew]] of Object.entries({
  'nine days ahead': 9 * DAY_MS,
  'a day behind': -DAY_MS,
}).entries()) {
  test(`a reader’s clock that is ${name}, and is set right in the middle`, async ({ context }) => {
    const market = pick(markets, 8 + index);
    const trader = await fundedTrader(server.url);
    const tab = await openMarket(context, trader, market, Date.now() + skew);
    const held = await holdBack(tab.page, server.url, NOES['429']);
    await buyFifty(tab);
    await expect(tab.desk.toast(/Refused: /)).toBeVisible();
    const beside = await reloadBeside(context, trader);
    await pass(tab.page, 20);
    await expectOpen(tab);
    await tab.page.clock.setSystemTime(Date.now());
    await pass(tab.page, 20);
    await expectOpen(tab);
    await held.arrive();
    await expectOnce(tab, trader, [beside]);
    expect(held.times()).toBe(1);
  });
}

test('a reload while a no is open: it goes on being looked up, with the words of the service', async ({
  context,
}) => {
  const market = pick(markets, 10);
  const trader = await fundedTrader(server.url);
  const tab = await openMarket(context, trader, market);
  const held = await holdBack(tab.page, server.url, NOES['400']);
  await buyFifty(tab);
  const refused = tab.desk.toast('Refused: The vault is busy');
  await expect(refused).toBeVisible();
  await tab.page.reload();
  await expect(refused.getByRole('timer')).toHaveText(/It may still go through for about [67]\d s\./);
  const underWay = tab.desk.ticket.getByRole('button', { name: 'An order is under way' });
  await tab.desk.fill('50');
  await expect(underWay, 'no second one while the first may land').toBeDisabled();
  await pass(tab.page, 20);
  await expect(tab.desk.toast(/No funds moved/)).toHaveCount(0);
  await expect(underWay).toBeDisabled();
  await held.arrive();
  await leapUntil(tab.page, (expectSoon) => expectSoon(tab.desk.toast(/Filled/)).toBeVisible());
  await expect(tab.desk.submit).toBeEnabled();
  expect(held.times()).toBe(1);
  expect(tab.wallet.asked).toBe(1);
  expect(await ordersOf(trader)).toHaveLength(1);
});
