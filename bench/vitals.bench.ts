import { type Browser, chromium, type Page } from '@playwright/test';
import { bootServer } from '../e2e/boot.ts';
import { chromiumLaunch } from './lib/chromium.ts';
import { type Opened, openedPages } from './lib/opened-pages.ts';

/*
 * What a reader feels of a page that is opened for the first time, as fast as this computer and on a slow one: when
 * anything is painted, when its largest part is with data on it, how long the main thread keeps input waiting, how
 * much moves, and on the market page how long picking an outcome and typing an amount take to be seen. No wallet is
 * connected and nothing is cached. Medians of VITALS_RUNS; VITALS_PAGES and VITALS_RATES narrow it ("events market",
 * "1 4").
 */
const RUNS = Number(process.env.VITALS_RUNS ?? 5);
/** How long each page is watched. */
const WATCHED_MS = 6_000;

const listOf = (name: string): readonly string[] | undefined =>
  process.env[name]?.split(/[\s,]+/).filter(Boolean);
const RATES = (listOf('VITALS_RATES') ?? ['1', '4']).map(Number);
const WANTED = listOf('VITALS_PAGES');

/** At most so much: seconds, and milliseconds. */
const TARGETS: Readonly<Record<number, Partial<Record<keyof Vitals, number>>>> = {
  1: { lcp: 800, tbt: 100, cls: 0.01 },
  4: { lcp: 2_000, tbt: 300, pick: 100, type: 100 },
};

/** What the page notes of itself, in milliseconds since it was asked for. Shifts have no unit. */
interface Noted {
  fcp: number | null;
  /** Never before the first of the data is there: a large heading above a skeleton does not count. */
  lcp: number | null;
  /** Of long tasks, what exceeds 50 ms: from the start on, so that an earlier first paint makes it no longer. */
  tbt: number;
  cls: number;
  /** The slowest interaction. */
  inp: number;
}
type Vitals = Omit<Noted, 'inp'> & { pick: number | null; type: number | null };

/** Runs in the page before anything else does. Text, for it is not compiled for here. */
const WATCH = (data: string): string => `(() => {
  const noted = { fcp: null, lcp: null, tbt: 0, cls: 0, inp: 0 };
  globalThis.vitals = noted;
  const observe = (type, see, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, ...more });
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') noted.fcp = startTime; });
  observe('largest-contentful-paint', ({ startTime }) => { noted.lcp = Math.max(noted.lcp ?? 0, startTime); });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) noted.cls += value; });
  observe('longtask', ({ duration }) => { noted.tbt += Math.max(0, duration - 50); });
  observe('event', ({ interactionId, duration }) => {
    if (interactionId > 0) noted.inp = Math.max(noted.inp, duration);
  }, { durationThreshold: 16 });
  const found = new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(data)})) return;
    found.disconnect();
    requestAnimationFrame(() => setTimeout(() => { noted.lcp = Math.max(noted.lcp ?? 0, performance.now()); }));
  });
  found.observe(document, { childList: true, subtree: true });
})()`;

/** The slowest interaction of what is done, in milliseconds. */
async function interaction(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate('vitals.inp = 0');
  await act();
  // The entry comes after the paint it tells of.
  await page.waitForTimeout(800);
  return page.evaluate<number>('vitals.inp');
}

async function visit(browser: Browser, url: string, { path, data }: Opened, rate: number): Promise<Vitals> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(WATCH(data));
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto(url + path, { waitUntil: 'commit' });
    await page.locator(data).first().waitFor({ timeout: 30_000 });
    await page.waitForTimeout(Math.max(0, WATCHED_MS - (await page.evaluate<number>('performance.now()'))));
    const { inp: _, ...noted } = await page.evaluate<Noted>('vitals');
    if (!path.startsWith('/event/')) return { ...noted, pick: null, type: null };
    const other = page.locator('main a[href*="side=no"]').first();
    const pick = await interaction(page, () => other.click());
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await amount.focus();
    const type = await interaction(page, () => page.keyboard.type('25', { delay: 150 }));
    return { ...noted, pick, type };
  } finally {
    await context.close();
  }
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((x, y) => x - y);
  return known[Math.floor(known.length / 2)] ?? null;
}

const shown = (name: keyof Vitals, value: number): string =>
  name === 'cls'
    ? value.toFixed(3)
    : name === 'lcp' || name === 'fcp'
      ? `${(value / 1_000).toFixed(2)} s`
      : `${value.toFixed(0)} ms`;

const server = await bootServer();
const browser = await chromium.launch(chromiumLaunch());
try {
  const pages = await openedPages(server.url);
  for (const [name, opened] of Object.entries(pages)) {
    if (WANTED && !WANTED.includes(name)) continue;
    for (const rate of RATES) {
      const runs: Vitals[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await visit(browser, server.url, opened, rate));
      const figures = (['fcp', 'lcp', 'tbt', 'cls', 'pick', 'type'] as const).flatMap((of) => {
        const value = median(runs.map((run) => run[of]));
        if (value === null) return [];
        const most = TARGETS[rate]?.[of];
        if (most !== undefined && value > most) process.exitCode = 1;
        return `${of} ${shown(of, value)}${most === undefined ? '' : ` (≤ ${shown(of, most)})`}`;
      });
      console.log(`${name.padEnd(9)} ${rate}×: ${figures.join(', ')}`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
