import type { ComponentProps } from 'react';
import { nextSort, type Sort, sortedBy } from '@/domain/sort-rows.ts';
import { SortTh } from '@/ui/sort-th.tsx';
import type { Th } from '@/ui/table.tsx';

export interface SortColumn<Column extends string>
  extends Pick<ComponentProps<typeof Th>, 'align' | 'from' | 'title'> {
  column: Column;
  name: string;
  /** Begins with the first of its words, not with the largest of its figures. */
  text?: boolean;
}

interface Props<Column extends string> {
  columns: readonly SortColumn<Column>[];
  /** Columns the reader has left out. */
  without?: readonly Column[];
  sort: Sort<Column> | undefined;
  onSort: (sort: Sort<Column> | undefined) => void;
}

/** Heads of the columns of a table, each of which sorts it. */
export const SortHeads = <Column extends string>({ columns, without = [], sort, onSort }: Props<Column>) =>
  columns
    .filter(({ column }) => !without.includes(column))
    .map(({ column, name, text = false, ...rest }) => (
      <SortTh
        key={column}
        sorted={sortedBy(sort, column)}
        onSort={() => onSort(nextSort(sort, column, text))}
        {...rest}
      >
        {name}
      </SortTh>
    ));
