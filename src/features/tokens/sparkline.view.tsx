import { memo } from 'react';
import type { SeenPrice } from '@/domain/tokens.ts';
import { cx } from '@/lib/cx.ts';

interface Props {
  prices: readonly SeenPrice[];
  width: number;
  height: number;
  className?: string;
}

const EDGE = 1.5;
const tenths = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Points of a line in pixels, oldest at the left; empty of fewer than two prices. Geometry only: floats do. */
function pointsOf(prices: readonly SeenPrice[], width: number, height: number): string {
  const [first] = prices;
  const last = prices.at(-1);
  if (!first || !last || first.time === last.time) return '';
  const values = prices.map(({ price }) => Number(price));
  const low = Math.min(...values);
  const high = Math.max(...values);
  const y = (value: number) =>
    high === low ? height / 2 : EDGE + ((high - value) / (high - low)) * (height - 2 * EDGE);
  const x = (time: number) => ((time - first.time) / (last.time - first.time)) * width;
  return prices.map(({ time }, index) => `${tenths(x(time))},${tenths(y(values[index] ?? low))}`).join(' ');
}

/** The prices this browser has observed, as a line without axes. */
export const Sparkline = memo(function Sparkline({ prices, width, height, className }: Props) {
  const points = pointsOf(prices, width, height);
  const first = prices[0]?.price ?? 0n;
  const last = prices.at(-1)?.price ?? 0n;
  const tone = last > first ? 'text-up' : last < first ? 'text-down' : 'text-faint';
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={cx('block', tone, className)}
      style={{ width: className ? undefined : width, height }}
    >
      {points === '' ? (
        <line
          x1="0"
          x2={width}
          y1={height / 2}
          y2={height / 2}
          stroke="var(--line-strong)"
          strokeDasharray="2 3"
        />
      ) : (
        <polyline
          points={points}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
});
