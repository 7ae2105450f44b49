import { type MicroContracts, type MicroUsd, microUsd } from '@contract/money.ts';
import type { HistoryEvent, PositionHistory } from '@contract/prediction/history.ts';
import type { Tone } from '@/ui/pill.tsx';

const spaced = (text: string): string => {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What happened, in words; a kind this desk does not know is shown as it came. */
export function eventWords({ eventType, isBuy }: Pick<HistoryEvent, 'eventType' | 'isBuy'>): string {
  switch (eventType) {
    case 'order_created':
      return isBuy ? 'Buy order placed' : 'Sell order placed';
    case 'order_filled':
      return isBuy ? 'Bought' : 'Sold';
    case 'order_failed':
      return isBuy ? 'Buy not filled' : 'Sell not filled';
    case 'order_closed':
      return 'Order closed';
    case 'payout_claimed':
      return 'Payout';
    case 'position_updated':
      return 'Position updated';
    case 'position_lost':
      return 'Lost';
    default:
      return spaced(eventType);
  }
}

/** The quantity a record is about: filled, settled or ordered; null when it names none. */
export function quantityOf(event: HistoryEvent): MicroContracts | null {
  const candidates =
    event.eventType === 'order_filled'
      ? [event.filledContractsMicro, event.contractsMicro]
      : event.eventType === 'payout_claimed' || event.eventType === 'position_lost'
        ? [event.contractsSettledMicro, event.contractsMicro]
        : [event.contractsMicro, event.filledContractsMicro];
  return candidates.find((contracts) => contracts > 0n) ?? null;
}

export interface NamedAmount {
  name: 'Deposit' | 'Cost' | 'Proceeds' | 'Returned' | 'Payout';
  value: MicroUsd;
}
/** The money a record moved, named; null when it moved none that is known. */
export function amountOf(event: HistoryEvent): NamedAmount | null {
  const named = (name: NamedAmount['name'], value: bigint | null): NamedAmount | null =>
    value === null || value <= 0n ? null : { name, value: microUsd(value) };
  switch (event.eventType) {
    case 'order_created':
      return event.isBuy ? named('Deposit', event.depositAmountUsd) : null;
    case 'order_filled':
      return event.isBuy
        ? named('Cost', event.totalCostUsd)
        : (named('Proceeds', event.netProceedsUsd) ?? named('Proceeds', event.grossProceedsUsd));
    case 'order_failed':
    case 'order_closed':
      return named('Returned', event.transferAmountToken);
    case 'payout_claimed':
      return named('Payout', event.payoutAmountUsd);
    default:
      return null;
  }
}

const STATUSES: Record<string, { text: string; tone: Tone }> = {
  open: { text: 'Open', tone: 'accent' },
  won: { text: 'Won', tone: 'yes' },
  claimed: { text: 'Claimed', tone: 'neutral' },
  lost: { text: 'Lost', tone: 'no' },
  sold: { text: 'Sold', tone: 'neutral' },
  failed: { text: 'Not filled', tone: 'neutral' },
  refunded: { text: 'Refunded', tone: 'neutral' },
};

/** State of a past position. A drawn or cancelled market pays too, but nobody has won there. */
export function historyStatusWords({
  status,
  marketMetadata,
}: Pick<PositionHistory, 'status' | 'marketMetadata'>): { text: string; tone: Tone } {
  if (status === 'won' && marketMetadata?.result === 'draw') return { text: 'Draw', tone: 'accent' };
  if (status === 'won' && marketMetadata?.status === 'cancelled')
    return { text: 'Cancelled', tone: 'accent' };
  return STATUSES[status.toLowerCase()] ?? { text: spaced(status), tone: 'neutral' };
}
