import type { Side } from '@contract/ids.ts';
import { formatCents } from '@contract/money.ts';
import { useMedia } from '@/lib/use-media.ts';
import { Button } from '@/ui/button.tsx';
import { Sheet } from '@/ui/dialog.tsx';
import { Panel } from '@/ui/panel.tsx';
import { useSkipTarget } from '@/ui/skip-target.ts';
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

interface SheetProps {
  ticket: TicketController;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** On phones: two buttons that stay above the tabs, and the ticket as a sheet they open. */
export function TicketSheet({ ticket, open, onOpenChange }: SheetProps) {
  const show = (side: Side) => {
    ticket.dispatch({ type: 'action', action: 'buy' });
    ticket.setSide(side);
    onOpenChange(true);
  };
  const price = (side: Side) => {
    const value = ticket.prices[side];
    return value === null ? null : <span className="num">{formatCents(value)}</span>;
  };
  return (
    <>
      <div className="h-14" />
      <div className="fixed inset-x-0 bottom-(--shell-bottom) z-20 flex gap-2 border-line border-t bg-bg px-3 py-2">
        <Button variant="yes" size="lg" className="flex-1" onClick={() => show('yes')}>
          Buy {ticket.oneSided ? ticket.summary.sideLabel : 'Yes'} {price('yes')}
        </Button>
        {!ticket.oneSided && (
          <Button variant="no" size="lg" className="flex-1" onClick={() => show('no')}>
            Buy No {price('no')}
          </Button>
        )}
      </div>
      <Sheet open={open} onOpenChange={onOpenChange} title={ticket.outcome}>
        <div className="-mx-4 -mb-4">
          <TicketView ticket={ticket} />
        </div>
      </Sheet>
    </>
  );
}
