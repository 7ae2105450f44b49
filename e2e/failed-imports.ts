import type { Browser } from '@playwright/test';

/** Found by trying: 150 keeps what failed, 156 asks for it again. */
const ASKS_AGAIN = 156;

/**
 * Whether a browser keeps an import that failed for as long as its page lives, whatever is asked for again. There the
 * page has to be loaded again, which the desk offers.
 */
export const keepsFailedImports = ({ browser }: { browser: Browser }): boolean =>
  Number.parseInt(browser.version(), 10) < ASKS_AGAIN;

export const KEEPS_FAILED_IMPORTS = 'this browser keeps an import that failed until its page is loaded again';
