import { readFileSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { bootServer, type RunningServer, STILL_PRICES } from '../e2e/boot.ts';
import { bootGateway, platformOf } from '../e2e/gateway.ts';
import { tradableMarkets } from '../e2e/markets.ts';
import { startTcpProxy } from '../e2e/tcp-proxy.ts';
import { Control } from '../e2e/trader.ts';
import { chromiumLaunch } from './lib/chromium.ts';
import { startWatchers } from './lib/watchers.ts';

/*
 * The stream: from a change at the exchange to the pixel; what a settled market page sends and receives, told and asked
 * for; many connections on one process; and what watchers cost the platform behind a gateway.
 */
const MARKETS = 50;
const CHANGES = 40;
const SETTLED_MS = 60_000;
const CONNECTIONS = Number(process.env.STREAM_CONNECTIONS ?? 2_000);
const EACH = 20;
const FAN_OUT_MS = 20_000;
/** Changes a second: as many as there are of the 50 busiest books of a moving universe, each in every level. */
const CHANGES_A_SECOND = 23;
/** Of the clock that `/proc` counts processor time in, a second. */
const TICKS = 100;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const bookOf = (marketId: string): string => `/prediction/v1/orderbook/${marketId}`;
const cpuSeconds = (pid: number | undefined): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
};
const memoryMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

const shownAsk = (page: Page) =>
  page.getByRole('listbox', { name: 'Asks, best first' }).getByRole('option').first();

/** Notes in the page when each best ask was drawn; as text, for what runs this file adds to functions. */
const NOTE_ASKS = `
  globalThis.seenAsks = [];
  (function look() {
    const text = document.querySelector('[data-side="ask"] [role="option"]')?.getAttribute('aria-label') ?? '';
    if (seenAsks.at(-1)?.[0] !== text) seenAsks.push([text, performance.timeOrigin + performance.now()]);
    requestAnimationFrame(look);
  })();
`;

