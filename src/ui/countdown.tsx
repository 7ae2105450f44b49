import { useAtServerTime } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { formatLeft, formatLocal, formatUtc } from '@/lib/time.ts';

interface Props {
  /** Unix milliseconds, by the service's clock. */
  to: number;
  /** Shown once the time has come. */
  past?: string;
  className?: string;
}

/** Time left, ticking by the service's clock; the exact moment on hover. */
export function Countdown({ to, past = 'ended', className }: Props) {
  const text = useAtServerTime((now) => (to > now ? formatLeft(to - now) : past));
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
