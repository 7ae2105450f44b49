import { absBig, divHalfEven, formatPoints } from '@contract/money.ts';
import { cx } from '@/lib/cx.ts';
import { formatShortLocal } from '@/lib/time.ts';

const HEIGHT = 18;
const EDGE = 1;

/** Colour of a change as its points are told: up, down, or none. */
export const toneOf = (change: bigint): string =>
  divHalfEven(absBig(change), 1_000n) === 0n ? 'text-faint' : change > 0n ? 'text-up' : 'text-down';

interface Props {
  /** Runs of places in a box of one by one, x from the left and y from the top; between them nothing is known. */
  runs: readonly (readonly { x: number; y: number }[])[];
  /** Micro-dollars of a price, 10,000 a point. */
  change: bigint;
  /** From when and until when, Unix seconds; null where that is the last 24 hours. */
  since: number | null;
  until: number | null;
  /** What moved. */
  label: string;
  /** Pixels of the line. */
  width?: number;
  className?: string;
}

/** The time that a move is of, in words. */
function periodText(since: number | null, until: number | null): string {
  const [from, to] = [since, until].map((at) => (at === null ? undefined : formatShortLocal(at * 1_000)));
  if (from && to) return `from ${from} to ${to}`;
  return from ? `since ${from}` : to ? `from 24 hours ago to ${to}` : 'in 24 hours';
}

/** What a price did in the last 24 hours: a line, which gives way where there is no room for it, and its points. */
export function MoveLine({ runs, change, since, until, label, width = 56, className }: Props) {
  const text = formatPoints(change);
  const period = periodText(since, until);
  return (
    <span
      className={cx(
        'flex min-w-13 shrink-[9999] items-center justify-end gap-1.5',
        toneOf(change),
        className,
      )}
      title={`${label}: ${text} points ${period}`}
    >
      {/* Where the whole line has no room it stands below what is shown. */}
      <span className="flex min-w-0 flex-wrap justify-end overflow-hidden" style={{ height: HEIGHT }}>
        <span className="h-full w-px" />
        <svg aria-hidden="true" width={width} height={HEIGHT} className="block shrink-0">
          {/* A price alone is a dot: a line to itself with round ends. */}
          {runs.map((run) => (
            <polyline
              key={run[0]?.x}
              points={(run.length === 1 ? [...run, ...run] : run)
                .map(({ x, y }) => `${(x * width).toFixed(1)},${(EDGE + y * (HEIGHT - 2 * EDGE)).toFixed(1)}`)
                .join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.25"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          ))}
        </svg>
      </span>
      <span className="num min-w-[5ch] shrink-0 text-right">{text}</span>
      <span className="sr-only">
        points {period}, {label}
      </span>
    </span>
  );
}
