import { type QuickAmounts, quickLabels } from './preferences.ts';
import { type KeysOf, SHORTCUTS } from './shortcut-keys.ts';

export const SELL_LABELS = ['10%', '25%', '50%', '75%', '100%'] as const;

const FORM = ['yes', 'no', 'buy', 'sell'] as const;
const AMOUNTS = ['amount1', 'amount2', 'amount3', 'amount4', 'amount5'] as const;

/** A shortcut of the ticket and what it does, as help and settings say it. */
export interface TicketKey {
  readonly id: (typeof FORM)[number] | (typeof AMOUNTS)[number];
  readonly keys: string;
  readonly label: string;
}

/** The shortcuts that fill the ticket, with the amounts that they stand for. */
export const ticketKeys = (quick: QuickAmounts, keysOf: KeysOf): readonly TicketKey[] => [
  ...FORM.map((id) => ({ id, keys: keysOf(id), label: SHORTCUTS[id].label })),
  ...quickLabels(quick).flatMap((label, index) => {
    const id = AMOUNTS[index];
    if (id === undefined) return [];
    const bought =
      label === 'Max' ? 'all you have' : `${label}${quick.unit === 'percent' ? ' of the balance' : ''}`;
    return { id, keys: keysOf(id), label: `Buy for ${bought}, or sell ${SELL_LABELS[index]}` };
  }),
];
