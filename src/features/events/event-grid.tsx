import { useNow } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { useAtOnce, useDrawn } from '@/ui/in-turn.ts';
import type { RowSpan } from '@/ui/row-window.ts';
import { useWindowRows, type WindowRows } from '@/ui/use-window-rows.ts';
import { cardHeight, FITTING_COLUMN, outcomesShown } from './card-geometry.ts';
import { EventCard } from './event-card.tsx';
import { CARD_PARTS } from './event-card.view.tsx';
import { type EventList, isStale, type ListedEvent, windowed } from './event-list.ts';

export const GRID_GAP = 12;

const rowHeight = (cards: readonly ListedEvent[]): number =>
  Math.max(0, ...cards.map((item) => cardHeight(outcomesShown(item))));

/** Events as cards; only the rows on the screen are drawn. */
export function EventGrid({ list }: { list: EventList }) {
  const grid = useWindowRows(windowed(list), { columns: 'fill', gap: GRID_GAP, estimate: rowHeight });
  const now = useNow(1_000);
  const atOnce = useAtOnce(list.key, grid.rows.length > 0);
  return (
    <div
      ref={grid.container}
      className={cx('relative', grid.columnWidth < FITTING_COLUMN && 'narrow-columns')}
      style={{ height: grid.total }}
    >
      {grid.rows.map((row) => (
        <GridRow key={row.key} row={row} grid={grid} list={list} now={now} atOnce={atOnce} />
      ))}
    </div>
  );
}

interface RowProps {
  row: RowSpan;
  grid: Pick<WindowRows, 'columns' | 'measure'>;
  list: EventList;
  /** Local Unix ms. */
  now: number;
  atOnce: boolean;
}

/**
 * A row of cards. They are drawn a part of a card a frame, for a slow computer's sake; until then their places are held.
 */
function GridRow({ row: { key, index, start, onScreen }, grid, list, now, atOnce }: RowProps) {
  const { columns, measure } = grid;
  const items = list.items.slice(index * columns, (index + 1) * columns);
  const turns = items.length * CARD_PARTS;
  const drawn = useDrawn(turns, { atOnce: atOnce && onScreen, onScreen });
  return (
    <div
      // Its height is that of its highest card: it is measured once it has them all.
      ref={drawn === turns ? measure : undefined}
      data-row={key}
      className="absolute inset-x-0 grid gap-3 [contain:content] [overflow-clip-margin:6px]"
      style={{
        top: start,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {items.map((item, place) =>
        place * CARD_PARTS < drawn ? (
          <EventCard
            key={item.event.eventId}
            item={item}
            intervalMs={list.intervalMs}
            stale={isStale(item, list, now)}
            drawn={Math.min(CARD_PARTS, drawn - place * CARD_PARTS)}
          />
        ) : (
          <div
            key={item.event.eventId}
            aria-hidden
            className="rounded-panel border border-line bg-panel"
            style={{ minHeight: cardHeight(outcomesShown(item)) }}
          />
        ),
      )}
    </div>
  );
}
