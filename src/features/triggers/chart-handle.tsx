import { absBig } from '@contract/money.ts';
import { type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import { distanceWords, formatPrice, priceAtChange, roundPrice } from '@/domain/trigger-price.ts';
import { cx } from '@/lib/cx.ts';

/** A level on the chart that can be moved. */
export interface ChartLine<Id extends string = string> {
  id: Id;
  price: PicoUsd;
  label: string;
  tone: 'neutral' | 'up' | 'down';
  /** Others are shown and stand still. */
  movable: boolean;
}

const SHOWN_DIGITS = 6;

/**
 * Size of one unit of the drawn scale: prices become numbers of about six digits whatever the token costs, since a
 * chart of billionths of a dollar would round everything away.
 */
export const unitOf = (price: bigint): bigint => {
  const digits = absBig(price).toString().length;
  return 10n ** BigInt(Math.max(0, digits - SHOWN_DIGITS));
};

/** Geometry alone: what is sent comes back through `priceOf`, rounded to a step. */
export const heightOf = (price: bigint, unit: bigint): number => Number((price * 1_000n) / unit) / 1_000;

/** The price a height stands for, at a step a person would name; null where there is none. */
export function priceOf(height: number, unit: bigint): PicoUsd | null {
  if (!Number.isFinite(height) || height <= 0) return null;
  const price = roundPrice((BigInt(Math.round(height * 1_000)) * unit) / 1_000n);
  return price > 0n ? price : null;
}

/** A line farther away than this does not squeeze the prices: it waits at the edge. */
const FARTHEST = 3n;
export const isNear = (price: bigint, now: bigint): boolean =>
  price < now * FARTHEST && price * FARTHEST > now;

const STEP_BPS = 10n;
const BIG_STEP_BPS = 100n;

/** Where a key moves a line: 0.1 % an arrow, 1 % a page; null for any other key. */
export function keyMove(key: string, price: PicoUsd): PicoUsd | null {
  const bps =
    key === 'ArrowUp' || key === 'ArrowRight'
      ? STEP_BPS
      : key === 'ArrowDown' || key === 'ArrowLeft'
        ? -STEP_BPS
        : key === 'PageUp'
          ? BIG_STEP_BPS
          : key === 'PageDown'
            ? -BIG_STEP_BPS
            : null;
  if (bps === null) return null;
  const moved = priceAtChange(price, bps);
  if (moved !== undefined && moved !== price) return moved;
  // So few digits that a step rounds to nothing: the next price there is.
  const next = price + (bps > 0n ? 1n : -1n);
  return next > 0n ? picoUsd(next) : null;
}

/** "Low $74.10, high $78.32, now $76.37": the chart for those who do not see it; null while nothing is known. */
export function chartLabel(prices: readonly bigint[]): string | null {
  const [first] = prices;
  const last = prices.at(-1);
  if (first === undefined || last === undefined) return null;
  const low = prices.reduce((a, b) => (b < a ? b : a), first);
  const high = prices.reduce((a, b) => (b > a ? b : a), first);
  return `Low ${formatPrice(low)}, high ${formatPrice(high)}, now ${formatPrice(last)}`;
}

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
