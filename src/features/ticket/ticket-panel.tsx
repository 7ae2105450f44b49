import type { Side } from '@contract/ids.ts';
import { formatCents } from '@contract/money.ts';
import ChartBarDecreasing from 'lucide-react/icons/chart-bar-decreasing';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ReactNode } from 'react';
import { useMedia } from '@/lib/use-media.ts';
import { useRootMark } from '@/lib/use-root-mark.ts';
import { useLayers } from '@/state/layers.ts';
import { Button } from '@/ui/button.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useSkipTarget } from '@/ui/skip-target.ts';
import { SnapSheet } from '@/ui/snap-sheet.tsx';
import { TicketView } from './ticket.view.tsx';
import type { TicketController } from './use-ticket.ts';

/** Below this width the ticket is a sheet. */
const PHONE = '(width < 48rem)';
export const useIsPhone = (): boolean => useMedia(PHONE);

/** The ticket in its place on the page. */
export function TicketPanel({ ticket }: { ticket: TicketController }) {
  useSkipTarget('ticket', 'Skip to the ticket');
  return (
    <Panel
      id="ticket"
      tabIndex={-1}
      aria-label="Ticket"
      className="shrink-0 scroll-mt-(--shell-top) overflow-visible outline-none"
    >
      <TicketView ticket={ticket} />
    </Panel>
  );
}

/** What the sheet of a phone shows; null while it is away. */
export type SheetView = 'ticket' | 'book' | null;

interface SheetProps {
  ticket: TicketController;
  /** The ladder of the market. */
  book: ReactNode;
  view: SheetView;
  onView: (view: SheetView) => void;
}

/** On phones: the bar of a market in the place of the tabs, and ticket and ladder as a sheet that it opens. */
export function TicketSheet({ ticket, book, view, onView }: SheetProps) {
  const more = useLayers((layers) => layers.show);
  useRootMark('action-bar', true);
  const show = (side: Side) => {
    ticket.dispatch({ type: 'action', action: 'buy' });
    ticket.setSide(side);
    onView('ticket');
  };
  const price = (side: Side) => {
    const value = ticket.prices[side];
    return value === null ? null : <span className="num">{formatCents(value)}</span>;
  };
  return (
    <>
      <nav
        aria-label="Trade"
        className="fixed inset-x-0 bottom-0 z-30 flex gap-2 border-line border-t bg-bg px-3 py-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] print:hidden"
      >
        <IconButton size="lg" icon={ChartBarDecreasing} label="Order book" onClick={() => onView('book')} />
        <Button variant="yes" size="lg" className="flex-1" onClick={() => show('yes')}>
          Buy {ticket.oneSided ? ticket.summary.sideLabel : 'Yes'} {price('yes')}
        </Button>
        {!ticket.oneSided && (
          <Button variant="no" size="lg" className="flex-1" onClick={() => show('no')}>
            Buy No {price('no')}
          </Button>
        )}
        <IconButton size="lg" icon={Ellipsis} label="More" onClick={() => more('more')} />
      </nav>
      <SnapSheet
        open={view !== null}
        onOpenChange={(open) => onView(open ? 'ticket' : null)}
        title={ticket.outcome}
      >
        <div className="-mx-4 -mb-4 flex min-h-full flex-col">
          <Segmented<'ticket' | 'book'>
            label="Ticket or order book"
            className="mx-3 mb-2"
            value={view ?? 'ticket'}
            onChange={onView}
            options={[
              { value: 'ticket', label: 'Ticket' },
              { value: 'book', label: 'Order book' },
            ]}
          />
          {view === 'book' ? book : <TicketView ticket={ticket} />}
        </div>
      </SnapSheet>
    </>
  );
}
