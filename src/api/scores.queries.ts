import type { EventId } from '@contract/ids.ts';
import { type GameScore, MAX_SCORE_IDS } from '@contract/prediction/score.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { budgetedInterval } from '@/lib/freshness.ts';
import type { AnswerFacts } from '@/state/backend-status.ts';
import { createBatcher } from './batcher.ts';
import { call } from './client.ts';
import { pollAfter, pollEvery, SCORE_POLL_MS } from './poll.ts';
import { type ReadOptions, read } from './read.ts';

const scoreKeys = {
  all: ['scores'] as const,
  one: (id?: EventId) => [...scoreKeys.all, id] as const,
};

/** Events without a score, and games that have ended, are asked for this much less often. */
const IDLE_FACTOR = 6;
/** A beat this soon after an answer is the one it came with. */
const SAME_BEAT_MS = 500;

interface Scored {
  score: GameScore | null;
  heard: readonly AnswerFacts[];
}

/**
 * All scores wanted at one moment come in one request, also those of cards that are drawn one after another. An event
 * without a score has null.
 */
const loadScore = createBatcher<EventId, Scored>({
  size: MAX_SCORE_IDS,
  waitMs: 100,
  mostMs: 1_000,
  load: async (ids) => {
    const heard: AnswerFacts[] = [];
    const { data } = await call('listScores', { query: { eventIds: ids.join(',') } }, { heard });
    const found = new Map(data.map((score) => [score.eventId, score]));
    return ids.map((id) => ({ score: found.get(id) ?? null, heard }));
  },
});

/** Without its signal: a request that is shared is not given up with one of its readers. */
async function fetchScore(id: EventId, options: ReadOptions): Promise<GameScore | null> {
  const { score, heard } = await loadScore(id);
  options.heard.push(...heard);
  return score;
}

/**
 * Time from an answer to the next beat of a clock that all score polls share, so that they fall into one request.
 * It follows from the answer alone: an interval that changed from render to render would start its timer anew.
 */
export function untilBeat(intervalMs: number, answeredAt: number): number {
  const left = intervalMs - (answeredAt % intervalMs);
  return left < SAME_BEAT_MS ? left + intervalMs : left;
}

/** Score of one event, with an age of its own; null when it has none. */
export const scoreQuery = (id?: EventId) =>
  queryOptions({
    queryKey: scoreKeys.one(id),
    queryFn: id ? read<GameScore | null>((options) => fetchScore(id, options)) : skipToken,
    staleTime: SCORE_POLL_MS,
    refetchInterval: ({ state }) => {
      if (state.error) return pollAfter(SCORE_POLL_MS, state);
      const idle = state.data === null || state.data?.ended === true;
      const beat = untilBeat(budgetedInterval(SCORE_POLL_MS) * (idle ? IDLE_FACTOR : 1), state.dataUpdatedAt);
      return Math.max(beat, pollEvery(0)({ state }));
    },
  });
export const useScore = (id?: EventId) => useQuery(scoreQuery(id));