async function toPixel(server: RunningServer): Promise<void> {
  const control = new Control(server.url, server.token);
  const [market] = await tradableMarkets(server.url, 1);
  if (!market) throw new Error('there is no market');
  const browser = await chromium.launch(chromiumLaunch());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}/event/${market.eventId}?market=${market.marketId}&side=yes`);
  await shownAsk(page).waitFor();
  await sleep(8_000);
  await page.evaluate(NOTE_ASKS);
  const delays: number[] = [];
  for (let nth = 0; nth < CHANGES; nth += 1) {
    const before = await page.evaluate(() => (Reflect.get(globalThis, 'seenAsks') as unknown[]).length);
    const changedAt = performance.timeOrigin + performance.now();
    await control.price(market.marketId, 0.2 + 0.015 * (nth % 2 === 0 ? nth : CHANGES - nth));
    const seenAt = await page.waitForFunction(
      (count) => (Reflect.get(globalThis, 'seenAsks') as [string, number][])[count]?.[1],
      before,
      { timeout: 10_000 },
    );
    delays.push(Number(await seenAt.jsonValue()) - changedAt);
    // Changes come at any moment between two looks of the server, not in step with them.
    await sleep(200 + 37 * (nth % 7));
  }
  delays.sort((a, b) => a - b);
  console.log(
    `change to pixel, ${CHANGES} changes: p50 ${at(delays, 0.5).toFixed(0)} ms, p95 ${at(delays, 0.95).toFixed(0)} ms`,
  );
  await browser.close();
}

async function settledPage(server: RunningServer): Promise<void> {
  const [market] = await tradableMarkets(server.url, 1);
  if (!market) throw new Error('there is no market');
  for (const isTold of [false, true]) {
    const proxy = await startTcpProxy(server.url);
    const browser = await chromium.launch(chromiumLaunch());
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    if (!isTold) {
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
      await page.routeWebSocket(/\/desk\/stream$/, (socket) => socket.close());
    }
    let requests = 0;
    page.on('request', () => {
      requests += 1;
    });
    await page.goto(`${proxy.url}/event/${market.eventId}?market=${market.marketId}&side=yes`);
    await shownAsk(page).waitFor();
    await sleep(8_000);
    requests = 0;
    const before = proxy.bytes();
    await sleep(SETTLED_MS);
    const kilobytes = ((proxy.bytes() - before) / 1_000).toFixed(0);
    console.log(
      `settled market page, ${isTold ? 'told' : 'asking'}: ${requests} requests and ${kilobytes} kB a minute`,
    );
    await browser.close();
    await proxy.stop();
  }
}

/** So many addresses a connection, each beginning at another one. */
const inTurn = (addresses: readonly string[], each: number): string[][] =>
  addresses.map((_, from) =>
    Array.from({ length: each }, (_, n) => addresses[(from + n) % addresses.length] ?? ''),
  );

async function fanOut(server: RunningServer): Promise<void> {
  const control = new Control(server.url, server.token);
  // One of each event: a price that is set moves those beside it.
  const byEvent = new Map((await tradableMarkets(server.url, 500)).map((one) => [one.eventId, one]));
  const markets = [...byEvent.values()].slice(0, MARKETS);
  const addresses = markets.map(({ marketId }) => bookOf(marketId));
  const memoryBefore = memoryMb(server.pid);
  const watchers = await startWatchers({
    url: server.url,
    connections: CONNECTIONS,
    watches: inTurn(addresses, EACH),
  });
  await sleep(5_000);
  await watchers.told();
  const cpu = cpuSeconds(server.pid);
  const began = performance.now();
  let changes = 0;
  while (performance.now() - began < FAN_OUT_MS) {
    const market = markets[changes % markets.length];
    if (!market) break;
    watchers.changed(bookOf(market.marketId));
    await control.price(market.marketId, 0.3 + 0.01 * (Math.floor(changes / markets.length) % 6));
    changes += 1;
    await sleep(Math.max(0, began + (changes * 1_000) / CHANGES_A_SECOND - performance.now()));
  }
  const seconds = (performance.now() - began) / 1_000;
  const cores = (cpuSeconds(server.pid) - cpu) / seconds;
  const { delays, messages, bytes, cpu: own } = await watchers.told();
  console.log(
    `${CONNECTIONS} connections × ${EACH} addresses of ${MARKETS}, ${(changes / seconds).toFixed(0)} changes/s: ${delays.length} told, ${(messages / seconds).toFixed(0)} messages/s, p50 ${at(delays, 0.5).toFixed(0)} ms, p99 ${at(delays, 0.99).toFixed(0)} ms, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s, server ${cores.toFixed(2)} cores and ${memoryMb(server.pid).toFixed(0)} MB (${memoryBefore.toFixed(0)} before anybody came), watchers ${own.toFixed(2)} cores`,
  );
  watchers.stop();
}

/** Requests that a server has answered so far, those of the test control and of metrics aside. */
async function answered(server: RunningServer): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  let sum = 0;
  for (const [, operation, count] of text.matchAll(
    /^http_request_duration_seconds_count\{operation="(\w+)"[^}]*\} (\d+)$/gm,
  )) {
    if (operation === 'getOrderbook') sum += Number(count);
  }
  return sum;
}

async function platformCost(exchange: RunningServer): Promise<void> {
  const markets = await tradableMarkets(exchange.url, MARKETS);
  const addresses = markets.map(({ marketId }) => bookOf(marketId));
  for (const connections of [1, CONNECTIONS]) {
    const gateway = await bootGateway({
      upstream: exchange.url,
      platform: await platformOf(exchange.url),
      env: { UPSTREAM_RPS: '20', CLIENT_RPS: '0', MAX_CONNECTIONS: '16000' },
    });
    const watchers = await startWatchers({ url: gateway.url, connections, watches: [addresses] });
    await sleep(10_000);
    const before = await answered(exchange);
    await sleep(FAN_OUT_MS);
    const perSecond = ((await answered(exchange)) - before) / (FAN_OUT_MS / 1_000);
    console.log(
      `gateway, ${connections} watching ${MARKETS} books: ${perSecond.toFixed(2)} requests/s to the platform, ${memoryMb(gateway.pid).toFixed(0)} MB`,
    );
    watchers.stop();
    await gateway.stop();
  }
}

const still = await bootServer({ env: { ...STILL_PRICES, CLIENT_RPS: '0', MAX_CONNECTIONS: '16000' } });
await toPixel(still);
await fanOut(still);
await platformCost(still);
await still.stop();
const moving = await bootServer({ env: { CLIENT_RPS: '0' } });
await settledPage(moving);
await moving.stop();
