import type { AnswerFacts } from '@/state/backend-status.ts';

/**
 * When the answers of one load were true, and how long the next one has to wait. A load is known by its signal:
 * react-query makes one for each.
 */
const loads = new WeakMap<AbortSignal, AnswerFacts>();

/** Several answers of one load count as the oldest of them. */
export function noteFacts(load: AbortSignal | undefined, facts: AnswerFacts): void {
  if (!load) return;
  const known = loads.get(load);
  loads.set(load, {
    asOf: Math.min(facts.asOf, known?.asOf ?? facts.asOf),
    waitMs: Math.max(facts.waitMs, known?.waitMs ?? 0),
  });
}

/** Undefined for a load of which no answer has come. */
export const factsOf = (load: AbortSignal): AnswerFacts | undefined => loads.get(load);
