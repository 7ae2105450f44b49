import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { bootServer } from '../e2e/boot.ts';
import { chromiumLaunch } from './lib/chromium.ts';

/* First-load JavaScript of the events page, as a browser without a wallet fetches it. Target: 175 kB gzip. */
const ASSETS = fileURLToPath(new URL('../dist/client/assets', import.meta.url));
const WALLET_CODE = /wallet-adapter|WalletNotConnected|findProgramAddress|VersionedTransaction/;
const TARGET = 175_000;

const server = await bootServer();
const browser = await chromium.launch(chromiumLaunch());
const page = await browser.newPage();
const scripts = new Set<string>();
page.on('response', (response) => {
  const { pathname } = new URL(response.url());
  if (pathname.endsWith('.js')) scripts.add(pathname);
});
await page.goto(server.url);
await page.getByRole('article').first().waitFor();
await page.waitForLoadState('networkidle').catch(() => undefined);
await browser.close();
await server.stop();

let total = 0;
let wallet = 0;
for (const path of scripts) {
  const file = path.startsWith('/assets/') ? join(ASSETS, path.slice('/assets/'.length)) : undefined;
  if (!file) continue;
  const source = readFileSync(file);
  const size = gzipSync(source, { level: 9 }).length;
  total += size;
  if (WALLET_CODE.test(source.toString('utf8'))) wallet += 1;
  console.log(`${(size / 1000).toFixed(1).padStart(8)} kB  ${path}`);
}
const all = readdirSync(ASSETS).filter((name) => name.endsWith('.js')).length;
console.log(
  `first load of the events page: ${(total / 1000).toFixed(1)} kB gzip in ${scripts.size} of ${all} scripts (target ≤ ${TARGET / 1000})`,
);
console.log(`scripts with wallet code among them: ${wallet} (target 0)`);
if (total > TARGET || wallet > 0) process.exitCode = 1;
