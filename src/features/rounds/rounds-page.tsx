import type { ProviderDescriptor } from '@contract/config.ts';
import type { EventId } from '@contract/ids.ts';
import { formatCents } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { EVENT_POLL_MS, POSITIONS_POLL_MS } from '@/api/poll.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { roundsProvider, useConfig } from '@/config.ts';
import { titleOf } from '@/domain/events.ts';
import { type RoundSide, roundPrices, sideQuoteOf } from '@/domain/round-quote.ts';
import type { Round } from '@/domain/rounds.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { formatClock } from '@/lib/time.ts';
import { useTitle } from '@/lib/use-title.ts';
import { buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { lazyPanel } from '@/ui/lazy-panel.tsx';
import { Panel } from '@/ui/panel.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import { useSkipTarget } from '@/ui/skip-target.ts';
import { useOwner } from '@/wallet/index.ts';
import { RoundPanel } from './round-panel.view.tsx';
import { RoundPositions, roundRows } from './round-positions.view.tsx';
import { RoundTicketView } from './round-ticket.view.tsx';
import { RoundsHead } from './rounds-head.view.tsx';
import { SIDE_NAMES } from './rounds-labels.ts';
import { RoundsRow } from './rounds-strip.view.tsx';
import { type LineSource, useRoundLine } from './use-round-line.ts';
import { useRoundTicket } from './use-round-ticket.ts';
import { type RoundsPageData, useRounds } from './use-rounds.ts';

const RoundChart = lazyPanel(async () => (await import('./round-chart.tsx')).RoundChart, 'chart');
const DOLLARS = 1_000_000;

interface Turn {
  round?: EventId | undefined;
  side?: RoundSide | undefined;
}

interface Props {
  /** Round of the address; undefined follows the running one. */
  wanted: EventId | undefined;
  side: RoundSide;
  onTurn: (next: Turn) => void;
}

const GRID =
  'grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1fr)_320px] 3xl:grid-cols-[minmax(0,1fr)_380px] min-[150rem]:grid-cols-[minmax(0,1fr)_50rem_380px]';
/** On the widest what is held stands beside the chart, which has the whole height. */
const HELD = 'min-h-[180px] min-[150rem]:col-start-2 min-[150rem]:row-start-1 min-[150rem]:self-start';

function Waiting() {
  return (
    <>
      <Skeleton className="h-[68px] w-full" />
      <div className={GRID}>
        <LoadingNote what="the rounds" />
        <Panel className="min-h-[480px] gap-3 p-3">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="min-h-72 w-full flex-1" />
        </Panel>
        <Panel className="min-h-[420px] p-3">
          <Skeleton className="h-96 w-full" />
        </Panel>
      </div>
    </>
  );
}

/** Since when the line is known, and by whom. */
function LineNote({ source, round }: { source: LineSource; round: Round }) {
  if (source.by === 'loading') return 'Loading the price since the opening…';
  if (source.by === 'history') {
    if (source.begin === undefined) return 'The history has no prices of this round.';
    // The first step is the opening's, however long steps are.
    return source.begin <= round.beginAt ? (
      'Price history since the opening.'
    ) : (
      <>
        Nothing is known between the opening and{' '}
        <span className="num">{formatClock(source.begin * 1_000)}</span>.
      </>
    );
  }
  const why = source.failed
    ? 'Couldn’t load the history'
    : 'The service has no history of this asset’s price';
  return source.begin === undefined ? (
    `${why}: only the prices that decide the round are known.`
  ) : (
    <>
      {why}: the line begins at <span className="num">{formatClock(source.begin * 1_000)}</span>, when this
      page was opened.
    </>
  );
}

interface ChartProps {
  round: Round;
  asOf: number | undefined;
}

function Chart({ round, asOf }: ChartProps) {
  const { strike } = roundPrices(round);
  const { line, source } = useRoundLine(round, asOf, strike !== null);
  return (
    <>
      <div className="relative min-h-64 flex-1">
        {strike === null ? (
          <EmptyState title="The line begins with the round" className="absolute inset-0">
            The price to beat is the price of that instant. You can already take a side.
          </EmptyState>
        ) : (
          <RoundChart points={line} strike={Number(strike) / DOLLARS} />
        )}
      </div>
      {strike !== null && (
        <p className="px-3 pb-1.5 text-faint text-xs">
          <LineNote source={source} round={round} />
        </p>
      )}
    </>
  );
}

interface LiveProps extends Props {
  page: RoundsPageData;
  round: Round;
  provider: ProviderDescriptor;
}

function Live({ page, round, provider, side, onTurn }: LiveProps) {
  const { now, asOf, current, following } = page;
  const owner = useOwner();
  useSkipTarget('ticket', 'Skip to the ticket');
  const positions = usePositions(owner ?? undefined);
  const ticket = useRoundTicket({ round, side, provider, now, asOf, following });
  const stale = useFreshness(asOf, EVENT_POLL_MS) === 'stale';
  const rows = useMemo(() => roundRows(positions.data ?? [], provider.wire), [positions.data, provider.wire]);
  const price = sideQuoteOf(round, side).buy;
  useTitle(`${price === null ? '' : `${formatCents(price)} ${SIDE_NAMES[side]} · `}${titleOf(round.event)}`);
  const wanted = following ? undefined : round.event.eventId;
  const onSell = (position: Position) => {
    ticket.sellAll(position);
    const held: RoundSide = /^up$/i.test(position.marketMetadata.title) ? 'up' : 'down';
    onTurn({ round: position.eventId === current?.event.eventId ? undefined : position.eventId, side: held });
  };
  const elsewhere = current !== undefined && current.event.eventId !== round.event.eventId;
  return (
    <div className={GRID}>
      <RoundPanel
        round={round}
        now={now}
        asOf={asOf}
        intervalMs={EVENT_POLL_MS}
        stale={stale}
        chart={<Chart key={round.event.eventId} round={round} asOf={asOf} />}
        className="min-h-[420px] lg:min-h-[max(480px,56dvh)] min-[150rem]:min-h-[calc(100dvh-13rem)]"
      />
      <div className="flex flex-col gap-3 lg:row-span-2 min-[150rem]:col-start-3 min-[150rem]:row-span-1 min-[150rem]:row-start-1">
        {elsewhere && (
          <Link to="/rounds" search={{ side }} replace resetScroll={false} className={buttonClass('outline')}>
            Go to the running round
          </Link>
        )}
        <RoundTicketView ticket={ticket} onSide={(next) => onTurn({ round: wanted, side: next })} />
        <Rules round={round} />
      </div>
      <RoundPositions
        rows={rows}
        query={positions}
        intervalMs={POSITIONS_POLL_MS}
        connected={owner !== null}
        onSell={onSell}
        className={HELD}
      />
    </div>
  );
}

const Rules = ({ round: { up } }: { round: Round }) => (
  <details className="rounded-panel border border-line bg-panel px-3 py-2 text-muted">
    <summary className="font-medium text-text">How a round is decided</summary>
    <p className="mt-1.5">{up.rulesPrimary}</p>
    {up.rulesSecondary && <p className="mt-1.5">{up.rulesSecondary}</p>}
  </details>
);

/** Up/down rounds: the last results, the running one with its ticket, the next ones, and what one holds in them. */
export function RoundsPage(props: Props) {
  const provider = roundsProvider(useConfig());
  const page = useRounds(provider?.wire, props.wanted);
  const { round, rounds, now, failed, loading, missing } = page;
  // The first answer is drawn a piece at a time, so that it holds no input up.
  const isDrawn = useDeferredValue(round !== undefined);
  if (!provider)
    return (
      <Panel>
        <EmptyState title="No rounds here">
          This platform offers no rounds that settle by themselves.
        </EmptyState>
      </Panel>
    );
  return (
    <div className="flex flex-col gap-3">
      <RoundsHead />
      {rounds.length > 0 && (isDrawn || !round) && <RoundsRow rounds={rounds} shown={round} now={now} />}
      {round && isDrawn ? (
        <Live {...props} page={page} round={round} provider={provider} />
      ) : loading || round ? (
        <Waiting />
      ) : (
        <Panel>
          {missing ? (
            <EmptyState
              title="Round not found"
              action={
                <Link to="/rounds" search={{}} className={buttonClass('outline')}>
                  Go to the running round
                </Link>
              }
            >
              It may be too old, or the address is not complete.
            </EmptyState>
          ) : failed ? (
            <ErrorState
              title="Couldn’t load the rounds"
              onRetry={failed.retry}
              retrying={failed.retrying}
              error={failed.error}
            >
              {failed.error.message} Your positions are not affected.
            </ErrorState>
          ) : (
            <EmptyState title="No rounds at the moment">The next one appears here by itself.</EmptyState>
          )}
        </Panel>
      )}
    </div>
  );
}
