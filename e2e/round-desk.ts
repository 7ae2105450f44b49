import { expect, type Locator, type Page } from '@playwright/test';
import type { Desk } from './desk.ts';
import type { Control } from './trader.ts';

/** Seconds of a round. */
export const ROUND = 900;

/** Moves the exchange to the second minute of a round, so that none closes in the middle of a test. @returns its start. */
export async function toFreshRound(control: Control): Promise<number> {
  const { now } = await control.call<{ now: number }>('GET', '/clock');
  const begin = Math.ceil(now / ROUND) * ROUND;
  await control.advance(begin + 60 - now);
  return begin;
}

/** Buys on the open page of the running round, for one of the amounts at hand. */
export async function buyRound(desk: Desk, side: 'Up' | 'Down', quick: string): Promise<void> {
  await desk.ticket.getByRole('radio', { name: new RegExp(side) }).check({ force: true });
  await desk.ticket.getByRole('button', { name: quick, exact: true }).click();
  const bought = desk.toast(new RegExp(`Bought [\\d.]+ ${side} @ [\\d.]+¢`));
  const buy = desk.ticket.getByRole('button', { name: `Buy ${side} for ${quick}.00` });
  // Real prices may run away from the limit between the quote and the order, which is refused: then once more.
  for (let attempt = 0; attempt < 5 && !(await bought.isVisible()); attempt += 1) {
    await buy.click();
    // It has another name while the order is on its way, and none of the kind once the amount is spent.
    await expect(bought.or(buy)).toBeVisible();
    if (await buy.isVisible()) await desk.page.waitForResponse(/\/events\/BTC15M/);
  }
  await expect(bought).toBeVisible();
}

export const holding = (page: Page, side: 'Up' | 'Down'): Locator =>
  page.getByRole('region', { name: 'My positions in rounds' }).getByRole('row').filter({ hasText: side });
