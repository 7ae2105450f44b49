import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Locator, type Page } from '@playwright/test';
import { bootServer } from '../e2e/boot.ts';
import { tradableMarkets } from '../e2e/markets.ts';
import { chromiumLaunch } from './lib/chromium.ts';

/*
 * JavaScript that a browser without a wallet fetches for a page, until the network is quiet. Target for the events page,
 * which most visits begin with: 175 kB gzip.
 */
const ASSETS = fileURLToPath(new URL('../dist/client/assets', import.meta.url));
const WALLET_CODE = /wallet-adapter|WalletNotConnected|findProgramAddress|VersionedTransaction/;
const TARGET = 175_000;
const OTHERS = ['/tokens', '/triggers', '/rounds', '/parlay', '/monitor', '/portfolio', '/settings'];

const server = await bootServer();
const browser = await chromium.launch(chromiumLaunch());

/** Names of the scripts that this page fetches, in a browser that has none of them. */
async function scriptsOf(path: string, seen: (page: Page) => Locator): Promise<string[]> {
  const page = await browser.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.add(basename(pathname));
  });
  await page.goto(server.url + path);
  await seen(page).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.close();
  return [...scripts];
}

const sourceOf = (name: string): Buffer => readFileSync(join(ASSETS, name));
const sizeOf = (name: string): number => gzipSync(sourceOf(name), { level: 9 }).length;
const sumOf = (names: readonly string[]): number => names.reduce((sum, name) => sum + sizeOf(name), 0);
const inKb = (bytes: number): string => (bytes / 1000).toFixed(1);

const first = await scriptsOf('/', (page) => page.getByRole('article').first());
const [market] = await tradableMarkets(server.url, 1);
if (!market) throw new Error('no market is quoted');
const ticket = (page: Page) => page.getByRole('group', { name: /^Order: / });
const pages: [string, string[]][] = [['/event', await scriptsOf(`/event/${market.eventId}`, ticket)]];
for (const path of OTHERS) pages.push([path, await scriptsOf(path, (page) => page.locator('main#main'))]);
await browser.close();
await server.stop();

for (const name of first) console.log(`${inKb(sizeOf(name)).padStart(8)} kB  ${name}`);
for (const [what, names] of pages) {
  console.log(`${what}: ${inKb(sumOf(names))} kB gzip in ${names.length} scripts`);
}
const total = sumOf(first);
const wallet = first.filter((name) => WALLET_CODE.test(sourceOf(name).toString('utf8'))).length;
const all = readdirSync(ASSETS).filter((name) => name.endsWith('.js')).length;
console.log(
  `first load of the events page: ${inKb(total)} kB gzip in ${first.length} of ${all} scripts (target ≤ ${TARGET / 1000})`,
);
console.log(`scripts with wallet code among them: ${wallet} (target 0)`);
if (total > TARGET || wallet > 0) process.exitCode = 1;
