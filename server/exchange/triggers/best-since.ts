import { nextMark } from '../engine/trigger-index.ts';

/** A price that was seen; `t` is simulated Unix seconds. */
export interface Sample {
  readonly t: number;
  readonly price: bigint;
}

/**
 * The best of these prices from an instant on, undefined after the last one: worked out once, so that any number of
 * orders may ask. They are in the order of time.
 */
export function bestsSince(
  condition: 'above' | 'below',
  samples: readonly Sample[],
): (t: number) => bigint | undefined {
  const bests = samples.map(({ price }) => price);
  for (let at = bests.length - 2; at >= 0; at--) {
    const [here = 0n, later = 0n] = [bests[at], bests[at + 1]];
    bests[at] = nextMark(condition, later, here);
  }
  return (t) => {
    let low = 0;
    let high = samples.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((samples[middle]?.t ?? 0) < t) low = middle + 1;
      else high = middle;
    }
    return bests[low];
  };
}
