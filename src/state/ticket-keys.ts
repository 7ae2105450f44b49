import { type QuickAmounts, quickLabels } from './preferences.ts';

/** A key of the ticket and what it does, as help and settings say it. */
export interface TicketKey {
  readonly keys: string;
  readonly label: string;
}

export const SELL_LABELS = ['10%', '25%', '50%', '75%', '100%'] as const;

/** The keys that fill the ticket, with the amounts that they stand for. */
export const ticketKeys = (quick: QuickAmounts): readonly TicketKey[] => [
  { keys: 'y', label: 'Yes' },
  { keys: 'n', label: 'No' },
  { keys: 'b', label: 'Buy' },
  { keys: 's', label: 'Sell' },
  ...quickLabels(quick).map((label, index) => ({
    keys: String(index + 1),
    label: `Buy for ${label === 'Max' ? 'all you have' : `${label}${quick.unit === 'percent' ? ' of the balance' : ''}`}, or sell ${SELL_LABELS[index]}`,
  })),
];
