import { formatLocal, formatShortLocal, formatUtc } from '@/lib/time.ts';
import { Absent } from './price.tsx';

/** A moment in the reader's zone; the exact one on hover. `seconds`: Unix seconds, 0 or null when there is none. */
export function When({ seconds }: { seconds: number | null }) {
  if (seconds === null || seconds <= 0) return <Absent reason="Not known" />;
  const ms = seconds * 1_000;
  return (
    <time
      dateTime={new Date(ms).toISOString()}
      title={`${formatLocal(ms)} · ${formatUtc(ms)}`}
      className="num text-muted text-xs"
    >
      {formatShortLocal(ms)}
    </time>
  );
}
