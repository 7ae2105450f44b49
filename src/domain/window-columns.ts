/** Columns by which the board can be sorted. */
export const WINDOW_COLUMNS = [
  'asset',
  'strike',
  'price',
  'distance',
  'left',
  'odds',
  'model',
  'difference',
] as const;
export type WindowColumn = (typeof WINDOW_COLUMNS)[number];
