import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const LEAP_MS = 2_000;
/**
 * For what comes after a minute or more, such as the end of a blockhash. Shorter than the ten seconds for which a toast
 * is shown: one that comes at the end of a look is still there at the next.
 */
export const LONG_LEAP_MS = 8_000;
/** An `expect` that does not wait long: what is not there yet may be after the next leap. */
const soon = expect.configure({ timeout: 400 });

/**
 * Waits for what a page does by itself after some time (asks again, grows old), and lets its clock leap meanwhile: it
 * does all of that in the same order, in less of ours. Needs `page.clock.install()` before the page is opened.
 */
export async function leapUntil(
  page: Page,
  seen: (expectSoon: typeof soon) => Promise<void>,
  leapMs = LEAP_MS,
): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(leapMs);
    await seen(soon);
  }).toPass({ intervals: [0] });
}

/**
 * Lets so many seconds go by for a page, one at a time, with an answer of the server between them: what it asks for by
 * itself it has asked for by then. Needs `page.clock.install()` before the page is opened.
 */
export async function letPass(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    await page.clock.runFor(1_000);
    await page.evaluate(async () => (await fetch('/healthz')).text());
  }
}
