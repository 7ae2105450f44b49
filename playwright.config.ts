import { spawnSync } from 'node:child_process';
import { defineConfig, devices } from '@playwright/test';

/**
 * The system's Chromium, the one without windows first; `CHROMIUM_PATH` wins; undefined lets Playwright use one it
 * installed itself.
 */
function chromiumPath(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  const search = names.map((name) => `command -v ${name}`).join(' || ');
  return spawnSync('sh', ['-c', search], { encoding: 'utf8' }).stdout?.trim() || undefined;
}

const executablePath = chromiumPath();

/**
 * Journeys that mostly wait, for a blockhash to run out, an answer that is held back, orders that fill, or a server
 * that is started or killed: as many as keep two workers busy for as long as the others keep two.
 */
const WAITING =
  /\/(chaos|crash|disk|events-liquidity|finality|first-trade|gateway|gateway-history|older-listings|queues|stream|stream-paper|trigger-crash|triggers|two-tabs|without-node)\.spec\.ts$/;
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: './test-results',
  // One a core (two take 177 s for what three do in 185 and four in 199, for a page that waits longer asks more often),
  // and as many for those that mostly wait.
  workers: 4,
  // On the machine that decides about a landing a failed journey runs once more, and its name is printed as flaky.
  retries: process.env.CI ? 1 : 0,
  // What ends a journey that hangs; how long one takes on a busy machine is not what it proves.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON || '.cache/playwright.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // A trace of every test takes a fifth of the time: `--trace on` for the one that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        // There is none: drawing through an imitation of one costs more than drawing without.
        '--disable-gpu',
        // Text is as wide as in a window, which the one without windows would otherwise hint.
        '--font-render-hinting=none',
        // What optimising compilers take of the processor, a page that lives for seconds does not give back.
        '--js-flags=--no-opt --no-maglev',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'chromium', testIgnore: WAITING, workers: 2, use: desktop },
    { name: 'waiting', testMatch: WAITING, workers: 2, use: desktop },
  ],
});
