import type { AnswerWire } from '@contract/routes.ts';
import { chromium, type Page } from '@playwright/test';
import { bootServer } from '../e2e/boot.ts';
import { chromiumLaunch } from './lib/chromium.ts';

/*
 * Frames of the events page with 4,000 events while it is scrolled for ten seconds, as fast as this computer and on a
 * slow one. All of them are loaded first, so that every frame carries the whole list. The best of a few runs counts:
 * what disturbs one of them comes from the machine.
 */
const EVENTS = 4_000;
const SECONDS = 10;
/** At each slowdown: the share of the frames that come within so many milliseconds. A frame lasts 16.7. */
const TARGETS = [
  { slowdown: 1, share: 1, ms: 17 },
  { slowdown: 4, share: 0.95, ms: 50 },
] as const;
const RUNS = 3;
/** Pixels a second: a brisk wheel. */
const SPEED = 2_400;
/** Frames, and the tasks of the main thread with their processor time. */
const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

type Listed = AnswerWire<'listEvents'>['data'];

/** As many events as asked for: those of the exchange, again and again under other ids. */
async function manyEvents(url: string): Promise<Listed> {
  const own: Listed = [];
  for (let start = 0; ; start += 100) {
    const response = await fetch(
      `${url}/prediction/v1/events?includeMarkets=true&start=${start}&end=${start + 100}`,
    );
    const { data, pagination } = (await response.json()) as AnswerWire<'listEvents'>;
    own.push(...data.filter((event) => !event.tags?.some((tag) => /^\d+[mh]$/.test(tag))));
    if (!pagination.hasNext) break;
  }
  return Array.from({ length: EVENTS }, (_, index) => {
    const event = own[index % own.length];
    if (!event) throw new Error('the exchange lists no events');
    const again = Math.floor(index / own.length);
    return again === 0 ? event : { ...event, eventId: `${event.eventId}~${again}` };
  });
}

/** Answers the list from what was made; everything else is the server's. */
async function serveMany(page: Page, events: Listed): Promise<void> {
  await page.route(/\/prediction\/v1\/events\?/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const tagged = searchParams.has('tags') || searchParams.has('provider');
    const start = Number(searchParams.get('start') ?? '0');
    const all = tagged ? [] : events;
    const data = all.slice(start, Number(searchParams.get('end') ?? '20'));
    const end = start + data.length;
    return route.fulfill({
      json: { data, pagination: { start, end, total: all.length, hasNext: end < all.length } },
    });
  });
}

/** What was scrolled to has been drawn, and asked for more. Text, for it runs in the page. */
const TWO_FRAMES =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(undefined))))';
/** Nothing is left to do. */
const IDLE = 'new Promise((idle) => requestIdleCallback(() => idle(undefined)))';

/** Scrolls to the end until there is no more to load, and back. */
async function loadAll(page: Page): Promise<void> {
  const done = page.getByText(`${EVENTS} events · end of list`);
  while (!(await done.isVisible())) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.evaluate(TWO_FRAMES);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.evaluate(IDLE);
}

/** Scrolls for some seconds and gives the lengths of the frames, milliseconds. Text, for it runs in the page. */
const SCROLL = `new Promise((resolve) => {
  const frames = [];
  const begin = performance.now();
  let last = begin;
  window.scrollTo(0, 0);
  requestAnimationFrame(function step(now) {
    const length = now - last;
    last = now;
    frames.push(length);
    if (now - begin >= ${SECONDS * 1_000}) return resolve(frames.slice(2));
    window.scrollBy(0, Math.max(1, (length / 1000) * ${SPEED}));
    requestAnimationFrame(step);
  });
})`;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Processor time of the thread, microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** Processor time of the main thread from one frame to the next, milliseconds: what waits for a core is not in it. */
function workOfFrames(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const frames = traceEvents.filter(({ name }) => name === 'FireAnimationFrame');
  const counts = new Map<string, number>();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  for (const frame of frames) counts.set(threadOf(frame), (counts.get(threadOf(frame)) ?? 0) + 1);
  const [busiest] = [...counts].sort((x, y) => y[1] - x[1]);
  const own = traceEvents.filter((event) => threadOf(event) === busiest?.[0]).sort((x, y) => x.ts - y.ts);
  const work = [0];
  for (const event of own) {
    if (event.name === 'FireAnimationFrame') work.push(0);
    if (event.name === 'RunTask' && event.ph === 'X') {
      work[work.length - 1] = (work.at(-1) ?? 0) + (event.tdur ?? 0) / 1_000;
    }
  }
  return work.slice(2, -1);
}

const at = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((x, y) => x - y);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

const describe = (what: string, values: readonly number[]): string =>
  `${what}: median ${at(values, 0.5).toFixed(1)}, 95 % within ${at(values, 0.95).toFixed(1)}, ` +
  `99 % within ${at(values, 0.99).toFixed(1)}, longest ${at(values, 1).toFixed(1)} ms`;

const server = await bootServer();
const browser = await chromium.launch(chromiumLaunch());
try {
  const events = await manyEvents(server.url);
  for (const view of ['grid', 'list'] as const) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await serveMany(page, events);
    await page.goto(`${server.url}/?tab=all${view === 'list' ? '&view=list' : ''}`);
    await page.locator('article, tbody tr').first().waitFor();
    await loadAll(page);
    const cdp = await page.context().newCDPSession(page);
    for (const { slowdown, share, ms } of TARGETS) {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < RUNS && best > ms; run += 1) {
        await browser.startTracing(page, { categories: TRACED });
        const frames = await page.evaluate<number[]>(SCROLL);
        const work = workOfFrames(await browser.stopTracing());
        console.log(`  ${view} at ${slowdown}×, run ${run + 1}`);
        console.log(`    ${describe('frames', frames)}`);
        console.log(`    ${describe('main-thread work a frame', work)}`);
        // A machine that is busy otherwise lengthens frames, not the work in them.
        best = Math.min(best, at(frames, share), at(work, share));
      }
      console.log(
        `${EVENTS} events as ${view === 'grid' ? 'cards' : 'a table'}, scrolled for ${SECONDS} s at ${slowdown}× slowdown: ` +
          `${share * 100} % of the frames within ${best.toFixed(1)} ms (target ≤ ${ms})`,
      );
      if (!(best <= ms)) process.exitCode = 1;
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
