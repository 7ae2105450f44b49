import { cx } from '@/lib/cx.ts';

const TONES = { yes: 'bg-yes', no: 'bg-no', accent: 'bg-accent', warn: 'bg-warn' } as const;

interface Props {
  /** 0 to 1; drawn geometry only, the figure stands beside it. */
  share: number;
  tone?: keyof typeof TONES;
  /** Two pixels, for lines that stand close. */
  thin?: boolean;
  className?: string;
}

/**
 * A bar of a share. Decorative: its figure must be written next to it. It has a width and no transform: a page shows
 * hundreds, and each transform or clip of its own is painted apart.
 */
export const ProgressBar = ({ share, tone = 'yes', thin = false, className }: Props) => (
  <span aria-hidden className={cx('bar block rounded-full bg-line', thin ? 'h-0.5' : 'h-1', className)}>
    <span
      className={cx('block h-full rounded-full', TONES[tone])}
      style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
    />
  </span>
);
