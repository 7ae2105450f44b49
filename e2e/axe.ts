import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

const THEMES = ['dark', 'light'] as const;
type Theme = (typeof THEMES)[number];

interface Violation {
  id: string;
  targets: string[];
}

/**
 * Finds what breaks a rule. In the mode without a second page for frames: there are none. What passed is checked all
 * the same, but not described node by node, which takes longer than finding it. Its source, which takes half a second to
 * evaluate, is put into a page once.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
}

/** Marks the part that is measured: axe knows elements by selectors only. */
const PART = 'data-measured';

/** What axe finds on the page, or this part of it, as it stands; of another theme only the contrast can differ. */
export async function violationsOf(page: Page, theme: Theme, part?: Locator): Promise<Violation[]> {
  const axe = await axeOn(page);
  if (theme === 'light') axe.withRules('color-contrast');
  await part?.evaluate((element, mark) => element.setAttribute(mark, ''), PART);
  const { violations } = await (part ? axe.include(`[${PART}]`) : axe).analyze();
  await part?.evaluate((element, mark) => element.removeAttribute(mark), PART);
  return violations.map(({ id, nodes }) => ({
    id,
    targets: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
}

/**
 * Measures the page as it stands in both themes: the reader's system turns from dark to light meanwhile. `part` alone
 * where the rest was measured before and is the same.
 */
export async function expectAccessible(page: Page, what: string, part?: Locator): Promise<void> {
  // A page behind another draws no frames, and without them it never gets all of its new colours.
  await page.bringToFront();
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect.soft(await violationsOf(page, colorScheme, part), `${what}, ${colorScheme}`).toEqual([]);
  }
}
