import { formatCompactUsd, formatUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import { type ReactNode, useId } from 'react';
import {
  CARD_LINES,
  cardLines,
  closeTimeOf,
  type EventPhase,
  type Outcome,
  titleOf,
} from '@/domain/events.ts';
import { categoryOf, kindText } from '@/domain/topics.ts';
import { cx } from '@/lib/cx.ts';
import { Age } from '@/ui/age.tsx';
import { Mark } from '@/ui/mark.tsx';
import { Absent } from '@/ui/price.tsx';
import { EventLink } from './event-link.tsx';
import { EventPill, type ScoreReading } from './event-pill.view.tsx';
import { OutcomeRow } from './outcome-row.view.tsx';

interface Props {
  event: PredictionEvent;
  /** Venues that ask the same question. */
  venues?: readonly string[];
  outcomes: readonly Outcome[];
  phase: EventPhase;
  reading: ScoreReading | null;
  /** Local Unix ms of the data, and how often it should be renewed. */
  fetchedAt: number;
  intervalMs: number;
  stale: boolean;
  /** Puts the event on the watchlist; at the end of the foot. */
  watch: ReactNode;
  /** Puts an outcome on the parlay; null where it cannot be a leg. */
  pickOf: (outcome: Outcome) => ReactNode;
}

/** An event in the grid: what it is, what its likeliest outcomes cost, and where it stands. */
export function EventCardView(props: Props) {
  const { event, venues = [], outcomes, phase, reading, fetchedAt, intervalMs, stale, watch, pickOf } = props;
  const title = titleOf(event);
  const kind = [...venues, kindText(event)].join(' · ');
  const heading = useId();
  return (
    <article
      aria-labelledby={heading}
      className="relative flex min-w-0 flex-col gap-2.5 rounded-panel border border-line bg-panel p-3 transition-[border-color] duration-100 hover:border-line-strong"
    >
      <div className="flex items-start gap-2.5">
        <Mark
          id={event.eventId}
          name={title}
          category={categoryOf(event)}
          imageUrl={event.metadata?.imageUrl}
        />
        <div className="min-w-0 flex-1">
          <h3 id={heading} className="line-clamp-2 font-semibold text-md leading-[1.3] tracking-[-.01em]">
            <EventLink eventId={event.eventId} className="after:absolute after:inset-0 after:rounded-panel">
              {title}
            </EventLink>
          </h3>
          <div className="mt-px flex min-h-[22px] items-center gap-2">
            <p title={kind} className="min-w-0 flex-1 truncate text-muted text-xs">
              {kind}
            </p>
            <EventPill phase={phase} beginAt={event.beginAt} closeAt={closeTimeOf(event)} reading={reading} />
          </div>
        </div>
      </div>
      <div className={cx('flex flex-col gap-2', stale && 'stale')}>
        {cardLines(outcomes).map((outcome) => (
          <OutcomeRow key={outcome.key} eventId={event.eventId} outcome={outcome} pick={pickOf(outcome)} />
        ))}
        {outcomes.length === 0 && <p className="py-2 text-muted">No market is open yet.</p>}
      </div>
      <Foot {...{ event, fetchedAt, intervalMs, stale, watch }} more={outcomes.length - CARD_LINES} />
    </article>
  );
}

interface FootProps extends Pick<Props, 'event' | 'fetchedAt' | 'intervalMs' | 'stale' | 'watch'> {
  /** Outcomes that are not shown. */
  more: number;
}

/** What is traded. */
const Foot = ({ event, fetchedAt, intervalMs, stale, watch, more }: FootProps) => (
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
    {watch}
  </div>
);
