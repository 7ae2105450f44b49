import type { Pubkey } from '@contract/ids.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Order } from '@contract/prediction/order.ts';
import { filledOrder, filledTerms } from '@/domain/receipt.ts';
import { useQuotes } from '@/tx/quotes.queries.ts';
import { ReceiptView } from './receipt.view.tsx';

/** What a receipt is asked for: a fill in the history, or an order. */
export type ReceiptSubject = { of: 'fill'; fill: HistoryEvent } | { of: 'order'; order: Order };

interface Props {
  subject: ReceiptSubject;
  owner: Pubkey;
  /** All records that are loaded: an order may have been filled in parts. */
  records: readonly HistoryEvent[];
  onClose: () => void;
}

function fillsOf(subject: ReceiptSubject, records: readonly HistoryEvent[]): HistoryEvent[] {
  const order = subject.of === 'order' ? subject.order.pubkey : subject.fill.orderPubkey;
  // A swap has no order: its one record is its receipt.
  if (order === '' && subject.of === 'fill') return [subject.fill];
  return records.filter((record) => record.eventType === 'order_filled' && record.orderPubkey === order);
}

/** Finds what was agreed to in the journal, and what came of it in the history. */
export function ReceiptDialog({ subject, owner, records, onClose }: Props) {
  const quotes = useQuotes(owner);
  const fills = fillsOf(subject, records);
  const source = subject.of === 'order' ? subject.order : subject.fill;
  const order = subject.of === 'order' ? subject.order.pubkey : subject.fill.orderPubkey;
  const [fill] = fills;
  const signature = fill?.signature ?? '';
  const entry = quotes.data?.find((quote) =>
    order === '' ? signature !== '' && quote.signature === signature : quote.orderPubkey === order,
  );
  const filledAt =
    fill?.timestamp ?? (subject.of === 'order' ? subject.order.filledAt || null : subject.fill.timestamp);
  return (
    <ReceiptView
      subject={source}
      isBuy={source.isBuy}
      quoted={entry ? entry.quoted : quotes.isPending ? undefined : null}
      filled={filledTerms(fills) ?? (subject.of === 'order' ? filledOrder(subject.order) : null)}
      filledAt={filledAt}
      signature={signature}
      onClose={onClose}
    />
  );
}
