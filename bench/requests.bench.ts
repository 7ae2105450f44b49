import { chromium, type Page } from '@playwright/test';
import { bootServer } from '../e2e/boot.ts';
import { tradableMarkets } from '../e2e/markets.ts';
import { chromiumLaunch } from './lib/chromium.ts';

/* What an open page asks a minute while nobody touches it: a market, and the events. */
const SECONDS = Number(process.env.REQUESTS_SECONDS ?? 20);
const SETTLED_MS = 4_000;

/** Of an address what is asked, without whom or what it is about. */
const nameOf = (address: string): string => {
  const [, , version, resource = '', id] = new URL(address).pathname.split('/');
  return version === 'v1' || version === 'v2'
    ? `${resource}${id === undefined ? '' : id === 'scores' ? '/scores' : '/…'}`
    : address;
};

async function count(page: Page, title: string): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
  const asked = new Map<string, number>();
  const note = (request: { url(): string; resourceType(): string }): void => {
    if (!['fetch', 'xhr'].includes(request.resourceType())) return;
    const name = nameOf(request.url());
    asked.set(name, (asked.get(name) ?? 0) + 1);
  };
  page.on('request', note);
  await page.waitForTimeout(SECONDS * 1_000);
  page.off('request', note);
  const minute = (times: number): number => Math.round((times * 60) / SECONDS);
  const all = [...asked.values()].reduce((sum, times) => sum + times, 0);
  const each = [...asked].map(([name, times]) => `${name} ${minute(times)}`).join(', ');
  console.log(`${title}: ${minute(all)} requests a minute (${each})`);
}

const server = await bootServer();
const browser = await chromium.launch(chromiumLaunch());
try {
  const [market] = await tradableMarkets(server.url, 1);
  if (!market) throw new Error('no open market');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${server.url}/event/${market.eventId}?market=${market.marketId}`);
  await count(page, 'an open market');
  await page.goto(server.url);
  await count(page, 'the events');
} finally {
  await browser.close();
  await server.stop();
}
