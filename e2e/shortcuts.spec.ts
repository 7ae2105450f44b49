import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { fundedTrader, pick, rememberWallet } from './journeys.ts';
import { goByKeys, tabTo } from './keys.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

let markets: Tradable[];
test.beforeAll(async ({ server }) => {
  markets = await tradableMarkets(server.url, 2);
});

const keyboard = (page: Page) => page.getByRole('region', { name: 'Keyboard', exact: true });
const keyOf = (page: Page, label: string) =>
  keyboard(page).getByRole('button', { name: new RegExp(`(: change|for) ${label}$`) });
/** In a dialog: what stands at the end of the line of a shortcut. */
const inHelp = (page: Page, label: string) =>
  page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) });

test('a key is chosen in the settings, without a pointer, and is the key everywhere until it is set back', async ({
  page,
  context,
  server,
}) => {
  await rememberWallet(page, await fundedTrader(server.url));
  const desk = new Desk(page);
  await desk.open('/settings');
  const no = keyOf(page, 'No');
  await tabTo(page, no);
  await page.keyboard.press('Enter');
  await expect(no).toHaveText('Press a key');

  // What another shortcut has, and what the browser and the page need, is refused with a word why.
  await page.keyboard.press('/');
  const problem = keyboard(page).getByRole('alert');
  await expect(problem).toHaveText(/“\/” is taken by “Search”/);
  await expect(page.getByRole('searchbox'), 'it does nothing else meanwhile').not.toBeFocused();
  for (const key of ['Enter', 'Space', 'ArrowDown', 'F2', 'Alt+k', 'Control+e']) {
    await page.keyboard.press('/');
    await expect(problem).toHaveText(/is taken/);
    await page.keyboard.press(key);
    await expect(problem, key).toHaveText(/stays with the browser/);
    await expect(no).toHaveText('Press a key');
  }
  await page.keyboard.press('Escape');
  await expect(no).toHaveText('n');
  await expect(problem).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(no, 'who goes on leaves it as it is').toHaveText('n');

  // Another tab of the same browser follows at once.
  const second = await context.newPage();
  const other = new Desk(second);
  await other.openMarket(pick(markets, 1));
  await second.keyboard.press('n');
  await expect(second).toHaveURL(/side=no/);
  await second.keyboard.press('y');
  await expect(second).toHaveURL(/side=yes/);

  await tabTo(page, no, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('K');
  await expect(no).toHaveText('k');
  await expect(no).toBeFocused();
  await expect(keyboard(page).getByRole('status')).toHaveText('“k” is set: No.');
  await keyOf(page, 'Go to … \\(first key\\)').click();
  await page.keyboard.press('x');
  await keyOf(page, 'Search').click();
  await page.keyboard.press('f');

  // By the time help stands open what was pressed before it has done what it does.
  await second.keyboard.press('n');
  await second.keyboard.press('?');
  await expect(inHelp(second, 'No').locator('kbd')).toHaveText(['k']);
  await second.keyboard.press('Escape');
  await expect(second).toHaveURL(/side=yes/);
  await second.keyboard.press('k');
  await expect(second).toHaveURL(/side=no/);
  await second.close();

  // The new key does it, the old one nothing; help and hints name the new ones.
  await page.reload();
  await expect(no).toHaveText('k');
  await expect(keyOf(page, 'Go to Portfolio')).toHaveText('xp');
  await desk.goToMarket(pick(markets, 1));
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await expect(inHelp(page, 'Go to Portfolio').locator('kbd')).toHaveText(['x', 'p']);
  await expect(inHelp(page, 'Search').locator('kbd')).toHaveText(['f']);
  await expect(inHelp(page, 'No').locator('kbd')).toHaveText(['k']);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/side=yes/);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/side=no/);
  const search = page.getByRole('searchbox');
  await expect(search).toHaveAttribute('aria-keyshortcuts', 'f');
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await page.keyboard.press('f');
  await expect(search).toBeFocused();
  await page.getByRole('main').focus();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('option', { name: 'Portfolio', exact: true }).locator('kbd')).toHaveText([
    'x',
    'p',
  ]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/event\//);
  await goByKeys(page, ['x', 'p'], /\/portfolio/);

  await desk.go('/settings');
  await keyboard(page).getByRole('button', { name: 'Default keys' }).click();
  await expect(no).toHaveText('n');
  await expect(keyOf(page, 'Go to Portfolio')).toHaveText('gp');
  await expect(keyboard(page).getByRole('button', { name: 'Default keys' })).toBeDisabled();
  await desk.goToMarket(pick(markets, 1));
  await page.keyboard.press('k');
  await page.keyboard.press('?');
  await expect(inHelp(page, 'No').locator('kbd')).toHaveText(['n']);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/side=yes/);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/side=no/);
});

test('keys that a browser should never have kept leave the keyboard as it is at first', async ({ page }) => {
  const desk = new Desk(page);
  for (const kept of ['{"no":"y","yes":"y"}', '{"no":"Tab"}', '[1]', 'null']) {
    await page.addInitScript((text) => localStorage.setItem('evenline.bindings', text), kept);
    await desk.openMarket(pick(markets, 0));
    await page.keyboard.press('n');
    await expect(page, kept).toHaveURL(/side=no/);
  }
});
