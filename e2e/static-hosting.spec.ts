import { bootServer, type RunningServer, STILL_PRICES } from './boot.ts';
import { pick } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { hostStatically, type StaticHost } from './static-host.ts';
import { expect, test } from './test.ts';
import { TriggerDesk } from './trigger-desk.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/* Who hosts the files, and the gateway that their gateway.js names. */
let host: StaticHost;
let gateway: RunningServer;
test.beforeAll(async () => {
  host = await hostStatically();
  gateway = await bootServer({ env: { ...STILL_PRICES, ALLOWED_ORIGINS: host.url } });
  host.nameGateway(gateway.url);
});
test.afterAll(async () => {
  host.stop();
  await gateway.stop();
});

test('a desk hosted as plain files trades at the gateway that its gateway.js names', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: host.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const desk = new TriggerDesk(page);
  await desk.openMarket(pick(await tradableMarkets(gateway.url, 1), 0));
  await desk.connect('Paper wallet');
  await desk.takePlayMoney();
  await desk.acceptMoves();
  await desk.buy('9');
  // Under the host that the page comes from, not that of the gateway.
  await desk.open('/triggers');
  await desk.signIn();
  for (const path of ['/config.json', '/rpc', '/prediction/v1/orders', '/trigger/v2/auth/verify']) {
    expect(asked).toContain(gateway.url + path);
    expect(asked).not.toContain(host.url + path);
  }
  await context.close();
});

test.describe('told by the stream', () => {
  test.use({ stream: true });

  test('a desk hosted as plain files opens it under the policy that its host sends', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: host.url });
    await (await context.newPage()).goto('/');
    // Held by a worker that its pages share, which only the server sees.
    const figures = async () => (await fetch(`${gateway.url}/metrics`)).text();
    await expect.poll(figures).toMatch(/^stream_sockets_open 1$/m);
    await context.close();
  });
});

test('a journey fails on what the content security policy refuses', async ({ page }) => {
  test.fail();
  await page.goto('/');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "written into the page"';
    document.body.append(script);
  });
  await expect(page).not.toHaveTitle('written into the page');
});
