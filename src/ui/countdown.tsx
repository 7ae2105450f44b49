import { useAtServerTime } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { formatLeft, formatLeftInUnits, formatLocal, formatUtc } from '@/lib/time.ts';

interface Props {
  /** Unix milliseconds, by the service's clock. */
  to: number;
  /** Shown once the time has come. */
  past?: string;
  /** Names its units: for where a time of day stands beside it. */
  units?: boolean;
  className?: string;
}

/** Time left, ticking by the service's clock; the exact moment on hover. */
export function Countdown({ to, past = 'ended', units = false, className }: Props) {
  const format = units ? formatLeftInUnits : formatLeft;
  const text = useAtServerTime((now) => (to > now ? format(to - now) : past));
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
