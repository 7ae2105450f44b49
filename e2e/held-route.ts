import type { Page } from '@playwright/test';

/** Holds requests of a page back from now on. @returns what lets those go that wait, and all after them */
export async function holdRoute(page: Page, url: string | RegExp): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.fallback();
  });
  return letGo;
}
