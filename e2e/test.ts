import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test';
import { bootServer, ONE_DAY, type RunningServer, STILL_PRICES } from './boot.ts';

/** What pages of this worker did that their content security policy refuses, since the running test began. */
const violations: string[] = [];

/** Listens to every page of a context, through every navigation, for what its policy refuses. */
function watchPolicy(context: BrowserContext): void {
  context.on('console', (message) => {
    if (message.type() !== 'error' || !/Content Security Policy/i.test(message.text())) return;
    violations.push(`${message.page()?.url() ?? ''}: ${message.text()}`);
  });
}

/** Whether desks of the running test may be told by the stream. */
let mayStream = true;

/**
 * As behind a proxy that knows no WebSocket: everything is asked for, so that a test may count, hold or change requests.
 * A shared worker is out of its reach, so the tab holds the connection itself.
 */
async function withoutStream(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
  await context.routeWebSocket(/\/desk\/stream$/, (socket) => socket.close());
}

/**
 * Without a graphics card each frame is drawn by the processor, and what pulses or turns until something comes has sixty
 * of them a second: a list of events that is on its way takes half a core. What moves once moves as ever.
 */
async function standStill(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.animate-pulse-soft, .animate-spin { animation: none }');
    document.adoptedStyleSheets = [sheet];
  });
}

/** Contexts that a test makes by itself are listened to as well. */
function watchContexts(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    watchPolicy(context);
    await standStill(context);
    if (!mayStream) await withoutStream(context);
    return context;
  };
}

/**
 * Playwright's `test` with a server a worker: `server` to control it, and every relative address goes to it.
 * A spec that needs other settings boots its own with `bootServer`. A journey fails when a page of it does what the
 * content security policy refuses. With `test.use({ stream: false })` desks ask for everything.
 */
export const test = base.extend<{ policy: undefined; stream: boolean }, { server: RunningServer }>({
  stream: [true, { option: true }],
  server: [
    // Playwright reads a fixture's needs from this pattern, so it has to be one.
    async ({ browserName: _ }, use) => {
      const server = await bootServer({
        env: { ...STILL_PRICES, ...ONE_DAY },
        lasting: true,
        unprepared: true,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  browser: [
    async ({ browser }, use) => {
      watchContexts(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  policy: [
    async ({ stream }, use) => {
      violations.length = 0;
      mayStream = stream;
      await use(undefined);
      expect(violations, 'nothing that the content security policy refuses').toEqual([]);
    },
    { auto: true },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // An answer that is still being changed when a journey ends is nobody's business any more.
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

export { expect } from '@playwright/test';
