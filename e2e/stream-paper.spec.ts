import { pick } from './journeys.ts';
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

/* What the stream spares, how late it may come, and what is done without it. */

let site: StreamSite;
test.beforeAll(async () => {
  site = await openStreamSite('the exchange');
});
test.afterAll(() => site.close());

test('a settled market page asks for nothing, and shows a change all the same', async ({ page }) => {
  const market = pick(site.markets, 0);
  const addresses = asked(page);
  await openMarket(page, site.server.url, market);
  await settled(addresses);
  expect(await figure(site.server, 'stream_topics')).toBeGreaterThan(2);
  const before = addresses.length;
  const shown = await bestAsk(page).innerText();
  await site.control.price(market.marketId, 0.83);
  await expect(bestAsk(page)).not.toHaveText(shown);
  await expect(bestAsk(page)).toContainText(/8[34]/);
  expect(addresses.slice(before)).toEqual([]);
});

test('a proxy that passes on late, but evenly: no price is said to be true when it no longer is', async ({
  page,
}) => {
  const market = pick(site.markets, 2);
  await site.control.price(market.marketId, 0.18);
  const shown = await noteShown(page);
  const addresses = asked(page);
  await openMarket(page, site.proxy.url, market);
  await settled(addresses);
  site.proxy.delay(3_000);
  try {
    const truths: TruePrice[] = [];
    for (const probability of [0.22, 0.26]) {
      const price = await priceOf(page);
      await site.control.price(market.marketId, probability);
      truths.push({ price, until: Date.now() });
      await expect.poll(() => priceOf(page)).not.toBe(price);
    }
    truths.push({ price: await priceOf(page), until: Number.POSITIVE_INFINITY });
    await expect(page.getByRole('region', { name: 'Order book' }).getByText(/^[34] s$/)).toBeVisible();
    expectTrueAges(await shown(), truths);
  } finally {
    site.proxy.delay(0);
  }
});

test('a browser without shared workers holds the connection in its tab, and takes it up again after a new start of the server', async ({
  page,
}) => {
  const market = pick(site.markets, 3);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  const addresses = asked(page);
  await openMarket(page, site.server.url, market);
  await settled(addresses);
  expect(sockets.filter((url) => url.endsWith('/desk/stream'))).toHaveLength(1);
  await site.server.restart();
  await expect.poll(() => sockets.length).toBeGreaterThan(1);
  // A first attempt may come too early, and reads that failed pause for longer than it takes to look settled.
  await expect.poll(() => figure(site.server, 'stream_topics')).toBeGreaterThan(2);
  await settled(addresses);
  const before = addresses.length;
  await site.control.price(market.marketId, 0.63);
  await expect(bestAsk(page)).toContainText(/6[34]/);
  expect(addresses.slice(before)).toEqual([]);
});

test.describe('where no WebSocket comes through', () => {
  test.use({ stream: false });
  test('everything is asked for, and works', async ({ page }) => {
    const market = pick(site.markets, 2);
    const addresses = asked(page);
    await openMarket(page, site.server.url, market);
    await site.control.price(market.marketId, 0.47);
    await expect(bestAsk(page)).toContainText(/4[78]/);
    const before = addresses.length;
    await expect.poll(() => addresses.length).toBeGreaterThan(before + 2);
  });
});

test('the order of a list stays while other events are told, until it is asked for', async ({ page }) => {
  const addresses = asked(page);
  await page.goto(`${site.server.url}/?tab=live`);
  const cards = page.getByRole('region', { name: 'Live now' }).getByRole('article');
  const links = cards.getByRole('heading').getByRole('link');
  const shown = () =>
    links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split(/[/?]/)[2]));
  await expect(cards.nth(2)).toBeVisible();
  await settled(addresses);
  const before = await shown();
  // What is live ends, and others begin.
  await site.control.advance(4 * 3_600);
  const outdated = page.getByRole('button', { name: 'Re-sort' });
  await expect(outdated).toBeVisible();
  expect(await shown()).toEqual(before);
  await outdated.click();
  await expect(outdated).toBeHidden();
  await expect.poll(shown).not.toEqual(before);
});
