import type { MarketId } from '@contract/ids.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import {
  isContested,
  leadingOutcome,
  type Outcome,
  outcomeOrder,
  outcomesOf,
  rankMarkets,
  sideQuote,
  titleOf,
  verdictOf,
} from '@/domain/events.ts';
import { withoutShared } from '@/domain/outcome-scale.ts';
import { GROUP_LABELS } from './market-labels.ts';

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

/** "f1_podium_finish" → "F1 podium finish". */
const labelOf = (type: string): string => {
  const words = type.replace(/[_-]+/g, ' ').trim();
  return GROUP_LABELS[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

/** The markets of an event: its main outcomes, and every other one by its kind. */
export interface Grouped {
  main: Market[];
  more: MarketGroup[];
}

/** Main outcomes and other kinds, each as it is read, or as its provider sorts it. */
export function groupMarkets(event: PredictionEvent): Grouped {
  const byId = new Map(event.markets.map((market) => [market.marketId, market]));
  const main = outcomeOrder(event).flatMap((id) => byId.get(id) ?? []);
  const taken = new Set(main);
  const groups = new Map<string, MarketGroup>();
  for (const market of event.markets) {
    if (taken.has(market)) continue;
    const key = market.sportsMarketType ?? market.showCategory ?? '';
    const group = groups.get(key) ?? { key, label: key === '' ? 'More markets' : labelOf(key), markets: [] };
    group.markets.push(market);
    groups.set(key, group);
  }
  const inOrder = (markets: readonly Market[]): Market[] =>
    markets.every(({ sort }) => sort !== null)
      ? markets.toSorted((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
      : rankMarkets(titleOf(event), markets);
  return {
    main,
    more: [...groups.values()].map((group) => ({ ...group, markets: inOrder(group.markets) })),
  };
}

/** The same groups in the same order, with the markets as they are now: what is read holds still while prices move. */
export function renewed({ main, more }: Grouped, event: PredictionEvent): Grouped {
  const byId = new Map(event.markets.map((market) => [market.marketId, market]));
  const now = (markets: readonly Market[]): Market[] =>
    markets.flatMap(({ marketId }) => byId.get(marketId) ?? []);
  return { main: now(main), more: more.map((group) => ({ ...group, markets: now(group.markets) })) };
}

const isOffered = (market: Market): boolean =>
  sideQuote(market, 'yes').buy !== null || sideQuote(market, 'no').buy !== null;

/** Whether the event's question is answered: nothing is offered any more, or one of its alternatives has won. */
function isDecided(main: readonly Market[], lines: readonly Outcome[]): boolean {
  if (!main.some(({ status }) => status === 'open')) return true;
  return !lines.some(isContested) && lines.length > 2 && lines.some(({ verdict }) => verdict === 'won');
}

/**
 * The market of the address, else what the event is about now: of strikes and dates the most contested, of a field the
 * favourite, among those that somebody offers. Once it is decided, the one that is held, else the one that won.
 */
export function selectMarket(
  event: PredictionEvent,
  wanted: string | undefined,
  held: ReadonlySet<MarketId> = new Set(),
): Market | undefined {
  const named = event.markets.find((market) => market.marketId === wanted);
  if (named) return named;
  const { main } = groupMarkets(event);
  const lines = outcomesOf(event);
  if (isDecided(main, lines)) {
    const settled =
      event.markets.find(({ marketId }) => held.has(marketId)) ??
      main.find((market) => verdictOf(market, 'yes') === 'won');
    if (settled) return settled;
  }
  const offered = new Map(main.filter(isOffered).map((market) => [market.marketId, market]));
  const leader = leadingOutcome(lines.filter(({ marketId }) => offered.has(marketId)));
  if (leader && isContested(leader)) return offered.get(leader.marketId);
  const [favourite] = offered.values();
  return favourite ?? main.find((market) => market.status === 'open') ?? main[0] ?? event.markets[0];
}

/** Whether a market that was opened by itself stays so: as long as it trades, or its event is not decided. */
export function staysOpen(event: PredictionEvent, opened: MarketId | undefined): boolean {
  const market = event.markets.find(({ marketId }) => marketId === opened);
  if (!market) return false;
  return market.status === 'open' || !isDecided(groupMarkets(event).main, outcomesOf(event));
}

/**
 * What each market is called beside its event's title: what all of a group share is left out. A single question that
 * repeats the title has no name of its own.
 */
export function labelsOf(
  event: PredictionEvent,
  main: readonly Market[],
  more: readonly MarketGroup[],
): ReadonlyMap<MarketId, string> {
  const labels = new Map<MarketId, string>();
  for (const markets of [main, ...more.map((group) => group.markets)]) {
    const names = withoutShared(markets.map(outcomeName));
    for (const [index, market] of markets.entries()) labels.set(market.marketId, names[index] ?? '');
  }
  const [only] = main;
  if (only && main.length === 1 && isSame(outcomeName(only), titleOf(event))) labels.set(only.marketId, '');
  return labels;
}

const isSame = (a: string, b: string): boolean => {
  const words = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return words(a) === words(b);
};
