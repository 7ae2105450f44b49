import { memo } from 'react';
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

const itemsOf = ({ items }: EventList, row: number, columns: number): readonly ListedEvent[] =>
  items.slice(row * columns, (row + 1) * columns);

/** Events as cards; only the rows on the screen are drawn. */
export function EventGrid({ list }: { list: EventList }) {
  const grid = useWindowRows(windowed(list), { columns: 'fill', gap: GRID_GAP, estimate: rowHeight });
  const { columns } = grid;
  const now = useNow(1_000);
  const atOnce = useAtOnce(list.key, grid.rows.length > 0);
  return (
    <div
      ref={grid.container}
      className={cx('relative', grid.columnWidth < FITTING_COLUMN && 'narrow-columns')}
      style={{ height: grid.total }}
    >
      {grid.rows.map((row) => (
        <GridRow
          key={row.key}
          id={row.key}
          index={row.index}
          start={row.start}
          onScreen={row.onScreen}
          columns={columns}
          measure={grid.measure}
          list={list}
          stale={itemsOf(list, row.index, columns)
            .map((item) => (isStale(item, list, now) ? '1' : '0'))
            .join('')}
          atOnce={atOnce && row.onScreen}
        />
      ))}
    </div>
  );
}

interface RowProps
  extends Pick<RowSpan, 'index' | 'start' | 'onScreen'>,
    Pick<WindowRows, 'columns' | 'measure'> {
  /** What it is called where it is measured. */
  id: string;
  list: EventList;
  /** A digit a card, 1 where its data is old: most seconds change nothing. */
  stale: string;
  /** Drawn without waiting for its turn. */
  atOnce: boolean;
}

/**
 * A row of cards. They are drawn a part of a card a frame, for a slow computer's sake; until then their places are held.
 */
const GridRow = memo(function GridRow(props: RowProps) {
  const { id, index, start, onScreen, columns, measure, list, stale, atOnce } = props;
  const items = itemsOf(list, index, columns);
  const turns = items.length * CARD_PARTS;
  const drawn = useDrawn(turns, { atOnce, onScreen });
  return (
    <div
      // Its height is that of its highest card: it is measured once it has them all.
      ref={drawn === turns ? measure : undefined}
      data-row={id}
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
            stale={stale[place] === '1'}
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
});
