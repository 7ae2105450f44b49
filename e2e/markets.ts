import type { AnswerWire } from '@contract/routes.ts';

type ListedEvent = AnswerWire<'listEvents'>['data'][number];
type ListedMarket = NonNullable<ListedEvent['markets']>[number];

export interface Tradable {
  eventId: string;
  marketId: string;
  title: string;
  eventTitle: string;
}

/** Unix seconds of the markets of a service: an exchange on paper may have a time of its own. */
export async function marketNow(url: string): Promise<number> {
  const { paper } = (await (await fetch(`${url}/config.json`)).json()) as { paper: { now?: number } | null };
  return Math.floor(paper?.now ?? Date.now() / 1_000);
}

/** The first hundred events that a service lists, with their markets, or those that `query` asks for. */
export async function eventsOf(url: string, query: Record<string, string> = {}): Promise<ListedEvent[]> {
  const asked = new URLSearchParams({ includeMarkets: 'true', start: '0', end: '100', ...query });
  const answer = await fetch(`${url}/prediction/v1/events?${asked}`);
  return ((await answer.json()) as AnswerWire<'listEvents'>).data;
}

/** Whether it has more than so many markets, and all of them are open. */
export const isOpenField = ({ markets }: ListedEvent, more: number): boolean =>
  (markets?.length ?? 0) > more && (markets ?? []).every(({ status }) => status === 'open');

/** A market is good to trade when both sides are quoted away from the edges. */
function isLiquid(market: ListedMarket): boolean {
  const { pricing } = market;
  const within = (price: string | number | null | undefined) => {
    const cents = Math.round(Number(price) / 10_000);
    return cents >= 10 && cents <= 90;
  };
  return (
    market.status === 'open' &&
    pricing !== null &&
    pricing !== undefined &&
    within(pricing.buyYesPriceUsd) &&
    within(pricing.sellYesPriceUsd) &&
    within(pricing.buyNoPriceUsd)
  );
}

/**
 * Liquid markets of long-dated events, the most traded first, so that none closes in the middle of a test. Events that a
 * journey on the same server has begun to settle come last: their pages open with what has won.
 */
export async function tradableMarkets(url: string, count: number): Promise<Tradable[]> {
  const found: Tradable[] = [];
  const settling: Tradable[] = [];
  const soon = (await marketNow(url)) + 5 * 24 * 3_600;
  for (let start = 0; found.length < count && start < 600; start += 100) {
    for (const event of await eventsOf(url, { start: `${start}`, end: `${start + 100}` })) {
      if (event.isLive || event.category === 'sports' || event.category === 'esports') continue;
      const all = event.markets ?? [];
      const into = all.every(({ status }) => status === 'open') ? found : settling;
      for (const market of all) {
        if (!isLiquid(market) || Number(market.closeTime) < soon) continue;
        into.push({
          eventId: event.eventId,
          marketId: market.marketId,
          title: market.title ?? '',
          eventTitle: event.metadata?.title ?? '',
        });
      }
    }
  }
  const either = [...found, ...settling];
  if (either.length < count) throw new Error(`only ${either.length} tradable markets, ${count} wanted`);
  return either.slice(0, count);
}

/** The last of these that trades in whole cents. */
export async function lastInCents(url: string, markets: readonly Tradable[]): Promise<Tradable> {
  for (const market of markets.toReversed()) {
    const answer = await fetch(`${url}/prediction/v1/orderbook/${market.marketId}`);
    const book = (await answer.json()) as AnswerWire<'getOrderbook'>;
    const prices = [...(book?.yes_dollars ?? []), ...(book?.no_dollars ?? [])].map(([price]) => price);
    if (prices.length > 0 && prices.every((price) => price.endsWith('00'))) return market;
  }
  throw new Error('no market trades in whole cents');
}

/** For how many hours a market has traded; not a number where nobody says. */
export async function ageOf(url: string, marketId: string): Promise<number> {
  const answer = await fetch(`${url}/prediction/v1/markets/${marketId}`);
  const { openTime } = (await answer.json()) as AnswerWire<'getMarket'>;
  return ((await marketNow(url)) - Number(openTime ?? Number.NaN)) / 3_600;
}
