/** What a server needs at one moment, in MB: the heap after a collection, and all that is resident. */
export interface Sample {
  readonly heap: number;
  readonly resident: number;
}

export const QUARTERS = 4;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** By which share the mean of the last quarter of the samples exceeds that of the third. */
export function growthOf(samples: readonly Sample[]): Sample {
  const quarter = samples.length / QUARTERS;
  const third = samples.slice(2 * quarter, 3 * quarter);
  const last = samples.slice(3 * quarter);
  const share = (of: (sample: Sample) => number): number => mean(last.map(of)) / mean(third.map(of)) - 1;
  return { heap: share(({ heap }) => heap), resident: share(({ resident }) => resident) };
}
