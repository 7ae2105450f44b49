import type { EventId } from '@contract/ids.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import { closeTimeOf, titleOf, upDown } from './events.ts';

/** Which side a finished round went to; `pending` until it is settled. */
export type RoundResult = 'up' | 'down' | 'draw' | 'void' | 'pending';

/** One round of a recurring up/down event. Times in Unix seconds. */
export interface Round {
  event: PredictionEvent;
  up: Market;
  down: Market | undefined;
  beginAt: number;
  closeAt: number;
  result: RoundResult;
}

/** A finished round, for a row of last results. */
export interface PastRound {
  eventId: EventId;
  beginAt: number;
  closeAt: number;
  result: RoundResult;
}

/** All rounds of one asset and length. */
export interface RoundSeries {
  key: string;
  name: string;
  /** Length as tagged, "15m". */
  length: string;
  /** Finished rounds, oldest first. */
  past: PastRound[];
  current: Round | undefined;
  next: Round | undefined;
}

const LENGTH_TAG = /^(\d{1,3})(m|h)$/i;

/** Length tag of a recurring round ("5m", "15m", "1h"); undefined for any other event. */
export function roundLengthOf(event: PredictionEvent): string | undefined {
  return event.tags.find((tag) => LENGTH_TAG.test(tag))?.toLowerCase();
}

const SYMBOL = /^[A-Z0-9]{2,10}$/;

/** Symbol of the asset a round is about, by what it is filed under; undefined where that is no symbol. */
export function assetOfRound({ subcategory }: Pick<PredictionEvent, 'subcategory'>): string | undefined {
  const symbol = subcategory.toUpperCase();
  return SYMBOL.test(symbol) ? symbol : undefined;
}

function seconds(length: string): number {
  const [, amount = '0', unit = 'm'] = LENGTH_TAG.exec(length) ?? [];
  return Number(amount) * (unit === 'h' ? 3_600 : 60);
}

function resultOf(up: Market): RoundResult {
  if (up.status === 'cancelled') return 'void';
  if (up.result === 'yes') return 'up';
  if (up.result === 'no') return 'down';
  return up.result === 'draw' ? 'draw' : 'pending';
}

/** The event as a round; undefined when it is none, or lacks what a round needs. */
export function roundOf(event: PredictionEvent): Round | undefined {
  const length = roundLengthOf(event);
  const closeAt = closeTimeOf(event);
  const up = event.markets.find((market) => upDown(market) === 'up');
  if (length === undefined || closeAt === null || !up) return undefined;
  return {
    event,
    up,
    down: event.markets.find((market) => upDown(market) === 'down'),
    beginAt: event.beginAt ?? closeAt - seconds(length),
    closeAt,
    result: resultOf(up),
  };
}

/** What the rounds of a series are called: the asset, by their title. */
export const roundNameOf = (event: PredictionEvent): string => {
  const [name = ''] = titleOf(event).split(/\bup or down\b/i);
  return name.replace(/[\s:·–-]+$/, '').trim() || event.subcategory || titleOf(event);
};

const toPast = ({ event, beginAt, closeAt, result }: Round): PastRound => ({
  eventId: event.eventId,
  beginAt,
  closeAt,
  result,
});

/** Finished rounds from two sources, oldest first, each once; a settled reading wins over a pending one. */
export function mergePast(a: readonly PastRound[], b: readonly PastRound[]): PastRound[] {
  const merged = new Map<EventId, PastRound>();
  for (const round of [...a, ...b]) {
    const known = merged.get(round.eventId);
    if (!known || known.result === 'pending') merged.set(round.eventId, round);
  }
  return [...merged.values()].sort((x, y) => x.beginAt - y.beginAt);
}

/**
 * Groups rounds into their series, in the order the series first appear. Past rounds are those whose time is over,
 * settled or not; of the future only the nearest is kept. Where several providers have rounds of one asset and length,
 * those of the first of them by name are the series: two readings of every round would be taken for two rounds.
 */
export function groupRounds(events: readonly PredictionEvent[], now: number): RoundSeries[] {
  const groups = new Map<string, { name: string; length: string; provider: string; rounds: Round[] }>();
  for (const event of events) {
    const round = roundOf(event);
    const length = roundLengthOf(event);
    if (!round || length === undefined) continue;
    const name = roundNameOf(event);
    const key = `${length}|${name.toLowerCase()}`;
    const provider = event.provider ?? '';
    const known = groups.get(key);
    if (known && known.provider < provider) continue;
    const group = known?.provider === provider ? known : { name, length, provider, rounds: [] };
    group.rounds.push(round);
    groups.set(key, group);
  }
  return [...groups].map(([key, { name, length, rounds }]) => {
    const sorted = rounds.toSorted((a, b) => a.beginAt - b.beginAt);
    return {
      key,
      name,
      length,
      past: sorted.filter((round) => round.closeAt <= now || round.result !== 'pending').map(toPast),
      current: sorted.find(
        (round) => round.beginAt <= now && round.closeAt > now && round.result === 'pending',
      ),
      next: sorted.find((round) => round.beginAt > now && round.result === 'pending'),
    };
  });
}
