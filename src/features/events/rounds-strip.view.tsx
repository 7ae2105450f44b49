import { formatCents } from '@contract/money.ts';
import { sideQuote } from '@/domain/events.ts';
import type { PastRound, Round, RoundResult, RoundSeries } from '@/domain/rounds.ts';
import { ROUND_RESULTS } from '@/domain/status-texts.ts';
import { cx } from '@/lib/cx.ts';
import { formatMinute } from '@/lib/time.ts';
import { Countdown } from '@/ui/countdown.tsx';
import { Mark } from '@/ui/mark.tsx';
import { Price } from '@/ui/price.tsx';
import { EventLink } from './event-link.tsx';

const SHOWN_RESULTS = 5;

const TONES: Record<RoundResult, string> = {
  up: 'text-up',
  down: 'text-down',
  draw: 'text-warn',
  void: 'text-warn',
  pending: 'text-muted',
};

const clock = (unixSeconds: number): string => formatMinute(unixSeconds * 1_000);

/** All rounds of one asset in one tile: last results, the running round, the next one. */
export function RoundTile({ series, stale }: { series: RoundSeries; stale: boolean }) {
  const { name, length, past, current, next } = series;
  return (
    <article
      aria-label={`${name}, ${length} rounds`}
      className="flex h-11 max-w-[420px] shrink-0 grow basis-[min(360px,100%)] items-center gap-2 rounded-panel border border-line bg-panel px-2.5"
    >
      <Mark id={name} name={name} size={22} round />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1.5">
          <h3 className="min-w-0 truncate font-semibold text-sm leading-4">{name}</h3>
          <Results past={past.slice(-SHOWN_RESULTS)} />
        </div>
        <div className="flex gap-2 text-2xs text-faint leading-4">
          {current ? <RoundClock round={current} /> : <span>No round is running</span>}
          {next && (
            <EventLink eventId={next.event.eventId} className="truncate rounded-xs hover:text-text">
              next <span className="num">{clock(next.beginAt)}</span>{' '}
              <span className="num">
                <span className="sr-only">Up </span>
                <span aria-hidden>▲</span>
                <Price value={sideQuote(next.up, 'yes').buy} flash={false} />
              </span>
            </EventLink>
          )}
        </div>
      </div>
      {current && (
        <div className={cx('flex items-center gap-1.5', stale && 'stale')}>
          <RoundPrice round={current} side="up" />
          <RoundPrice round={current} side="down" />
        </div>
      )}
    </article>
  );
}

function Results({ past }: { past: readonly PastRound[] }) {
  if (past.length === 0) return <span className="text-2xs text-faint">no results yet</span>;
  return (
    <ol className="flex gap-0.5" aria-label="Last results, oldest first">
      {past.map((round) => {
        const { sign, text } = ROUND_RESULTS[round.result];
        return (
          <li
            key={round.eventId}
            className={cx('text-2xs leading-none', TONES[round.result])}
            title={`${clock(round.beginAt)} ${text}`}
          >
            <span aria-hidden>{sign}</span>
            <span className="sr-only">{text}</span>
          </li>
        );
      })}
    </ol>
  );
}

const RoundClock = ({ round }: { round: Round }) => (
  <EventLink
    eventId={round.event.eventId}
    aria-label={`Running round, from ${clock(round.beginAt)} to ${clock(round.closeAt)}`}
    className="shrink-0 rounded-xs text-text hover:underline"
  >
    <Countdown units to={round.closeAt * 1000} past="settling" className="font-semibold" />
  </EventLink>
);

function RoundPrice({ round, side }: { round: Round; side: 'up' | 'down' }) {
  const market = side === 'up' ? round.up : round.down;
  const quote = market && sideQuote(market, 'yes');
  const name = side === 'up' ? 'Up' : 'Down';
  const shape =
    'inline-flex h-7 w-[68px] items-center justify-center gap-1 rounded-sm border border-transparent font-semibold text-sm';
  if (!market || !quote || quote.buy === null) {
    return (
      <span className={cx(shape, 'border-line font-normal text-faint')}>
        {name} <Price value={null} reason="Not quoted" />
      </span>
    );
  }
  return (
    <EventLink
      eventId={round.event.eventId}
      marketId={market.marketId}
      side="yes"
      aria-label={`Buy ${name} at ${formatCents(quote.buy)}`}
      title={`Buy ${formatCents(quote.buy)}, sell ${quote.sell === null ? 'no bid' : formatCents(quote.sell)}`}
      className={cx(
        shape,
        'transition-colors duration-100',
        side === 'up' ? 'bg-up-dim text-up hover:border-up' : 'bg-down-dim text-down hover:border-down',
      )}
    >
      <span>{name}</span>
      <Price value={quote.buy} />
    </EventLink>
  );
}
