import { formatSignedUsd, formatUsd, type MicroUsd } from '@contract/money.ts';
import { useRef } from 'react';
import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatClock, formatDay, formatMinute, formatMoment, midnightOf } from '@/lib/time.ts';
import { useWidth } from '@/lib/use-width.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 7;
const CLOCK_TICKS = 6;

/** Whether an axis of so many seconds is marked by the clock rather than by days. */
const byClock = (seconds: number): boolean => seconds <= (2 * DAY_MS) / 1_000;

/** Marks of a time axis, Unix seconds: midnights of the zone on show, or equal parts of a span of two days or less. */
export function timeTicks(from: number, to: number): number[] {
  if (byClock(to - from)) {
    const step = (to - from) / CLOCK_TICKS;
    const ticks = Array.from({ length: CLOCK_TICKS - 1 }, (_, index) =>
      Math.round(from + (index + 1) * step),
    );
    // Each once, in an account a few seconds old as well: the chart draws marks by what they are.
    return [...new Set(ticks)].filter((at) => at > from);
  }
  const step = Math.max(1, Math.ceil(((to - from) * 1_000) / DAY_MS / MOST_DAYS));
  const ticks: number[] = [];
  for (let at = midnightOf(from * 1_000, 1); at / 1_000 < to; at = midnightOf(at, step))
    ticks.push(at / 1_000);
  return ticks;
}

const MINUTES = 600;
/** A mark of the time axis of so many seconds, as far as marks have to be told apart. */
function timeText(at: number, span: number): string {
  if (!byClock(span)) return formatDay(at * 1_000);
  return span < MINUTES ? formatClock(at * 1_000) : formatMinute(at * 1_000);
}

const NICE = [1, 2, 2.5, 5, 10] as const;
/**
 * Round marks that enclose `low` to `high` (dollars, geometry only), four intervals or fewer; zero among them. A line
 * that never moves has a mark on either side, at zero it is the base itself.
 */
export function valueTicks(low: number, high: number): number[] {
  const span = Math.max(high - low, 0.04);
  const rough = span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (NICE.find((nice) => nice * power >= rough) ?? 10) * power;
  const beside = low === high && low !== 0 ? 1 : 0;
  const first = Math.floor(low / step) - beside;
  const last = Math.max(first + 1, Math.ceil(high / step) + beside);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

export interface AccountPoint {
  /** Unix seconds. */
  at: number;
  /** Null where it is not known: nothing is drawn there. */
  value: MicroUsd | null;
}

interface Props {
  points: readonly AccountPoint[];
  /** Gains and losses around zero; else amounts, whose axis need not begin there. */
  signed: boolean;
}

const FONT = { fontSize: 11, fontFamily: 'var(--font-mono)' };
const TICK = { ...FONT, fill: 'var(--faint)' };
/** Pixels that the axis of values has at least, and beside its longest mark. */
const LEAST_AXIS = 64;
const BESIDE_MARK = 12;

/** Geometry only: the tooltip and the table beside the chart read the exact sums. */
const dollars = (value: MicroUsd): number => Number(value) / 1_000_000;
/** Marks as they are written: "$1,200", or "$0.25" where they span only a few dollars or lie between whole ones. */
export function axisTexts(heights: readonly number[]): (value: number) => string {
  const fine = (heights.at(-1) ?? 0) - (heights[0] ?? 0) < 8 || !heights.every(Number.isInteger);
  return (value) => formatUsd(BigInt(Math.round(value * 1_000_000)), 'half-even', fine ? 2 : 0);
}

interface HintProps {
  active?: boolean;
  payload?: readonly { payload?: AccountPoint }[];
  signed: boolean;
}
function Hint({ active, payload, signed }: HintProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point || point.value === null) return null;
  return (
    <div className="rounded-md border border-line-strong bg-panel px-2.5 py-1.5 shadow-float">
      <div className="num font-semibold">
        {signed ? formatSignedUsd(point.value) : formatUsd(point.value)}
      </div>
      <div className="num text-faint text-xs">{formatMoment(point.at * 1_000)}</div>
    </div>
  );
}

interface DotProps {
  index?: number;
  cx?: number;
  cy?: number;
}

/**
 * The drawn line of an account. It keeps its height from moment to moment, and ends where nothing is known. Hidden from
 * screen readers: a table of the same sums stands beside it.
 */
export function AccountChart({ points, signed }: Props) {
  const data = points.map((point) => ({
    ...point,
    drawn: point.value === null ? null : dollars(point.value),
  }));
  const values = data.flatMap(({ drawn }) => drawn ?? []);
  const around = signed || values.length === 0 ? [0, ...values] : values;
  const heights = valueTicks(Math.min(...around), Math.max(...around));
  // A moment between two gaps has no line: it is a dot.
  const dotOf = ({ index = 0, cx, cy }: DotProps) => {
    const alone = data[index - 1]?.drawn == null && data[index + 1]?.drawn == null;
    return alone && data[index]?.drawn != null ? (
      <circle key={index} cx={cx} cy={cy} r={2.5} fill="var(--accent)" />
    ) : (
      <g key={index} />
    );
  };
  const [low = 0] = heights;
  const high = heights.at(-1) ?? 0;
  const axisText = axisTexts(heights);
  const ruler = useRef<HTMLSpanElement>(null);
  const character = useWidth(ruler) ?? 0;
  const longest = Math.max(...heights.map((value) => axisText(value).length));
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  return (
    <div aria-hidden className="absolute inset-0 pt-3">
      <span ref={ruler} className="absolute w-[1ch]" style={FONT} />
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 600, height: 180 }}>
        <AreaChart data={data} margin={{ top: 8, right: 0, bottom: 0, left: 24 }} accessibilityLayer={false}>
          <defs>
            <linearGradient id="account-fill" x1="0" y1="0" x2="0" y2="1">
              <stop offset="0%" stopColor="var(--accent)" stopOpacity={0.3} />
              <stop offset="100%" stopColor="var(--accent)" stopOpacity={0.02} />
            </linearGradient>
          </defs>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            type="number"
            scale="time"
            domain={['dataMin', 'dataMax']}
            tickFormatter={(at: number) => timeText(at, to - from)}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            ticks={timeTicks(from, to)}
            minTickGap={24}
            height={24}
          />
          <YAxis
            orientation="right"
            domain={[low, high]}
            tickFormatter={axisText}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            width={Math.max(LEAST_AXIS, longest * character + BESIDE_MARK)}
            ticks={heights}
          />
          {low <= 0 && <ReferenceLine y={0} stroke="var(--line-strong)" />}
          <Tooltip
            isAnimationActive={false}
            content={<Hint signed={signed} />}
            cursor={{ stroke: 'var(--muted)', strokeDasharray: '3 3' }}
          />
          <Area
            dataKey="drawn"
            type="stepAfter"
            stroke="var(--accent)"
            strokeWidth={2}
            fill="url(#account-fill)"
            isAnimationActive={false}
            activeDot={{ r: 3, fill: 'var(--accent)', stroke: 'var(--panel)' }}
            dot={dotOf}
            baseValue={signed ? 0 : 'dataMin'}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
