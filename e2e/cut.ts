import type { Locator } from '@playwright/test';

/**
 * Of all elements that a locator finds, the text of those of whose text a part is cut away, by themselves or by what
 * they stand in.
 */
export const cutTexts = (found: Locator): Promise<string[]> =>
  found.evaluateAll((elements) => {
    const isCut = (element: Element): boolean => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      for (let around: Element | null = element; around; around = around.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(around);
        if (display === 'inline' || display === 'contents') continue;
        // What it lacks here comes by scrolling.
        const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
        if (scrolls(overflowX) || scrolls(overflowY)) return false;
        const box = around.getBoundingClientRect();
        const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        if (hides(overflowX) && (text.left < box.left - 1 || text.right > box.right + 1)) return true;
        if (hides(overflowY) && (text.top < box.top - 1 || text.bottom > box.bottom + 1)) return true;
      }
      return false;
    };
    return elements
      .filter((element) => element.getClientRects().length > 0 && isCut(element))
      .map(({ textContent }) => textContent ?? '');
  });
