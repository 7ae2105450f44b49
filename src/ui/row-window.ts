/** A row of a list that is drawn: its place in the list and its edges, pixels from the top of the list. */
export interface RowSpan {
  key: string;
  index: number;
  start: number;
  end: number;
  /** It touches the screen: what is missing of it is drawn first. */
  onScreen: boolean;
}

/** Tops of the rows and, last, where one more would start: row `i` lasts from `tops[i]` to `tops[i + 1] - gap`. */
export function topsOf(count: number, gap: number, heightOf: (row: number) => number): number[] {
  const tops = [0];
  for (let row = 0; row < count; row += 1) tops.push((tops[row] ?? 0) + heightOf(row) + gap);
  return tops;
}

/** Height of the whole list. */
export const totalOf = (tops: readonly number[], gap: number): number =>
  Math.max(0, (tops.at(-1) ?? 0) - gap);

/** The last row that starts at or above `y`; 0 when none does. */
function rowAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = tops.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** First and last row that touch the stretch from `from` to `to`, pixels; undefined of an empty list. */
export function rowsWithin(
  tops: readonly number[],
  from: number,
  to: number,
): readonly [number, number] | undefined {
  if (tops.length < 2) return undefined;
  return [rowAt(tops, from), rowAt(tops, Math.max(from, to))];
}
