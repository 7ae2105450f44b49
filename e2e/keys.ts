import { expect, type Locator, type Page } from '@playwright/test';

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Walks with Tab until the target has the focus, as a person without a pointer does. */
export async function tabTo(page: Page, target: Locator, key = 'Tab', most = 120): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < most; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** The focused element shows an outline, its own or that of the field around it. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true;
    }
    return false;
  });
  expect(shown, 'the focus can be seen').toBe(true);
}

/**
 * Presses the keys of a sequence until they have led to an address: its second key has to come within a second or two
 * of the first, which a busy machine may miss as a person may.
 */
export async function goByKeys(
  page: Page,
  [first, second]: [string, string],
  address: RegExp,
): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(first);
    await page.keyboard.press(second);
    await expect(page).toHaveURL(address, { timeout: 5_000 });
  }).toPass();
}
