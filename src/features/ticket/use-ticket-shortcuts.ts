import { quickAmountsPreference } from '@/state/preferences.ts';
import { useShortcutKeys } from '@/state/shortcut-keys.ts';
import { useShortcuts } from '@/state/shortcuts.ts';
import { useStored } from '@/state/stored.ts';
import { type TicketKey, ticketKeys } from '@/state/ticket-keys.ts';
import type { TicketController } from './use-ticket.ts';

const GROUP = 'Ticket';

/** Side, action and amount by a key each fill the ticket; no key sends it. */
export function useTicketShortcuts(ticket: TicketController): void {
  const run: Record<TicketKey['id'], () => void> = {
    yes: () => ticket.setSide('yes'),
    no: () => ticket.setSide('no'),
    buy: () => ticket.dispatch({ type: 'action', action: 'buy' }),
    sell: () => ticket.dispatch({ type: 'action', action: 'sell' }),
    amount1: () => ticket.preset(0),
    amount2: () => ticket.preset(1),
    amount3: () => ticket.preset(2),
    amount4: () => ticket.preset(3),
    amount5: () => ticket.preset(4),
  };
  const keys = ticketKeys(useStored(quickAmountsPreference), useShortcutKeys());
  useShortcuts(keys.map(({ id, ...shown }) => ({ ...shown, group: GROUP, run: run[id] })));
}
