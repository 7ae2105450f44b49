import type { AnswerWire } from '@contract/routes.ts';
import type { Locator, Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { fundedTrader, holdsAll, rememberWallet } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

/** Draws the mouse over a figure and gives what a copy of what it marks would hold. */
async function marked(figure: Locator): Promise<string> {
  const page = figure.page();
  const box = await figure.boundingBox();
  if (!box) throw new Error('the figure is not drawn');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 1, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, y, { steps: 5 });
  await page.mouse.up();
  return page.evaluate(() => getSelection()?.toString().trim() ?? '');
}

/** Whether the browser's own search finds a text. It is not in the types of the page. */
const finds = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    getSelection()?.removeAllRanges();
    return (window as unknown as { find(text: string): boolean }).find(wanted);
  }, text);

/** What stands in a figure; it may be renewed at any time. */
const textOf = async (figure: Locator): Promise<string> => (await figure.innerText()).trim();

test('figures are text: printed dark on white, found, marked and asserted', async ({ page, server }) => {
  const [market] = await tradableMarkets(server.url, 1);
  if (!market) throw new Error('nothing to trade');
  const desk = new Desk(page);
  const level = page.getByRole('listbox', { name: /^Bids/ }).getByRole('option').first();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

  await test.step('prices of events are printed: dark on white, without the bars', async () => {
    await desk.open('/');
    const price = page
      .getByRole('article')
      .first()
      .getByText(/^\d+(\.\d)?[¢%]$/)
      .first();
    await expect(price).toBeVisible();
    await expect(price).toHaveCSS('color', 'rgb(16, 21, 29)');
    const grounds = await price.evaluate((element) => {
      const colours: string[] = [];
      for (let at: Element | null = element; at; at = at.parentElement)
        colours.push(getComputedStyle(at).backgroundColor);
      return colours.filter((colour) => colour !== 'rgba(0, 0, 0, 0)');
    });
    expect(grounds, 'nothing between the text and the white of the page').toEqual(['rgb(255, 255, 255)']);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Skip to/ }), 'above one page is on another').toHaveCount(0);
    const { width = 0 } = (await page.getByRole('main').boundingBox()) ?? {};
    expect(width, 'the page has the room of the rail').toBe(page.viewportSize()?.width);
  });

  await test.step('prices of a ladder are printed: dark on white', async () => {
    await desk.goToMarket(market);
    const price = level.getByText(/^\d+(\.\d)?¢$/);
    await expect(price).toBeVisible();
    await expect(price).toHaveCSS('color', 'rgb(16, 21, 29)');
  });

  await test.step('prices and sizes of the ladder are text', async () => {
    await page.emulateMedia({ media: 'screen' });
    await expect(level).toHaveText(/^\d+(\.\d)?¢[\d,.]+/);
    const price = level.getByText('¢');
    expect(await finds(page, await textOf(price))).toBe(true);
    expect(await marked(price)).toMatch(/^\d+(\.\d)?¢$/);
    const amount = desk.ticket.getByRole('textbox', { name: 'Amount' });
    await expect(amount, 'marking picks nothing').toHaveValue('');
    const [size, total] = await level.getByText(/^[\d,.]+$/).allInnerTexts();
    expect(total, 'the best level is the first of the totals').toBe(size);
    expect(await finds(page, total ?? '')).toBe(true);
  });

  await test.step('figures of tokens are text', async () => {
    await desk.go('/tokens');
    await expect(page.locator('[data-token]').first()).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    const small = /^\$0\.\d*[₀-₉]?\d+$/;
    const price = page.locator('[data-token]').getByText(small).first();
    await expect(price).toHaveAttribute('title', /^\$0\.\d+$/);
    expect(await finds(page, await textOf(price))).toBe(true);
    expect(await marked(price)).toMatch(small);
    // The newest are too young for a change: what they are worth is told of all.
    const caps = page.locator('[data-token]').getByText(/^\$[\d.]+[KMB]$/);
    await expect(caps.filter({ visible: true }).first()).toBeVisible();
  });

  await test.step('what the dark theme paints in a chart is turned dark on paper', async () => {
    await desk.go('/rounds');
    const chart = page.getByRole('main').locator('canvas').first();
    await expect(chart).toHaveCSS('filter', 'none');
    await page.emulateMedia({ media: 'print' });
    await expect(chart).toHaveCSS('filter', 'invert(1) hue-rotate(180deg)');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(chart).toHaveCSS('filter', 'none');
  });
});

test('a list that scrolls is printed to its end', async ({ page, server }) => {
  const trader = await fundedTrader(server.url);
  await holdsAll(trader, await tradableMarkets(server.url, 8), 20);
  await rememberWallet(page, trader);
  await new Desk(page).open('/portfolio');
  await page.getByRole('button', { name: 'Close all 8…' }).click();
  await page.getByRole('button', { name: 'Sell 8 positions' }).click();
  const list = page.getByRole('region', { name: 'Queued transactions' });
  const hidden = () => list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(hidden).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  expect(await hidden()).toBe(0);
});

test.describe('with answers that are changed on their way', () => {
  test.use({ stream: false });

  test('what a ticket pays for is said to its end', async ({ page, server }) => {
    const [market] = await tradableMarkets(server.url, 1);
    if (!market) throw new Error('nothing to trade');
    await page.route(`**/prediction/v1/events/${market.eventId}*`, async (route) => {
      const response = await route.fetch();
      const event = (await response.json()) as AnswerWire<'getEvent'>;
      const markets = event.markets?.map((one) => ({
        ...one,
        title: 'Borussia Mönchengladbach',
        sportsMarketType: 'moneyline',
      }));
      await route.fulfill({ response, json: { ...event, markets } });
    });
    const desk = new Desk(page);
    await desk.openMarket(market, 'no');
    await desk.fill('25');
    const phrase = desk.ticket.getByText('If Borussia Mönchengladbach does not win');
    await expect(phrase).toBeVisible();
    const hidden = await phrase.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden, 'cut, it would say the opposite').toBeLessThanOrEqual(0);
  });

  test('a title written from the right keeps its beginning where it is cut', async ({ page }) => {
    const title = 'האם ישראל תזכה באירוויזיון של השנה הבאה עם יותר נקודות מכל מדינה אחרת שהשתתפה בתחרות';
    await page.route(/\/prediction\/v1\/events(\/search)?\?/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as AnswerWire<'listEvents'>;
      const data = answer.data.map((event) => ({ ...event, metadata: { ...event.metadata, title } }));
      await route.fulfill({ response, json: { ...answer, data } });
    });
    /** Where the title and its first letter stand beside the box that it is cut by. */
    const measure = (cut: Locator) =>
      cut.evaluate((element) => {
        const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        if (!words) throw new Error('there is no title');
        const range = document.createRange();
        range.selectNodeContents(words);
        const { width } = range.getBoundingClientRect();
        range.setEnd(words, 1);
        const [box, letter] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
        return { begins: letter.left >= box.left && letter.right <= box.right + 1, cut: width > box.width };
      });
    await page.setViewportSize({ width: 390, height: 844 });
    await new Desk(page).open();
    const card = page.getByRole('article').first().getByRole('heading', { name: title });
    await expect(card, 'of two lines the second is cut').toHaveCSS('unicode-bidi', 'plaintext');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('bitcoin');
    const found = page.getByRole('option').filter({ hasText: title }).first().locator('.truncate');
    await expect(found).toBeVisible();
    expect(await measure(found)).toEqual({ begins: true, cut: true });
  });
});
