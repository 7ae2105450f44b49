import { formatCents, formatProbability } from '@contract/money.ts';
import { useRef } from 'react';
import { cx } from '@/lib/cx.ts';
import { useFlash } from './use-flash.ts';

/** An absent figure: a dash with its reason, never a zero. */
export const Absent = ({ reason, className }: { reason: string; className?: string | undefined }) => (
  <span className={cx('num text-faint', className)} title={reason}>
    <span aria-hidden>—</span>
    <span className="sr-only">{reason}</span>
  </span>
);

interface PriceProps {
  /** Micro-USD a contract; null or undefined where there is no quote. */
  value: bigint | null | undefined;
  /** Always one decimal. */
  fine?: boolean;
  flash?: boolean;
  reason?: string;
  className?: string;
}

/** A price in cents. A change lights up for at most 350 ms. */
export function Price({ value, fine = false, flash = true, reason = 'Not quoted', className }: PriceProps) {
  const element = useRef<HTMLSpanElement>(null);
  useFlash(element, flash ? value : undefined);
  if (value === null || value === undefined) return <Absent reason={reason} className={className} />;
  return (
    <span ref={element} className={cx('num rounded-xs', className)}>
      {formatCents(value, fine)}
    </span>
  );
}

/** A price read as a probability. */
export function Probability({
  value,
  fine = false,
  reason = 'Not quoted',
  className,
}: Omit<PriceProps, 'flash'>) {
  if (value === null || value === undefined) return <Absent reason={reason} className={className} />;
  return <span className={cx('num', className)}>{formatProbability(value, fine)}</span>;
}
