import type { Page } from '@playwright/test';

/** A price of the book that was on the screen, and the second until which the page said it was true. */
export interface ShownPrice {
  readonly price: string;
  /** Unix milliseconds, whole seconds. */
  readonly asOf: number;
}

/** What a page has shown since it was opened. */
export interface Shown {
  /** Rows of tables and lists, and toasts, that stood there a second time. */
  readonly twice: readonly string[];
  /** Each price and time of the book in their order, however short it stood there. */
  readonly book: readonly ShownPrice[];
}

declare global {
  interface Window {
    shown: { twice: string[]; book: ShownPrice[] };
  }
}

/** Has a page note what it shows with every change of it, from its first drawing on. */
export async function noteShown(page: Page): Promise<() => Promise<Shown>> {
  await page.addInitScript(() => {
    window.shown = { twice: [], book: [] };
    const { shown } = window;
    const lists = () => [
      ...document.querySelectorAll('tbody, [role=listbox], [data-sonner-toaster], [data-activity]'),
    ];
    const rowsOf = (list: Element) => [...list.querySelectorAll('tr, [role=option], [data-sonner-toast]')];
    // What a row says and what it leads to: transactions have their signature there.
    const nameOf = (row: Element) =>
      [row.textContent, ...[...row.querySelectorAll('a')].map(({ href }) => href)].join(' ');

    function noteBook(): void {
      const panel = document.querySelector('section[aria-label="Order book"]');
      const first = panel?.querySelector('[role=listbox][aria-label="Asks, best first"] [role=option]');
      const price = /[\d.]+¢/.exec(first?.textContent ?? '')?.[0];
      const title = panel?.querySelector('[data-freshness]')?.getAttribute('title');
      const time = /\d\d:\d\d:\d\d/.exec(title ?? '')?.[0];
      if (price === undefined || time === undefined) return;
      const today = new Date(`${new Date().toDateString()} ${time}`).getTime();
      // Its second may be one of yesterday.
      const asOf = today > Date.now() ? today - 86_400_000 : today;
      const last = shown.book.at(-1);
      if (last?.price !== price || last.asOf !== asOf) shown.book.push({ price, asOf });
    }
    function look(): void {
      for (const list of lists()) {
        const names = new Set<string>();
        for (const row of rowsOf(list)) {
          const name = nameOf(row);
          if (names.has(name)) shown.twice.push(name);
          names.add(name);
        }
      }
      noteBook();
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['title'],
    });
  });
  return () => page.evaluate(() => window.shown);
}
