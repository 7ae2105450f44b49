import type { Page, Request } from '@playwright/test';
import { bootServer, type RunningServer, STILL_PRICES } from './boot.ts';
import { Desk } from './desk.ts';
import { bootGateway, platformOf } from './gateway.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import type { Shown } from './shown.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { expect } from './test.ts';
import { Control } from './trader.ts';

/* What journeys of the stream have in common. */

/** A desk, what it is served by, and a network between them that can be disturbed. */
export interface StreamSite {
  /** The paper exchange: it trades, and its prices are set here. */
  readonly exchange: RunningServer;
  /** What desks speak to: the exchange itself, or a gateway to it. */
  readonly server: RunningServer;
  readonly control: Control;
  readonly proxy: TcpProxy;
  readonly markets: Tradable[];
  close(): Promise<void>;
}

export type Through = 'the exchange' | 'a gateway';

export async function openStreamSite(through: Through): Promise<StreamSite> {
  const exchange = await bootServer({ env: STILL_PRICES });
  const gateway =
    through === 'a gateway'
      ? await bootGateway({
          upstream: exchange.url,
          platform: await platformOf(exchange.url),
          env: { UPSTREAM_RPS: '50', RPC_RPS: '50', CLIENT_RPS: '0' },
        })
      : undefined;
  const server = gateway ?? exchange;
  const proxy = await startTcpProxy(server.url);
  return {
    exchange,
    server,
    control: new Control(exchange.url, exchange.token),
    proxy,
    markets: await tradableMarkets(exchange.url, 4),
    close: async () => {
      await proxy.stop();
      await gateway?.stop();
      await exchange.stop();
    },
  };
}

/** A gauge or counter of a server. */
export async function figure({ url }: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^\\S*${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** What a page asks the interfaces from now on, by address. */
export function asked(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/(prediction|tokens|price|trigger)\//.test(pathname)) addresses.push(pathname + search);
  });
  return addresses;
}

/** How long nothing is asked for on a page on which everything is told. */
const SETTLED_AFTER_MS = 3_000;

/** Resolves once nothing has been asked for three seconds: everything on the page is told. */
export async function settled(addresses: string[]): Promise<void> {
  let seen = addresses.length;
  let since = performance.now();
  await expect
    .poll(
      () => {
        if (addresses.length !== seen) {
          seen = addresses.length;
          since = performance.now();
        }
        return performance.now() - since;
      },
      { intervals: [100] },
    )
    .toBeGreaterThanOrEqual(SETTLED_AFTER_MS);
}

/** Best price to buy Yes, as the book on the page shows it. */
export const bestAsk = (page: Page) =>
  page.getByRole('listbox', { name: 'Asks, best first' }).getByRole('option').first();

export async function openMarket(page: Page, base: string, { eventId, marketId }: Tradable): Promise<void> {
  await page.goto(`${base}/event/${eventId}?market=${marketId}&side=yes`);
  await expect(new Desk(page).ticket).toBeVisible();
  await expect(bestAsk(page)).toBeVisible();
}

/** A price that the book showed, and until when it was true, Unix milliseconds. */
export interface TruePrice {
  price: string;
  until: number;
}
/** What is looked at every tenth of a second may be told as true until then, and a moment for the way. */
const LOOK_MS = 500;

export const priceOf = async (page: Page): Promise<string> =>
  /[\d.]+¢/.exec(await bestAsk(page).innerText())?.[0] ?? '';

/** Each price stood there once, in the order in which they were true, and none was said to be true when it no longer was. */
export function expectTrueAges({ book }: Shown, truths: readonly TruePrice[]): void {
  const runs = book.filter(({ price }, index) => price !== book[index - 1]?.price);
  expect(runs.map(({ price }) => price)).toEqual(truths.map(({ price }) => price));
  for (const { price, asOf } of book) {
    const truth = truths.find((one) => one.price === price);
    expect(asOf, `${price} is no longer true`).toBeLessThan((truth?.until ?? 0) + LOOK_MS);
  }
}
