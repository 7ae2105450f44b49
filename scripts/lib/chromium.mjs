import { existsSync } from 'node:fs';
import { aptInstall, which } from './machine.mjs';
import { runBin } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of the browser that the browser tests can use, as playwright.config.ts looks for it. */
async function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const system = which(...NAMES);
  if (system) return system;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/**
 * Makes sure a Chromium is there: the system's, else Debian's package (as root), else Playwright's own.
 * @returns {Promise<boolean>} false after saying plainly what to install.
 */
export async function ensureChromium() {
  if (await findChromium()) return true;
  await aptInstall('chromium');
  if (await findChromium()) return true;
  await runBin('playwright', ['install', 'chromium']);
  if (await findChromium()) return true;
  console.error(
    'The browser tests need Chromium: install your system’s package `chromium` (or Google Chrome), ' +
      'or set CHROMIUM_PATH to its executable.',
  );
  return false;
}
