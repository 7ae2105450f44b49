import type { EventId } from '@contract/ids.ts';
import * as z from 'zod/mini';
import type { PastRound, RoundResult, RoundSeries } from '@/domain/rounds.ts';
import { stored, useStored } from './stored.ts';

/** A round this browser has seen listed. A service need not list rounds once they are settled. */
interface SeenRound {
  id: string;
  series: string;
  beginAt: number;
  closeAt: number;
  result: RoundResult;
}

const KEPT_A_SERIES = 12;
const KEPT_SECONDS = 86_400;
/** Rounds by which the list of one tab may be newer than that of another. */
const NEWER_ELSEWHERE = 4;
/** Most results asked for at a time: the latest first. */
const MAX_ASKED = 12;

const seenRounds: z.ZodMiniType<SeenRound[]> = z.array(
  z.object({
    id: z.string(),
    series: z.string(),
    beginAt: z.number(),
    closeAt: z.number(),
    result: z.enum(['up', 'down', 'draw', 'void', 'pending']),
  }),
);
const memory = stored<SeenRound[]>('evenline.rounds', seenRounds, []);

/** Adds the running and coming rounds of the series, and drops what is old. Answers the same list when nothing changed. */
export function withSeen(known: SeenRound[], series: readonly RoundSeries[], now: number): SeenRound[] {
  const listed = series.flatMap(({ key, current, next }) =>
    [current, next].flatMap((round): SeenRound[] =>
      round
        ? [
            {
              id: round.event.eventId,
              series: key,
              beginAt: round.beginAt,
              closeAt: round.closeAt,
              result: 'pending',
            },
          ]
        : [],
    ),
  );
  const ids = new Set(known.map((round) => round.id));
  const fresh = listed.filter(({ id }) => !ids.has(id));
  // What is much later was seen by a clock that has been set back since: it would keep out all that comes until then.
  // Another tab's list may be some rounds newer.
  const latest = new Map(listed.map((round) => [round.series, round.beginAt]));
  const counts = new Map<string, number>();
  const kept = [...known, ...fresh]
    .sort((a, b) => b.beginAt - a.beginAt)
    .filter((round) => {
      const ahead = round.beginAt - (latest.get(round.series) ?? Number.POSITIVE_INFINITY);
      if (ahead > NEWER_ELSEWHERE * (round.closeAt - round.beginAt)) return false;
      const count = (counts.get(round.series) ?? 0) + 1;
      counts.set(round.series, count);
      return count <= KEPT_A_SERIES && round.closeAt > now - KEPT_SECONDS;
    });
  return fresh.length === 0 && kept.length === known.length ? known : kept;
}

/** Rounds of the series that are over, without a result, and no longer listed. */
export const awaited = (
  known: readonly SeenRound[],
  series: readonly RoundSeries[],
  now: number,
): SeenRound[] => {
  const shown = new Set(series.map((one) => one.key));
  const listed = new Set<string>(series.flatMap((one) => one.past.map((round) => round.eventId)));
  return known
    .filter(
      (round) =>
        round.result === 'pending' &&
        round.closeAt <= now &&
        shown.has(round.series) &&
        !listed.has(round.id),
    )
    .slice(0, MAX_ASKED);
};

/** Notes the rounds of the series that run now or come next. */
export function noteRounds(series: readonly RoundSeries[], now: number): void {
  const known = memory.get();
  const next = withSeen(known, series, now);
  if (next !== known) memory.set(next);
}

/** Keeps results; a round that is gone is forgotten. */
export function noteResults(results: ReadonlyMap<string, RoundResult | 'gone'>): void {
  if (results.size === 0) return;
  memory.update((rounds) =>
    rounds.flatMap((round) => {
      const result = results.get(round.id);
      if (result === 'gone') return [];
      return [result ? { ...round, result } : round];
    }),
  );
}

export const useSeenRounds = (): SeenRound[] => useStored(memory);

/** Rounds that are over, by the key of their series. */
export function bySeries(known: readonly SeenRound[], now: number): Map<string, PastRound[]> {
  const groups = new Map<string, PastRound[]>();
  for (const { id, series, beginAt, closeAt, result } of known) {
    if (closeAt > now) continue;
    const group = groups.get(series) ?? [];
    group.push({ eventId: id as EventId, beginAt, closeAt, result });
    groups.set(series, group);
  }
  return groups;
}
