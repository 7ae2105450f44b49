import { useAtServerTime } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { formatEnd, formatLeft, formatLeftInUnits, formatLocal, formatUtc } from '@/lib/time.ts';

interface Props {
  /** Unix milliseconds, by the service's clock. */
  to: number;
  /** Shown once the time has come. */
  past?: string;
  /** Names its units: for where a time of day stands beside it. */
  units?: boolean;
  /** Put before the time left, not before a date: "in". */
  before?: string;
  /** A far end reads as a date: "Mar 2028", not "2y". */
  dated?: boolean;
  className?: string;
}

/** Time left, ticking by the service's clock; the exact moment on hover. */
export function Countdown({ to, past = 'ended', units = false, before, dated = false, className }: Props) {
  const format = units ? formatLeftInUnits : formatLeft;
  const text = useAtServerTime((now) => {
    const left = to > now ? format(to - now) : past;
    return (dated ? formatEnd(to, now) : undefined) ?? (before === undefined ? left : `${before} ${left}`);
  });
  return (
    <time
      dateTime={new Date(to).toISOString()}
      title={`${formatLocal(to)} · ${formatUtc(to)}`}
      className={cx('num', className)}
    >
      {text}
    </time>
  );
}
