import type { MarketId, Side } from '@contract/ids.ts';
import { absBig, compareBig, type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { GameScore } from '@contract/prediction/score.ts';
import { type Scale, scaleOf, withoutShared } from './outcome-scale.ts';

/** A spread above this (5¢) is marked: the price shown is far from what a sale would bring. */
const WIDE_SPREAD = 50_000n;

/** Title of an event, from wherever it has one. */
export const titleOf = (event: PredictionEvent): string =>
  event.metadata?.title || event.markets[0]?.title || event.eventId;

/** When trading is over, Unix seconds; null when the service does not say. */
export function closeTimeOf(event: PredictionEvent): number | null {
  const own = event.metadata?.closeTime;
  if (own !== null && own !== undefined) return own;
  const times = event.markets.flatMap((market) => (market.closeTime === null ? [] : [market.closeTime]));
  return times.length === 0 ? null : Math.max(...times);
}

export type EventPhase = 'upcoming' | 'live' | 'open' | 'ended';

/**
 * Where an event stands. A score decides before the service's own flag, and both before the schedule: games run
 * over, and a scheduled end is not an end.
 */
export function phaseOf(
  event: PredictionEvent,
  score: GameScore | null | undefined,
  now: number,
): EventPhase {
  if (score?.ended || !event.isActive) return 'ended';
  if (event.markets.length > 0 && event.markets.every((market) => market.status !== 'open')) return 'ended';
  if (score?.live ?? event.isLive) return 'live';
  return event.beginAt !== null && event.beginAt > now ? 'upcoming' : 'open';
}

/** Whether a score may exist: games that run, are about to, or are over. Nothing else is worth asking for. */
export function mayHaveScore(event: PredictionEvent, now: number): boolean {
  if (event.category !== 'sports' && event.category !== 'esports') return false;
  return event.isLive || (event.beginAt !== null && event.beginAt <= now + 60);
}

/**
 * A provider's raw score for reading: "2-0" → "2–0", "7-6|1-1|Bo3" → "1–1 · 7–6", "005-011|1-0|Bo3" → "1–0 · 5–11".
 * Once it has ended, the last game within a series decides nothing and is left out. Free text stays as it comes.
 */
export function scoreText(raw: string, ended = false): string {
  const [inner = '', outer, format] = raw.split('|').map((part) => part.trim());
  const dashed = (text: string): string => text.replace(/\b0*(\d+)\s*-\s*0*(\d+)/g, '$1–$2');
  if (outer === undefined || format === undefined) return dashed(raw.trim());
  return !ended && /[1-9]/.test(inner) ? `${dashed(outer)} · ${dashed(inner)}` : dashed(outer);
}

/** "67'" of minutes, other clocks as they come; nothing between periods, where the clock stands at zero. */
function elapsedText(elapsed: string | null): string {
  if (elapsed === null || /^0*:?0*$/.test(elapsed)) return '';
  return /^\d{1,3}(\+\d+)?$/.test(elapsed) ? `${elapsed}'` : elapsed;
}

/** "2H 67' 2–0": period, clock and score of a game, as far as known; empty when nothing is. */
export function liveText(score: GameScore): string {
  const period = score.period !== null && !/^live$/i.test(score.period) ? score.period : '';
  const points = score.score === null ? '' : scoreText(score.score, score.ended);
  return [period, score.ended ? '' : elapsedText(score.elapsed), points]
    .filter((part) => part !== '')
    .join(' ');
}

/** What one contract of a side costs and brings, micro-USD; null where nobody quotes. */
export interface SideQuote {
  side: Side;
  buy: MicroUsd | null;
  sell: MicroUsd | null;
  wide: boolean;
}

export function sideQuote(market: Market, side: Side): SideQuote {
  const pricing = market.status === 'open' ? market.pricing : null;
  const buy = (side === 'yes' ? pricing?.buyYesPriceUsd : pricing?.buyNoPriceUsd) ?? null;
  const sell = (side === 'yes' ? pricing?.sellYesPriceUsd : pricing?.sellNoPriceUsd) ?? null;
  return { side, buy, sell, wide: buy !== null && sell !== null && buy - sell > WIDE_SPREAD };
}

/** What buying and selling at once costs; null where one of them lacks, or the book is caught halfway through a change. */
export const spreadOf = (quote: SideQuote | undefined): MicroUsd | null =>
  quote === undefined || quote.buy === null || quote.sell === null || quote.buy < quote.sell
    ? null
    : microUsd(quote.buy - quote.sell);

/** Middle of buy and sell, else the price there is; null when YES is not quoted at all. */
export function probabilityOf(market: Market): MicroUsd | null {
  const { buy, sell } = sideQuote(market, 'yes');
  if (buy !== null && sell !== null) return microUsd((buy + sell) / 2n);
  if (buy !== null || sell !== null) return buy ?? sell;
  const no = sideQuote(market, 'no');
  const price = no.buy ?? no.sell;
  return price === null ? null : microUsd(ONE_USD - price);
}

/** Chance of one side, micro-USD; null when nobody quotes. */
export function chanceOf(market: Market, side: Side): MicroUsd | null {
  const chance = probabilityOf(market);
  if (chance === null) return null;
  return side === 'yes' ? chance : microUsd(ONE_USD - chance);
}

/** What became of one side of a market that no longer trades. */
export type Verdict = 'won' | 'lost' | 'draw' | 'void' | 'closed';

export function verdictOf(market: Pick<Market, 'status' | 'result'>, side: Side): Verdict | null {
  if (market.status === 'open' && market.result === null) return null;
  if (market.status === 'cancelled') return 'void';
  if (market.result === 'draw') return 'draw';
  if (market.result !== 'yes' && market.result !== 'no') return 'closed';
  return market.result === side ? 'won' : 'lost';
}

/** One line of a card: an outcome one can back, with the buttons that do so. */
export interface Outcome {
  key: string;
  marketId: MarketId;
  label: string;
  /** What the lines are to each other. */
  scale: Scale;
  /** Chance of this line, micro-USD of a contract. */
  probability: MicroUsd | null;
  quotes: SideQuote[];
  verdict: Verdict | null;
}

/** Which market of an up/down event it is, by its side or else by its title; undefined of any other. */
export const upDown = (market: Market): 'up' | 'down' | undefined => {
  const side = market.outcomeSide?.toLowerCase();
  if (side === 'up' || side === 'down') return side;
  return /^up\b/i.test(market.title) ? 'up' : /^down\b/i.test(market.title) ? 'down' : undefined;
};

/** One of the two markets of an up/down event, or one that nobody offers the NO of. */
export const isOneSided = (market: Market): boolean =>
  upDown(market) !== undefined ||
  (market.pricing !== null &&
    market.pricing.buyYesPriceUsd !== null &&
    market.pricing.buyNoPriceUsd === null &&
    // Near certainty one side has no offers for a while, but still bids: such a market has both.
    market.pricing.sellNoPriceUsd === null);

/** Kinds of sports markets that ask who wins, the plainest first; a race has a kind of its own for that. */
const WINNER_KINDS = [/^moneyline$/, /winner$/];

/** Who wins a game or race that lists spreads, totals or podiums as well; else every market. */
function mainMarkets(event: PredictionEvent): Market[] {
  for (const kind of WINNER_KINDS) {
    const winners = event.markets.filter(({ sportsMarketType }) => kind.test(sportsMarketType ?? ''));
    if (winners.length > 0) return winners;
  }
  return event.markets;
}

/** What has won, then what trades, the likeliest first, then what does not. */
const byChance = (a: Market, b: Market): number => {
  if ((a.result === 'yes') !== (b.result === 'yes')) return a.result === 'yes' ? -1 : 1;
  if ((a.status === 'open') !== (b.status === 'open')) return a.status === 'open' ? -1 : 1;
  return compareBig(probabilityOf(b) ?? -1n, probabilityOf(a) ?? -1n);
};

/** A pair of one-sided markets, Up before Down; null of anything else. */
const upDownPair = (markets: readonly Market[]): Market[] | null =>
  markets.length === 2 && markets.every((market) => upDown(market) !== undefined)
    ? markets.toSorted((a, b) => (upDown(a) === upDown(b) ? 0 : upDown(a) === 'up' ? -1 : 1))
    : null;

/**
 * Markets in the order they are read in: home, draw and away of a game, strikes and dates by value, of a field the
 * favourite first. The service sends them in none.
 */
export function rankMarkets(title: string, markets: readonly Market[]): Market[] {
  const pair = upDownPair(markets);
  if (pair) return pair;
  const { places } = scaleOf(title, markets);
  if (!places) return markets.toSorted(byChance);
  const place = new Map(markets.map((market, index) => [market, places[index] ?? 0]));
  return markets.toSorted((a, b) => Math.sign((place.get(a) ?? 0) - (place.get(b) ?? 0)) || 0);
}

/** Order of an event's outcomes. */
export const outcomeOrder = (event: PredictionEvent): MarketId[] =>
  rankMarkets(titleOf(event), mainMarkets(event)).map((market) => market.marketId);

/** Name of what a market is about, as cards and parlays write it. */
export const marketName = (market: Market): string => market.team?.name || market.title || market.marketId;

/**
 * Lines of a card. One market shows both its sides, a one-sided pair one side each, everything else a line a
 * market with both prices. `order` keeps lines where they were when prices move.
 */
export function outcomesOf(
  event: PredictionEvent,
  order: readonly MarketId[] = outcomeOrder(event),
): Outcome[] {
  const known = new Map(mainMarkets(event).map((market) => [market.marketId, market]));
  const markets = order.flatMap((id) => known.get(id) ?? []);
  const [only] = markets;
  if (only && markets.length === 1 && !isOneSided(only)) return bothSides(only);
  const { scale } = scaleOf(titleOf(event), markets);
  const labels = withoutShared(markets.map(marketName));
  return markets.map((market, index) => ({
    key: market.marketId,
    marketId: market.marketId,
    label: labels[index] ?? marketName(market),
    scale,
    probability: probabilityOf(market),
    quotes: isOneSided(market)
      ? [sideQuote(market, 'yes')]
      : [sideQuote(market, 'yes'), sideQuote(market, 'no')],
    verdict: verdictOf(market, 'yes'),
  }));
}

function bothSides(market: Market): Outcome[] {
  const [yes = 'Yes', no = 'No'] = market.outcomes.length === 2 ? market.outcomes : [];
  const chance = probabilityOf(market);
  const line = (side: Side, label: string, probability: MicroUsd | null): Outcome => ({
    key: `${market.marketId}:${side}`,
    marketId: market.marketId,
    label,
    scale: 'field',
    probability,
    quotes: [sideQuote(market, side)],
    verdict: verdictOf(market, side),
  });
  return [line('yes', yes, chance), line('no', no, chance === null ? null : microUsd(ONE_USD - chance))];
}

/** Lines that a card has room for. */
export const CARD_LINES = 3;

/** How far a chance is from even; what nobody quotes is the furthest. */
const distance = ({ probability }: Outcome): bigint =>
  probability === null ? ONE_USD : absBig(probability - ONE_USD / 2n);

/** Whether several lines can come true, so that the contested one tells most. */
export const isContested = ({ scale }: Outcome): boolean => scale === 'value' || scale === 'date';

/** Of strikes and dates the neighbours that are most contested, in their order; else the first. */
export function cardLines(outcomes: readonly Outcome[]): readonly Outcome[] {
  const [first] = outcomes;
  if (!first || !isContested(first) || outcomes.length <= CARD_LINES) return outcomes.slice(0, CARD_LINES);
  const starts = outcomes.slice(0, 1 - CARD_LINES).map((_, start) => start);
  const far = (start: number): bigint =>
    outcomes.slice(start, start + CARD_LINES).reduce((sum, outcome) => sum + distance(outcome), 0n);
  const best = starts.reduce((least, start) => (far(start) < far(least) ? start : least), 0);
  return outcomes.slice(best, best + CARD_LINES);
}

/**
 * The line that stands for the event where there is room for one: of strikes and dates the most contested, of a field
 * the first, which was the favourite when its order was made and holds still while it is read, of all else the
 * likeliest.
 */
export function leadingOutcome(outcomes: readonly Outcome[]): Outcome | undefined {
  const [first] = outcomes;
  const isField = first?.scale === 'field' && outcomes.length > 2;
  if (isField && first.verdict === null && first.probability !== null) return first;
  const rank = (outcome: Outcome): bigint =>
    isContested(outcome) ? distance(outcome) : -(outcome.probability ?? -1n);
  return outcomes.reduce<Outcome | undefined>(
    (best, outcome) => (best === undefined || rank(outcome) < rank(best) ? outcome : best),
    undefined,
  );
}

/** How far an item may move before the order on the screen counts as outdated. */
const TOLERATED_MOVE = 3;

/** Whether the service's order has left the one on the screen behind: something came, went, or moved far. */
export function hasDrifted<Id>(shown: readonly Id[], current: readonly Id[]): boolean {
  if (shown.length !== current.length) return true;
  const place = new Map(shown.map((id, index) => [id, index]));
  return current.some(
    (id, index) => Math.abs((place.get(id) ?? Number.POSITIVE_INFINITY) - index) >= TOLERATED_MOVE,
  );
}

/** Keeps what is on the screen where it is: what left goes, what is new comes last. */
export function keepOrder<Id>(shown: readonly Id[], current: readonly Id[]): Id[] {
  const present = new Set(current);
  const seen = new Set(shown);
  return [...shown.filter((id) => present.has(id)), ...current.filter((id) => !seen.has(id))];
}
