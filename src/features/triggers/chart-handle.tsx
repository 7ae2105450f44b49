import type { PicoUsd } from '@contract/triggers/price.ts';
import { distanceWords, formatPrice } from '@/domain/trigger-price.ts';
import { cx } from '@/lib/cx.ts';
import { type ChartLine, keyMove } from './chart-scale.ts';

const LINES = { neutral: 'border-accent', up: 'border-yes', down: 'border-no' } as const;
const LABELS = {
  neutral: 'bg-accent-dim text-accent border-accent',
  up: 'bg-yes-dim text-yes border-yes',
  down: 'bg-no-dim text-no border-no',
} as const;

interface Props {
  line: ChartLine;
  /** Pixels from the top, inside the chart. */
  y: number;
  /** Set where the line lies beyond the edge it is drawn at. */
  beyond: 'up' | 'down' | null;
  now: bigint | null;
  /** Pixels that the price axis takes on the right. */
  axis: number;
  onMove: (price: PicoUsd) => void;
  /** Pointer at this height of the viewport, while it drags. */
  onDrag: (clientY: number) => void;
  onGrab: (held: boolean) => void;
}

/** One level: a line across the chart with a handle that pointer, finger and arrow keys move. */
export function ChartHandle({ line, y, beyond, now, axis, onMove, onDrag, onGrab }: Props) {
  const text = `${line.label} ${formatPrice(line.price)}`;
  const distance = distanceWords(now, line.price);
  const label = (
    <>
      {beyond !== null && <span aria-hidden>{beyond === 'up' ? '↑' : '↓'} </span>}
      {text}
    </>
  );
  const look = cx(
    'pointer-events-auto absolute left-2 flex h-[22px] items-center rounded-sm border px-1.5 font-semibold text-xs',
    '-translate-y-1/2 whitespace-nowrap',
    LABELS[line.tone],
  );
  return (
    <div className="absolute inset-x-0 h-0" style={{ top: y, right: axis }}>
      <div
        aria-hidden
        className={cx('absolute inset-x-0 border-t border-dashed opacity-80', LINES[line.tone])}
      />
      {!line.movable ? (
        <span className={look} title={distance}>
          {label}
        </span>
      ) : (
        <div
          role="slider"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={`${line.label} on the chart`}
          // A slider must have a number: basis points from the price now.
          aria-valuenow={now === null || now <= 0n ? 0 : Number(((line.price - now) * 10_000n) / now)}
          aria-valuemin={-10000}
          aria-valuemax={1000000}
          aria-valuetext={distance === '' ? text : `${formatPrice(line.price)}, ${distance}`}
          title={`${distance === '' ? text : distance}. Drag, or use the arrow keys`}
          className={cx(
            look,
            'hit-area cursor-ns-resize touch-none select-none bg-panel focus-visible:outline-2 focus-visible:outline-accent',
          )}
          onKeyDown={(event) => {
            const moved = keyMove(event.key, line.price);
            if (moved === null) return;
            event.preventDefault();
            onMove(moved);
          }}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            onGrab(true);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientY);
          }}
          onLostPointerCapture={() => onGrab(false)}
        >
          <span aria-hidden className="mr-1 text-muted">
            ⇕
          </span>
          {label}
        </div>
      )}
    </div>
  );
}
