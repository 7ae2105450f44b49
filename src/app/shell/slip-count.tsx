import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import { cx } from '@/lib/cx.ts';
import { useParlaySlip } from '@/state/parlay-slip.ts';

/** How far the parlay slip has come; nothing while it is empty. */
export function SlipCount({ className }: { className?: string }) {
  const { length } = useParlaySlip();
  if (length === 0) return null;
  return (
    <span
      className={cx('num rounded-full bg-accent-dim px-1.5 font-semibold text-2xs text-accent', className)}
      title={`${length} of ${PARLAY_LEGS} legs picked`}
    >
      {length}/{PARLAY_LEGS}
    </span>
  );
}
