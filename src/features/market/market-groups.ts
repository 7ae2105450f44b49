import type { MarketId, Side } from '@contract/ids.ts';
import { type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import { isContested, leadingOutcome, outcomeOrder, outcomesOf, probabilityOf } from '@/domain/events.ts';

/** Name of what a market is about: the team where it is about winning, else its title. */
export function outcomeName(market: Market): string {
  const winner = market.sportsMarketType === null || market.sportsMarketType === 'moneyline';
  return (winner && market.team?.name) || market.title || market.marketId;
}

export interface MarketGroup {
  key: string;
  label: string;
  markets: Market[];
}

const LABELS: Record<string, string> = {
  moneyline: 'Winner',
  child_moneyline: 'Single games',
  spreads: 'Spreads',
  totals: 'Totals',
  'odd/even': 'Odd or even',
  f1_race_winner: 'Race winner',
};

/** "f1_podium_finish" → "F1 podium finish". */
const labelOf = (type: string): string => {
  const words = type.replace(/[_-]+/g, ' ').trim();
  return LABELS[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

/** The event's main outcomes in the given order, and every other market by its kind, as its provider sorts them. */
export function groupMarkets(
  event: PredictionEvent,
  order: readonly MarketId[] = outcomeOrder(event),
): { main: Market[]; more: MarketGroup[] } {
  const byId = new Map(event.markets.map((market) => [market.marketId, market]));
  const main = order.flatMap((id) => byId.get(id) ?? []);
  const taken = new Set(main);
  const groups = new Map<string, MarketGroup>();
  for (const market of event.markets) {
    if (taken.has(market)) continue;
    const key = market.sportsMarketType ?? market.showCategory ?? '';
    const group = groups.get(key) ?? { key, label: key === '' ? 'More markets' : labelOf(key), markets: [] };
    group.markets.push(market);
    groups.set(key, group);
  }
  const bySort = (a: Market, b: Market): number => (a.sort === null || b.sort === null ? 0 : a.sort - b.sort);
  return {
    main,
    more: [...groups.values()].map((group) => ({ ...group, markets: group.markets.toSorted(bySort) })),
  };
}

/**
 * The market of the address, else of strikes and dates the most contested, else the first one that trades: of a field
 * the favourite.
 */
export function selectMarket(event: PredictionEvent, wanted: string | undefined): Market | undefined {
  const named = event.markets.find((market) => market.marketId === wanted);
  if (named) return named;
  const { main } = groupMarkets(event);
  const lines = outcomesOf(event);
  if (lines.some(isContested)) {
    const contested = leadingOutcome(lines.filter(({ verdict }) => verdict === null))?.marketId;
    const found = main.find(({ marketId }) => marketId === contested);
    if (found) return found;
  }
  return main.find((market) => market.status === 'open') ?? main[0] ?? event.markets[0];
}

/** Chance of one side, micro-USD; null when nobody quotes. */
export function chanceOf(market: Market, side: Side): MicroUsd | null {
  const chance = probabilityOf(market);
  if (chance === null) return null;
  return side === 'yes' ? chance : microUsd(ONE_USD - chance);
}
