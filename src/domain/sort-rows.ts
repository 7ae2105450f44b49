/** A column to sort by, descending with a minus. */
export type Sort<Column extends string> = Column | `-${Column}`;

/** Every way to sort by some columns. */
export const sortsBy = <Column extends string>(columns: readonly Column[]) =>
  columns.flatMap((column): Sort<Column>[] => [column, `-${column}`]);

export type SortValue = bigint | number | string | null;

const compare = (a: SortValue, b: SortValue): number =>
  typeof a === 'string' && typeof b === 'string'
    ? a.localeCompare(b)
    : a === null || b === null || a === b
      ? 0
      : a < b
        ? -1
        : 1;

/** Rows by a column; what has no value there comes last either way, and equals stay as they were. */
export function sortRows<Row, Column extends string>(
  rows: readonly Row[],
  sort: Sort<Column> | undefined,
  value: (row: Row, column: Column) => SortValue,
): readonly Row[] {
  if (sort === undefined) return rows;
  const falls = sort.startsWith('-');
  const column = (falls ? sort.slice(1) : sort) as Column;
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one, column), value(other, column)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return falls ? compare(b, a) : compare(a, b);
  });
}

/** How rows are sorted by a column; undefined where they are not. */
export const sortedBy = <Column extends string>(
  sort: Sort<Column> | undefined,
  column: Column,
): 'ascending' | 'descending' | undefined =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;

/** What a press on a column's name makes of the sort: figures begin with the largest, and the third press ends it. */
export function nextSort<Column extends string>(
  sort: Sort<Column> | undefined,
  column: Column,
  isText: boolean,
): Sort<Column> | undefined {
  const first: Sort<Column> = isText ? column : `-${column}`;
  const second: Sort<Column> = isText ? `-${column}` : column;
  return sort === first ? second : sort === second ? undefined : first;
}
