import type { GameScore } from '@contract/prediction/score.ts';
import type { EventPhase } from '@/domain/events.ts';
import { liveText } from '@/domain/events.ts';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { Age } from '@/ui/age.tsx';
import { Countdown } from '@/ui/countdown.tsx';
import { Pill } from '@/ui/pill.tsx';

/** A score, and when it was true (local Unix ms). */
export interface ScoreReading {
  score: GameScore | null;
  asOf: number;
  intervalMs: number;
}

interface Props {
  phase: EventPhase;
  /** Unix seconds. */
  beginAt: number | null;
  closeAt: number | null;
  reading: ScoreReading | null;
  /** Stands in a line of small text: no higher than that, and framed only while it is live. */
  compact?: boolean;
}

/** Where an event stands, beside its kind: the score while it runs, else the time left. */
export function EventPill({ phase, beginAt, closeAt, reading, compact = false }: Props) {
  const fit = compact ? 'h-[15px]! border-transparent! px-0!' : '';
  if (phase === 'live') return <LivePill reading={reading} compact={compact} />;
  if (phase === 'ended') {
    const final = reading?.score ? liveText(reading.score) : '';
    if (final === '') return <Pill className={fit}>Ended</Pill>;
    return (
      <span className="inline-flex min-w-0 max-w-full">
        <Pill className={cx('num max-w-[min(190px,100%)]', fit)} title={final}>
          <span>Final</span>
          <span className="truncate">{final}</span>
        </Pill>
      </span>
    );
  }
  if (phase === 'upcoming' && beginAt !== null) {
    return (
      <Pill className={fit}>
        <Countdown dated before="in" to={beginAt * 1000} past="starting" />
      </Pill>
    );
  }
  return closeAt === null ? null : (
    <Pill className={fit}>
      <span className="sr-only">Closes</span>
      <Countdown dated to={closeAt * 1000} past="closing" />
    </Pill>
  );
}

function LivePill({ reading, compact }: { reading: ScoreReading | null; compact: boolean }) {
  const freshness = useFreshness(reading?.asOf, reading?.intervalMs ?? 1);
  const text = reading?.score ? liveText(reading.score) : '';
  return (
    <span
      className={cx('inline-flex min-w-0 max-w-full gap-1', compact ? 'items-center' : 'flex-col items-end')}
    >
      <Pill
        tone="live"
        className={cx('num max-w-[min(190px,100%)]', compact && 'h-[15px]! px-1!')}
        title={text || undefined}
      >
        <span>LIVE</span>
        {text !== '' && <span className="truncate">{text}</span>}
      </Pill>
      {text !== '' && reading && (freshness === 'ageing' || freshness === 'stale') && (
        <Age asOf={reading.asOf} intervalMs={reading.intervalMs} />
      )}
    </span>
  );
}
