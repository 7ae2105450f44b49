import type { Browser, Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { tradableMarkets } from './markets.ts';
import { differences, type PaintedFigure } from './painted.ts';
import { expect, test } from './test.ts';

/*
 * Sizes, totals and the figures of tokens are painted, not laid out: these journeys compare the pixels with what the
 * browser writes itself, and with other figures, from which they must differ.
 */
const SAME = 0.1;
const OTHER = 0.35;

/**
 * Another figure of the same length. No digit looks like a 7: of all changes below ten percent, the most alike ("+2.2%"
 * and "+7.7%") still differ by 0.41 of their ink, where digits four further on ("+6.6%", "+0.0%") differ by 0.32.
 */
const another = (text: string): string => text.replace(/\d/g, (digit) => (digit === '7' ? '1' : '7'));

async function expectPainted(page: Page, figures: () => Promise<PaintedFigure[]>): Promise<void> {
  await expect(async () => {
    const wanted = await figures();
    expect(wanted.length).toBeGreaterThan(4);
    for (const off of await differences(page, wanted)) expect(off).toBeLessThan(SAME);
    const others = wanted.map((figure) => ({ ...figure, text: another(figure.text) }));
    for (const off of await differences(page, others)) expect(off).toBeGreaterThan(OTHER);
  }).toPass({ timeout: 30_000 });
}

const CHANGE = /^[+−]?[\d.,]+%$/;
/** The changes of the first tokens, which say in words what is painted. */
const changes = (page: Page) => async (): Promise<PaintedFigure[]> => {
  const said = await page
    .locator('[data-token]')
    .evaluateAll((rows) =>
      rows
        .slice(0, 12)
        .map((row) => row.querySelectorAll('[data-figure=change5m]')[1]?.getAttribute('aria-label') ?? ''),
    );
  return said.flatMap((text, line) =>
    CHANGE.test(text)
      ? [{ canvas: 'td:nth-child(5) [data-column=change5m]', line, lineHeight: 51, text, end: 0 }]
      : [],
  );
};

/** Sizes and totals of the bids, as their rows say them. */
const bids = (page: Page) => async (): Promise<PaintedFigure[]> => {
  const list = page.getByRole('listbox', { name: /^Bids/ });
  const sizes = await list
    .getByRole('option')
    .evaluateAll((rows) =>
      rows.slice(0, 12).map((row) => /, ([\d,.]+) contracts/.exec(row.getAttribute('aria-label') ?? '')?.[1]),
    );
  await list.getByRole('option').nth(2).focus();
  const focused = await list.getByRole('option').nth(2).getAttribute('aria-label');
  const total = /contracts, ([\d,.]+) in total/.exec(focused ?? '')?.[1] ?? '';
  const place = { canvas: '[data-side=bid] div > canvas', lineHeight: 21 };
  const painted = sizes.map((text = '', line) => ({ ...place, line, text, end: 12 }));
  return [...painted, { ...place, line: 2, text: total, end: 0 }];
};

async function openAt(
  browser: Browser,
  baseURL: string | undefined,
  deviceScaleFactor: number,
): Promise<Page> {
  const size = { viewport: { width: 1440, height: 900 }, deviceScaleFactor };
  const context = await browser.newContext({ ...size, ...(baseURL && { baseURL }) });
  return context.newPage();
}

async function expectPaintedDesk(page: Page, url: string): Promise<void> {
  const desk = new Desk(page);
  await desk.open('/tokens');
  await expectPainted(page, changes(page));
  const [market] = await tradableMarkets(url, 1);
  if (!market) throw new Error('nothing to trade');
  await desk.openMarket(market);
  await expectPainted(page, bids(page));
}

for (const ratio of [1, 1.5]) {
  test(`the figures of tokens and of a book are painted as written, ${ratio} pixels a CSS pixel`, async ({
    browser,
    baseURL,
    server,
  }) => {
    const page = await openAt(browser, baseURL, ratio);
    await expectPaintedDesk(page, server.url);
    await page.context().close();
  });
}

test('figures are written where the browser lets no page read what it has painted', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D;
    window.readPixels = prototype.getImageData;
    prototype.getImageData = function noise(...at: Parameters<typeof window.readPixels>) {
      const image = window.readPixels?.apply(this, at);
      if (!image) throw new Error('nothing was read');
      for (let place = 0; place < image.data.length; place++) image.data[place] = Math.random() * 256;
      return image;
    };
  });
  await expectPaintedDesk(page, server.url);
});

/** Whether any full pixel of a canvas has this colour of the theme in force. */
const hasColor = (page: Page, canvas: string, ink: string) =>
  page.evaluate(
    ([selector, name]) => {
      const painted = document.querySelector<HTMLCanvasElement>(selector)?.getContext('2d');
      const dot = document.createElement('canvas').getContext('2d');
      if (!painted || !dot) throw new Error(`no canvas ${selector}`);
      dot.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
      dot.fillRect(0, 0, 1, 1);
      const wanted = dot.getImageData(0, 0, 1, 1).data;
      const { data } = painted.getImageData(0, 0, painted.canvas.width, painted.canvas.height);
      for (let at = 0; at < data.length; at += 4) {
        const off = (part: number) => Math.abs((data[at + part] ?? 0) - (wanted[part] ?? 0));
        if ((data[at + 3] ?? 0) > 200 && off(0) < 3 && off(1) < 3 && off(2) < 3) return true;
      }
      return false;
    },
    [canvas, ink] as const,
  );

test('painted figures change with the theme', async ({ page }) => {
  const desk = new Desk(page);
  await desk.open('/tokens');
  await expect(page.locator('[data-token]').first()).toBeVisible();
  for (const colorScheme of ['dark', 'light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    for (const [column, ink] of [
      ['mcap', '--text'],
      ['age', '--muted'],
    ] as const) {
      expect(await hasColor(page, `[data-column=${column}]`, ink)).toBe(true);
    }
  }
});
