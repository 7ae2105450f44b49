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
  /** Of an order that exists, at its price or moved from it; none while it is only in the form. */
  placed?: 'as placed' | 'moved';
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

/** A line farther away than this does not squeeze the prices: it waits at the edge. In percent of the price. */
const FARTHEST = 300n;
/** Placed orders stay on the chart for days: they squeeze it less. */
const FARTHEST_PLACED = 150n;
export function isNear(price: bigint, now: bigint, placed = false): boolean {
  const most = placed ? FARTHEST_PLACED : FARTHEST;
  return price * 100n < now * most && price * most > now * 100n;
}

/** Heights at which labels are legible: each at its line, or as little below the one above as keeps them apart. */
export function labelTops(tops: readonly number[], gap: number, height: number): number[] {
  const byHeight = tops.map((_, index) => index).sort((a, b) => (tops[a] ?? 0) - (tops[b] ?? 0));
  const placed = [...tops];
  let least = 0;
  for (const index of byHeight) {
    placed[index] = Math.max(tops[index] ?? 0, least);
    least = (placed[index] ?? 0) + gap;
  }
  // What was pushed over the edge comes back up.
  let most = height;
  for (const index of byHeight.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = (placed[index] ?? 0) - gap;
  }
  return placed;
}

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
  /** Pixels from the top of its label, where another line is so near that they would cover each other. */
  labelY: number;
  /** Set where the line lies beyond the edge it is drawn at. */
  beyond: 'up' | 'down' | null;
  now: bigint | null;
  /** Pixels that the price axis takes on the right. */
  axis: number;
  onMove: (price: PicoUsd) => void;
  /** Pointer at this height of the viewport, while it drags. */
  onDrag: (clientY: number) => void;
  onGrab: (held: boolean) => void;
  /** It was let go, or Enter pressed on it. */
  onPick?: ((by: 'pointer' | 'key') => void) | undefined;
}

/** One level: a line across the chart with a handle that pointer, finger and arrow keys move. */
export function ChartHandle({ line, y, labelY, beyond, now, axis, onMove, onDrag, onGrab, onPick }: Props) {
  const text = `${line.label} ${formatPrice(line.price)}`;
  const distance = distanceWords(now, line.price);
  const label = (
    <>
      {beyond !== null && <span aria-hidden>{beyond === 'up' ? '↑' : '↓'} </span>}
      {text}
    </>
  );
  const look = cx(
    'pointer-events-auto absolute flex h-[22px] items-center rounded-sm border px-1.5 font-semibold text-xs',
    '-translate-y-1/2 whitespace-nowrap',
    // Those of the form on the left, those of orders on the right: neither covers the other.
    line.placed ? 'right-2' : 'left-2',
    LABELS[line.tone],
  );
  const top = labelY - y;
  return (
    <div className="absolute inset-x-0 h-0" style={{ top: y, right: axis }}>
      <div
        aria-hidden
        className={cx(
          'absolute inset-x-0 border-t opacity-80',
          line.placed !== 'as placed' && 'border-dashed',
          LINES[line.tone],
        )}
      />
      {!line.movable ? (
        <span className={look} style={{ top }} title={distance}>
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
          style={{ top }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onPick?.('key');
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
          onLostPointerCapture={() => {
            onGrab(false);
            onPick?.('pointer');
          }}
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
