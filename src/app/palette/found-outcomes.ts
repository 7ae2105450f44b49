import type { PredictionEvent } from '@contract/prediction/event.ts';
import { cardLines, type Outcome, outcomesOf } from '@/domain/events.ts';

/** So many outcomes stand under an event. */
const MOST = 3;

/**
 * Outcomes of an event that was found: those that are called by a word that was typed, else the ones a card shows.
 * In the order of the event; none of a single question, which its event names already.
 */
export function foundOutcomes(event: PredictionEvent, words: string): readonly Outcome[] {
  const outcomes = outcomesOf(event);
  if (event.markets.length < 2) return [];
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const called = outcomes.filter(({ label }) => wanted.some((word) => label.toLowerCase().includes(word)));
  return called.length > 0 ? called.slice(0, MOST) : cardLines(outcomes).slice(0, MOST);
}
