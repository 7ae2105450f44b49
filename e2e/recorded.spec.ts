import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { bootServer, STILL_PRICES } from './boot.ts';
import { Desk } from './desk.ts';
import { bootGateway } from './gateway.ts';
import { isRecorded, startRecordedPlatform } from './recorded-upstream.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

/** What a page complains of: errors on its console, answers it cannot use, panels that say so. */
async function watched(page: Page, own: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  // Pictures lie on other people's servers.
  await page.route(
    (url) => !url.href.startsWith(own) && url.protocol.startsWith('http'),
    (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }),
  );
  return complaints;
}

/** No panel that has failed, is malformed or offers to try again. */
async function expectNoErrorPanel(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
}

test('what a real platform has answered is shown without a single error', async ({ browser }) => {
  test.skip(!isRecorded, 'the recorded answers are not beside the repository');
  const platform = await startRecordedPlatform();
  const gateway = await bootGateway({
    upstream: platform.url,
    platform: { providers: platform.providers },
    env: { UPSTREAM_RPS: '50' },
  });
  const context = await browser.newContext({
    baseURL: gateway.url,
    viewport: { width: 1440, height: 1000 },
  });
  try {
    const page = await context.newPage();
    const complaints = await watched(page, gateway.url);
    const desk = new Desk(page);

    await desk.open('/');
    for (const { title } of platform.events) {
      await expect(page.getByText(title).filter({ visible: true }).first(), title).toBeVisible();
    }
    await expectNoErrorPanel(page);

    for (const { eventId, title } of platform.events) {
      await desk.go(`/event/${eventId}`);
      await expect(page.getByRole('heading', { name: title }).first(), title).toBeVisible();
      await expectNoErrorPanel(page);
    }

    const { eventId, marketId } = platform.market;
    await desk.go(`/event/${eventId}?market=${marketId}`);
    await expect(page.locator('[data-row]').nth(10)).toBeVisible();
    await page.getByRole('tab', { name: 'Trades' }).click();
    await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible();
    await expectNoErrorPanel(page);

    await desk.go('/tokens');
    for (const { symbol } of platform.tokens) {
      await expect(page.locator('[data-token]').filter({ hasText: symbol }).first(), symbol).toBeVisible();
    }
    await expectNoErrorPanel(page);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    await gateway.stop();
    await platform.stop();
  }
});

const UNIVERSE = fileURLToPath(new URL('../../shared/data/universe/events.json', import.meta.url));

test('451 real events read as they are meant', async ({ browser }) => {
  test.skip(!existsSync(UNIVERSE), 'the recorded universe is not beside the repository');
  const server = await bootServer({ env: { ...STILL_PRICES, PAPER_UNIVERSE: UNIVERSE } });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await watched(page, server.url);
    const desk = new Desk(page);
    await desk.open('/?tab=all');
    const card = (title: string) => page.getByRole('article', { name: title });

    // A field is ranked by its chances, alike on card, table, palette and page, where the favourite is selected.
    const first = card('Pro Basketball Champion?')
      .getByRole('link', { name: /^Buy Yes, / })
      .first();
    await expect(first).toHaveAccessibleName(/^Buy Yes, Oklahoma City at/);
    // What all outcomes share is said once, and nothing of a name is cut.
    const starmer = card('Starmer out by...?');
    await expect(starmer.getByText('by June 30, 2026', { exact: true })).toBeVisible();
    // Sub-topics are words, no codes of the service.
    const kinds = () => page.getByRole('article').locator('p > span[title]').allInnerTexts();
    const told = await kinds();
    expect(told).toContain('Politics · Geopolitics');
    for (const code of ['Fedchairnom', 'Presnomd', 'Khameneiout', 'Marmad'])
      expect(told.join('\n')).not.toContain(code);
    // A golf tournament is sport, whatever the service files it under.
    await expect(card('Cognizant Classic in The Palm Beaches Winner?')).toContainText('Sports');
    // So it is found there, and not under that.
    const category = (name: string) =>
      page.getByRole('group', { name: 'Category' }).getByText(name, { exact: true });
    await category('Sports').click();
    await expect(page).toHaveURL(/category=sports/);
    await expect(card('Cognizant Classic in The Palm Beaches Winner?')).toBeVisible();
    await expect(card('Pro Basketball Champion?')).toBeVisible();
    await category('Politics').click();
    await expect(page).toHaveURL(/category=politics/);
    await expect(starmer).toBeVisible();
    await expect(card('Cognizant Classic in The Palm Beaches Winner?')).toHaveCount(0);
    const ofPolitics = await kinds();
    expect(ofPolitics).toContain('Politics');
    expect(ofPolitics.join()).not.toMatch(/Sports/i);
    await category('All').click();
    await expect(first).toBeVisible();
    // Far ends are dates.
    const ends = await page.getByRole('article').locator('time').allInnerTexts();
    expect(ends.filter((end) => /^\d+y$/.test(end))).toEqual([]);
    expect(ends.some((end) => /^[A-Z][a-z]{2,3} 20\d\d$/.test(end))).toBe(true);

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.getByRole('combobox').fill('Pro Basketball Champion');
    await expect(palette.getByRole('option').nth(1)).toContainText('Oklahoma City');
    await page.keyboard.press('Escape');
    await desk.go('/?tab=all&view=list');
    const line = page.getByRole('row').filter({ hasText: 'Pro Basketball Champion?' });
    await expect(line).toContainText('Oklahoma City');

    await line.getByRole('link', { name: 'Pro Basketball Champion?' }).click();
    const outcomes = page.getByRole('region', { name: 'Outcomes' });
    const names = outcomes.locator('[data-outcome]');
    await expect(names.first()).toHaveText('Oklahoma City');
    await expect(names.first()).toHaveAttribute('aria-current', 'true');
    const heading = page.getByRole('region', { name: 'Price', exact: true }).getByRole('heading');
    await expect(heading).toHaveText(/^Oklahoma City\s*Yes/);

    const champion = new URL(page.url()).pathname;

    // Of a field of dozens the first screen shows what matters; the rest is found by name, and by keys.
    await desk.go('/?tab=all');
    await card('Cognizant Classic in The Palm Beaches Winner?').getByRole('heading').click();
    await expect(outcomes.getByRole('heading', { name: /^The rest/ })).toBeAttached();
    await outcomes.getByRole('searchbox', { name: 'Find an outcome' }).fill('lowry');
    await expect(names).toHaveText(['Shane Lowry']);
    await page.keyboard.press('ArrowDown');
    await expect(names.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(names.first()).toHaveAttribute('aria-current', /^(true|page)$/);
    await expectNoErrorPanel(page);
    // What was looked for in one field is not looked for in the next, which is known already and drawn at once.
    await desk.go(champion);
    await expect(names.first()).toHaveText('Oklahoma City');
    await expect(outcomes.getByRole('searchbox', { name: 'Find an outcome' })).toHaveValue('');

    // On a phone the field is ranked as on a wide screen, and its favourite is selected.
    await page.setViewportSize({ width: 390, height: 844 });
    await desk.open('/?tab=all');
    await expect(first).toHaveAccessibleName(/^Buy Yes, Oklahoma City at/);
    await card('Pro Basketball Champion?').getByRole('heading').click();
    await expect(names.first()).toHaveText('Oklahoma City');
    await expect(names.first()).toHaveAttribute('aria-current', 'true');
    const ranked = await names.allInnerTexts();
    await expect(page.getByRole('button', { name: /^Buy Yes/ }).first()).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => names.allInnerTexts()).toEqual(ranked);
  } finally {
    await context.close();
    await server.stop();
  }
});
