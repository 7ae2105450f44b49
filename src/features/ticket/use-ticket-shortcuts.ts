import { quickAmountsPreference } from '@/state/preferences.ts';
import { useShortcuts } from '@/state/shortcuts.ts';
import { useStored } from '@/state/stored.ts';
import { ticketKeys } from '@/state/ticket-keys.ts';
import type { TicketController } from './use-ticket.ts';

const GROUP = 'Ticket';

/** y n, b s and 1 to 5 fill the ticket; no key sends it. */
export function useTicketShortcuts(ticket: TicketController): void {
  const run: Record<string, () => void> = {
    y: () => ticket.setSide('yes'),
    n: () => ticket.setSide('no'),
    b: () => ticket.dispatch({ type: 'action', action: 'buy' }),
    s: () => ticket.dispatch({ type: 'action', action: 'sell' }),
  };
  useShortcuts(
    ticketKeys(useStored(quickAmountsPreference)).map(({ keys, label }) => ({
      keys,
      label,
      group: GROUP,
      run: run[keys] ?? (() => ticket.preset(Number(keys) - 1)),
    })),
  );
}
