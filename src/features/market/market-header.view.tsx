import { formatCompactUsd, formatUsd, type MicroUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { GameScore } from '@contract/prediction/score.ts';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { closeTimeOf, phaseOf, titleOf } from '@/domain/events.ts';
import { categoryOf, readable, topicOf } from '@/domain/topics.ts';
import { serverNow, useAtServerTime } from '@/lib/clock.ts';
import { formatShortLocal } from '@/lib/time.ts';
import { Age } from '@/ui/age.tsx';
import { Countdown } from '@/ui/countdown.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Mark } from '@/ui/mark.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Dot, Pill } from '@/ui/pill.tsx';
import { Absent } from '@/ui/price.tsx';
import type { PresentPrice } from './present-price.ts';
import { ScoreBoard } from './score-board.view.tsx';

const Volume = ({ value, name }: { value: MicroUsd | null; name: string }) =>
  value === null ? null : (
    <span title={`${formatUsd(value)} ${name}`}>
      <span className="num">{formatCompactUsd(value)}</span> {name}
    </span>
  );

function Closing({ event, market }: { event: PredictionEvent; market: Market | undefined }) {
  const seconds = market?.closeTime ?? closeTimeOf(event) ?? null;
  const at = (seconds ?? 0) * 1_000;
  const isPast = useAtServerTime((now) => at <= now);
  if (seconds === null) return null;
  const open = (market?.status ?? 'open') === 'open';
  if (isPast) return <span>closed {formatShortLocal(at)}</span>;
  // A result can come before the scheduled end: that moment is then no fact about the closing.
  if (!open) return <span>trading closed</span>;
  return (
    <span>
      closes <Countdown dated before="in" to={at} past="a moment" />
    </span>
  );
}

/** A price written into a text is as old as the text: the feed tells it instead. */
const subtitleOf = (event: PredictionEvent): string => {
  const text = event.metadata?.subtitle ?? '';
  return /^now (around|at)\b/i.test(text) ? '' : text || readable(topicOf(event));
};

interface Props {
  event: PredictionEvent;
  market: Market | undefined;
  score: GameScore | null | undefined;
  scoreAsOf: number;
  /** How often the score is read, in milliseconds. */
  scoreIntervalMs: number;
  asOf: number;
  /** How often the event is read, in milliseconds. */
  intervalMs: number;
  /** What the asset costs that the event asks about; null while that is on its way. */
  price: PresentPrice | null | undefined;
  watched: boolean;
  /** Why it cannot be watched. */
  watchProblem: string | undefined;
  onWatch: () => void;
  /** Beside the star. */
  bell: ReactNode;
}

export function MarketHeader(props: Props) {
  const { event, market, score, scoreAsOf, scoreIntervalMs } = props;
  const { asOf, intervalMs, price, watched, watchProblem, onWatch, bell } = props;
  const title = titleOf(event);
  const phase = phaseOf(event, score, serverNow() / 1_000);
  const facts = [readable(categoryOf(event)), subtitleOf(event)].filter(
    (text, index, all) => text && all.indexOf(text) === index,
  );
  return (
    <Panel className="flex-row flex-wrap items-center gap-x-3 gap-y-2.5 px-3.5 py-3">
      <Mark
        id={event.eventId}
        name={title}
        imageUrl={event.metadata?.imageUrl}
        category={categoryOf(event)}
        size={40}
      />
      <div className="min-w-0 flex-[1_1_15rem]">
        <div className="flex items-center gap-1.5">
          <h1
            title={title}
            className="wrap-anywhere line-clamp-4 min-w-0 font-bold text-xl leading-snug tracking-tight"
          >
            {title}
          </h1>
          <IconButton
            size="sm"
            icon={Star}
            label={watched ? 'Stop watching' : (watchProblem ?? 'Watch this event')}
            disabled={!watched && watchProblem !== undefined}
            pressed={watched}
            fill
            onClick={onWatch}
          />
          {bell}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 text-muted">
          <span className="flex min-w-0 items-center gap-2">
            <span className="wrap-anywhere line-clamp-2">{facts.join(' · ')}</span>
          </span>
          {price !== undefined && (
            // As wide while it is on its way: the line would break otherwise, and push down what is pressed below it.
            <span className="flex min-w-[9.5rem] items-center gap-2">
              <span>
                Now around{' '}
                {price ? (
                  <span className="num text-text">{price.text}</span>
                ) : (
                  <Absent reason="Not loaded yet" />
                )}
              </span>
              {price && <Age asOf={price.asOf} intervalMs={price.intervalMs} />}
            </span>
          )}
          <Volume value={event.volumeUsd} name="volume" />
          <Volume value={event.volume24hr} name="24h" />
          <Closing event={event} market={market} />
          <Age asOf={asOf} intervalMs={intervalMs} words />
        </div>
      </div>
      <div className="ml-auto flex items-center gap-3">
        {score ? (
          <ScoreBoard score={score} asOf={scoreAsOf} intervalMs={scoreIntervalMs} />
        ) : (
          phase === 'live' && (
            <Pill tone="live">
              <Dot tone="danger" />
              LIVE
            </Pill>
          )
        )}
        {phase === 'ended' && !score?.ended && <Pill>Ended</Pill>}
      </div>
    </Panel>
  );
}
