/** Instants of a step at most that are looked at: the highest and lowest price of a step are those of them. */
const MOST_INSTANTS = 8;

/**
 * The whole seconds of a step at which its prices are looked at, ascending: the first and the last one of it, and some
 * between. Empty for a step of no whole second.
 */
export function instantsOf(start: number, end: number): number[] {
  const first = Math.ceil(start);
  const last = Math.ceil(end) - 1;
  if (last < first) return [];
  const count = Math.min(MOST_INSTANTS, last - first + 1);
  if (count === 1) return [first];
  return Array.from({ length: count }, (_, k) => first + Math.floor((k * (last - first)) / (count - 1)));
}
