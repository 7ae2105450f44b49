import type { AnswerWire } from '@contract/routes.ts';
import { fundedTrader, holds, pick, rememberWallet } from './journeys.ts';
import { noteShown } from './shown.ts';
import {
  asked,
  bestAsk,
  expectTrueAges,
  figure,
  openMarket,
  openStreamSite,
  priceOf,
  type StreamSite,
  settled,
  type TruePrice,
} from './streamed.ts';
import { expect, test } from './test.ts';

/* News that arrives by itself, whatever the network does, from the exchange and through a gateway. */

/* At its full length the connection is cut twice a minute for five minutes, and prices move in between as well. */
const CUTS = 10;
const [MOVES, APART_MS] = process.env.FULL_LENGTH ? [3, 10_000] : [1, 0];

test.describe.configure({ timeout: 300_000 + CUTS * MOVES * APART_MS });
let site: StreamSite;

for (const through of ['the exchange', 'a gateway'] as const) {
  test.describe(`by ${through}`, () => {
    test.beforeAll(async () => {
      site = await openStreamSite(through);
    });
    test.afterAll(() => site.close());

    test('an order made elsewhere appears without being asked for', async ({ page }) => {
      const trader = await fundedTrader(site.exchange.url);
      const addresses = asked(page);
      await rememberWallet(page, trader);
      await page.goto(`${site.server.url}/portfolio`);
      await expect(page.locator('main#main')).toBeVisible();
      // What is one owner's is polled so seldom that it looks settled before the stream tells it.
      await expect.poll(() => figure(site.server, 'stream_topics')).toBeGreaterThan(2);
      await settled(addresses);
      const before = addresses.length;
      await trader.buy(pick(site.markets, 1).marketId, 20);
      await expect(page.getByTestId('position')).toHaveCount(1);
      expect(addresses.slice(before).filter((address) => /positions|orders/.test(address))).toEqual([]);
    });

    test('two tabs hold one connection, and both are told', async ({ context }) => {
      const market = pick(site.markets, 2);
      const one = await context.newPage();
      const addresses = asked(one);
      await openMarket(one, site.server.url, market);
      await settled(addresses);
      const held = await figure(site.server, 'stream_sockets_open');
      const two = await context.newPage();
      const others = asked(two);
      await openMarket(two, site.server.url, market);
      await settled(others);
      expect(await figure(site.server, 'stream_sockets_open')).toBe(held);
      await site.control.price(market.marketId, 0.27);
      for (const page of [one, two]) await expect(bestAsk(page)).toContainText(/2[78]/);
      await one.close();
      await site.control.price(market.marketId, 0.36);
      await expect(bestAsk(two)).toContainText(/3[67]/);
    });

    const again =
      'a connection that is cut again and again: nothing stands there twice, nothing old comes back, no age is too small';
    test(again, { tag: '@heavy' }, async ({ context }) => {
      const market = pick(site.markets, 0);
      await site.control.price(market.marketId, 0.21);
      const trader = await fundedTrader(site.exchange.url);
      const [page, account] = [await context.newPage(), await context.newPage()];
      // Wide enough for trades, orders and positions beside each other.
      await page.setViewportSize({ width: 2_560, height: 1_440 });
      const shown = await noteShown(page);
      const shownOfAccount = await noteShown(account);
      for (const tab of [page, account]) await rememberWallet(tab, trader);
      await account.goto(`${site.proxy.url}/portfolio?tab=history&kind=bought`);
      await expect(account.locator('main#main')).toBeVisible();
      const addresses = asked(page);
      await openMarket(page, site.proxy.url, market);
      // Others trade as well, by a clock that stands all but still.
      const trades = page.getByRole('table', { name: 'Recent trades of this market' }).locator('tbody tr');
      await settled(addresses);
      const others = await trades.count();
      const opened = site.proxy.upgrades();
      const truths: TruePrice[] = [];
      for (let cut = 0; cut < CUTS; cut += 1) {
        for (let move = 0; move < MOVES; move += 1) {
          const price = await priceOf(page);
          if (move === 0) site.proxy.cut();
          await site.control.price(market.marketId, 0.31 + 0.04 * cut + 0.01 * move);
          truths.push({ price, until: Date.now() });
          // Filled before the price moves on: one that waits would be refunded.
          if (move === 0) await holds(trader, market, 5 + cut);
          await expect.poll(() => priceOf(page)).not.toBe(price);
          await page.waitForTimeout(APART_MS);
        }
        await expect.poll(() => site.proxy.upgrades()).toBeGreaterThan(opened + cut);
      }
      truths.push({ price: await priceOf(page), until: Number.POSITIVE_INFINITY });
      await settled(addresses);

      const book = (await (
        await fetch(`${site.server.url}/prediction/v1/orderbook/${market.marketId}`)
      ).json()) as AnswerWire<'getOrderbook'>;
      const noBids = (book?.no_dollars ?? []).map(([dollars]) => Number(dollars) * 100);
      await expect(bestAsk(page)).toContainText((100 - Math.max(...noBids)).toFixed(1).replace(/\.0$/, ''));
      await expect(trades).toHaveCount(others + CUTS);
      const orders = page.getByRole('table', { name: 'My orders in this event' }).locator('tbody tr');
      await expect(orders).toHaveCount(CUTS);
      await expect(account.getByTestId('history-event')).toHaveCount(CUTS);
      for (const look of [shown, shownOfAccount]) expect((await look()).twice).toEqual([]);
      expectTrueAges(await shown(), truths);
    });

    test('a computer that slept shows what is true when it wakes, and is told again', async ({ page }) => {
      const market = pick(site.markets, 1);
      const addresses = asked(page);
      await openMarket(page, site.proxy.url, market);
      await settled(addresses);
      const opened = site.proxy.upgrades();
      const browser = await page.context().newCDPSession(page);
      await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
      // Asleep it hears nothing, and its connection is gone by the time it wakes.
      site.proxy.holdBack(true);
      await site.control.price(market.marketId, 0.24);
      site.proxy.cut();
      await expect.poll(() => site.proxy.upgrades()).toBeGreaterThan(opened);
      site.proxy.holdBack(false);
      await browser.send('Page.setWebLifecycleState', { state: 'active' });
      await expect(bestAsk(page)).toContainText(/^2\d/);
      await settled(addresses);
      const before = addresses.length;
      await site.control.price(market.marketId, 0.83);
      await expect(bestAsk(page)).toContainText(/^8\d/);
      expect(addresses.slice(before)).toEqual([]);
    });

    test('a proxy that holds back what it should pass on: prices are asked for, and told again once it lets go', async ({
      page,
    }) => {
      const market = pick(site.markets, 3);
      const addresses = asked(page);
      await openMarket(page, site.proxy.url, market);
      await settled(addresses);
      site.proxy.holdBack(true);
      try {
        await site.control.price(market.marketId, 0.18);
        await expect(bestAsk(page)).toContainText(/1[89]/);
        const before = addresses.length;
        await expect.poll(() => addresses.length).toBeGreaterThan(before);
      } finally {
        site.proxy.holdBack(false);
      }
      await settled(addresses);
      await site.control.price(market.marketId, 0.55);
      await expect(bestAsk(page)).toContainText(/5[56]/);
    });
  });
}
