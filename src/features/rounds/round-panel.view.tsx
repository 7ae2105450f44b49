import { formatUsd } from '@contract/money.ts';
import type { ReactNode } from 'react';
import { distanceOf, type RoundPhase, roundPhase, roundPrices } from '@/domain/round-quote.ts';
import type { Round } from '@/domain/rounds.ts';
import { cx } from '@/lib/cx.ts';
import { Age } from '@/ui/age.tsx';
import { Countdown } from '@/ui/countdown.tsx';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Absent } from '@/ui/price.tsx';
import { clockOf, formatDistance, PHASES, RESULTS, SIDE_NAMES } from './rounds-labels.ts';

function Figure({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className={cx('num mt-0.5 whitespace-nowrap font-semibold text-lg', className)}>{children}</dd>
    </div>
  );
}

/** What the clock of a round counts to, by where the round stands. */
function Clock({ round, phase }: { round: Round; phase: RoundPhase }) {
  switch (phase) {
    case 'upcoming':
      return (
        <Figure name="Begins in">
          <Countdown units to={round.beginAt * 1_000} past="moments" />
        </Figure>
      );
    case 'running':
      return (
        <Figure name="Time left">
          <Countdown units to={round.closeAt * 1_000} past="settling" />
        </Figure>
      );
    case 'settling':
      return (
        <Figure name="Result" className="text-warn">
          {PHASES.settling.text}
        </Figure>
      );
    case 'settled': {
      const { sign, text, tone } = RESULTS[round.result];
      return (
        <Figure name="Result" className={tone}>
          <span aria-hidden>{sign} </span>
          {text}
        </Figure>
      );
    }
  }
}

interface Props {
  round: Round;
  /** Unix seconds by the service's clock. */
  now: number;
  asOf: number | undefined;
  /** How often the round is read, in milliseconds. */
  intervalMs: number;
  stale: boolean;
  chart: ReactNode;
  className?: string;
}

/** A round as it stands: strike, price, distance and time, above the line of the price. */
export function RoundPanel({ round, now, asOf, intervalMs, stale, chart, className }: Props) {
  const phase = roundPhase(round, now);
  const prices = roundPrices(round);
  const distance = distanceOf(prices);
  const over = phase === 'settled' || phase === 'settling';
  // The clock may end a round before its close is told: the last price is not the close, and decides nothing.
  const closed = over && typeof round.up.closePriceUsd === 'bigint';
  const tells = distance !== null && (closed || !over);
  const { text, tone } = PHASES[phase];
  return (
    <Panel aria-label="Round" className={className}>
      <PanelHeader>
        <h2 className="num">
          {clockOf(round.beginAt)}–{clockOf(round.closeAt)}
        </h2>
        <Pill tone={tone}>{text}</Pill>
        <span className="ml-auto">
          <Age asOf={asOf} intervalMs={intervalMs} />
        </span>
      </PanelHeader>
      <div className="@container">
        <dl
          className={cx(
            'grid grid-cols-[repeat(2,minmax(max-content,1fr))] gap-x-4 gap-y-2.5 border-line border-b px-3 py-2.5 @min-[560px]:grid-cols-[repeat(4,minmax(max-content,1fr))]',
            stale && 'stale',
          )}
        >
          <Figure name="Price to beat">
            {prices.strike === null ? (
              <Absent
                reason={phase === 'upcoming' ? 'Known when the round begins' : 'Not stated by the service'}
              />
            ) : (
              formatUsd(prices.strike, 'half-even')
            )}
          </Figure>
          <Figure name={closed ? 'Closing price' : over ? 'Last price' : 'Price now'}>
            {prices.last === null ? (
              <Absent reason="Not stated by the service" />
            ) : (
              formatUsd(prices.last, 'half-even')
            )}
          </Figure>
          <Figure
            name={over ? 'Distance' : `Distance${distance ? `, ${SIDE_NAMES[distance.leading]} leads` : ''}`}
            className={tells ? (distance.leading === 'up' ? 'text-up' : 'text-down') : ''}
          >
            {distance === null ? <Absent reason="Known when the round begins" /> : formatDistance(distance)}
          </Figure>
          <Clock round={round} phase={phase} />
        </dl>
      </div>
      {chart}
    </Panel>
  );
}
