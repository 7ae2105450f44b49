import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Desk } from './desk.ts';
import { holdRoute } from './held-route.ts';
import { pick } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

const CLIENT = fileURLToPath(new URL('../dist/client', import.meta.url));
const SECRETS =
  /UPSTREAM_API_KEY|UPSTREAM_URL|SOLANA_RPC_URL|SOLANA_WS_URL|DATABASE_URL|REDIS_URL|VAULT_KEY|PAPER_CONTROL_TOKEN/;

const files = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(br|gz|woff2)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

test('the files of the desk hold no secret, no source and no script within a page', () => {
  expect(files.length).toBeGreaterThan(20);
  const set = Object.entries(process.env).flatMap(([name, value]) =>
    SECRETS.test(name) && value !== undefined && value.length >= 6 ? value : [],
  );
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect(SECRETS.exec(text)?.[0], file).toBeUndefined();
    for (const value of set) expect(text.includes(value), file).toBe(false);
    expect(text.includes('sourceMappingURL='), file).toBe(false);
    if (file.endsWith('.html'))
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|=["']?\s*javascript:/i);
  }
});

test('the notice of licences lies with the desk, the LGPL’s terms in it', () => {
  const notice = readFileSync(join(CLIENT, 'licences.txt'), 'utf8');
  expect(notice).toMatch(/^react-dom \d[\d.]*\n\nLicence: MIT$/m);
  expect(notice).toMatch(/^rpc-websockets \d[\d.]*\n\nLicence: LGPL-3\.0-only$/m);
  expect(notice).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
});

test('the frame is painted before any code is here, and stays in place when the desk takes over', async ({
  page,
}) => {
  const arrive = await holdRoute(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const brand = page.getByText('Evenline', { exact: true });
  await expect(brand).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  const before = await brand.boundingBox();
  arrive();
  await expect(page.getByRole('banner')).toBeVisible();
  expect(await brand.boundingBox()).toEqual(before);
});

test('on a slow network the frame is painted before the code that draws the desk has come', async ({
  page,
}) => {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  // What a poor mobile connection gives: the sheet takes a part of the time that the code does.
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 60_000,
    uploadThroughput: 60_000,
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Evenline', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  // By the page's own clock, and in their order alone: how busy the machine is says nothing about either.
  const { painted, code } = await page.evaluate(() => {
    const linked = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    const came = performance
      .getEntriesByType('resource')
      .filter(({ name }) => linked.some(({ href }) => href === name));
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      code: came.map((entry) => (entry as PerformanceResourceTiming).responseEnd),
    };
  });
  expect(code.length).toBeGreaterThan(2);
  expect(painted).toBeLessThan(Math.max(...code));
});

/** Bytes of a file on the wire, for a browser that takes no more than gzip. */
function sentBytes(file: string): number {
  const packed = `${join(CLIENT, file)}.gz`;
  return statSync(existsSync(packed) ? packed : join(CLIENT, file)).size;
}

// A second less two round trips of 0.3 s, one for the document and one for what it names, at 60 kB/s.
const MOST_BEFORE_PAINT = (1 - 2 * 0.3) * 60_000;

test('what the frame is painted from comes within a second on a slow network', () => {
  const html = readFileSync(join(CLIENT, 'index.html'), 'utf8');
  const named = (tag: RegExp, address: RegExp): string[] =>
    (html.match(tag) ?? []).flatMap((text) => address.exec(text)?.[1] ?? []);
  const sheets = named(/<link\b[^>]*\brel="stylesheet"[^>]*>/g, /\bhref="([^"]+)"/);
  // Modules and what is deferred wait for the page; any other script makes the page wait for it.
  const blocking = named(/<script\b(?![^>]*\b(?:type="module"|defer|async)(?!\w))[^>]*>/g, /\bsrc="([^"]+)"/);
  expect(sheets.length).toBeGreaterThan(0);
  for (const sheet of sheets)
    expect(readFileSync(join(CLIENT, sheet), 'utf8'), 'one more round trip').not.toContain('@import');
  const bytes = ['index.html', ...sheets, ...blocking].reduce((sum, file) => sum + sentBytes(file), 0);
  expect(bytes).toBeLessThanOrEqual(MOST_BEFORE_PAINT);
});

test('a page comes in few files: what pages share is not cut into a file for each set of them', async ({
  page,
  server,
}) => {
  const market = pick(await tradableMarkets(server.url, 1), 0);
  const desk = new Desk(page);
  const files = () =>
    page.evaluate(() => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      return new Set(names.filter((name) => /\/assets\/[^/]+\.js$/.test(name))).size;
    });
  await desk.open('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await files()).toBeLessThan(20);
  await desk.openMarket(market);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  expect(await files()).toBeLessThan(36);
});
