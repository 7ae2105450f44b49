import { memo } from 'react';
import type { TokenLine } from '@/domain/token-line.ts';
import { cx } from '@/lib/cx.ts';

interface Props {
  line: TokenLine;
  width: number;
  height: number;
}

const EDGE = 1.5;
/**
 * What the height stands for, as a part of the price: the same for all, so that a quiet price looks quieter than a
 * wild one. Only what moves more fills the height by itself.
 */
const COMMON_SPAN = 0.1;
/** A price that moved at all rises or falls by so many pixels. */
const LEAST_RISE = 3;

/**
 * Tells `visit` the places of prices in a box of some pixels, which spans the time of the line from left to right, and
 * the run each is of. Geometry only: floats do.
 */
export function traceLine(
  { from, until, runs }: TokenLine,
  { width, height }: { width: number; height: number },
  visit: (x: number, y: number, run: number) => void,
): void {
  const span = until - from;
  if (span <= 0) return;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const { level } of runs.flat()) {
    if (level < low) low = level;
    if (level > high) high = level;
  }
  const across = width / span;
  const room = height - 2 * EDGE;
  const moved = high - low;
  const rise =
    moved === 0
      ? 0
      : Math.max((room * moved) / Math.max(moved, high * COMMON_SPAN), Math.min(LEAST_RISE, room));
  const scale = moved === 0 ? 0 : rise / moved;
  const base = (height - rise) / 2;
  for (const [nth, run] of runs.entries()) {
    for (const { time, level } of run)
      visit(Math.max(0, time - from) * across, base + (high - level) * scale, nth);
  }
}

/** Whether the price has risen or fallen since the line begins. */
function trendOf({ runs }: TokenLine): 'up' | 'down' | 'faint' {
  const first = runs[0]?.[0]?.price ?? 0n;
  const last = runs.at(-1)?.at(-1)?.price ?? 0n;
  return last > first ? 'up' : last < first ? 'down' : 'faint';
}
const TONES = { up: 'text-up', down: 'text-down', faint: 'text-faint' } as const;

/** The prices of a token as a line without axes. */
export const Sparkline = memo(function Sparkline({ line, width, height }: Props) {
  const lines: string[][] = line.runs.map(() => []);
  traceLine(line, { width, height }, (x, y, run) => lines[run]?.push(`${x.toFixed(1)},${y.toFixed(1)}`));
  // One price alone is a dot: a line to itself with round ends.
  const drawn = lines
    .map((points) => (points.length === 1 ? [...points, ...points] : points).join(' '))
    .filter((points) => points !== '');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={cx('block w-full', TONES[trendOf(line)])}
      style={{ height }}
    >
      {drawn.length === 0 ? (
        <line
          x1="0"
          x2={width}
          y1={height / 2}
          y2={height / 2}
          stroke="var(--line-strong)"
          strokeDasharray="2 3"
        />
      ) : (
        drawn.map((points) => (
          <polyline
            key={points}
            points={points}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))
      )}
    </svg>
  );
});
