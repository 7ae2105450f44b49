import type { Side } from '@contract/ids.ts';
import { formatCents } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Position } from '@contract/prediction/position.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { EVENT_POLL_MS, SCORE_POLL_MS } from '@/api/poll.ts';
import { hasHistory } from '@/config.ts';
import { chanceOf, titleOf, verdictOf } from '@/domain/events.ts';
import { heldSides } from '@/domain/held-sides.ts';
import { cx } from '@/lib/cx.ts';
import { focusPage } from '@/lib/dom.ts';
import { idle } from '@/lib/idle.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useMedia } from '@/lib/use-media.ts';
import { useTitle } from '@/lib/use-title.ts';
import { useLayers } from '@/state/layers.ts';
import { toggleLeg, useParlaySlip } from '@/state/parlay-slip.ts';
import { toggleWatched, useWatchlist, useWatchlistFull, WATCHLIST_FULL } from '@/state/watchlist.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import { Activity, RulesPanel } from './activity-panel.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { outcomeName } from './market-groups.ts';
import { MarketHeader } from './market-header.view.tsx';
import { Outcomes } from './outcomes.view.tsx';
import { ResultPanel } from './result-panel.tsx';
import { TradesPanel } from './trades-panel.tsx';
import type { MarketPageData } from './use-market-page.ts';

/** Comes once the page is there. */
const OutcomeMove = lazyWithRetry(
  async () => {
    await idle();
    return (await import('./outcome-move.tsx')).OutcomeMove;
  },
  { quiet: true },
);
const outcomeMove = (market: Market): ReactNode => <OutcomeMove market={market} />;

/** Where chart, ladder and tape stand side by side, and all that is held and ordered beneath. */
const WIDE = '(width >= 150rem)';
const GRID =
  'grid gap-3 grid-cols-[minmax(0,1fr)] ' +
  'md:grid-cols-[minmax(0,1fr)_308px] md:[grid-template-areas:"header_side"_"outcomes_side"_"chart_side"_"activity_side"] md:grid-rows-[auto_auto_auto_1fr] ' +
  'xl:grid-cols-[252px_minmax(0,1fr)_308px] xl:[grid-template-areas:"outcomes_header_side"_"outcomes_chart_side"_"outcomes_activity_side"] xl:grid-rows-[auto_minmax(320px,1fr)_auto] ' +
  'xl:min-h-[calc(100dvh-var(--shell-top)-2rem)] 3xl:grid-cols-[320px_minmax(0,1fr)_360px] ';
const OPEN =
  '[grid-template-areas:"header"_"chart"_"outcomes"_"activity"] ' +
  'min-[150rem]:grid-cols-[320px_minmax(0,1fr)_340px_300px_360px] min-[150rem]:[grid-template-areas:"outcomes_header_book_tape_side"_"outcomes_chart_book_tape_side"_"outcomes_activity_activity_activity_side"]';
/** The result comes first on a phone, and there is no book to leave room for. */
const ENDED =
  '[grid-template-areas:"header"_"side"_"chart"_"outcomes"_"activity"] ' +
  'min-[150rem]:grid-cols-[320px_minmax(0,1fr)_300px_360px] min-[150rem]:[grid-template-areas:"outcomes_header_tape_side"_"outcomes_chart_tape_side"_"outcomes_activity_activity_side"]';
const COLUMN = 'xl:sticky xl:top-[calc(var(--shell-top)+1rem)] xl:max-h-[calc(100dvh-var(--shell-top)-2rem)]';

function Waiting() {
  return (
    <div className={cx(GRID, OPEN)}>
      <LoadingNote what="the event" />
      <h1 className="sr-only">Event</h1>
      <Panel className="h-[74px] flex-row items-center gap-3 px-3.5 [grid-area:header]">
        <Skeleton className="size-10" />
        <span className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-3.5 w-1/2" />
        </span>
      </Panel>
      <Panel className="min-h-64 gap-3 p-3 [grid-area:outcomes]">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-[72px] w-full" />
        ))}
      </Panel>
      <Panel className="min-h-80 p-3 [grid-area:chart]">
        <Skeleton className="min-h-72 w-full flex-1" />
      </Panel>
      <Panel className="min-h-[420px] p-3 [grid-area:side] max-md:hidden">
        <Skeleton className="h-96 w-full" />
      </Panel>
      <Panel className="min-h-56 p-3 [grid-area:activity]">
        <Skeleton className="h-40 w-full" />
      </Panel>
    </div>
  );
}

function Failed({ page }: { page: MarketPageData }) {
  const watched = useWatchlist().find(({ eventId }) => eventId === page.eventId);
  if (page.error?.kind === 'not-found')
    return (
      <Panel>
        <h1 className="sr-only">Not found</h1>
        <EmptyState
          title="Event not found"
          action={
            <>
              <Link to="/" className={buttonClass('outline')}>
                All markets
              </Link>
              <Button onClick={() => useLayers.getState().show('palette')}>Search</Button>
              {/* Nowhere else can what is gone be taken off the list. */}
              {watched && (
                <Button
                  onClick={() => {
                    toggleWatched(watched);
                    focusPage();
                  }}
                >
                  Stop watching
                </Button>
              )}
            </>
          }
        >
          It may have been removed, or the address is not complete.
        </EmptyState>
      </Panel>
    );
  return (
    <Panel>
      <h1 className="sr-only">Event</h1>
      <ErrorState
        title="Couldn’t load the event"
        onRetry={page.retry}
        retrying={page.retrying}
        error={page.error}
      >
        {page.error?.message} Your positions are not affected.
      </ErrorState>
    </Panel>
  );
}

