import { useNow } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { formatAge, freshnessOf } from '@/lib/freshness.ts';
import { formatLately } from '@/lib/time.ts';
import { Dot } from './pill.tsx';

interface Props {
  /** Local Unix milliseconds of the last good answer (react-query: `dataUpdatedAt`). */
  asOf: number | undefined;
  /** How often the data should be renewed. */
  intervalMs: number;
  /** Says in words that it is fresh, where no heading tells what the dot is about. */
  words?: boolean;
  className?: string;
}

/** The age of a panel's data: quiet while fresh, a dot and seconds while ageing, the time it stopped when stale. */
export function Age({ asOf, intervalMs, words = false, className }: Props) {
  const now = useNow(1_000);
  const state = freshnessOf(asOf, intervalMs, now);
  if (state === 'unknown' || asOf === undefined) return null;
  const at = formatLately(asOf, now);
  return (
    <span
      data-freshness={state}
      title={`Last update ${at}`}
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap font-normal text-xs',
        state === 'stale' ? 'text-warn' : 'text-faint',
        className,
      )}
    >
      {state === 'fresh' && <Dot tone="yes" className="size-[5px]" />}
      {state === 'fresh' && <span className={words ? undefined : 'sr-only'}>Up to date</span>}
      {state === 'ageing' && <Dot tone="warn" className="size-[5px]" />}
      {state === 'ageing' && <span className="num">{formatAge(now - asOf)}</span>}
      {state === 'stale' && (
        <>
          <Dot tone="warn" className="size-[5px]" />
          <span>
            last update <span className="num">{at}</span>
          </span>
        </>
      )}
    </span>
  );
}
