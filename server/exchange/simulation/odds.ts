/** Arithmetic of probabilities. Floats are fine here: a fair value becomes money only when a maker rounds it to a tick. */
export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value;

const LOWEST = 0.001;
/** Keeps a probability where it can be quoted. */
export const clampProbability = (p: number): number => clamp(p, LOWEST, 1 - LOWEST);

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
export const logit = (p: number): number => {
  const q = clamp(p, 1e-6, 1 - 1e-6);
  return Math.log(q / (1 - q));
};

/** Standard normal distribution function (Abramowitz and Stegun 26.2.17, error below 1e-7). */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    0.3989422804 *
    Math.exp((-x * x) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}

/** Probabilities proportional to e^score, summing to one. */
export function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - top));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * Multiplies the odds of market `at` by e^delta. Markets of one group (>= 0) exclude each other, so the others give
 * way in proportion and the group still sums to what it did.
 */
export function shiftOdds(
  probabilities: number[],
  groups: readonly number[],
  at: number,
  delta: number,
): void {
  const before = probabilities[at];
  if (before === undefined || delta === 0) return;
  const after = logistic(logit(before) + delta);
  probabilities[at] = after;
  const group = groups[at] ?? -1;
  if (group < 0 || before >= 1) return;
  const scale = (1 - after) / (1 - before);
  for (let k = 0; k < probabilities.length; k += 1) {
    if (k !== at && groups[k] === group) probabilities[k] = (probabilities[k] ?? 0) * scale;
  }
}