interface Props {
  page: MarketPageData;
  side: Side;
  sideLabel: string;
  onClosePosition: (position: Position) => void;
  /** The ladder of the open market; absent on phones, where it is in the sheet of the ticket. */
  book: ReactNode;
  /** The ticket, below the ladder; absent on phones, where it is a sheet. */
  ticket: ReactNode;
  /** Sets alerts for the open market. */
  bell: ReactNode;
  /** The parlay slip as far as it has come, below the outcomes. */
  slip: ReactNode;
}

function titleFor(page: MarketPageData, market: Market | undefined, side: Side, label: string) {
  if (!page.event) return undefined;
  const price = market && chanceOf(market, side);
  const name = label === page.outcome || side === 'yes' ? page.outcome : `${page.outcome} ${label}`;
  const parts = [name, titleOf(page.event)].filter(
    (part, index, all) => part !== '' && all.indexOf(part) === index,
  );
  return `${price ? `${formatCents(price)} ` : ''}${parts.join(' · ')}`;
}

/** What is drawn after the rest of the page: nobody who picks an outcome waits for it, and nothing is ordered from it. */
const Follows = ({ children }: { children: ReactNode }): ReactNode => useDeferredValue(children);

/** The page of an event: one market open, with its chart, its book, and the viewer's stake in it. */
export function MarketPage(props: Props) {
  const { page, side, sideLabel, onClosePosition, book, ticket, bell, slip } = props;
  const { event, market } = page;
  useTitle(titleFor(page, market, side, sideLabel));
  const legs = useParlaySlip();
  const watchlist = useWatchlist();
  const full = useWatchlistFull();
  const ended = market !== undefined && verdictOf(market, 'yes') !== null;
  const wide = useMedia(WIDE);
  const trades = market && <TradesPanel marketId={market.marketId} outcome={page.outcome} brief={wide} />;
  // The first answer is drawn a piece at a time, so that it holds no input up.
  const isDrawn = useDeferredValue(event !== undefined);
  if (!event || !isDrawn) return page.loading || event ? <Waiting /> : <Failed page={page} />;
  const eventTitle = titleOf(event);
  const watched = watchlist.some(({ eventId }) => eventId === event.eventId);
  return (
    <div className={cx(GRID, ended ? ENDED : OPEN)}>
      <div className="[grid-area:header]">
        <MarketHeader
          event={event}
          market={market}
          score={page.score}
          scoreAsOf={page.scoreAsOf}
          scoreIntervalMs={SCORE_POLL_MS}
          asOf={page.asOf}
          intervalMs={EVENT_POLL_MS}
          price={page.price}
          watched={watched}
          watchProblem={full ? WATCHLIST_FULL : undefined}
          onWatch={() => toggleWatched({ eventId: event.eventId, title: eventTitle })}
          bell={bell}
        />
      </div>
      <div className={`flex flex-col gap-3 self-start [grid-area:outcomes] xl:h-full ${COLUMN}`}>
        <Outcomes
          // What was looked for among the outcomes of one event says nothing of the next one's.
          key={event.eventId}
          main={page.main}
          more={page.more}
          row={{
            selected: market?.marketId,
            side,
            labels: page.labels,
            held: heldSides(page.positions),
            moveOf: hasHistory() ? outcomeMove : null,
            picked: new Set(legs.map(({ marketId }) => marketId)),
            onPick: (picked) =>
              toggleLeg({
                eventId: event.eventId,
                marketId: picked.marketId,
                label: outcomeName(picked),
                eventTitle,
              }),
          }}
          ranked={page.ranked}
          now={page.now}
          className="max-xl:max-h-[420px] xl:min-h-40 xl:flex-1"
        />
        {slip}
      </div>
      {market ? (
        <>
          <Follows>
            <ChartPanel
              eventId={event.eventId}
              title={eventTitle}
              now={page.price ?? undefined}
              market={market}
              outcome={page.labels.get(market.marketId) ?? page.outcome}
              side={side}
              sideLabel={sideLabel}
              outcomes={page.main}
              labels={page.labels}
              orders={page.orders}
              positions={page.positions}
              asOf={page.asOf}
              className="min-h-80 [grid-area:chart]"
            />
          </Follows>
          {wide && (
            <>
              {!ended && <div className="flex min-h-0 [grid-area:book]">{book}</div>}
              <Panel aria-label="Trades" className="[grid-area:tape]">
                <PanelHeader>
                  <PanelTitle>Trades</PanelTitle>
                </PanelHeader>
                <div className="scroll-thin h-0 min-h-0 flex-1 overflow-y-auto">
                  <Follows>{trades}</Follows>
                </div>
              </Panel>
            </>
          )}
          <div
            className={cx(
              'flex flex-col gap-3 self-start [grid-area:side] xl:h-full xl:min-h-[640px]',
              COLUMN,
              !wide && !ended && !ticket && !book && 'hidden',
            )}
          >
            {ended && (
              <ResultPanel
                event={event}
                market={market}
                outcome={page.labels.get(market.marketId) ?? page.outcome}
                positions={page.positions}
              />
            )}
            {!ended && !wide && book}
            {ticket}
            {wide && <RulesPanel event={event} market={market} />}
          </div>
          <Follows>
            <Activity
              event={event}
              market={market}
              connected={page.connected}
              positions={page.positions}
              orders={page.orders}
              trades={trades}
              wide={wide}
              onClosePosition={onClosePosition}
              className="min-h-[232px] [grid-area:activity] xl:h-[300px]"
            />
          </Follows>
        </>
      ) : (
        <Panel className="[grid-area:chart]">
          <EmptyState title="No market in this event yet" />
        </Panel>
      )}
    </div>
  );
}
