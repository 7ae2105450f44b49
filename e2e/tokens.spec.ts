import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { goByKeys } from './keys.ts';
import { leapUntil } from './leap.ts';
import { expect, test } from './test.ts';

// Requests are counted, held or changed here.
test.use({ stream: false });

/*
 * What arrives is put in front of what the exchange listed first, so that it arrives when a test wants it and nothing
 * else does.
 */
type Tokens = AnswerWire<'recentTokens'>;

/** Of the arrival that a test makes at this place. */
const mintOf = (index: number): string => `${'1'.repeat(30)}${'ABCDEFGHJK'.charAt(index)}${'z'.repeat(10)}`;

async function withArrivals(page: Page): Promise<(count: number) => void> {
  let extra: Tokens = [];
  // The first answer stays: what the exchange launches meanwhile would be counted among the arrivals.
  let listed: Tokens | undefined;
  await page.route('**/tokens/v2/recent?*', async (route) => {
    const response = await route.fetch();
    listed ??= (await response.json()) as Tokens;
    await route.fulfill({ response, json: [...extra, ...listed].slice(0, 100) });
  });
  return (count) => {
    // Newer than all that is listed: the exchange's clock may have been set forward by another journey.
    const newest = Math.max(
      ...(listed ?? []).map(({ firstPool }) => new Date(firstPool?.createdAt ?? 0).getTime()),
    );
    const createdAt = new Date(newest + 60_000).toISOString();
    extra = Array.from({ length: count }, (_, index) => ({
      id: mintOf(index),
      name: `Arrival ${index}`,
      symbol: `NEW${index}`,
      firstPool: { id: 'pool', createdAt },
    }));
  };
}

const rows = (page: Page) => page.locator('[data-token]');
const arrivals = (page: Page) => page.getByRole('button', { name: /new ▲$/ });

