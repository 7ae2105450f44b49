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

/** Marks what is left out. */
const ALIKE = 'data-alike';
/** Two rows of cards, or as many rows of a table. */
const FIRST = 6;

/**
 * What axe finds on the page, or this part of it, as it stands; of another theme only the contrast can differ. Of what is
 * `alike` the first ones alone are looked at.
 */
export async function violationsOf(
  page: Page,
  theme: Theme,
  { part, alike }: { part?: Locator | undefined; alike?: Locator | undefined } = {},
): Promise<Violation[]> {
  const axe = await axeOn(page);
  if (theme === 'light') axe.withRules('color-contrast');
  await part?.evaluate((element, mark) => element.setAttribute(mark, ''), PART);
  if (part) axe.include(`[${PART}]`);
  await alike?.evaluateAll(
    (elements, [mark, first]) => {
      for (const element of elements.slice(first)) element.setAttribute(mark, '');
    },
    [ALIKE, FIRST] as const,
  );
  if (alike) axe.exclude(`[${ALIKE}]`);
  const { violations } = await axe.analyze();
  await part?.evaluate((element, mark) => element.removeAttribute(mark), PART);
  await alike?.evaluateAll((elements, mark) => {
    for (const element of elements) element.removeAttribute(mark);
  }, ALIKE);
  return violations.map(({ id, nodes }) => ({
    id,
    targets: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
}

/**
 * Measures the page as it stands in both themes: the reader's system turns from dark to light meanwhile. `part` alone
 * where the rest was measured before and is the same. `alike`: cards or rows of a list that was
 * measured whole elsewhere; their contrast takes most of the time, and in another state the first ones are enough.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  part?: Locator,
  alike?: Locator,
): Promise<void> {
  // A page behind another draws no frames, and without them it never gets all of its new colours.
  await page.bringToFront();
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect
      .soft(await violationsOf(page, colorScheme, { part, alike }), `${what}, ${colorScheme}`)
      .toEqual([]);
  }
}
