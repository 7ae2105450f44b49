import { useDeferredValue } from 'react';
import { useNow } from '@/lib/clock.ts';
import { useMedia } from '@/lib/use-media.ts';
import { Panel } from '@/ui/panel.tsx';
import { Table, Th, Tr } from '@/ui/table.tsx';
import { useVirtualRows } from '@/ui/use-virtual-rows.ts';
import { type EventList, isStale, virtualList } from './event-list.ts';
import { COLUMNS, EventRow, rowHeight } from './event-row.tsx';

/** Lines beyond the screen: a flick of the wheel meets lines, not a blank. */
const OVERSCAN = 6;

const HEADINGS = [
  { text: 'Event', align: 'left' },
  { text: 'Outcome', align: 'left', from: 'lg' },
  { text: 'Chance' },
  { text: 'Buy', from: 'md' },
  { text: 'Sell', from: 'lg' },
  { text: '24 h volume', from: 'lg' },
  { text: 'Volume', from: 'xl' },
  { text: 'State', from: 'md' },
] as const;

/** Events as a dense table; only the lines on the screen are drawn. */
export function EventTable({ list }: { list: EventList }) {
  const table = useVirtualRows(virtualList(list), { estimate: rowHeight, overscan: OVERSCAN });
  const now = useNow(1_000);
  const wide = useMedia('(width >= 48rem)');
  // What scrolling brings, and newer prices, are drawn a few lines at a time: a scroll waits for neither.
  const rows = useDeferredValue(table.rows);
  const items = useDeferredValue(list.items);
  return (
    <Panel>
      {/* Roles are told: browsers forget that a table is one when its parts are shown as something else. */}
      <div ref={table.container}>
        <Table role="table" caption="Events" aria-rowcount={list.items.length + 1} className="block">
          <thead className="block">
            <Tr role="row" className={COLUMNS}>
              {HEADINGS.map(({ text, ...heading }) => (
                <Th key={text} role="columnheader" {...heading}>
                  {text}
                </Th>
              ))}
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
                    wide={wide}
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
