import { formatSignedRatio, formatSignedUsd } from '@contract/money.ts';
import { cx } from '@/lib/cx.ts';
import { Absent } from './price.tsx';

interface Props {
  /** Micro-USD; null or undefined where it cannot be known. */
  value: bigint | null | undefined;
  /** What the percentage is of, micro-USD: the cost basis. */
  cost?: bigint | null | undefined;
  reason?: string;
  className?: string;
}

/** A gain or loss: the sign says it, the colour repeats it, zero is grey. */
export function Pnl({ value, cost, reason = 'Not known', className }: Props) {
  if (value === null || value === undefined) return <Absent reason={reason} className={className} />;
  const text = formatSignedUsd(value);
  const flat = !/[1-9]/.test(text);
  const ratio = cost === null || cost === undefined ? undefined : formatSignedRatio(value, cost);
  return (
    <span
      className={cx(
        'num whitespace-nowrap',
        flat ? 'text-muted' : value > 0n ? 'text-up' : 'text-down',
        className,
      )}
    >
      {text}
      {ratio !== undefined && <span> · {ratio}</span>}
    </span>
  );
}
