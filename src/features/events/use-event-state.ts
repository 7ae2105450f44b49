import { useMemo } from 'react';
import { SCORE_POLL_MS } from '@/api/poll.ts';
import { useScore } from '@/api/scores.queries.ts';
import { type EventPhase, mayHaveScore, type Outcome, outcomesOf, phaseOf } from '@/domain/events.ts';
import { useAtServerTime } from '@/lib/clock.ts';
import type { ListedEvent } from './event-list.ts';
import type { ScoreReading } from './event-pill.view.tsx';

const PHASE_TICK_MS = 10_000;

export interface EventState {
  outcomes: Outcome[];
  phase: EventPhase;
  reading: ScoreReading | null;
}

/** What a card or a row of an event shows: outcomes in their order, and its phase by score before schedule. */
export function useEventState({ event, order }: ListedEvent): EventState {
  const scored = useAtServerTime((now) => mayHaveScore(event, now / 1_000), PHASE_TICK_MS);
  const score = useScore(scored ? event.eventId : undefined);
  const phase = useAtServerTime((now) => phaseOf(event, score.data, now / 1_000), PHASE_TICK_MS);
  const outcomes = useMemo(() => outcomesOf(event, order), [event, order]);
  const reading =
    score.data === undefined
      ? null
      : { score: score.data, asOf: score.dataUpdatedAt, intervalMs: SCORE_POLL_MS };
  return { outcomes, phase, reading };
}
