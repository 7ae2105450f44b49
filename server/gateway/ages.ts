import type { Fetched } from './answer-store.ts';
import type { Served } from './cache.ts';
import { textOf } from './slow-down.ts';
import type { UpstreamAnswer } from './upstream.ts';

/* How old answers are, in whole seconds for whoever knows no better, and to the millisecond. */

/** Milliseconds that an answer was old already when it was asked for: a gateway may stand behind this one. */
export function ageOf({ headers }: Pick<UpstreamAnswer, 'headers'>): number {
  const [age, ageMs] = [textOf(headers.age), textOf(headers['x-age-ms'])];
  if (/^-?\d{1,9}$/.test(ageMs)) return Number(ageMs);
  return /^\d{1,6}$/.test(age) ? Number(age) * 1_000 : 0;
}

/** What is told of an answer that was fetched for one caller; `heldMs`: for how long the request has been here. */
export const ageHeaders = ({ ageMs }: Pick<Fetched, 'ageMs'>, heldMs: number): Record<string, string> => ({
  // What has waited for its turn here is younger than when it was asked for: less than nothing.
  'x-age-ms': String(Math.round(ageMs - heldMs)),
});

/** The same of one that is kept. */
export const keptHeaders = (served: Served, heldMs: number): Record<string, string> => ({
  age: String(Math.floor(served.ageMs / 1_000)),
  ...ageHeaders(served, heldMs),
  'x-cache': served.state,
});
