import { formatPoints } from '@contract/money.ts';
import { cx } from '@/lib/cx.ts';

const HEIGHT = 18;
const EDGE = 1;

/** Colour of a change as its points are told: up, down, or none. */
export const toneOf = (change: bigint): string =>
  formatPoints(change) === '0.0' ? 'text-faint' : change > 0n ? 'text-up' : 'text-down';

interface Props {
  /** Runs of places in a box of one by one, x from the left and y from the top; between them nothing is known. */
  runs: readonly (readonly { x: number; y: number }[])[];
  /** Micro-dollars of a price, 10,000 a point. */
  change: bigint;
  /** What moved. */
  label: string;
  /** Pixels of the line. */
  width?: number;
  className?: string;
}

/** What a price did in the last 24 hours: a line, which gives way where there is no room for it, and its points. */
export function MoveLine({ runs, change, label, width = 56, className }: Props) {
  const text = formatPoints(change);
  return (
    <span
      className={cx(
        'flex min-w-13 shrink-[9999] items-center justify-end gap-1.5',
        toneOf(change),
        className,
      )}
      title={`${label}: ${text} points in 24 hours`}
    >
      {/* Where the whole line has no room it stands below what is shown. */}
      <span className="flex min-w-0 flex-wrap justify-end overflow-hidden" style={{ height: HEIGHT }}>
        <span className="h-full w-px" />
        <svg aria-hidden="true" width={width} height={HEIGHT} className="block shrink-0">
          {runs.map((run) => (
            <polyline
              key={run[0]?.x}
              points={run
                .map(({ x, y }) => `${(x * width).toFixed(1)},${(EDGE + y * (HEIGHT - 2 * EDGE)).toFixed(1)}`)
                .join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.25"
              strokeLinejoin="round"
            />
          ))}
        </svg>
      </span>
      <span className="num min-w-[5ch] shrink-0 text-right">{text}</span>
      <span className="sr-only">points in 24 hours, {label}</span>
    </span>
  );
}
