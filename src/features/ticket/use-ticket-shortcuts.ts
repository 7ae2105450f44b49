import { type Shortcut, useShortcuts } from '@/state/shortcuts.ts';
import type { TicketController } from './use-ticket.ts';

const GROUP = 'Ticket';

/** y n, b s and 1 to 5 fill the ticket; no key sends it. */
export function useTicketShortcuts(ticket: TicketController): void {
  const amounts: Shortcut[] = [1, 2, 3, 4, 5].map((key) => ({
    keys: String(key),
    label: key === 5 ? 'Amount: everything' : `Amount ${key}`,
    group: GROUP,
    run: () => ticket.preset(key - 1),
  }));
  useShortcuts([
    { keys: 'y', label: 'Yes', group: GROUP, run: () => ticket.setSide('yes') },
    { keys: 'n', label: 'No', group: GROUP, run: () => ticket.setSide('no') },
    { keys: 'b', label: 'Buy', group: GROUP, run: () => ticket.dispatch({ type: 'action', action: 'buy' }) },
    {
      keys: 's',
      label: 'Sell',
      group: GROUP,
      run: () => ticket.dispatch({ type: 'action', action: 'sell' }),
    },
    ...amounts,
  ]);
}
