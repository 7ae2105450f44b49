import { useDeferredValue } from 'react';
import { hasHistory } from '@/config.ts';
import { EVENT_COLUMN_NAMES } from '@/domain/column-names.ts';
import { nextSort, sortedBy } from '@/domain/sort-rows.ts';
import { useNow } from '@/lib/clock.ts';
import { Panel } from '@/ui/panel.tsx';
import { rowHeight } from '@/ui/row-height.ts';
import { SortTh } from '@/ui/sort-th.tsx';
import { Table, Th, Tr } from '@/ui/table.tsx';
import { useVirtualRows } from '@/ui/use-virtual-rows.ts';
import { type EventColumn, useTableColumns } from './event-columns.ts';
import { type EventList, isStale, type Moved, virtualList } from './event-list.ts';
import { EventRow } from './event-row.tsx';
import { useSortedList } from './event-sort.ts';
import { COLUMN_HINTS } from './events-labels.ts';
import { SORT_COLUMNS, type SortColumn, serviceSort, type TableSort } from './sort-columns.ts';
import { useDayChanges, useHeldWorth, useLiquidityOf } from './use-sort-data.ts';

/** Lines beyond the screen: a flick of the wheel meets lines, not a blank. */
const OVERSCAN = 6;

/** Of a list of moves the column tells what each event is listed for. */
const headingOf = (column: EventColumn, moved: Moved | undefined): string =>
  column === 'day' && moved ? 'Move' : EVENT_COLUMN_NAMES[column];
const AT_THE_LEFT: readonly EventColumn[] = ['event', 'outcome'];

/** The column by which a press on this one's name sorts; undefined where there is nothing to sort by. */
const sortOf = (column: EventColumn): SortColumn | undefined =>
  column === 'day' && !hasHistory() ? undefined : SORT_COLUMNS.find((one) => one === column);
/** Columns that begin with the first of their words, or the nearest of their moments. */
const RISING: readonly EventColumn[] = [...AT_THE_LEFT, 'closes', 'state'];

interface Props {
  list: EventList;
  sort: TableSort | undefined;
  onSort: (sort: TableSort | undefined) => void;
}

/** Events as a dense table; only the lines on the screen are drawn. */
export function EventTable({ list: unsorted, sort, onSort }: Props) {
  const layout = useTableColumns();
  const { held, isHeldKnown } = useHeldWorth(
    layout.columns.includes('mine') || sort?.endsWith('mine') === true,
  );
  const changes = useDayChanges(unsorted.items, sort?.endsWith('day') === true);
  const byLiquidity = sort?.endsWith('liquidity') === true;
  const books = useLiquidityOf(unsorted.items, byLiquidity);
  const list = useSortedList(unsorted, sort, { held, changes, ...books });
  const table = useVirtualRows(virtualList(list), { estimate: rowHeight, overscan: OVERSCAN });
  const now = useNow(1_000);
  // What scrolling brings, and newer prices, are drawn a few lines at a time: a scroll waits for neither.
  const rows = useDeferredValue(table.rows);
  const items = useDeferredValue(list.items);
  const partly = list.hasMore && sort !== undefined && serviceSort(sort) === undefined;
  const notes = [
    ...(partly
      ? [`Of the ${list.items.length} events loaded so far: the service sorts by volume alone.`]
      : []),
    ...(byLiquidity && books.booksLeft > 0
      ? [
          `Loading ${books.booksLeft} more order ${books.booksLeft === 1 ? 'book' : 'books'}, then sorting again.`,
        ]
      : []),
  ];
  return (
    <Panel>
      {notes.length > 0 && (
        <p className="border-line border-b px-3 py-1 text-muted text-xs">{notes.join(' ')}</p>
      )}
      {/* Roles are told: browsers forget that a table is one when its parts are shown as something else. */}
      <div ref={table.container}>
        <Table role="table" caption="Events" aria-rowcount={list.items.length + 1} className="block">
          <thead className="block">
            <Tr role="row" className="grid" style={{ gridTemplateColumns: layout.template }}>
              {layout.columns.map((column) => {
                const by = sortOf(column);
                const align = AT_THE_LEFT.includes(column) ? 'left' : 'right';
                return by === undefined ? (
                  <Th key={column} role="columnheader" align={align} title={COLUMN_HINTS[column]}>
                    {headingOf(column, list.items[0]?.moved)}
                  </Th>
                ) : (
                  <SortTh
                    key={column}
                    role="columnheader"
                    align={align}
                    title={COLUMN_HINTS[column]}
                    sorted={sortedBy(sort, by)}
                    onSort={() => onSort(nextSort(sort, by, RISING.includes(column)))}
                  >
                    {headingOf(column, list.items[0]?.moved)}
                  </SortTh>
                );
              })}
              <Th role="columnheader" from="md">
                <span className="sr-only">Watch</span>
              </Th>
            </Tr>
          </thead>
          <tbody className="relative block" style={{ height: table.total }}>
            {rows.map(({ index, start }) => {
              const item = items[index];
              return (
                item && (
                  <EventRow
                    key={item.event.eventId}
                    item={item}
                    index={index}
                    start={start - table.margin}
                    intervalMs={list.intervalMs}
                    layout={layout}
                    mine={isHeldKnown ? held.get(item.event.eventId) : null}
                    stale={isStale(item, list, now)}
                  />
                )
              );
            })}
          </tbody>
        </Table>
      </div>
    </Panel>
  );
}
