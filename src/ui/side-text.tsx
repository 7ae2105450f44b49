import { cx } from '@/lib/cx.ts';

/** A side in its colour. */
export const SideText = ({
  side,
  tone,
  className,
}: {
  side: string;
  tone: 'yes' | 'no';
  className?: string;
}) => <span className={cx(tone === 'yes' ? 'text-yes' : 'text-no', className)}>{side}</span>;
