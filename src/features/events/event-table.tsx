import { useNow } from '@/lib/clock.ts';
import { useMedia } from '@/lib/use-media.ts';
import { useAtOnce } from '@/ui/in-turn.ts';
import { Panel } from '@/ui/panel.tsx';
import { Table, Th, Tr } from '@/ui/table.tsx';
import { useWindowRows } from '@/ui/use-window-rows.ts';
import { type EventList, isStale, windowed } from './event-list.ts';
import { COLUMNS, EventRow, ROW_HEIGHT } from './event-row.tsx';

/** A line is cheap to draw: fewer of them wait beyond the screen than cards do, pixels. */
const OVERSCAN = 200;

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
  const table = useWindowRows(windowed(list), {
    columns: 1,
    gap: 0,
    estimate: ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const now = useNow(1_000);
  const wide = useMedia('(width >= 48rem)');
  const atOnce = useAtOnce(list.key, table.rows.length > 0);
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
            {table.rows.map((row) => {
              const item = list.items[row.index];
              return (
                item && (
                  <EventRow
                    key={item.event.eventId}
                    item={item}
                    index={row.index}
                    start={row.start}
                    intervalMs={list.intervalMs}
                    wide={wide}
                    stale={isStale(item, list, now)}
                    onScreen={row.onScreen}
                    atOnce={atOnce && row.onScreen}
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