test('tokens are found, ordered, filtered and looked at, and nothing of a stranger is loaded', async ({
  page,
  context,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1') && !request.url().startsWith('http://localhost')) {
      outside.push(request.url());
    }
  });
  const desk = new Desk(page);
  await desk.open('/settings');
  await test.step('g t leads there; no picture of a stranger is loaded, no link leads anywhere but to the web', async () => {
    await goByKeys(page, ['g', 't'], /\/tokens$/);
    await expect(rows(page).first()).toBeVisible();
    const links = await page
      .locator('[data-token] a')
      .evaluateAll((all) =>
        all.map((link) => ({ href: link.getAttribute('href') ?? '', rel: link.getAttribute('rel') })),
      );
    // A row leads to pages of the desk too, by addresses without a host.
    for (const { href, rel } of links.filter(({ href }) => !/^\/(?!\/)/.test(href))) {
      expect(href).toMatch(/^https?:\/\/[^/@]+(\/|$)/);
      expect(rel).toBe('noopener noreferrer nofollow');
    }
    expect(outside).toEqual([]);
  });

  await test.step('tokens are ordered and found', async () => {
    const age = page.getByRole('columnheader', { name: 'Age' });
    await expect(age).toHaveAttribute('aria-sort', 'ascending');
    // What its price was since its first pool, before this browser saw it; of the youngest a single price may be known.
    await expect(rows(page).locator('polyline').filter({ visible: true }).first()).toBeVisible();
    const youngest = await rows(page).first().getAttribute('data-token');
    await age.getByRole('button').click();
    await expect(page).toHaveURL(/dir=desc/);
    await expect(age).toHaveAttribute('aria-sort', 'descending');
    await expect(rows(page).first()).not.toHaveAttribute('data-token', youngest ?? '');
    await page.getByRole('columnheader', { name: 'Mkt cap' }).getByRole('button').click();
    await expect(page).toHaveURL(/sort=mcap/);
    await expect(page.getByRole('columnheader', { name: 'Mkt cap' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    for (const [column, sort] of [
      ['Token', 'name'],
      ['Audit', 'audit'],
      ['Source', 'source'],
    ] as const) {
      await page.getByRole('columnheader', { name: column }).getByRole('button').click();
      await expect(page).toHaveURL(new RegExp(`sort=${sort}`));
    }
    const symbol = await rows(page).nth(2).getByRole('button').first().innerText();
    await page.getByRole('searchbox', { name: 'Search tokens' }).fill(symbol.slice(0, 4));
    await expect(page).toHaveURL(/q=/);
    await expect(page.getByText('hidden by filters')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search tokens' }).fill('nothing is called this');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step('the details of a token open and close by keyboard, and its address is copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await desk.go('/tokens');
    const row = rows(page).nth(5);
    await expect(row).toBeVisible();
    const mint = await row.getAttribute('data-token');
    await row.getByRole('button', { name: /^Copy address of/ }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(mint);
    const name = row.getByRole('button').first();
    await name.focus();
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog');
    await expect(details.getByText(mint ?? '')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`token=${mint}`));
    await expect(details.getByText('What is not known is not safe.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(page).not.toHaveURL(/token=/);
    await expect(name).toBeFocused();
    // The way on is the token again: closing went back, and left no second list behind.
    await page.goForward();
    await expect(details).toBeVisible();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(page).not.toHaveURL(/token=/);
    await expect(details).toBeHidden();
    await row.getByRole('link', { name: /^Trigger order on/ }).click();
    await expect(page).toHaveURL(new RegExp(`/triggers\\?mint=${mint}`));
    await goByKeys(page, ['g', 'm'], /\/$/);
    await goByKeys(page, ['g', 'o'], /\/triggers$/);
  });

  await test.step('filters are saved under a name, say what they hide, and are there after a reload', async () => {
    await desk.go('/tokens');
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('textbox', { name: 'Holders at least' }).fill('20');
    await page.getByRole('switch', { name: 'Not flagged' }).check();
    await page.getByRole('textbox', { name: 'Name of the preset' }).fill('Held');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.keyboard.press('Escape');
    const preset = page.getByRole('button', { name: /^Held \d+/ });
    await expect(preset).toHaveAttribute('aria-pressed', 'true');
    await expect(preset).toHaveAttribute('title', /^Shows \d+ of \d+, hides [1-9]\d*$/);
    await page.reload();
    await expect(preset).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/minHolders=20/);
    await page.getByRole('button', { name: /^All \d+/ }).click();
    await expect(preset).toHaveAttribute('aria-pressed', 'false');
    await preset.click();
    await page.getByRole('button', { name: 'Delete the preset Held' }).click();
    await expect(preset).toBeHidden();
  });
});

test('arrivals wait while the pointer is over the table, and come when asked or when it leaves', async ({
  page,
}) => {
  const arrive = await withArrivals(page);
  const made = page.locator(
    Array.from({ length: 10 }, (_, index) => `[data-token="${mintOf(index)}"]`).join(),
  );
  const comes = (text: string) =>
    leapUntil(page, (expectSoon) => expectSoon(arrivals(page)).toHaveText(text));
  await page.clock.install();
  await new Desk(page).open('/tokens');
  await expect(rows(page).first()).toBeVisible();
  await rows(page).nth(3).hover();
  const before = await rows(page).first().getAttribute('data-token');
  arrive(3);
  await comes('3 new ▲');
  await expect(rows(page).first()).toHaveAttribute('data-token', before ?? '');
  await expect(made).toHaveCount(0);
  await arrivals(page).click();
  await expect(made).toHaveCount(3);
  await expect(arrivals(page)).toBeHidden();
  arrive(5);
  await comes('2 new ▲');
  await page.getByRole('heading', { name: 'Tokens', level: 1 }).hover();
  await expect(arrivals(page)).toBeHidden();
  await page.getByRole('button', { name: 'Pause' }).click();
  arrive(9);
  await comes('Paused · 4 new ▲');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(arrivals(page)).toBeHidden();
});
