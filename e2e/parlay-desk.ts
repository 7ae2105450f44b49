import type { AnswerWire } from '@contract/routes.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Desk } from './desk.ts';
import { type Tradable, tradableMarkets } from './markets.ts';
import type { Trader } from './trader.ts';

/** Tradable markets, one of an event: legs of one parlay must not share an event. */
export async function marketsOfManyEvents(url: string): Promise<Tradable[]> {
  const events = new Set<string>();
  return (await tradableMarkets(url, 150)).filter(({ eventId }) => {
    const fresh = !events.has(eventId);
    events.add(eventId);
    return fresh;
  });
}

/** The nth five of `markets`. */
export function fiveOf(markets: readonly Tradable[], nth: number): Tradable[] {
  const five = markets.slice(nth * 5, nth * 5 + 5);
  if (five.length < 5) throw new Error(`only ${markets.length} events to bet on`);
  return five;
}

export const legs = (page: Page): Locator => page.getByTestId('leg');
export const slips = (page: Page): Locator => page.getByTestId('slip');

/** The wallet's parlays, as the exchange lists them. */
export const slipsOf = async (trader: Trader): Promise<AnswerWire<'listSlips'>['slips']> =>
  (await trader.get<AnswerWire<'listSlips'>>(`/prediction/v1/parlays?walletAddress=${trader.pubkey}`)).body
    .slips;

/** Opens a link to a parlay and takes its legs over. */
export async function takeLink(
  page: Page,
  from: readonly Tradable[],
  extra: readonly string[] = [],
): Promise<void> {
  const ids = [...extra, ...from.map(({ marketId }) => marketId)].slice(0, 5);
  // From a page that is none of the desk's: of its own only the part behind the # would change.
  await page.goto('/healthz');
  await page.goto(`/parlay#legs=${ids.map(encodeURIComponent).join(',')}`);
  await page.getByRole('button', { name: /^(Use this slip|Replace mine)$/ }).click();
}

export async function placePaid(desk: Desk): Promise<void> {
  await desk.page.getByRole('button', { name: 'Place for $10.00' }).click();
  await expect(desk.toast(/Parlay.*Placed/s)).toBeVisible();
}
