import { formatCents, formatContracts, formatUsd } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { heldText } from '@/domain/held-name.ts';
import { type Sort, type SortValue, sortRows } from '@/domain/sort-rows.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent, Price } from '@/ui/price.tsx';
import { SignatureCell } from '@/ui/signature.tsx';
import { Table, Td, Th, Tr } from '@/ui/table.tsx';
import { When } from '@/ui/when.tsx';
import { MarketLabel } from '../market-label.view.tsx';
import { eventLabel } from '../portfolio-labels.ts';
import type { RecordColumn } from '../search-params.ts';
import { type SortColumn, SortHeads } from '../sort-heads.tsx';
import { amountOf, quantityOf } from './history-rows.ts';

interface Props {
  events: readonly HistoryEvent[];
  caption: string;
  /** Names the market in each row: not where they all belong to one position. */
  withMarket: boolean;
  sort: Sort<RecordColumn> | undefined;
  onSort: (sort: Sort<RecordColumn> | undefined) => void;
  /** Opens what a fill was quoted at beside what it was filled at. */
  onReceipt: (fill: HistoryEvent) => void;
}

function Amount({ event }: { event: HistoryEvent }) {
  const amount = amountOf(event);
  if (!amount) return <Absent reason="Moved no money" />;
  return (
    <>
      <span className="font-sans text-muted text-xs">{amount.name}</span>{' '}
      {formatUsd(amount.value, amount.name === 'Cost' || amount.name === 'Deposit' ? 'up' : 'down')}
    </>
  );
}

/** "10.00 @ 60.0¢ · fee $0.17": on phones quantity, price and fee stand in one line. */
function Folded({ event }: { event: HistoryEvent }) {
  const quantity = quantityOf(event);
  if (quantity === null) return null;
  return (
    <span className="num text-muted text-xs">
      {formatContracts(quantity)}
      {event.avgFillPriceUsd > 0n && ` @ ${formatCents(event.avgFillPriceUsd, true)}`}
      {event.feeUsd !== null && ` · fee ${formatUsd(event.feeUsd, 'up')}`}
    </span>
  );
}

/** Records that follow from another one beside them: they step back. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['order_closed', 'position_updated']);

const ReceiptButton = ({ event, onReceipt }: { event: HistoryEvent } & Pick<Props, 'onReceipt'>) => (
  <IconButton
    size="sm"
    icon={ReceiptText}
    label={`Receipt of ${event.isBuy ? 'purchase' : 'sale'}: ${heldText(event)}`}
    onClick={() => onReceipt(event)}
  />
);

function EventRow({
  event,
  withMarket,
  onReceipt,
}: { event: HistoryEvent } & Pick<Props, 'withMarket' | 'onReceipt'>) {
  const receipt = event.eventType === 'order_filled' && <ReceiptButton event={event} onReceipt={onReceipt} />;
  const quantity = quantityOf(event);
  return (
    <Tr data-testid="history-event">
      <Td align="left" from="md" className="w-px">
        <When seconds={event.timestamp} />
      </Td>
      <Td align="left" className="whitespace-normal max-md:w-full max-md:max-w-0">
        <span className={BOOKKEEPING.has(event.eventType) ? 'text-muted' : 'font-medium'}>
          {eventLabel(event)}
        </span>
        <span className="flex flex-col items-start md:hidden">
          {withMarket && <MarketLabel subject={event} className="w-full" />}
          <Folded event={event} />
          <When seconds={event.timestamp} />
          <span className="flex items-center gap-1">
            <SignatureCell signature={event.signature} />
            {receipt}
          </span>
        </span>
      </Td>
      {withMarket && (
        <Td align="left" from="md" className="w-full max-w-0 3xl:w-2/5">
          <MarketLabel subject={event} />
        </Td>
      )}
      <Td num from="md">
        {quantity === null ? <Absent reason="Names no quantity" /> : formatContracts(quantity)}
      </Td>
      <Td num from="lg">
        <Price
          value={event.avgFillPriceUsd === 0n ? null : event.avgFillPriceUsd}
          fine
          flash={false}
          reason="Nothing was filled"
        />
      </Td>
      <Td num from="lg">
        {event.feeUsd === null ? <Absent reason="No fee is stated" /> : formatUsd(event.feeUsd, 'up')}
      </Td>
      <Td num className="max-md:align-top">
        <Amount event={event} />
        <span className="block md:hidden">
          {event.realizedPnl !== null && <Pnl value={event.realizedPnl} />}
        </span>
      </Td>
      <Td num from="md">
        <Pnl value={event.realizedPnl} reason="Realised nothing" />
      </Td>
      <Td from="md" className="pr-2">
        <span className="inline-flex items-center gap-0.5">
          {receipt}
          <SignatureCell signature={event.signature} />
        </span>
      </Td>
    </Tr>
  );
}

const COLUMNS: readonly SortColumn<RecordColumn>[] = [
  { column: 'time', name: 'Time', align: 'left', from: 'md' },
  { column: 'record', name: 'Record', align: 'left', text: true },
  { column: 'market', name: 'Market', align: 'left', from: 'md', text: true },
  { column: 'contracts', name: 'Contracts', from: 'md' },
  { column: 'price', name: 'Price', from: 'lg' },
  { column: 'fee', name: 'Fee', from: 'lg' },
  { column: 'amount', name: 'Amount' },
  { column: 'realised', name: 'Realised', from: 'md' },
];
const OF_ONE_MARKET = COLUMNS.filter(({ column }) => column !== 'market');

function sortValue(event: HistoryEvent, column: RecordColumn): SortValue {
  switch (column) {
    case 'time':
      return event.timestamp;
    case 'record':
      return eventLabel(event);
    case 'market':
      return heldText({ ...event, isYes: true });
    case 'contracts':
      return quantityOf(event);
    case 'price':
      return event.avgFillPriceUsd === 0n ? null : event.avgFillPriceUsd;
    case 'fee':
      return event.feeUsd;
    case 'amount':
      return amountOf(event)?.value ?? null;
    case 'realised':
      return event.realizedPnl;
  }
}

/** Single records of history, with fees and signatures. */
export const HistoryEventsTable = ({ events, caption, withMarket, sort, onSort, onReceipt }: Props) => (
  <Table caption={caption}>
    <thead>
      <tr>
        <SortHeads columns={withMarket ? COLUMNS : OF_ONE_MARKET} sort={sort} onSort={onSort} />
        <Th from="md">Transaction</Th>
      </tr>
    </thead>
    <tbody>
      {sortRows(events, sort, sortValue).map((event) => (
        <EventRow key={event.id} event={event} withMarket={withMarket} onReceipt={onReceipt} />
      ))}
    </tbody>
  </Table>
);
