import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import type { LadderRow } from '@/domain/book.ts';
import { cx } from '@/lib/cx.ts';
import { changesLightUp } from '@/ui/use-flash.ts';

const LIGHT_MS = 350;

/** Columns of fixed widths: a figure that changes moves nothing else. */
const CELL = 'absolute top-0.5 h-[16px]';
const PRICE = { ask: 'text-no', bid: 'text-yes' } as const;

/** The heading of the totals, which describes them. */
export const TOTAL_HEADING = 'ladder-total';

/**
 * Lights the price of a level up for a moment when its size changes. Lit and put out at once: of two sides that change
 * every second, a fade would paint every frame for a third of it.
 */
function useLight(size: bigint) {
  const price = useRef<HTMLSpanElement>(null);
  const before = useRef(size);
  useEffect(() => {
    if (before.current === size || !price.current) return;
    before.current = size;
    if (!changesLightUp()) return;
    const element = price.current;
    element.dataset.lit = '';
    const timer = setTimeout(() => delete element.dataset.lit, LIGHT_MS);
    return () => clearTimeout(timer);
  }, [size]);
  return price;
}

interface LevelProps {
  row: LadderRow;
  /** Tab reaches it; the arrow keys do the rest. */
  best: boolean;
}

/** A price level of the ladder: drawn anew only when something of it has changed. */
const LadderLevel = memo(function LadderLevel({ row, best }: LevelProps) {
  const { id, kind, priceText, sizeText, totalText, mine } = row;
  const total = `${id}-total`;
  return (
    <div
      role="option"
      aria-label={`${priceText}, ${sizeText} contracts${mine ? ', your order is here, Delete cancels it' : ''}`}
      aria-describedby={`${TOTAL_HEADING} ${total}`}
      tabIndex={best ? 0 : -1}
      data-row={id}
      className="relative h-[20px] shrink-0 cursor-pointer leading-[16px] contain-strict hover:bg-text/7 focus-visible:-outline-offset-2"
    >
      <span
        ref={useLight(row.size)}
        className={cx(CELL, 'left-[9px] w-[15ch] pl-[3px] data-lit:bg-line-strong', PRICE[kind])}
      >
        {mine ? `${priceText} ●` : priceText}
      </span>
      <span className={cx(CELL, 'right-[calc(12px+12ch)] w-[11ch] text-right')}>{sizeText}</span>
      <span id={total} className={cx(CELL, 'right-3 w-[12ch] text-right text-muted')}>
        {totalText}
      </span>
    </div>
  );
});

/** Height of a level, pixels: its `h-[20px]`. */
const LEVEL = 20;

interface SideProps {
  kind: 'ask' | 'bid';
  rows: readonly LadderRow[];
}

/**
 * How deep the book is, as bars behind the levels. One shape for all of a side: as backgrounds of their own they would
 * be styled anew level by level, which costs more than their figures.
 */
function DepthBars({ kind, rows }: SideProps) {
  const bars = kind === 'ask' ? rows.toReversed() : rows;
  const steps = bars.map(({ bar }, index) => {
    const left = `${(100 - bar * 100).toFixed(1)}%`;
    return `${left} ${index * LEVEL}px,${left} ${(index + 1) * LEVEL}px`;
  });
  return (
    <div
      aria-hidden
      className={cx(
        'bar pointer-events-none absolute inset-x-0 bg-[repeating-linear-gradient(transparent_0_1px,currentColor_1px_19px,transparent_19px_20px)] contain-strict',
        kind === 'ask' ? 'bottom-0 text-no-dim' : 'top-0 text-yes-dim',
      )}
      style={{ height: rows.length * LEVEL, clipPath: `polygon(100% 0,${steps.join(',')},100% 100%)` }}
    />
  );
}

const levelsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-row]')];

/** The levels of one side, best price first. */
export const LadderSide = memo(function LadderSide({ kind, rows }: SideProps) {
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef(-1);
  // The focus stays in the ladder when the level under it goes: it is on the one that has come into its place.
  useLayoutEffect(() => {
    if (focused.current === -1 || !list.current) return;
    const levels = levelsOf(list.current);
    const place = levels.findIndex((level) => level.matches(':focus'));
    if (place !== -1) focused.current = place;
    else levels[Math.min(focused.current, levels.length - 1)]?.focus({ preventScroll: true });
  });
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={list}
        role="listbox"
        data-side={kind}
        aria-label={kind === 'ask' ? 'Asks, best first' : 'Bids, best first'}
        onFocus={({ currentTarget, target }) => {
          focused.current = levelsOf(currentTarget).indexOf(target);
        }}
        onBlur={() => {
          focused.current = -1;
        }}
        // As high as whole levels are: none is cut through.
        className={cx(
          'scroll-none absolute inset-x-0 flex max-h-full overflow-y-auto contain-content [font-feature-settings:normal] [font-kerning:none] [font-variant:none] [height:round(down,100%,20px)]',
          kind === 'ask' ? 'bottom-0 flex-col-reverse' : 'top-0 flex-col',
        )}
      >
        <DepthBars kind={kind} rows={rows} />
        {rows.map((row, index) => (
          <LadderLevel key={row.id} row={row} best={index === 0} />
        ))}
      </div>
    </div>
  );
});
