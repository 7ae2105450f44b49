import type { Plan } from './event-series.ts';
import { chance, mix } from './hash.ts';

const stretch = (t: number, from: number, to: number): number =>
  t <= from ? 0 : t >= to || to <= from ? 1 : (t - from) / (to - from);

/** Part of the lifetime volume done by t: slow before a match, fast while it is played. Never falls. */
export function progress(plan: Pick<Plan, 'beginAt' | 'close' | 'game'>, open: number, t: number): number {
  const { beginAt } = plan;
  const end = plan.game?.endAt ?? plan.close;
  if (beginAt === null || beginAt <= open || beginAt >= end) return stretch(t, open, end) ** 0.85;
  return 0.35 * stretch(t, open, beginAt) ** 1.6 + 0.65 * stretch(t, beginAt, end);
}

/** Least weight of a piece of time: nothing stands quite still. */
const LEAST = 0.05;

/** How unevenly time runs over one length. */
interface Course {
  readonly at: number;
  readonly weights: readonly number[];
  readonly sum: number;
}

/** Lets time run faster and slower, a piece of each `length` at a time; over all of it as much passes as ever. */
function unevenly(seed: number, length: number, pieces: number): (t: number) => number {
  function courseOf(at: number): Course {
    const weights = Array.from({ length: pieces }, (_, k) => LEAST - Math.log(1 - chance(mix(seed, at), k)));
    return { at, weights, sum: weights.reduce((a, b) => a + b, 0) };
  }
  // The last two: volumes of a day are asked for now and a day before, in turn.
  let latest = courseOf(0);
  let other = latest;
  return (t) => {
    const at = Math.floor(t / length);
    if (at !== latest.at) {
      [latest, other] = [at === other.at ? other : courseOf(at), latest];
    }
    const { weights, sum } = latest;
    const within = (t / length - at) * pieces;
    const piece = Math.min(pieces - 1, Math.floor(within));
    let before = 0;
    for (let k = 0; k < piece; k += 1) before += weights[k] ?? 0;
    return (at + (before + (weights[piece] ?? 0) * (within - piece)) / sum) * length;
  };
}

/**
 * Time as the trades of an event count it, Unix seconds in and out: they come in bursts of a quarter of an hour, and
 * within these of minutes. It never runs backwards, and goes with the clock again every four hours.
 */
export function tradingTime(seed: number): (t: number) => number {
  const quarters = unevenly(mix(seed, 701), 14_400, 16);
  const minutes = unevenly(mix(seed, 702), 900, 15);
  return (t) => quarters(minutes(t));
}
