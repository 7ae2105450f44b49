import type { GameScore } from '@contract/prediction/score.ts';
import type { EventPhase } from '@/domain/events.ts';
import { liveText } from '@/domain/events.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { Age } from '@/ui/age.tsx';
import { Countdown } from '@/ui/countdown.tsx';
import { Pill } from '@/ui/pill.tsx';

/** A score with the local time (Unix ms) it was fetched at. */
export interface ScoreReading {
  score: GameScore | null;
  fetchedAt: number;
  intervalMs: number;
}

interface Props {
  phase: EventPhase;
  /** Unix seconds. */
  beginAt: number | null;
  closeAt: number | null;
  reading: ScoreReading | null;
}

/** Where an event stands, beside its kind: the score while it runs, else the time left. */
export function EventPill({ phase, beginAt, closeAt, reading }: Props) {
  if (phase === 'live') return <LivePill reading={reading} />;
  if (phase === 'ended') {
    const final = reading?.score ? liveText(reading.score) : '';
    if (final === '') return <Pill>Ended</Pill>;
    return (
      <span className="inline-flex min-w-0 max-w-full">
        <Pill className="num max-w-[min(190px,100%)]" title={final}>
          <span>Final</span>
          <span className="truncate">{final}</span>
        </Pill>
      </span>
    );
  }
  if (phase === 'upcoming' && beginAt !== null) {
    return (
      <Pill>
        <Countdown dated before="in" to={beginAt * 1000} past="starting" />
      </Pill>
    );
  }
  return closeAt === null ? null : (
    <Pill>
      <span className="sr-only">Closes</span>
      <Countdown dated to={closeAt * 1000} past="closing" />
    </Pill>
  );
}

function LivePill({ reading }: { reading: ScoreReading | null }) {
  const freshness = useFreshness(reading?.fetchedAt, reading?.intervalMs ?? 1);
  const text = reading?.score ? liveText(reading.score) : '';
  return (
    <span className="inline-flex min-w-0 max-w-full flex-col items-end gap-1">
      <Pill tone="live" className="num max-w-[min(190px,100%)]" title={text || undefined}>
        <span>LIVE</span>
        {text !== '' && <span className="truncate">{text}</span>}
      </Pill>
      {text !== '' && reading && (freshness === 'ageing' || freshness === 'stale') && (
        <Age fetchedAt={reading.fetchedAt} intervalMs={reading.intervalMs} />
      )}
    </span>
  );
}
