import type { Browser, Locator, Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { boxOf, clippedActions } from './desk.ts';
import { expect, test } from './test.ts';
import { ownExchange } from './trigger-desk.ts';
import { SOL, type TriggerTrader } from './trigger-trader.ts';

const DAY_MS = 86_400_000;
const HOUR = 3_600;

/** Drags a handle on the chart up by so many pixels, once it has come to rest: a chart that changes its size moves it. */
async function dragUp(handle: Locator, pixels: number): Promise<void> {
  const { mouse } = handle.page();
  await handle.hover();
  const { x, y, width, height } = await boxOf(handle);
  await mouse.down();
  await mouse.move(x + width / 2, y + height / 2 - pixels, { steps: 4 });
  await mouse.up();
}

test.describe('orders that wait for a price', () => {
  const exchange = ownExchange();
  const { setSol, now: serverNow } = exchange;

  /** What a panel holds breaks no rule of accessibility. */
  async function expectAccessible(page: Page): Promise<void> {
    const { violations } = await (await axeOn(page))
      .include('[aria-label="Trigger orders"]')
      .exclude('[data-sonner-toaster]')
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  }

  /** A page whose wallet has signed in; `before` places its orders. */
  async function arrive(browser: Browser, before: (api: TriggerTrader) => Promise<unknown>, path?: string) {
    const scene = await exchange.arrive(browser, {
      messages: false,
      before: async (api) => {
        await api.open();
        await before(api);
      },
      ...(path && { path }),
    });
    await scene.desk.signIn();
    return { ...scene, panel: scene.desk.panel };
  }

  test('change an open order where it stands', async ({ browser }) => {
    const { panel, api, page, wallet } = await arrive(browser, async (trader) =>
      trader.sellBelow('2000000000', 90, (await serverNow()) + DAY_MS),
    );
    const row = panel.getByTestId('trigger-order');
    await expect(row).toContainText('Sell 2 SOL for USDC');
    // The navigation counts it on every page.
    await expect(page.getByTestId('trigger-badge').filter({ visible: true })).toHaveText('1 open');
    await expect(row).toContainText('−10.00 %');
    await expect(row).toContainText('$10.00 away');
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => clippedActions(page), { message: `${width} px` }).toEqual([]);
    }
    const asked = wallet.asked;
    await row.getByRole('button', { name: 'Change: Sell 2 SOL for USDC' }).click();
    const form = panel.getByRole('form', { name: 'Change the order' });
    await expect(form.getByRole('button', { name: 'Nothing is changed' })).toBeDisabled();
    await expectAccessible(page);
    await form.getByRole('textbox', { name: 'Trigger price' }).fill('110');
    await expect(form.getByText(/would trigger at once/)).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save: triggers at once' })).toBeEnabled();
    await form.getByRole('textbox', { name: 'Trigger price' }).fill('80');
    await form.getByRole('textbox', { name: 'Slippage' }).fill('101');
    await expect(form.getByRole('button', { name: 'Slippage: 0 to 100 %' })).toBeDisabled();
    await form.getByRole('textbox', { name: 'Slippage' }).fill('3.5');
    await form.getByRole('textbox', { name: 'Slippage' }).press('Enter');
    await expect(form).toBeVisible();
    await form.getByRole('combobox', { name: 'Expires' }).selectOption({ label: '7 days from now' });
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form).toBeHidden();
    await expect(row).toContainText('$80.00');
    await expect(row).toContainText('−20.00 %');
    expect(wallet.asked).toBe(asked);
    const [order] = await api.orders();
    expect(order).toMatchObject({ triggerPriceUsd: 80, slippageBps: 350, orderState: 'open' });
    expect(Number(order?.expiresAt) - (await serverNow())).toBeGreaterThan(6 * DAY_MS);
    await page.context().close();
  });

  test('an open order is a line on the chart, and is changed by dragging it once that is saved', async ({
    browser,
  }) => {
    const { panel, api, page } = await arrive(browser, async (trader) =>
      trader.sellBelow('2000000000', 90, (await serverNow()) + 7 * DAY_MS),
    );
    const row = panel.getByTestId('trigger-order');
    await expect(row).toContainText('7d');
    // However wide the window is, what an order waits for stays near its name.
    const shareOfName = () =>
      row.evaluate((line) => (line.querySelector('td')?.clientWidth ?? 0) / line.clientWidth);
    await page.setViewportSize({ width: 3840, height: 2160 });
    await expect.poll(shareOfName).toBeLessThan(0.45);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(shareOfName).toBeGreaterThan(0.2);
    const line = page.getByRole('slider', { name: /Sell 2 SOL on the chart$/ });
    await expect(line).toHaveAttribute('aria-valuetext', /^\$90\.00/);
    await dragUp(line, 20);
    await expect(line).toContainText('Not saved');
    const form = panel.getByRole('form', { name: 'Change the order' });
    const typed = await form.getByRole('textbox', { name: 'Trigger price' }).inputValue();
    expect(Number(typed)).toBeGreaterThan(90);
    expect(Number(typed)).toBeLessThan(100);
    expect((await api.orders())[0]?.triggerPriceUsd, 'nothing is sent by a drag').toBe(90);

    await form.getByRole('button', { name: 'Discard changes' }).click();
    await expect(line).toHaveAttribute('aria-valuetext', /^\$90\.00/);
    await line.press('PageDown');
    await line.press('Enter');
    await expect(form.getByRole('textbox', { name: 'Trigger price' })).toBeFocused();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form).toBeHidden();
    await expect(line).not.toContainText('Not saved');
    expect((await api.orders())[0]?.triggerPriceUsd).toBe(89.1);
    await page.context().close();
  });

  test('on a phone orders and vault are one press away, below the chart', async ({ browser }) => {
    const { panel, page, desk } = await arrive(browser, async (trader) =>
      trader.sellBelow('2000000000', 90, (await serverNow()) + DAY_MS),
    );
    await page.setViewportSize({ width: 390, height: 844 });
    const choose = (name: string) =>
      page
        .getByRole('group', { name: 'Below the chart' })
        .getByRole('radio', { name })
        .check({ force: true });
    await expect(desk.form).toBeVisible();
    await expect(panel).toBeHidden();
    await choose('My orders 1');
    await expect(panel.getByTestId('trigger-order')).toBeInViewport();
    await expect(desk.form).toBeHidden();
    await choose('Vault');
    await expect(desk.vault.getByRole('row').filter({ hasText: 'SOL' })).toBeInViewport();
    await page.context().close();
  });

  test('a cancellation that a reload interrupts is finished afterwards, once', async ({ browser }) => {
    const { panel, api, page, wallet, desk } = await arrive(browser, async (trader) =>
      trader.sellBelow('2000000000', 90, (await serverNow()) + DAY_MS),
    );
    const before = await api.balance();
    wallet.mood('hang');
    await panel.getByRole('button', { name: 'Cancel: Sell 2 SOL for USDC' }).click();
    await expect(desk.toast('Check your wallet')).toBeVisible();
    expect((await api.orders())[0]?.orderState).toBe('pending_withdraw');

    await page.reload();
    wallet.mood('approve');
    await expect(panel.getByText('A cancellation is not finished')).toBeVisible();
    await expect(panel.getByText(/Sell 2 SOL for USDC/)).toBeVisible();
    await desk.signIn();
    const row = panel.getByTestId('trigger-order');
    await expect(row).toContainText('Withdrawal not signed');
    // The price comes, and nothing fires: the order has been stopped.
    await setSol(80);
    await row.getByRole('button', { name: 'Withdraw: Sell 2 SOL for USDC' }).click();
    await expect(desk.toast('2 SOL returned to your wallet')).toBeVisible();
    await expect(panel.getByText('No open orders')).toBeVisible();

    expect((await api.orders())[0]?.orderState).toBe('cancelled');
    const gained = (await api.balance()) - before;
    expect(gained > 1_999_000_000n && gained <= 2_000_000_000n).toBe(true);
    expect((await api.vault()).balances).toEqual([]);
    expect((await exchange.control.audit()).ok).toBe(true);
    await page.context().close();
  });

  test('a refusal in the wallet leaves the order stopped, to be withdrawn when one likes', async ({
    browser,
  }) => {
    const { panel, page, wallet, desk } = await arrive(browser, async (trader) =>
      trader.buyBelow(90, (await serverNow()) + DAY_MS),
    );
    wallet.mood('reject');
    await panel.getByRole('button', { name: 'Cancel: Buy SOL with 20 USDC' }).click();
    await expect(desk.toast('Not signed. The order is stopped')).toBeVisible();
    await expect(panel.getByTestId('trigger-order')).toContainText('Withdrawal not signed');
    wallet.mood('approve');
    await panel.getByRole('button', { name: 'Withdraw: Buy SOL with 20 USDC' }).click();
    await expect(desk.toast('20 USDC returned to your wallet')).toBeVisible();
    await expect(desk.balance).toContainText('10,000.00');
    await page.context().close();
  });

  test('an expired order shows its funds first, and gives them back', async ({ browser }) => {
    const { panel, page, api, desk } = await arrive(browser, async (trader) => {
      const now = await serverNow();
      await trader.sellBelow('2000000000', 90, now + HOUR * 1_000);
      await trader.buyBelow(90, now + 40 * DAY_MS);
    });
    await expect(panel.getByTestId('trigger-order')).toHaveCount(2);
    await exchange.control.advance(2 * HOUR);
    await expect
      .poll(async () => (await api.orders()).filter((o) => o.orderState === 'expired').length)
      .toBe(1);
    await panel.getByRole('tab', { name: 'Past orders' }).click();
    const stranded = panel.getByRole('region', { name: 'Funds waiting in your vault' });
    await expect(stranded).toContainText('2 SOL');
    await stranded.getByRole('button', { name: /^Recover 2 SOL/ }).click();
    await expect(desk.toast('2 SOL returned to your wallet')).toBeVisible();
    await expect(stranded).toBeHidden();
    const row = panel.getByTestId('past-order');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Cancelled');
    await row.getByRole('button', { name: /^Show what happened/ }).click();
    const events = panel.getByTestId('trigger-event');
    await expect(events.first()).toContainText('Deposited 2 SOL');
    await expect(events.last()).toContainText('2 SOL to your wallet');
    await expectAccessible(page);
    await page.context().close();
  });

  test('past orders are told with their fills, narrowed to a token, and paged', async ({ browser }) => {
    const { panel, page } = await arrive(
      browser,
      async (trader) => {
        const ends = (await serverNow()) + DAY_MS;
        for (let count = 0; count < 21; count++) await trader.buyBelow(95, ends);
        await trader.order({ inputMint: SOL, outputMint: (await bitcoin()).mint }, '2000000000', ends, {
          triggerCondition: 'below',
          triggerPriceUsd: 95,
        });
        await setSol(94);
        await expect
          .poll(async () => (await trader.orders()).filter((o) => o.orderState === 'filled').length)
          .toBe(22);
      },
      '/triggers?tab=past',
    );
    const rows = panel.getByTestId('past-order');
    await expect(rows).toHaveCount(20);
    await expect(panel.getByText('1–20 of 22')).toBeVisible();
    await panel.getByRole('button', { name: 'Next page' }).click();
    await expect(rows).toHaveCount(2);
    await expect(panel.getByText('21–22 of 22')).toBeVisible();
    await expect(panel.getByText('21–22 of 22'), 'where the pages end').toBeFocused();

    const { symbol } = await bitcoin();
    await panel.getByRole('combobox', { name: 'Token' }).selectOption({ label: symbol });
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`Sell 2 SOL for ${symbol}`);
    await rows.getByRole('button', { name: /^Show what happened/ }).click();
    await expect(panel.getByTestId('trigger-event').nth(1)).toContainText(/^.*Filled 2 SOL for 0\.0/);
    await panel.getByRole('combobox', { name: 'Token' }).selectOption({ label: 'All tokens' });
    await panel.getByRole('combobox', { name: 'Sorted by' }).selectOption({ label: 'Placed' });
    await panel.getByRole('combobox', { name: 'Direction' }).selectOption({ label: 'Oldest first' });
    await expect(rows).toHaveCount(20);
    await expect(rows.first()).toContainText('Buy SOL with 20 USDC');
    await page.context().close();
  });

  const bitcoin = async (): Promise<{ mint: string; symbol: string }> => {
    const config = (await (await fetch(`${exchange.url}/config.json`)).json()) as {
      trigger: { tokens: { mint: string; symbol: string }[] };
    };
    const token = config.trigger.tokens.find(({ symbol }) => /BTC/.test(symbol));
    if (!token) throw new Error('no BTC token is configured');
    return token;
  };

  test('levels of the form are moved on the chart by pointer and keys', async ({ browser }) => {
    const { page, desk } = await arrive(browser, async () => undefined);
    await desk.enter('Sell price', '95');
    const handle = page.getByRole('slider', { name: /on the chart$/ });
    await expect(handle).toHaveAttribute('aria-valuetext', '$95.00, −5.0 % from now');
    await handle.press('ArrowUp');
    await expect(handle).toHaveAttribute('aria-valuetext', /^\$95\.(09|10)/);
    await handle.press('PageDown');
    await expect(desk.field('Sell price')).toHaveValue(/^94\.1/);
    await dragUp(handle, 50);
    const price = async () => Number(await desk.field('Sell price').inputValue());
    await expect.poll(price).toBeGreaterThan(96);
    expect(await price()).toBeLessThan(130);
    await page.context().close();
  });
});
