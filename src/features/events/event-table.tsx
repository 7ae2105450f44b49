import { useNow } from '@/lib/clock.ts';
import { useMedia } from '@/lib/use-media.ts';
import { useAtOnce } from '@/ui/in-turn.ts';
import { Panel } from '@/ui/panel.tsx';
import { Spacer, Table, Th } from '@/ui/table.tsx';
import { useWindowRows } from '@/ui/use-window-rows.ts';
import { type EventList, isStale, windowed } from './event-list.ts';
import { EventRow, ROW_HEIGHT } from './event-row.tsx';

/** A line is cheap to draw: fewer of them wait beyond the screen than cards do, pixels. */
const OVERSCAN = 200;
const rowHeight = (): number => ROW_HEIGHT;

/** Events as a dense table; only the lines on the screen are drawn. */
export function EventTable({ list }: { list: EventList }) {
  const table = useWindowRows(windowed(list), {
    columns: 1,
    gap: 0,
    estimate: rowHeight,
    overscan: OVERSCAN,
  });
  const now = useNow(1_000);
  const wide = useMedia('(width >= 48rem)');
  const atOnce = useAtOnce(list.key, table.rows.length > 0);
  const before = table.rows[0]?.start ?? 0;
  const after = table.total - (table.rows.at(-1)?.end ?? 0);
  return (
    <Panel>
      <div ref={table.container}>
        <Table caption="Events" aria-rowcount={list.items.length + 1} className="table-fixed">
          <thead>
            <tr>
              <Th align="left">Event</Th>
              <Th align="left" from="lg" className="w-36">
                Outcome
              </Th>
              <Th className="w-[76px]">Chance</Th>
              <Th from="md" className="w-[176px]">
                Buy
              </Th>
              <Th from="lg" className="w-[92px]">
                Sell
              </Th>
              <Th from="lg" className="w-[104px]">
                24 h volume
              </Th>
              <Th from="xl" className="w-[92px]">
                Volume
              </Th>
              <Th from="md" className="w-[170px]">
                State
              </Th>
              <Th from="md" className="w-[46px]">
                <span className="sr-only">Watch</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            <Spacer height={before} />
            {table.rows.map((row) => {
              const item = list.items[row.index];
              return (
                item && (
                  <EventRow
                    key={item.event.eventId}
                    item={item}
                    intervalMs={list.intervalMs}
                    wide={wide}
                    stale={isStale(item, list, now)}
                    onScreen={row.onScreen}
                    atOnce={atOnce && row.onScreen}
                  />
                )
              );
            })}
            <Spacer height={after} />
          </tbody>
        </Table>
      </div>
    </Panel>
  );
}
