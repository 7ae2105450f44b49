import { expect, type Locator, type Page } from '@playwright/test';
import type { Tradable } from './markets.ts';
import { TEST_WALLET_NAME } from './test-wallet.ts';

/** What a person does with the desk, in the words the desk uses. */
export class Desk {
  constructor(readonly page: Page) {}

  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    // Not that of the brand, which stands there until the configuration has come.
    await expect(this.page.locator('main#main')).toBeVisible();
    // It listens to keys one task after it is drawn.
    await this.page.evaluate(() => new Promise((next) => setTimeout(next)));
  }

  /**
   * Goes on to another page of the desk that is open, as its links do. Loading it anew costs a renderer two seconds of a
   * core, and is for journeys about that. Resolves once the page is drawn, before what it asks for has come.
   */
  async go(path: string): Promise<void> {
    await this.page.evaluate(async (href) => {
      const router = window.__TSR_ROUTER__;
      if (!router) throw new Error('no page of the desk is open');
      const drawn = new Promise<void>((resolve) => {
        const stop = router.subscribe('onRendered', () => {
          stop();
          resolve();
        });
      });
      await Promise.all([router.navigate({ href }), drawn]);
    }, path);
  }

  async openMarket(
    { eventId, marketId }: Pick<Tradable, 'eventId' | 'marketId'>,
    side: 'yes' | 'no' = 'yes',
  ): Promise<void> {
    await this.open(`/event/${eventId}?market=${marketId}&side=${side}`);
    await expect(this.ticket).toBeVisible();
  }

  /** The same on a desk that is open. */
  async goToMarket(
    { eventId, marketId }: Pick<Tradable, 'eventId' | 'marketId'>,
    side: 'yes' | 'no' = 'yes',
  ): Promise<void> {
    await this.go(`/event/${eventId}?market=${marketId}&side=${side}`);
    await expect(this.ticket).toBeVisible();
  }

  get header(): Locator {
    return this.page.getByRole('banner');
  }

  get ticket(): Locator {
    return this.page.getByRole('group', { name: /^Order: / });
  }

  get balance(): Locator {
    return this.page.getByTestId('balance');
  }

  /** The toast that tells of a transaction. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('[data-sonner-toast]').filter({ hasText: text });
  }

  async connect(name: string = TEST_WALLET_NAME): Promise<void> {
    await this.header.getByRole('button', { name: /^Connect/ }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Connect a wallet' });
    await dialog.getByRole('button', { name }).click();
    await expect(dialog).toBeHidden();
    await expect(this.header.getByRole('button', { name: /^Wallet / })).toBeVisible();
  }

  async takePlayMoney(): Promise<void> {
    const offer = this.page.getByRole('region', { name: 'Play money' });
    await offer.getByRole('button', { name: 'Get play money' }).click();
    await expect(this.balance).toContainText('10,000.00');
    await expect(offer).toBeHidden();
  }

  async fill(amount: string): Promise<void> {
    await this.ticket.getByRole('textbox', { name: 'Amount' }).fill(amount);
  }

  /** From now on answers the question about a price that moved with yes, while anything else is waited for. */
  async acceptMoves(): Promise<void> {
    const moved = this.page.getByRole('dialog', {
      name: /^(The price moved against you|(Fewer contracts|More would be bought) than shown|The payout (has (fallen|risen)|is not known))$/,
    });
    await this.page.addLocatorHandler(moved, () =>
      moved.getByRole('button', { name: 'Accept and continue' }).click(),
    );
  }

  /**
   * On a live platform: from now on agrees to pay whom the service names alone, as the escrow of an order, while
   * anything else is waited for; any other doubt fails the test.
   */
  async payUnvouched(): Promise<void> {
    const question = this.page.getByRole('dialog', {
      name: 'This transaction could not be checked completely',
    });
    await this.page.addLocatorHandler(question, async () => {
      await expect(question).toContainText('nobody but the service vouches for it');
      await expect(question).not.toContainText(/not seen at all|it calls|more memo|signed by|for priority/);
      await question.getByRole('button', { name: 'Sign anyway' }).click();
    });
  }

  get submit(): Locator {
    return this.ticket.getByRole('button', { name: /^(Buy|Sell) .* for \$/ });
  }

  /** Buys on the open market and waits for the fill. */
  async buy(dollars: string): Promise<void> {
    await this.fill(dollars);
    await this.submit.click();
    await expect(this.toast(/Buy.*Filled/s)).toBeVisible();
  }
}

/** Fails on anything a page may not do to its reader: sideways scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, 'no horizontal scroll').toBeLessThanOrEqual(window ?? 0);
}

/** Buttons and links of tables that reach out of the part of the table that is in view. */
export const clippedActions = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table button, table a')].flatMap((action) => {
      const box = action.getBoundingClientRect();
      const frame = action.closest('section')?.getBoundingClientRect();
      if (!frame || box.width === 0) return [];
      const inside = box.left >= frame.left - 0.5 && box.right <= frame.right + 0.5;
      return inside
        ? []
        : [`${action.textContent} (${box.left}-${box.right} of ${frame.left}-${frame.right})`];
    }),
  );

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** The frame of something that is drawn. */
export async function boxOf(what: Locator): Promise<Box> {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not drawn`);
  return box;
}

/** Fails unless they stand side by side, from left to right, with the middle of each beside all others. */
export function expectBeside(...boxes: readonly Box[]): void {
  for (const [index, { x, y, height }] of boxes.entries()) {
    const before = boxes[index - 1];
    if (before) expect(x).toBeGreaterThanOrEqual(before.x + before.width);
    for (const other of boxes) {
      expect(y + height / 2).toBeGreaterThan(other.y);
      expect(y + height / 2).toBeLessThan(other.y + other.height);
    }
  }
}
