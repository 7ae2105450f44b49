import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { roundPhase, sideQuoteOf } from '@/domain/round-quote.ts';
import type { Round } from '@/domain/rounds.ts';
import { cx } from '@/lib/cx.ts';
import { Countdown } from '@/ui/countdown.tsx';
import { Price } from '@/ui/price.tsx';
import { clockOf, RESULTS } from './rounds-labels.ts';

interface Props {
  /** Oldest first. */
  rounds: readonly Round[];
  shown: Round | undefined;
  /** Unix seconds by the service's clock. */
  now: number;
}

const TILE =
  'flex h-[62px] shrink-0 flex-col justify-center gap-0.5 rounded-panel border px-3 transition-colors duration-100';

/** Last results, the running round with its time left, and those to come: all links, the shown one marked. */
export function RoundsRow({ rounds, shown, now }: Props) {
  const row = useRef<HTMLOListElement>(null);
  const running = rounds.find((round) => roundPhase(round, now) === 'running')?.event.eventId;
  // The running round is what one came for: results may scroll away to its left, it may not.
  useEffect(() => {
    const list = row.current;
    const tile = running && list?.querySelector<HTMLElement>(`[data-round="${CSS.escape(running)}"]`);
    if (list && tile) list.scrollLeft = tile.offsetLeft - (list.clientWidth - tile.offsetWidth) / 2;
  }, [running]);
  return (
    <nav aria-label="Rounds" className="-mx-3 md:mx-0">
      <ol ref={row} className="scroll-thin relative flex gap-2 overflow-x-auto px-3 pb-1.5 md:px-0">
        {rounds.map((round) => (
          <li key={round.event.eventId} data-round={round.event.eventId}>
            <Tile
              round={round}
              on={round.event.eventId === shown?.event.eventId}
              running={round.event.eventId === running}
              now={now}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Tile({ round, on, running, now }: { round: Round; on: boolean; running: boolean; now: number }) {
  const phase = roundPhase(round, now);
  const time = `${clockOf(round.beginAt)}–${clockOf(round.closeAt)}`;
  const { sign, text, tone } = RESULTS[round.result];
  return (
    <Link
      to="/rounds"
      search={running ? {} : { round: round.event.eventId }}
      replace
      resetScroll={false}
      {...(on ? { 'aria-current': 'true' as const } : {})}
      className={cx(
        TILE,
        running ? 'min-w-[148px]' : 'min-w-[84px]',
        on ? 'border-accent bg-raised' : 'border-line bg-panel hover:bg-raised',
      )}
    >
      <span className="num whitespace-nowrap text-faint text-xs">
        {phase === 'settled' || phase === 'settling' ? clockOf(round.closeAt) : time}
      </span>
      {phase === 'running' && (
        <span className="flex items-baseline justify-between gap-3 font-semibold">
          <Countdown units to={round.closeAt * 1_000} past="settling" className="text-md" />
          <span className="text-up text-xs">
            <span aria-hidden>▲ </span>
            <span className="sr-only">Up </span>
            <Price value={sideQuoteOf(round, 'up').buy} flash={false} />
          </span>
        </span>
      )}
      {phase === 'upcoming' && (
        <span className="whitespace-nowrap text-muted text-sm">
          in <Countdown units to={round.beginAt * 1_000} past="moments" />
        </span>
      )}
      {(phase === 'settled' || phase === 'settling') && (
        <span className={cx('font-semibold text-sm', tone)}>
          <span aria-hidden>{sign} </span>
          {text}
        </span>
      )}
    </Link>
  );
}
