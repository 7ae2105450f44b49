import { formatLocal, formatShortLocal, formatUtc } from '@/lib/time.ts';
import { Absent } from './price.tsx';

/** A moment in the reader's zone; the exact one on hover. `seconds`: Unix seconds, 0 or null when there is none. */
export function When({ seconds, reason = 'Not known' }: { seconds: number | null; reason?: string }) {
  if (seconds === null || seconds <= 0) return <Absent reason={reason} />;
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
