import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ComponentProps } from 'react';
import { Th } from './table.tsx';

interface Props extends ComponentProps<typeof Th> {
  /** Whether and how the table is sorted by this column. */
  sorted: 'ascending' | 'descending' | undefined;
  onSort: () => void;
}

/** Head of a column by which the table can be sorted. */
export const SortTh = ({ sorted, onSort, children, ...rest }: Props) => (
  <Th aria-sort={sorted ?? 'none'} {...rest}>
    <button
      type="button"
      onClick={onSort}
      className="hit-area inline-flex items-center gap-0.5 rounded-xs hover:text-text focus-visible:-outline-offset-2"
    >
      {children}
      {sorted === 'ascending' && <ArrowUp aria-hidden className="size-3" />}
      {sorted === 'descending' && <ArrowDown aria-hidden className="size-3" />}
    </button>
  </Th>
);
