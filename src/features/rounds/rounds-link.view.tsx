import type { Market } from '@contract/prediction/market.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';

/** In the place of a ticket: a round is traded on the page that shows its strike, price and clock. */
export const RoundsLink = ({ market }: { market: Market }) => (
  <Panel aria-label="Ticket" className="shrink-0 gap-2.5 p-3">
    <p className="text-muted">
      This round settles by itself, and is traded beside its strike, price and clock.
    </p>
    <Link
      to="/rounds"
      search={{ round: market.eventId, side: market.outcomeSide === 'down' ? 'down' : 'up' }}
      className={buttonClass('primary', 'lg')}
    >
      Trade this round
    </Link>
  </Panel>
);
