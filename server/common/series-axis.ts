import { DEFAULT_POINTS, MAX_CELLS, MAX_STEPS, STEPS } from '@contract/history.ts';
import { invalidParam } from './errors.ts';

/** Steps of equal length: step `k` begins at `from + k × step`. Unix seconds. */
export interface Axis {
  readonly from: number;
  readonly step: number;
  readonly count: number;
  /** Where the last step is cut off: now, or the end of it. */
  readonly to: number;
}

export interface AxisQuery {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly step?: number | undefined;
  readonly points?: number | undefined;
}

export interface AxisFacts {
  /** Unix seconds. */
  readonly now: number;
  /** Where the earliest of the series begins; null where none has. */
  readonly since: number | null;
  readonly series: number;
  readonly columns: number;
  /** The shortest step that there is of a time that begins then, one of STEPS; 1 second unless given. */
  readonly finest?: (from: number) => number;
}

const DAY = 86_400;
const stepsOf = (from: number, to: number, step: number): number =>
  Math.ceil(to / step) - Math.floor(from / step);

/**
 * The axis that a query asks for. It ends now at the latest, and has no step finer than what is kept.
 * @throws ServiceError `invalid` where it is empty or would have too many values, naming the field.
 */
export function axisOf(query: AxisQuery, facts: AxisFacts): Axis {
  const { now, since, series, columns, finest = () => 1 } = facts;
  if (query.step !== undefined && query.points !== undefined)
    throw invalidParam('points', 'give either step or points');
  const to = Math.min(query.to ?? now, now);
  const from = query.from ?? Math.min(since ?? to - DAY, to - 1);
  if (from >= to) throw invalidParam('from', 'must be before `to` and before now');
  const shortest = finest(from);
  const { points = DEFAULT_POINTS } = query;
  const step: number | undefined =
    query.step === undefined
      ? (STEPS.find((one) => one >= shortest && stepsOf(from, to, one) <= points) ?? STEPS.at(-1))
      : STEPS.find((one) => one >= Math.max(shortest, query.step ?? 0));
  if (step === undefined) throw invalidParam('step', 'is finer than anything that is kept');
  const count = stepsOf(from, to, step);
  if (count > MAX_STEPS) throw invalidParam('step', `asks for ${count} steps; at most ${MAX_STEPS}`);
  const cells = count * series * columns;
  if (cells > MAX_CELLS) {
    const wanted = query.step === undefined ? 'points' : 'step';
    throw invalidParam(
      wanted,
      `asks for ${cells} values; at most ${MAX_CELLS}: fewer series, steps or columns`,
    );
  }
  return { from: Math.floor(from / step) * step, step, count, to };
}
