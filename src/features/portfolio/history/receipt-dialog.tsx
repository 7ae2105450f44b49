import type { Pubkey } from '@contract/ids.ts';
import { formatCents, formatContracts, formatSignedUsd, formatUsd, type Rounding } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { ReactNode } from 'react';
import { filledOrder, filledTerms, type QuotedTerms, type Terms, termsDifference } from '@/domain/receipt.ts';
import { cx } from '@/lib/cx.ts';
import { useQuotes } from '@/tx/quotes.queries.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Absent } from '@/ui/price.tsx';
import { SignatureCell } from '@/ui/signature.tsx';
import { Table, Td, Th, Tr } from '@/ui/table.tsx';
import { When } from '@/ui/when.tsx';
import { HeldWords, type MarketSubject } from '../market-label.view.tsx';

interface ViewProps {
  subject: MarketSubject;
  isBuy: boolean;
  /** Undefined while it is looked up; null when this browser does not know it. */
  quoted: QuotedTerms | null | undefined;
  /** Null when nothing was filled. */
  filled: Terms | null;
  filledAt: number | null;
  signature: string;
  onClose: () => void;
}

/** A signed difference in cents a contract: "+0.4¢", "−1.0¢". */
function centsDifference(value: bigint): string {
  if (value === 0n) return '0¢';
  return `${value > 0n ? '+' : '\u2212'}${formatCents(value > 0n ? value : -value, true)}`;
}
const signedContracts = (value: bigint): string => `${value > 0n ? '+' : ''}${formatContracts(value)}`;

interface LineProps {
  name: string;
  quoted: ReactNode;
  filled: ReactNode;
  difference: ReactNode;
  /** Whether the difference is for or against the user; null where it is neither. */
  good?: boolean | null;
  strong?: boolean;
}
const Line = ({ name, quoted, filled, difference, good = null, strong = false }: LineProps) => (
  <Tr>
    <Th
      scope="row"
      align="left"
      className={cx('border-b-0 px-2 text-sm', strong ? 'text-text' : 'text-muted')}
    >
      {name}
    </Th>
    <Td num className="px-2">
      {quoted}
    </Td>
    <Td num className={cx('px-2', strong && 'font-semibold')}>
      {filled}
    </Td>
    <Td num className={cx('px-2', good === null ? 'text-muted' : good ? 'text-up' : 'text-down')}>
      {difference}
    </Td>
  </Tr>
);

const usdOr = (value: bigint | null, rounding: Rounding): ReactNode =>
  value === null ? <Absent reason="Not in the records yet" /> : formatUsd(value, rounding);
const goodIf = (value: bigint | null, better: (value: bigint) => boolean): boolean | null =>
  value === null || value === 0n ? null : better(value);

function Comparison({
  isBuy,
  quoted,
  filled,
}: {
  isBuy: boolean;
  quoted: QuotedTerms | null;
  filled: Terms;
}) {
  const unknown = <Absent reason="What it was quoted at is not known in this browser" />;
  const apart = quoted && termsDifference(isBuy, quoted, filled);
  const cheaper = (value: bigint) => (isBuy ? value < 0n : value > 0n);
  const rounding: Rounding = isBuy ? 'up' : 'down';
  return (
    <Table caption="Quoted against filled">
      <thead>
        <tr>
          <Th align="left" className="px-2">
            <span className="sr-only">Term</span>
          </Th>
          <Th className="px-2">Quoted</Th>
          <Th className="px-2">Filled</Th>
          <Th className="px-2">Difference</Th>
        </tr>
      </thead>
      <tbody>
        <Line
          name="Average price"
          quoted={quoted ? formatCents(quoted.average, true) : unknown}
          filled={formatCents(filled.average, true)}
          difference={apart ? centsDifference(apart.average) : unknown}
          good={apart && goodIf(apart.average, cheaper)}
        />
        <Line
          name="Contracts"
          quoted={quoted ? formatContracts(quoted.contracts) : unknown}
          filled={formatContracts(filled.contracts)}
          difference={apart ? signedContracts(apart.contracts) : unknown}
        />
        <Line
          name="Fees"
          quoted={quoted ? formatUsd(quoted.fees, 'up') : unknown}
          filled={usdOr(filled.fees, 'up')}
          difference={
            apart ? (apart.fees === null ? usdOr(null, 'up') : formatSignedUsd(apart.fees)) : unknown
          }
          good={apart && goodIf(apart.fees, (fees) => fees < 0n)}
        />
        <Line
          name={isBuy ? 'Paid' : 'Received'}
          strong
          quoted={quoted ? formatUsd(quoted.total, rounding) : unknown}
          filled={usdOr(filled.total, rounding)}
          difference={
            apart ? (apart.total === null ? usdOr(null, 'up') : formatSignedUsd(apart.total)) : unknown
          }
        />
      </tbody>
    </Table>
  );
}

function Verdict({ isBuy, quoted, filled }: { isBuy: boolean; quoted: QuotedTerms | null; filled: Terms }) {
  if (!quoted) {
    return (
      <p className="mt-3 rounded-md bg-raised px-3 py-2 text-muted">
        What it was quoted at is kept in the browser that placed it, for a year. This one does not have it.
      </p>
    );
  }
  const { gain } = termsDifference(isBuy, quoted, filled);
  return (
    <p className="mt-3 rounded-md bg-raised px-3 py-2">
      {gain === 0n ? (
        'Filled at the price that was quoted.'
      ) : (
        <>
          The price was {gain > 0n ? 'better' : 'worse'} than quoted:{' '}
          <span className={cx('num font-semibold', gain > 0n ? 'text-up' : 'text-down')}>
            {formatSignedUsd(gain)} USDC
          </span>{' '}
          on {formatContracts(filled.contracts)} contracts.
        </>
      )}
    </p>
  );
}

/** What was agreed to beside what came of it. */
export function ReceiptView({ subject, isBuy, quoted, filled, filledAt, signature, onClose }: ViewProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isBuy ? 'Receipt of a purchase' : 'Receipt of a sale'}
      description={<HeldWords subject={subject} />}
    >
      {filled === null || quoted === undefined ? (
        <p className="py-4 text-muted">{filled === null ? 'Nothing has been filled.' : 'Looking it up'}</p>
      ) : (
        <>
          <Comparison isBuy={isBuy} quoted={quoted} filled={filled} />
          <Verdict isBuy={isBuy} quoted={quoted} filled={filled} />
        </>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-muted text-xs">
        <span>
          Filled <When seconds={filledAt} />
        </span>
        <SignatureCell signature={signature} />
      </div>
    </Dialog>
  );
}

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

/** What came of it: an order tells of its last fills before their records do. */
export function filledOf(subject: ReceiptSubject, fills: readonly HistoryEvent[]): Terms | null {
  const recorded = filledTerms(fills);
  if (subject.of === 'fill') return recorded;
  const isAll = recorded !== null && recorded.contracts >= subject.order.filledContractsMicro;
  return isAll ? recorded : filledOrder(subject.order);
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
      filled={filledOf(subject, fills)}
      filledAt={filledAt}
      signature={signature}
      onClose={onClose}
    />
  );
}
