import { formatSignedRatio, formatUsd, type MicroUsd } from '@contract/money.ts';
import { cx } from '@/lib/cx.ts';

/** What is paid out where a purchase wins, with its gain on what is spent: "$12.50 · +25.0%". */
export function Payout({ payout, gain, spent }: { payout: MicroUsd; gain: bigint; spent: bigint }) {
  const ratio = formatSignedRatio(gain, spent);
  return (
    <span className={cx('whitespace-nowrap', gain < 0n ? 'text-down' : 'text-up')}>
      {formatUsd(payout)}
      {ratio !== undefined && ` · ${ratio}`}
    </span>
  );
}
