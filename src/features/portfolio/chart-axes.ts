const DAY_MS = 86_400_000;
const MOST_DAYS = 7;
const CLOCK_TICKS = 6;

/** Whether an axis of so many seconds is marked by the clock rather than by days. */
export const byClock = (seconds: number): boolean => seconds <= (2 * DAY_MS) / 1_000;

/** Marks of a time axis, Unix seconds: midnights of the reader's zone, or equal parts of a span of two days or less. */
export function timeTicks(from: number, to: number): number[] {
  if (byClock(to - from)) {
    const step = (to - from) / CLOCK_TICKS;
    return Array.from({ length: CLOCK_TICKS - 1 }, (_, index) => Math.round(from + (index + 1) * step));
  }
  const step = Math.max(1, Math.ceil(((to - from) * 1_000) / DAY_MS / MOST_DAYS));
  const ticks: number[] = [];
  const at = new Date(from * 1_000);
  at.setHours(0, 0, 0, 0);
  for (at.setDate(at.getDate() + 1); at.getTime() / 1_000 < to; at.setDate(at.getDate() + step)) {
    ticks.push(at.getTime() / 1_000);
  }
  return ticks;
}

const NICE = [1, 2, 2.5, 5, 10] as const;
/** Round marks that enclose `low` to `high` (dollars, geometry only), four intervals or fewer; zero among them. */
export function valueTicks(low: number, high: number): number[] {
  const span = Math.max(high - low, 0.04);
  const rough = span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (NICE.find((nice) => nice * power >= rough) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
