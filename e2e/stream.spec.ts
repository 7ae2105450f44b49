import type { AnswerWire } from '@contract/routes.ts';
import type { Page, Request } from '@playwright/test';
import { bootServer, type RunningServer, STILL_PRICES } from './boot.ts';
import { Desk } from './desk.ts';
import { fundedTrader, pick, rememberWallet } from './journeys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { noteShown, type Shown } from './shown.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { expect, test } from './test.ts';
import { Control } from './trader.ts';

test.describe.configure({ timeout: 120_000 });
let server: RunningServer;
let control: Control;
let proxy: TcpProxy;
let markets: Tradable[];
test.beforeAll(async () => {
  server = await bootServer({ env: STILL_PRICES });
  control = new Control(server.url, server.token);
  proxy = await startTcpProxy(server.url);
  markets = await tradableMarkets(server.url, 4);
});
test.afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

/** A gauge or counter of the server. */
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^\\S*${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** What a page asks the interfaces from now on, by address. */
function asked(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/(prediction|tokens|price|trigger)\//.test(pathname)) addresses.push(pathname + search);
  });
  return addresses;
}

/** Resolves once nothing has been asked for three seconds: everything on the page is told. */
async function settled(addresses: string[]): Promise<void> {
  await expect
    .poll(
      async () => {
        const before = addresses.length;
        await new Promise((next) => setTimeout(next, 3_000));
        return addresses.length - before;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
}

/** Best price to buy Yes, as the book on the page shows it. */
const bestAsk = (page: Page) =>
  page.getByRole('listbox', { name: 'Asks, best first' }).getByRole('option').first();

async function openMarket(page: Page, base: string, { eventId, marketId }: Tradable): Promise<void> {
  await page.goto(`${base}/event/${eventId}?market=${marketId}&side=yes`);
  await expect(new Desk(page).ticket).toBeVisible();
  await expect(bestAsk(page)).toBeVisible();
}

test('a settled market page asks for nothing, and shows a change all the same', async ({ page }) => {
  const market = pick(markets, 0);
  const addresses = asked(page);
  await openMarket(page, server.url, market);
  await settled(addresses);
  expect(await figure('stream_topics')).toBeGreaterThan(2);
  const before = addresses.length;
  const shown = await bestAsk(page).innerText();
  await control.price(market.marketId, 0.83);
  await expect(bestAsk(page)).not.toHaveText(shown);
  await expect(bestAsk(page)).toContainText(/8[34]/);
  expect(addresses.slice(before)).toEqual([]);
});

test('an order made elsewhere appears without being asked for', async ({ page }) => {
  const trader = await fundedTrader(server.url);
  const addresses = asked(page);
  await rememberWallet(page, trader);
  await page.goto(`${server.url}/portfolio`);
  await expect(page.locator('main#main')).toBeVisible();
  await settled(addresses);
  const before = addresses.length;
  await trader.buy(pick(markets, 1).marketId, 20);
  await expect(page.getByTestId('position')).toHaveCount(1);
  expect(addresses.slice(before).filter((address) => /positions|orders/.test(address))).toEqual([]);
});

test('two tabs hold one connection, and both are told', async ({ context }) => {
  const market = pick(markets, 2);
  const one = await context.newPage();
  const addresses = asked(one);
  await openMarket(one, server.url, market);
  await settled(addresses);
  const held = await figure('stream_sockets_open');
  const two = await context.newPage();
  const others = asked(two);
  await openMarket(two, server.url, market);
  await settled(others);
  expect(await figure('stream_sockets_open')).toBe(held);
  await control.price(market.marketId, 0.27);
  for (const page of [one, two]) await expect(bestAsk(page)).toContainText(/2[78]/);
  await one.close();
  await control.price(market.marketId, 0.36);
  await expect(bestAsk(two)).toContainText(/3[67]/);
});

/** A price that the book showed, and until when it was true, Unix milliseconds. */
interface TruePrice {
  price: string;
  until: number;
}
/** What is looked at every tenth of a second may be told as true until then, and a moment for the way. */
const LOOK_MS = 500;

const priceOf = async (page: Page): Promise<string> =>
  /[\d.]+¢/.exec(await bestAsk(page).innerText())?.[0] ?? '';

/** Each price stood there once, in the order in which they were true, and none was said to be true when it no longer was. */
function expectTrueAges({ book }: Shown, truths: readonly TruePrice[]): void {
  const runs = book.filter(({ price }, index) => price !== book[index - 1]?.price);
  expect(runs.map(({ price }) => price)).toEqual(truths.map(({ price }) => price));
  for (const { price, asOf } of book) {
    const truth = truths.find((one) => one.price === price);
    expect(asOf, `${price} is no longer true`).toBeLessThan((truth?.until ?? 0) + LOOK_MS);
  }
}

test('a connection that is cut again and again: nothing stands there twice, nothing old comes back, no age is too small', async ({
  context,
}) => {
  const market = pick(markets, 0);
  await control.price(market.marketId, 0.21);
  const trader = await fundedTrader(server.url);
  const [page, account] = [await context.newPage(), await context.newPage()];
  // Wide enough for trades, orders and positions beside each other.
  await page.setViewportSize({ width: 2_560, height: 1_440 });
  const shown = await noteShown(page);
  const shownOfAccount = await noteShown(account);
  for (const tab of [page, account]) await rememberWallet(tab, trader);
  await account.goto(`${proxy.url}/portfolio?tab=history&kind=bought`);
  await expect(account.locator('main#main')).toBeVisible();
  const addresses = asked(page);
  await openMarket(page, proxy.url, market);
  const opened = proxy.upgrades();
  const truths: TruePrice[] = [];
  const CUTS = 10;
  for (let cut = 0; cut < CUTS; cut += 1) {
    const price = await priceOf(page);
    proxy.cut();
    await control.price(market.marketId, 0.31 + 0.04 * cut);
    truths.push({ price, until: Date.now() });
    await trader.buy(market.marketId, 5 + cut);
    await expect.poll(() => priceOf(page)).not.toBe(price);
    await expect.poll(() => proxy.upgrades()).toBeGreaterThan(opened + cut);
  }
  truths.push({ price: await priceOf(page), until: Number.POSITIVE_INFINITY });
  await settled(addresses);

  const book = (await (
    await fetch(`${server.url}/prediction/v1/orderbook/${market.marketId}`)
  ).json()) as AnswerWire<'getOrderbook'>;
  const noBids = (book?.no_dollars ?? []).map(([dollars]) => Number(dollars) * 100);
  await expect(bestAsk(page)).toContainText((100 - Math.max(...noBids)).toFixed(1).replace(/\.0$/, ''));
  for (const name of ['Recent trades of this market', 'My orders in this event'])
    await expect(page.getByRole('table', { name }).locator('tbody tr')).toHaveCount(CUTS);
  await expect(account.getByTestId('history-event')).toHaveCount(CUTS);
  for (const look of [shown, shownOfAccount]) expect((await look()).twice).toEqual([]);
  expectTrueAges(await shown(), truths);
});

test('a proxy that passes on late, but evenly: no price is said to be true when it no longer is', async ({
  page,
}) => {
  const market = pick(markets, 2);
  await control.price(market.marketId, 0.18);
  const shown = await noteShown(page);
  const addresses = asked(page);
  await openMarket(page, proxy.url, market);
  await settled(addresses);
  proxy.delay(3_000);
  try {
    const truths: TruePrice[] = [];
    for (const probability of [0.22, 0.26]) {
      const price = await priceOf(page);
      await control.price(market.marketId, probability);
      truths.push({ price, until: Date.now() });
      await expect.poll(() => priceOf(page)).not.toBe(price);
    }
    truths.push({ price: await priceOf(page), until: Number.POSITIVE_INFINITY });
    await expect(page.getByRole('region', { name: 'Order book' }).getByText(/^[34] s$/)).toBeVisible();
    expectTrueAges(await shown(), truths);
  } finally {
    proxy.delay(0);
  }
});

test('a computer that slept shows what is true when it wakes, and is told again', async ({ page }) => {
  const market = pick(markets, 1);
  const addresses = asked(page);
  await openMarket(page, proxy.url, market);
  await settled(addresses);
  const opened = proxy.upgrades();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
  // Asleep it hears nothing, and its connection is gone by the time it wakes.
  proxy.holdBack(true);
  await control.price(market.marketId, 0.24);
  proxy.cut();
  await expect.poll(() => proxy.upgrades()).toBeGreaterThan(opened);
  proxy.holdBack(false);
  await browser.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(bestAsk(page)).toContainText(/^2\d/);
  await settled(addresses);
  const before = addresses.length;
  await control.price(market.marketId, 0.83);
  await expect(bestAsk(page)).toContainText(/^8\d/);
  expect(addresses.slice(before)).toEqual([]);
});

test('a proxy that holds back what it should pass on: prices are asked for, and told again once it lets go', async ({
  page,
}) => {
  const market = pick(markets, 3);
  const addresses = asked(page);
  await openMarket(page, proxy.url, market);
  await settled(addresses);
  proxy.holdBack(true);
  try {
    await control.price(market.marketId, 0.18);
    await expect(bestAsk(page)).toContainText(/1[89]/, { timeout: 20_000 });
    const before = addresses.length;
    await expect.poll(() => addresses.length).toBeGreaterThan(before);
  } finally {
    proxy.holdBack(false);
  }
  await settled(addresses);
  await control.price(market.marketId, 0.55);
  await expect(bestAsk(page)).toContainText(/5[56]/);
});

test('a browser without shared workers holds the connection in its tab, and takes it up again after a new start of the server', async ({
  page,
}) => {
  const market = pick(markets, 3);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  const addresses = asked(page);
  await openMarket(page, server.url, market);
  await settled(addresses);
  expect(sockets.filter((url) => url.endsWith('/desk/stream'))).toHaveLength(1);
  await server.restart();
  await expect.poll(() => sockets.length, { timeout: 40_000 }).toBeGreaterThan(1);
  // A first attempt may come too early, and reads that failed pause for longer than it takes to look settled.
  await expect.poll(() => figure('stream_topics'), { timeout: 60_000 }).toBeGreaterThan(2);
  await settled(addresses);
  const before = addresses.length;
  await control.price(market.marketId, 0.63);
  await expect(bestAsk(page)).toContainText(/6[34]/);
  expect(addresses.slice(before)).toEqual([]);
});

test.describe('where no WebSocket comes through', () => {
  test.use({ stream: false });
  test('everything is asked for, and works', async ({ page }) => {
    const market = pick(markets, 2);
    const addresses = asked(page);
    await openMarket(page, server.url, market);
    await control.price(market.marketId, 0.47);
    await expect(bestAsk(page)).toContainText(/4[78]/);
    const before = addresses.length;
    await expect.poll(() => addresses.length).toBeGreaterThan(before + 2);
  });
});
