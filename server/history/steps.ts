import type { Axis } from '../common/series-axis.ts';
import { type Candle, type Course, HOUR, joined, MINUTE } from './candle.ts';
import type { Recording } from './history-rows.ts';
import type { Unit } from './read-candles.ts';

/** One step of a series; null throughout where nothing is known of it. Numbers as in `Candle`. */
export interface Step {
  readonly course: Course | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly last: number | null;
  /** Traded within the step. */
  readonly volume: number | null;
}

/** Seconds for which a price is believed after it was last looked at, as long as somebody recorded. */
export const HOLD = 5 * MINUTE;
/** The newest recording goes on for so long after it was last noted, in milliseconds. */
const NOTED_MS = 10_000;
const UNKNOWN: Step = { course: null, bid: null, ask: null, last: null, volume: null };

/** What has to be read before an axis: what its first steps go on from. Seconds. */
export const leadOf = (unit: Unit): number => (unit === HOUR ? HOUR : HOLD);

/** Whether somebody recorded without a break between two instants, in Unix seconds. */
export type IsRecorded = (from: number, to: number) => boolean;

/** By the recordings of a time. */
export function recordedIn(recordings: readonly Recording[]): IsRecorded {
  return (from, to) =>
    recordings.some(({ since, until, isNewest }) => {
      const end = until + (isNewest ? NOTED_MS : 0);
      return since <= from * 1_000 && to * 1_000 <= end;
    });
}

const flat = (price: number): Course => ({ open: price, high: price, low: price, close: price });
const priceAt = ({ course }: Candle): Course | null => (course ? flat(course.close) : null);

/**
 * The steps of an axis from candles of `unit` seconds, in the order of time, that begin before it. A step in which
 * nobody looked goes on from the one before as long as a price is believed; else it is a gap.
 */
export function stepsOf(
  candles: readonly Candle[],
  unit: Unit,
  { from, step, count }: Axis,
  isRecorded: IsRecorded,
): Step[] {
  const steps: Step[] = [];
  let next = 0;
  let before: Candle | undefined;
  while (next < candles.length && (candles[next] as Candle).at * unit < from) {
    before = candles[next];
    next += 1;
  }
  /** Whether what is known at an instant goes on from the candle before it. */
  const goesOn = (candle: Candle | undefined, at: number): candle is Candle => {
    if (!candle) return false;
    const end = (candle.at + 1) * unit;
    if (unit === HOUR) return at <= end;
    return at - end < HOLD && isRecorded(end, at);
  };
  for (let index = 0; index < count; index++) {
    const start = from + index * step;
    const inside: Candle[] = [];
    while (next < candles.length && (candles[next] as Candle).at * unit < start + step) {
      inside.push(candles[next] as Candle);
      next += 1;
    }
    const latest = inside.at(-1);
    if (latest)
      steps.push(
        seenStep(inside, latest, goesOn(before, (inside[0] as Candle).at * unit) ? before : undefined),
      );
    else if (unit !== HOUR && goesOn(before, start)) steps.push(heldStep(before, start, unit));
    else steps.push(UNKNOWN);
    before = latest ?? before;
  }
  return steps;
}

function seenStep(inside: readonly Candle[], latest: Candle, before: Candle | undefined): Step {
  let course: Course | null = null;
  let last: number | null = null;
  for (const candle of inside) {
    last = candle.last ?? last;
    course = joined(course, candle.course);
  }
  const [from, to] = [before?.volume ?? null, latest.volume];
  const volume = from === null || to === null ? null : Math.max(0, to - from);
  return { course, bid: latest.bid, ask: latest.ask, last, volume };
}

/** Nothing was written, for nothing has changed; from the next minute on: for nobody has looked. */
function heldStep(before: Candle, start: number, unit: Unit): Step {
  const isSameMinute = Math.floor((before.at * unit) / MINUTE) === Math.floor(start / MINUTE);
  const volume = isSameMinute && before.volume !== null ? 0 : null;
  return { course: priceAt(before), bid: before.bid, ask: before.ask, last: null, volume };
}
