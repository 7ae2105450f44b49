import type { Browser, Page } from '@playwright/test';
import { bootServer, type RunningServer } from './boot.ts';
import { bootGateway, platformOf } from './gateway.ts';
import { fundedTrader, rememberWallet } from './journeys.ts';
import { fiveOf, marketsOfManyEvents, placePaid, slips, slipsOf, takeLink } from './parlay-desk.ts';
import { buyRound, holding, toFreshRound } from './round-desk.ts';
import { wholeStory } from './story.ts';
import { expect, test } from './test.ts';
import { Control, type Trader } from './trader.ts';
import { TriggerDesk } from './trigger-desk.ts';
import { SOL } from './trigger-trader.ts';

/* The desk on a live platform: a gateway, and behind it a second Evenline in the place of the platform. */
test.describe('through a gateway', () => {
  test.describe.configure({ mode: 'default' });
  let upstream: RunningServer;
  let gateway: RunningServer;
  let control: Control;

  test.beforeAll(async () => {
    upstream = await bootServer();
    control = new Control(upstream.url, upstream.token);
    gateway = await bootGateway({
      upstream: upstream.url,
      platform: await platformOf(upstream.url),
      env: { UPSTREAM_RPS: '50', RPC_RPS: '50', CLIENT_RPS: '0' },
    });
  });
  test.afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  /** A page on the gateway; `done` closes it and looks through the books. */
  async function arrive(
    browser: Browser,
  ): Promise<{ page: Page; desk: TriggerDesk; done: () => Promise<void> }> {
    const context = await browser.newContext({
      baseURL: gateway.url,
      viewport: { width: 1440, height: 1000 },
    });
    const page = await context.newPage();
    const done = async () => {
      await context.close();
      expect((await control.audit()).ok).toBe(true);
    };
    return { page, desk: new TriggerDesk(page), done };
  }

  async function known(page: Page): Promise<Trader> {
    const trader = await fundedTrader(upstream.url);
    await rememberWallet(page, trader);
    return trader;
  }

  test('browses, buys, sells and claims', async ({ browser }) => {
    const { page, done } = await arrive(browser);
    await wholeStory(page, upstream, { live: true });
    await done();
  });

  test('places a parlay', async ({ browser }) => {
    const { page, desk, done } = await arrive(browser);
    const trader = await known(page);
    await desk.acceptMoves();
    await takeLink(page, fiveOf(await marketsOfManyEvents(upstream.url), 1));
    await placePaid(desk);
    await expect(desk.balance).toContainText('9,990.00');
    await expect(slips(page)).toHaveAttribute('data-state', 'running');
    expect(await slipsOf(trader)).toHaveLength(1);
    await done();
  });

  test('signs in and places a trigger order', async ({ browser }) => {
    await control.call('POST', '/prices', { mint: SOL, usd: 100 });
    const { page, desk, done } = await arrive(browser);
    await known(page);
    await desk.payUnvouched();
    await desk.open('/triggers');
    await desk.signIn();
    const chart = page.getByRole('region', { name: 'Price of SOL' });
    // A price that was set fades back to that of the feed.
    await expect(chart).toContainText(/\$(100|9\d)\.\d\d/);
    await expect(chart).toContainText('Observed by this tab');
    await desk.enter('Amount', '2');
    await desk.enter('Sell price', '90');
    await desk.place();
    const panel = page.getByRole('region', { name: 'Trigger orders' });
    await expect(panel.getByTestId('trigger-order')).toContainText('Sell 2 SOL for USDC');
    await panel.getByRole('button', { name: 'Cancel: Sell 2 SOL for USDC' }).click();
    await expect(desk.toast('2 SOL returned to your wallet')).toBeVisible();
    await done();
  });

  test('buys a round', async ({ browser }) => {
    await toFreshRound(control);
    const { page, desk, done } = await arrive(browser);
    await known(page);
    await desk.acceptMoves();
    await desk.open('/rounds');
    await buyRound(desk, 'Up', '$50');
    await expect(holding(page, 'Up')).toContainText('Settles by itself in');
    await done();
  });
});
