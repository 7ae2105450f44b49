import { formatCompactUsd, formatUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import { useId } from 'react';
import {
  CARD_LINES,
  cardLines,
  closeTimeOf,
  type EventPhase,
  type Outcome,
  titleOf,
} from '@/domain/events.ts';
import { categoryOf } from '@/domain/topics.ts';
import { cx } from '@/lib/cx.ts';
import { Age } from '@/ui/age.tsx';
import { fits } from '@/ui/fits.ts';
import { Mark } from '@/ui/mark.tsx';
import { Absent } from '@/ui/price.tsx';
import { cardHeight, KIND_WIDTH, TITLE_WIDTH } from './card-geometry.ts';
import { EventLink } from './event-link.tsx';
import { EventPill, type ScoreReading } from './event-pill.view.tsx';
import { OutcomeRow } from './outcome-row.view.tsx';
import { WatchButton } from './watch-button.tsx';
import { kindText } from './words.ts';

interface Props {
  event: PredictionEvent;
  outcomes: readonly Outcome[];
  phase: EventPhase;
  reading: ScoreReading | null;
  /** Local Unix ms of the data, and how often it should be renewed. */
  fetchedAt: number;
  intervalMs: number;
  stale: boolean;
  /** How many of its parts are drawn; the others wait for their turn, in the same height. */
  drawn?: number;
}

/** A card is drawn in so many turns: its head, half of its outcomes, the other half, its foot. */
export const CARD_PARTS = 4;

/** An event in the grid: what it is, what its likeliest outcomes cost, and where it stands. */
export function EventCardView({
  event,
  outcomes,
  phase,
  reading,
  fetchedAt,
  intervalMs,
  stale,
  drawn = CARD_PARTS,
}: Props) {
  const title = titleOf(event);
  const kind = kindText(event);
  const heading = useId();
  return (
    <article
      aria-labelledby={heading}
      className="relative flex min-w-0 flex-col gap-2.5 rounded-panel border border-line bg-panel p-3 transition-[border-color] duration-100 hover:border-line-strong"
      style={drawn === CARD_PARTS ? undefined : { minHeight: cardHeight(outcomes.length) }}
    >
      <div className="flex items-start gap-2.5">
        <Mark
          id={event.eventId}
          name={title}
          category={categoryOf(event)}
          imageUrl={event.metadata?.imageUrl}
        />
        <div className="min-w-0 flex-1">
          <h3
            id={heading}
            className={cx(
              'font-semibold text-md leading-[1.3] tracking-[-.01em]',
              // Two lines hold one and a half: words are not broken.
              !fits(title, 1.5 * TITLE_WIDTH, 14) && 'line-clamp-2',
            )}
          >
            <EventLink eventId={event.eventId} className="after:absolute after:inset-0 after:rounded-panel">
              {title}
            </EventLink>
          </h3>
          <div className="mt-px flex min-h-[22px] items-center gap-2">
            <p
              title={kind}
              className={cx(
                'min-w-0 flex-1 text-muted text-xs',
                phase !== 'live' && phase !== 'ended' && fits(kind, KIND_WIDTH, 11.5)
                  ? 'fitting'
                  : 'truncate',
              )}
            >
              {kind}
            </p>
            <EventPill phase={phase} beginAt={event.beginAt} closeAt={closeTimeOf(event)} reading={reading} />
          </div>
        </div>
      </div>
      {drawn > 1 && <Outcomes {...{ event, title, outcomes, stale }} whole={drawn > 2} />}
      {drawn === CARD_PARTS && (
        <Foot {...{ event, title, fetchedAt, intervalMs, stale }} more={outcomes.length - CARD_LINES} />
      )}
    </article>
  );
}

interface OutcomesProps extends Pick<Props, 'event' | 'outcomes' | 'stale'> {
  title: string;
  /** False while only the first half is drawn. */
  whole: boolean;
}

/** What its outcomes cost. */
function Outcomes({ event, title, outcomes, stale, whole }: OutcomesProps) {
  const lines = cardLines(outcomes);
  return (
    <div className={cx('flex flex-col gap-2', stale && 'stale')}>
      {lines.slice(0, whole ? lines.length : Math.ceil(lines.length / 2)).map((outcome) => (
        <OutcomeRow key={outcome.key} eventId={event.eventId} eventTitle={title} outcome={outcome} />
      ))}
      {outcomes.length === 0 && <p className="py-2 text-muted">No market is open yet.</p>}
    </div>
  );
}

interface FootProps extends Pick<Props, 'event' | 'fetchedAt' | 'intervalMs' | 'stale'> {
  title: string;
  /** Outcomes that are not shown. */
  more: number;
}

/** What is traded. */
const Foot = ({ event, title, fetchedAt, intervalMs, stale, more }: FootProps) => (
  <div className="mt-auto flex min-h-6 items-center gap-3 text-faint text-xs">
    {event.volumeUsd === null ? (
      <Absent reason="Volume unknown" />
    ) : (
      <span className="num" title={`${formatUsd(event.volumeUsd)} traded in all`}>
        {formatCompactUsd(event.volumeUsd)} vol
      </span>
    )}
    {more > 0 && <span>+{more} more</span>}
    {stale && <Age fetchedAt={fetchedAt} intervalMs={intervalMs} />}
    <WatchButton eventId={event.eventId} title={title} className="-mr-1.5 ml-auto" />
  </div>
);
