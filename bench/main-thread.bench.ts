import { type Browser, chromium } from '@playwright/test';
import { bootServer } from '../e2e/boot.ts';
import { chromiumLaunch } from './lib/chromium.ts';
import { openedPages } from './lib/opened-pages.ts';

/*
 * What the main thread computes while a page is opened for the first time, by processor time: other work on the machine
 * makes it hardly longer, so two versions can be compared where `vitals` cannot. Told are all of it, what blocking time
 * its tasks would make on a machine four times slower, the longest task, and where it goes. Medians of MAIN_THREAD_RUNS.
 */
const RUNS = Number(process.env.MAIN_THREAD_RUNS ?? 5);
const WATCHED_MS = 4_500;
const SLOWER = 4;
/** A task blocks input by what it takes beyond this. */
const UNNOTICED_MS = 50;
const PARTS = ['v8.evaluateModule', 'FunctionCall', 'UpdateLayoutTree', 'Layout', 'Paint'] as const;

/** Of a trace: complete events, times in microseconds. */
interface Traced {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
}

async function trace(browser: Browser, url: string): Promise<Traced[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const events: Traced[] = [];
    cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Traced[])));
    const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    const includedCategories = ['devtools.timeline', 'toplevel', 'v8', 'blink'];
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForTimeout(WATCHED_MS);
    await cdp.send('Tracing.end');
    await done;
    return events;
  } finally {
    await context.close();
  }
}

/** Milliseconds, by name. */
function figuresOf(events: readonly Traced[]): Map<string, number> {
  const desk = events.find(({ name }) => name === 'v8.evaluateModule');
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === desk?.pid && tid === desk.tid);
  const msOf = (wanted: string): number[] =>
    own.filter(({ name }) => name === wanted).map(({ tdur = 0 }) => tdur / 1_000);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const tasks = msOf('ThreadControllerImpl::RunTask');
  return new Map([
    ['all', sum(tasks)],
    [`blocking at ${SLOWER}×`, sum(tasks.map((ms) => Math.max(0, SLOWER * ms - UNNOTICED_MS)))],
    ['longest task', Math.max(0, ...tasks)],
    ...PARTS.map((part) => [part, sum(msOf(part))] as const),
  ]);
}

const server = await bootServer();
try {
  for (const [name, { path }] of Object.entries(await openedPages(server.url))) {
    const runs: Map<string, number>[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      // A browser of its own for each: nothing is compiled already.
      const browser = await chromium.launch(chromiumLaunch());
      runs.push(figuresOf(await trace(browser, server.url + path)));
      await browser.close();
    }
    const medians = [...(runs[0]?.keys() ?? [])].map((figure) => {
      const values = runs.map((run) => run.get(figure) ?? 0).sort((a, b) => a - b);
      return `${figure} ${values[Math.floor(values.length / 2)]?.toFixed(0)} ms`;
    });
    console.log(`${name.padEnd(9)} ${medians.join(', ')}`);
  }
} finally {
  await server.stop();
}
