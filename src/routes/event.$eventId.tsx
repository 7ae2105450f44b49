import { type EventId, type Side, sideOf } from '@contract/ids.ts';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { roundsProvider, useConfig } from '@/config.ts';
import { titleOf, verdictOf } from '@/domain/events.ts';
import { lenient } from '@/domain/search-params.ts';
import { AlertBell } from '@/features/alerts/alert-bell.tsx';
import { LadderPanel } from '@/features/market/ladder-panel.tsx';
import { MarketPage } from '@/features/market/market-page.tsx';
import { useMarketPage } from '@/features/market/use-market-page.ts';
import { useCancels } from '@/features/portfolio/queue/row-actions.ts';
import { RoundsLink } from '@/features/rounds/rounds-link.view.tsx';
import { hasOneSide } from '@/features/ticket/sides.ts';
import { sideLabel } from '@/features/ticket/ticket-labels.ts';
import { type SheetView, TicketPanel, TicketSheet, useIsPhone } from '@/features/ticket/ticket-panel.tsx';
import { useTicket } from '@/features/ticket/use-ticket.ts';
import { useTicketShortcuts } from '@/features/ticket/use-ticket-shortcuts.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useParlaySlip } from '@/state/parlay-slip.ts';
import { useOwner, useSigner } from '@/wallet/index.ts';

const MiniSlip = lazyWithRetry(async () => (await import('@/features/parlay/mini-slip.tsx')).MiniSlip);

interface EventSearch {
  /** Open market; the first that trades when absent. */
  market?: string | undefined;
  side?: Side | undefined;
}

/** Ids of digits come as numbers. */
const eventSearch = z.object({
  market: lenient(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((value) => String(value) || undefined),
    ),
  ),
  side: lenient(z.enum(['yes', 'no'])),
});

export const Route = createFileRoute('/event/$eventId')({
  validateSearch: (raw: Record<string, unknown>): EventSearch => eventSearch.parse(raw),
  component: EventPage,
});

function EventPage() {
  const { eventId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const page = useMarketPage(eventId as EventId, search.market);
  const { market, outcome } = page;
  const oneSided = hasOneSide(market);
  const side: Side = oneSided ? 'yes' : (search.side ?? 'yes');
  const turnTo = (next: EventSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const ticket = useTicket({
    market,
    outcome,
    side,
    onSide: (next) => turnTo({ market: market?.marketId, side: next }),
  });
  useTicketShortcuts(ticket);
  const cancels = useCancels(useOwner(), useSigner());
  const phone = useIsPhone();
  const rounds = roundsProvider(useConfig());
  const isRound = market !== undefined && rounds?.wire === market.provider;
  // What is under way is told by the ticket to its end.
  const ended = market !== undefined && verdictOf(market, 'yes') !== null && !ticket.frozen;
  const collecting = useParlaySlip().length > 0;
  const [sheet, setSheet] = useState<SheetView>(null);
  const book = market && !ended && (
    <LadderPanel
      key={`book-${market.marketId}`}
      market={market}
      side={side}
      oneSided={oneSided}
      orders={page.orders}
      onPick={(row, on) => {
        if (phone) setSheet('ticket');
        return ticket.pick(row, on);
      }}
      cancels={cancels}
      className="h-[420px] max-md:h-auto max-md:min-h-[380px] max-md:flex-1 max-md:rounded-none max-md:border-x-0 max-md:border-b-0 xl:h-auto xl:min-h-[260px] xl:flex-1"
    />
  );
  const sheeted = phone && market !== undefined && !isRound && !ended;
  return (
    <>
      <MarketPage
        page={page}
        side={side}
        sideLabel={sideLabel(market, side)}
        onClosePosition={(position) => {
          ticket.sellOf(position);
          turnTo({ market: position.marketId, side: sideOf(position.isYes) });
          if (phone) setSheet('ticket');
        }}
        book={sheeted ? null : book}
        bell={
          page.event && market ? (
            <AlertBell
              subject={{
                eventId: page.event.eventId,
                marketId: market.marketId,
                label: outcome,
                eventTitle: titleOf(page.event),
              }}
            />
          ) : null
        }
        slip={collecting ? <MiniSlip /> : null}
        ticket={
          !market || ended ? null : isRound ? (
            <RoundsLink market={market} />
          ) : phone ? null : (
            <TicketPanel ticket={ticket} />
          )
        }
      />
      {sheeted && <TicketSheet ticket={ticket} book={book} view={sheet} onView={setSheet} />}
    </>
  );
}
