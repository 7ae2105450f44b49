import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { fundedTrader, ordersOf, pick, rememberWallet } from './journeys.ts';
import { tradableMarkets } from './markets.ts';
import { expect, test } from './test.ts';

/** What stands on the page or is told of it and has figures with a decimal point: three digits may be a group. */
const pointed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Element)) texts.push(node.nodeValue ?? '');
      else
        for (const name of ['title', 'aria-label', 'placeholder']) texts.push(node.getAttribute(name) ?? '');
      if (node instanceof HTMLInputElement) texts.push(node.value);
    }
    // Overs of a running cricket game, "7.1" before "60–0", are overs and balls, not a decimal.
    return texts.filter((text) =>
      /(?<![\d.,]\d*)\d+(\.\d{3})*\.(\d{1,2}|\d{4,})(?!\d)|\d\.\d+ ?[¢%KMBT]/.test(
        text.replace(/\b\d+\.[0-5](?= \d+–\d+)/, ''),
      ),
    );
  });
/** Nothing of it is left; `of`: what the page shows once it is there. */
async function expectCommas(page: Page, of: RegExp): Promise<void> {
  await expect(page.getByRole('main')).toContainText(of);
  await expect.poll(() => pointed(page)).toEqual([]);
}

test('numbers are written as they are chosen, on every page and in every tab, and typed so', async ({
  page,
  context,
  server,
}) => {
  const trader = await fundedTrader(server.url);
  // Figures in the names of outcomes are the service's, and stay as it writes them.
  const named = (await tradableMarkets(server.url, 60)).filter(
    ({ title, eventTitle }) => !/\d/.test(title) && !/\d\.\d/.test(eventTitle),
  );
  const market = pick(named, 3);
  const desk = new Desk(page);
  await rememberWallet(page, trader);
  await desk.openMarket(market);
  await expect(desk.balance).toContainText('10,000.00');

  const second = await context.newPage();
  const settings = new Desk(second);
  await rememberWallet(second, trader);
  await settings.open('/settings');
  const choice = second.getByRole('radio', { name: '1.234.567,8', exact: true });
  await second.getByRole('radio', { name: '1,234,567.8', exact: true }).focus();
  await second.keyboard.press('ArrowRight');
  await expect(choice).toBeChecked();
  await expect(choice).toBeFocused();
  await expect(second.getByText('$1.234.567,89')).toBeVisible();
  await expect(second.getByRole('textbox', { name: 'Default slippage' })).toHaveValue('2,5');
  await expect(settings.balance).toContainText('10.000,00');

  await test.step('the other tab follows without a reload', async () => {
    await expect(desk.balance).toContainText('10.000,00');
    await expect(desk.ticket).toContainText('Available 10.000,00 USDC');
    await expectCommas(page, /\d,\d¢/);
  });

  const amount = desk.ticket.getByRole('textbox', { name: 'Amount' });
  const cap = desk.ticket.getByRole('textbox', { name: 'Worst price' });
  await test.step('a sign that may mean thousands is refused by name', async () => {
    await amount.pressSequentially('1.25');
    await expect(amount).toHaveValue('1.25');
    await expect(amount).toHaveAccessibleDescription(/^Write decimals with a comma/);
    await expect(desk.submit, 'and is no amount, neither of one dollar nor of 125').toHaveCount(0);
    await amount.fill('1.234');
    await expect(amount).toHaveAccessibleDescription(/^Write decimals with a comma/);
    await expect(desk.submit).toHaveCount(0);
    await amount.fill('');
    await amount.pressSequentially('60,5');
    await expect(amount).toHaveValue('60,5');
    await expect(desk.ticket).not.toContainText('Write decimals');
    await expect(cap).toHaveValue(/^\d+(,\d+)?$/);
    await cap.fill('99.1');
    await expect(desk.ticket).toContainText('Write decimals with a comma');
    await cap.blur();
    await expect(cap, 'and is not replaced by the automatic limit').toHaveValue('99.1');
    await expect(desk.submit).toHaveCount(0);
    await cap.fill('');
    await cap.blur();
    await expect(cap).toHaveValue(/^\d+(,\d+)?$/);
  });

  await test.step('the order that is signed is the one that was typed', async () => {
    await desk.acceptMoves();
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && /\/orders$/.test(request.url())),
      desk.submit.click(),
    ]);
    expect(asked.postDataJSON()).toMatchObject({ depositAmount: '60500000' });
    await expect(desk.toast(/Filled \d+,\d\d @ \d+,\d¢/)).toBeVisible();
    await expect.poll(async () => (await ordersOf(trader))[0]?.status).toBe('filled');
    await expect(desk.balance).toContainText(/9\.9[34]\d,\d\d/);
  });

  await test.step('positions show it, and files keep the point', async () => {
    await desk.go('/portfolio');
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /\$\d\d,\d\d/ })
        .first(),
    ).toBeVisible();
    await expectCommas(page, /\$\d\d,\d\d/);
    await page.getByRole('tab', { name: 'History' }).click();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = readFileSync(await (await downloaded).path(), 'utf8');
    expect(file).toMatch(/,\d+\.\d+,/);
    expect(file).not.toMatch(/"[\d.]*,\d+"/);
  });

  for (const path of ['/', '/rounds', '/tokens', '/parlay', '/triggers', '/monitor'])
    await test.step(`${path} has no figure with a point`, async () => {
      await desk.go(path);
      await expectCommas(page, /\d,\d/);
    });
});
