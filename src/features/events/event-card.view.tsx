import { formatCents, formatCompactUsd, formatUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import { type ReactNode, useId } from 'react';
import {
  CARD_LINES,
  cardLines,
  closeTimeOf,
  type EventPhase,
  type Outcome,
  spreadOf,
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
  asOf: number;
  intervalMs: number;
  stale: boolean;
  /** Puts the event on the watchlist; beside the title. */
  watch: ReactNode;
  /** What became of an outcome that no longer trades; null while it does. */
  verdictOf: (outcome: Outcome) => ReactNode;
  /** Puts an outcome on the parlay; null where it cannot be a leg. */
  pickOf: (outcome: Outcome) => ReactNode;
  /** What the price did of late; nothing where that is not known. */
  move?: ReactNode;
}

/** An event in the grid: what it is, what its likeliest outcomes cost, and where it stands. */
export function EventCardView(props: Props) {
  const {
    event,
    venues = [],
    outcomes,
    phase,
    reading,
    asOf,
    intervalMs,
    stale,
    watch,
    verdictOf,
    pickOf,
    move,
  } = props;
  const title = titleOf(event);
  const kind = [...venues, kindText(event)].join(' · ');
  const heading = useId();
  const lines = cardLines(outcomes);
  const more = outcomes.length - CARD_LINES;
  return (
    <article
      aria-labelledby={heading}
      className="relative flex min-w-0 flex-col gap-2 rounded-panel border border-line bg-panel px-3 py-2.5 transition-[border-color] duration-100 hover:border-line-strong"
    >
      <div className="flex min-h-10 items-start gap-2.5">
        <Mark
          id={event.eventId}
          name={title}
          category={categoryOf(event)}
          imageUrl={event.metadata?.imageUrl}
        />
        <div className="min-w-0 flex-1">
          <div className="flex items-start gap-1">
            <h3
              id={heading}
              className="line-clamp-2 min-w-0 flex-1 font-semibold text-md leading-[1.3] tracking-[-.01em]"
            >
              <EventLink eventId={event.eventId} className="after:absolute after:inset-0 after:rounded-panel">
                {title}
              </EventLink>
            </h3>
            {watch}
          </div>
          <div className="flex min-h-[22px] items-center gap-2">
            <p className="flex h-[18px] min-w-0 flex-auto shrink-[9999] gap-1.5 text-muted text-xs leading-[18px]">
              <span title={kind} className="truncate">
                {kind}
              </span>
              {/* Of what has no room for all of it the kind stays: the figures stand below what is shown. */}
              <span className="num flex min-w-0 shrink-[9999] flex-wrap overflow-hidden text-faint">
                <span className="h-full w-px" />
                <span className="max-w-full truncate">
                  <Volume event={event} />
                  {more > 0 && ` · +${more}`}
                  {more > 0 && <span className="sr-only"> more outcomes</span>}
                </span>
              </span>
            </p>
            {/* The score of a game takes the room of the line, cut where even that is too little; the points stay. */}
            <span className={cx('contents', phase === 'live' && '[&_svg]:hidden')}>{move}</span>
            {stale && <Age asOf={asOf} intervalMs={intervalMs} />}
            <EventPill phase={phase} beginAt={event.beginAt} closeAt={closeTimeOf(event)} reading={reading} />
          </div>
        </div>
      </div>
      <div className={cx('flex flex-col', stale && 'stale')}>
        {lines.map((outcome) => (
          <OutcomeRow
            key={outcome.key}
            eventId={event.eventId}
            outcome={outcome}
            verdict={verdictOf(outcome)}
            pick={pickOf(outcome)}
          />
        ))}
        {lines.length === 0 && (
          <p className="flex h-[30px] items-center text-muted">No market is open yet.</p>
        )}
        {lines.length > 0 && lines.length < CARD_LINES && <Facts event={event} outcomes={lines} />}
      </div>
    </article>
  );
}

const Volume = ({ event: { volumeUsd } }: Pick<Props, 'event'>) =>
  volumeUsd === null ? (
    <Absent reason="Volume unknown" />
  ) : (
    <span title={`${formatUsd(volumeUsd)} volume`}>{formatCompactUsd(volumeUsd)} vol</span>
  );

/** In the place of a third outcome: what is traded today, and what it costs to turn round. */
function Facts({ event: { volume24hr }, outcomes }: Pick<Props, 'event' | 'outcomes'>) {
  const [quote] = outcomes[0]?.quotes ?? [];
  const spread = spreadOf(quote);
  return (
    <p className="num flex h-[30px] items-center gap-3 text-faint text-xs">
      {volume24hr !== null && (
        <span title={formatUsd(volume24hr)}>{formatCompactUsd(volume24hr)} in 24 h</span>
      )}
      {spread !== null && <span>{formatCents(spread)} spread</span>}
    </p>
  );
}
