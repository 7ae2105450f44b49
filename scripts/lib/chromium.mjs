import { existsSync } from 'node:fs';
import { aptInstall, which } from './machine.mjs';
import { runBin } from './run.mjs';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same without its windows, which journeys never open: they take a quarter less processor time in it. */
const SHELL = 'chromium-headless-shell';

/** Path of the first of these that is there, as playwright.config.ts looks for it. */
async function findChromium(names) {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const system = which(...names);
  if (system) return system;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/**
 * Makes sure a Chromium is there: the system's, else Debian's package (as root), else Playwright's own.
 * @returns {Promise<boolean>} false after saying plainly what to install.
 */
export async function ensureChromium({ isShellEnough = false } = {}) {
  const names = isShellEnough ? [SHELL, ...BROWSERS] : BROWSERS;
  const isThere = async () => (await findChromium(names)) !== undefined;
  if (await isThere()) return true;
  for (const name of isShellEnough ? [SHELL, 'chromium'] : ['chromium']) {
    if ((await aptInstall(name)) && (await isThere())) return true;
  }
  await runBin('playwright', ['install', 'chromium']);
  if (await isThere()) return true;
  console.error(
    'The browser tests need Chromium: install your system’s package `chromium` (or Google Chrome), ' +
      'or set CHROMIUM_PATH to its executable.',
  );
  return false;
}
