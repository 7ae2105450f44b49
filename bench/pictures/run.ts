import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Keypair } from '@solana/web3.js';
import { bootServer, STILL_PRICES } from '../../e2e/boot.ts';
import { rememberWallet } from '../../e2e/journeys.ts';
import { marketsOfManyEvents } from '../../e2e/parlay-desk.ts';
import { Control, Trader } from '../../e2e/trader.ts';
import { chromiumLaunch } from '../lib/chromium.ts';
import { fullAccount, toNoon } from './account.ts';
import { type History, tellHistory } from './histories.ts';
import { type Account, heightOf, type Options, parseOptions, type Theme } from './options.ts';
import { contactSheet, fileOf, isFaulty, type Picture, summary } from './sheet.ts';
import { type Stop, stopsOf } from './stops.ts';

/* npm run pictures: every page of the desk × width × theme × account × history, as files to be looked at. */
const SEED = 'pictures';
/** What arrives late, as figures of a wallet, has time to come before the page is opened up. */
const ARRIVAL_MS = 1_800;
/** A page is drawn once it has said as much for so many looks; what never rests is not waited for longer. */
const LOOK_MS = 350;
const SAME_LOOKS = 3;
const MOST_LOOKS = 24;
const LOAD_MS = 30_000;

/** The same wallets in every run. */
const walletOf = (byte: number): Keypair => Keypair.fromSeed(new Uint8Array(32).fill(byte));

interface Visit {
  account: Account;
  theme: Theme;
  history: History;
  trader: Trader | undefined;
}

/** What the page complains of, from now on. */
function listen(page: Page): { errors: string[] } {
  const heard: { errors: string[] } = { errors: [] };
  page.on('console', (message) => {
    if (message.type() === 'error') heard.errors.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => heard.errors.push(String(error)));
  return heard;
}

async function show(page: Page, stop: Stop): Promise<void> {
  await page.goto(stop.path, { timeout: LOAD_MS, waitUntil: 'load' });
  await page.locator('main#main').waitFor({ timeout: LOAD_MS });
  await page.waitForTimeout(ARRIVAL_MS);
  await stop.open?.(page);
}

/** Waits until all that is on its way has been drawn, as cards that are filled one after another. */
async function drawn(page: Page): Promise<void> {
  let before = -1;
  for (let look = 0, same = 0; look < MOST_LOOKS && same < SAME_LOOKS; look += 1) {
    await page.waitForTimeout(LOOK_MS);
    const now = await page.evaluate(() => document.querySelectorAll('body *').length);
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

async function photograph(
  browser: Browser,
  url: string,
  stops: Awaited<ReturnType<typeof stopsOf>>,
  { widths, pages, out }: Options,
  { account, theme, history, trader }: Visit,
): Promise<Picture[]> {
  const context = await browser.newContext({ baseURL: url, colorScheme: theme, reducedMotion: 'reduce' });
  // What runs in the page was compiled for Node, where functions are named by this.
  await context.addInitScript('globalThis.__name = (named) => named');
  await tellHistory(context, history);
  const page = await context.newPage();
  if (trader) await rememberWallet(page, trader, { guards: 0, messages: true });
  const heard = listen(page);
  const taken: Picture[] = [];
  for (const name of pages) {
    const stop = stops.get(name);
    if (!stop || (stop.accounts && !stop.accounts.includes(account))) continue;
    for (const [index, width] of widths.entries()) {
      heard.errors = [];
      let overflow = 0;
      const shot = { page: name, width, theme, account, history };
      try {
        await page.setViewportSize({ width, height: heightOf(width) });
        if (index === 0 || stop.open) await show(page, stop);
        await drawn(page);
        overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        await page.screenshot({
          path: join(out, fileOf(shot)),
          fullPage: stop.endless !== true,
          animations: 'disabled',
        });
      } catch (error) {
        heard.errors.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
      }
      const errors = heard.errors.filter((text) => !(/status of 404/.test(text) && stop.absent?.test(text)));
      taken.push({ ...shot, overflow: Math.max(0, overflow), errors });
    }
  }
  await context.close();
  return taken;
}

const options = parseOptions(process.argv.slice(2));
const begun = performance.now();
const out = resolve(options.out);
mkdirSync(out, { recursive: true });
const universe: Record<string, string> =
  options.universe === undefined ? {} : { PAPER_UNIVERSE: resolve(options.universe) };
const server = await bootServer({ env: { ...STILL_PRICES, PAPER_SEED: SEED, ...universe } });
const browser = await chromium.launch(chromiumLaunch());
const pictures: Picture[] = [];
const missing: string[] = [];
try {
  const control = new Control(server.url, server.token);
  await toNoon(control);
  const traders: Record<Account, Trader | undefined> = {
    full: new Trader(server.url, walletOf(1)),
    new: new Trader(server.url, walletOf(2)),
    out: undefined,
  };
  // The sixth is won and waits for its claim: see the account.
  const settled = (await marketsOfManyEvents(server.url))[5]?.eventId;
  if (traders.full) await fullAccount(traders.full, control, (what) => missing.push(what));
  await traders.new?.faucet();
  const stops = await stopsOf(server.url, settled);
  for (const name of options.pages)
    if (!stops.has(name)) missing.push(`${name}: no such event in this universe`);
  console.log(`Arranged in ${((performance.now() - begun) / 1_000).toFixed(0)} s.`);
  for (const what of missing) console.error(`Not arranged: ${what}`);
  for (const account of options.accounts) {
    for (const history of options.histories) {
      for (const theme of options.themes) {
        const visit = { account, theme, history, trader: traders[account] };
        pictures.push(...(await photograph(browser, server.url, stops, { ...options, out }, visit)));
        writeFileSync(join(out, 'index.html'), contactSheet(pictures));
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
for (const line of summary(pictures)) console.log(line);
const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
const faulty = pictures.filter(isFaulty).length;
console.log(
  `${pictures.length} pictures in ${seconds} s, ${faulty} with a fault: ${join(out, 'index.html')}`,
);
if (faulty > 0 || missing.length > 0) process.exitCode = 1;
