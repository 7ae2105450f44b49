import { useEffect } from 'react';
import { useEventsById } from '@/api/events.queries.ts';
import { type PastRound, type RoundResult, type RoundSeries, roundOf } from '@/domain/rounds.ts';
import { awaited, bySeries, noteResults, noteRounds, useSeenRounds } from '@/state/round-memory.ts';

const RESULT_POLL_MS = 10_000;

/**
 * Finished rounds of the series by their key: those that were seen while they ran. Each result is asked for once
 * its round is over, and kept.
 */
export function useRememberedRounds(
  series: readonly RoundSeries[],
  now: number,
): ReadonlyMap<string, PastRound[]> {
  const known = useSeenRounds();
  const asked = awaited(known, series, now);
  const answers = useEventsById(
    asked.map(({ id }) => id),
    RESULT_POLL_MS,
  );
  useEffect(() => noteRounds(series, now), [series, now]);

  const settled = asked.flatMap(({ id }, index): [string, RoundResult | 'gone'][] => {
    const answer = answers[index];
    if (answer?.error?.kind === 'not-found') return [[id, 'gone']];
    const result = answer?.data && roundOf(answer.data)?.result;
    return result && result !== 'pending' ? [[id, result]] : [];
  });
  const news = JSON.stringify(settled);
  useEffect(() => noteResults(new Map<string, RoundResult | 'gone'>(JSON.parse(news))), [news]);

  return bySeries(known, now);
}
