import type { Side } from '@contract/ids.ts';
import { formatCents, formatUsd, formatWholeContracts } from '@contract/money.ts';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { averageTo, type Ladder, type LadderRow } from '@/domain/book.ts';
import { cx } from '@/lib/cx.ts';
import { LadderSide, TOTAL_HEADING } from './ladder-side.view.tsx';
import { BOOK_LABELS } from './market-labels.ts';

interface Props {
  ladder: Ladder;
  /** Dimmed while its figures are old. */
  stale: boolean;
  /** Right end of the middle row: the age of the book. */
  age: ReactNode;
  onPick: (row: LadderRow, side: Side) => void;
  /** Takes back what the viewer has resting on a marked level. */
  onCancelAt: (row: LadderRow) => void;
  /** The viewer's own orders, below the levels. */
  own?: ReactNode;
}

const rowAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
const findRow = (ladder: Ladder, id: string | undefined): LadderRow | undefined =>
  id === undefined
    ? undefined
    : (ladder.asks.find((row) => row.id === id) ?? ladder.bids.find((row) => row.id === id));

/** Moves the focus to the level above or below, across the middle. */
function moveFocus(root: HTMLElement, from: HTMLElement, step: 1 | -1): void {
  const asks = [...root.querySelectorAll<HTMLElement>('[data-side=ask] [data-row]')].reverse();
  const bids = [...root.querySelectorAll<HTMLElement>('[data-side=bid] [data-row]')];
  const rows = [...asks, ...bids];
  rows[rows.indexOf(from) + step]?.focus();
}

/** Memoised by its figures: most books change in depth alone. */
const MiddleFigures = memo(function MiddleFigures({
  state,
  spread,
  mid,
}: Pick<Ladder, 'state' | 'spread' | 'mid'>) {
  const note = BOOK_LABELS[state];
  return (
    <>
      {note !== null && <span className={state === 'crossed' ? 'text-warn' : undefined}>{note}</span>}
      {spread !== null && (
        <span>
          Spread <b className="num font-semibold text-text">{formatCents(spread, true)}</b>
        </span>
      )}
      {mid !== null && (
        <span>
          Mid <b className="num font-semibold text-text">{formatCents(mid, true)}</b>
        </span>
      )}
    </>
  );
});

function Middle({ ladder, age, onRecentre }: { ladder: Ladder; age: ReactNode; onRecentre: () => void }) {
  return (
    <button
      type="button"
      title="Show the best prices"
      onClick={onRecentre}
      className="flex h-8 w-full shrink-0 items-center justify-between gap-2 border-line border-y px-3 text-muted text-xs"
    >
      <MiddleFigures state={ladder.state} spread={ladder.spread} mid={ladder.mid} />
      {age}
    </button>
  );
}

/** What taking the level under the pointer would come to, over the heads of the columns: below them it cost a level. */
const Hint = memo(function Hint({ row, side }: { row: LadderRow | undefined; side: Side }) {
  return (
    row && (
      <p className="absolute inset-0 flex items-center justify-between gap-2 bg-panel px-3 font-sans text-faint text-xs">
        <span>
          {row.mine && <span className="text-accent">● Del cancels yours · </span>}
          {row.kind === 'ask' ? 'Buy' : 'Sell'} {side === 'yes' ? 'Yes' : 'No'} to{' '}
          <span className="num text-muted">{row.priceText}</span>
        </span>
        <span>
          <span className="num text-muted">{formatWholeContracts(row.total)}</span> avg{' '}
          <span className="num text-muted">{formatCents(averageTo(row), true)}</span> ={' '}
          <span className="num text-muted">{formatUsd(row.cost, row.kind === 'ask' ? 'up' : 'down', 0)}</span>
        </span>
      </p>
    )
  );
});

/** The same at every update, so it is made once. The columns end where those of the figures do. */
const HEADER = (
  <div
    aria-hidden
    className="num relative h-6 shrink-0 text-faint leading-6 *:absolute [&>*>*]:font-sans [&>*>*]:text-xs"
  >
    <span className="left-3">
      <span>Price</span>
    </span>
    <span className="right-3 mr-[12ch]">
      <span>Contracts</span>
    </span>
    <span className="right-3">
      <span id={TOTAL_HEADING}>Total</span>
    </span>
  </div>
);

/** Resting orders around a pinned middle. One listener of each kind serves all rows. */
export function LadderView({ ladder, stale, age, onPick, onCancelAt, own }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<string>();
  const hover = (event: PointerEvent | FocusEvent) => setHovered(rowAt(event.target)?.dataset.row);
  const leave = () => setHovered(undefined);
  const take = (target: EventTarget) => {
    const row = findRow(ladder, rowAt(target)?.dataset.row);
    if (row) onPick(row, ladder.side);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    const from = rowAt(event.target);
    if (!from || !root.current) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      take(event.target);
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      const row = findRow(ladder, from.dataset.row);
      if (row?.mine) onCancelAt(row);
    }
    if (step === undefined) return;
    event.preventDefault();
    moveFocus(root.current, from, step);
  };
  const recentre = () => {
    for (const list of root.current?.querySelectorAll('[data-side]') ?? []) list.scrollTop = 0;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows are buttons; their events are caught here once
    <div
      ref={root}
      className={cx('num flex min-h-0 flex-1 flex-col text-sm', stale && 'stale')}
      onClick={({ target }: MouseEvent) => {
        // Whoever marks a figure with the mouse lets go of it over its level.
        if (getSelection()?.isCollapsed !== false) take(target);
      }}
      onKeyDown={onKeyDown}
      onPointerOver={hover}
      onPointerLeave={leave}
      onFocus={hover}
      onBlur={leave}
    >
      <div className="relative shrink-0" title="Select a level to trade up to it">
        {HEADER}
        <Hint row={findRow(ladder, hovered)} side={ladder.side} />
      </div>
      <LadderSide kind="ask" rows={ladder.asks} />
      <div className="font-sans">
        <Middle ladder={ladder} age={age} onRecentre={recentre} />
      </div>
      <LadderSide kind="bid" rows={ladder.bids} />
      {own}
    </div>
  );
}
