import type { Side } from '@contract/ids.ts';
import { type MicroUsd, microUsd } from '@contract/money.ts';
import { knownWithin, type PriceSteps } from './price-steps.ts';

/** A line of a price: runs of places in a box of one by one, x from the left and y from the top; and how far it went. */
export interface DayMove {
  runs: readonly (readonly { x: number; y: number }[])[];
  change: MicroUsd;
  /** From when and until when it went so far, Unix seconds; null where that is the whole day. */
  since: number | null;
  until: number | null;
}

/** A quiet price stays a quiet line: the height stands for so many micro-dollars at least. */
const LEAST_SPAN = 100_000;

/** What a price did within its steps, as one side sees it; undefined unless it is known at two moments. */
export function dayMoveOf(day: PriceSteps, side: Side): DayMove | undefined {
  const { steps } = day;
  const within = knownWithin(day);
  const known = steps.flatMap((one) => one?.close ?? []);
  const [first] = known;
  const last = known.at(-1);
  if (!within || first === undefined || last === undefined || known.length < 2) return undefined;
  const levels = known.map(Number);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const span = Math.max(LEAST_SPAN, high - low);
  const top = (low + high + span) / 2;
  const runs: { x: number; y: number }[][] = [];
  let run: { x: number; y: number }[] | undefined;
  for (const [k, one] of steps.entries()) {
    if (!one) {
      run = undefined;
      continue;
    }
    const down = (top - Number(one.close)) / span;
    if (!run) {
      run = [];
      runs.push(run);
    }
    run.push({ x: k / Math.max(1, steps.length - 1), y: side === 'yes' ? down : 1 - down });
  }
  const change = last - first;
  return { runs, change: microUsd(side === 'yes' ? change : -change), ...within };
}
