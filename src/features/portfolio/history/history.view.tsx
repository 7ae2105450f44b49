import type { EventId } from '@contract/ids.ts';
import { formatContracts, formatUsd } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { type ReactNode, useId, useState } from 'react';
import { heldText } from '@/domain/held-name.ts';
import { type Sort, type SortValue, sortRows } from '@/domain/sort-rows.ts';
import { Pill } from '@/ui/pill.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent, Price } from '@/ui/price.tsx';
import { Table, Td, Th, Tr } from '@/ui/table.tsx';
import { UnfoldButton } from '@/ui/unfold-button.tsx';
import { When } from '@/ui/when.tsx';
import { MarketLabel, type MarketSubject } from '../market-label.view.tsx';
import { historyStatusLabel } from '../portfolio-labels.ts';
import type { HistoryColumn, RecordColumn } from '../search-params.ts';
import { type SortColumn, SortHeads } from '../sort-heads.tsx';
import { HistoryEventsTable } from './history-events.view.tsx';
import type { HistoryRow } from './history-rows.ts';

const COLUMNS = 9;

function subjectOf(row: HistoryRow): MarketSubject {
  const [event] = row.events;
  const marketMetadata = row.marketMetadata ?? event?.marketMetadata;
  const eventMetadata = row.eventMetadata ?? event?.eventMetadata;
  // Only a link needs the event: without any name for it, it leads to the market's own id and says "not found".
  const eventId =
    eventMetadata?.eventId ??
    marketMetadata?.eventId ??
    event?.eventId ??
    (row.marketId as string as EventId);
  return {
    eventId,
    marketId: row.marketId,
    isYes: row.isYes,
    parlay: row.parlay,
    marketMetadata,
    eventMetadata,
  };
}

function Status({ row }: { row: HistoryRow }) {
  const { text, tone } = historyStatusLabel(row);
  return <Pill tone={tone}>{text}</Pill>;
}

const newestFirst = (events: HistoryRow['events']) =>
  events.toSorted((a, b) => b.timestamp - a.timestamp || Number(b.id) - Number(a.id));

/** Total bought, and how many of them are sold where some are still held. */
const Contracts = ({ row: { parlay, totalContractsMicro, soldMicro } }: { row: HistoryRow }) =>
  parlay ? (
    <Absent reason="A parlay has no contracts" />
  ) : (
    <>
      {formatContracts(totalContractsMicro)}
      {soldMicro !== undefined && (
        <span className="block text-muted text-xs">{formatContracts(soldMicro)} sold</span>
      )}
    </>
  );

function unrealisedReason({ status, events }: HistoryRow, running: boolean): string {
  const isSold = events.some(({ eventType, isBuy }) => eventType === 'order_filled' && !isBuy);
  if (isSold || !(running || status === 'won')) return 'The service does not say what was realised';
  return status === 'won' ? 'Not claimed yet: until then it is unrealised' : 'Nothing realised yet';
}

interface Props {
  rows: readonly HistoryRow[];
  /** Opens what a fill was quoted at beside what it was filled at. */
  onReceipt: (fill: HistoryEvent) => void;
  /** Draws the legs of a parlay; `over`: it is lost already. */
  legsOf: (slip: ParlaySlip, over: boolean) => ReactNode;
  /** How the records of a position are sorted. */
  records: Sort<RecordColumn> | undefined;
  onRecords: (sort: Sort<RecordColumn> | undefined) => void;
}

function Row({
  row,
  records,
  onRecords,
  onReceipt,
  legsOf,
}: { row: HistoryRow } & Pick<Props, 'onReceipt' | 'legsOf' | 'records' | 'onRecords'>) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const subject = subjectOf(row);
  const running = row.status === 'open' || row.status === 'won';
  return (
    <tbody className="border-line border-b last:border-b-0">
      <Tr className="border-b-0" data-testid="history-position" data-status={row.status}>
        <Td align="left" className="w-px pr-0 max-md:align-top">
          <UnfoldButton
            open={open}
            controls={id}
            what={`the records of ${heldText(subject)}`}
            onToggle={() => setOpen((was) => !was)}
          />
        </Td>
        <Td align="left" className="w-full max-w-0 3xl:w-2/5">
          <MarketLabel
            subject={subject}
            note={
              <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 md:hidden">
                <Status row={row} />
                <When seconds={row.closedAt ?? row.openedAt} />
              </span>
            }
          />
        </Td>
        <Td align="left" from="md">
          <Status row={row} />
        </Td>
        <Td num from="md">
          <Contracts row={row} />
        </Td>
        <Td num from="lg">
          <Price value={row.entryPriceUsd} fine flash={false} reason="Nothing was bought" />
        </Td>
        <Td num from="xl">
          <Price
            value={row.exitPriceUsd}
            fine
            flash={false}
            reason={running ? 'Not ended yet' : 'No exit price is stated'}
          />
        </Td>
        <Td num from="xl">
          {row.feesPaidUsd === null ? (
            <Absent reason="Not all fees are stated" />
          ) : (
            formatUsd(row.feesPaidUsd, 'up')
          )}
        </Td>
        <Td num className="max-md:align-top">
          <Pnl value={row.realizedPnlUsd} reason={unrealisedReason(row, running)} />
          {!row.parlay && (
            <span className="num block text-muted text-xs md:hidden">
              <Contracts row={row} />
            </span>
          )}
        </Td>
        <Td from="md">
          {row.closedAt === null ? (
            <span className="text-muted text-xs">
              since <When seconds={row.openedAt} />
            </span>
          ) : (
            <When seconds={row.closedAt} />
          )}
        </Td>
      </Tr>
      {open && (
        <tr id={id}>
          <td colSpan={COLUMNS} className="border-line border-t bg-bg p-0 md:pl-8">
            {row.slip && <div className="px-3 pt-1.5">{legsOf(row.slip, row.status === 'lost')}</div>}
            {row.events.length === 0 ? (
              <p className="px-3 py-3 text-muted">
                <Absent reason="No records" /> No single records are listed for this position.
              </p>
            ) : (
              <HistoryEventsTable
                events={newestFirst(row.events)}
                caption={`Records of ${heldText(subject)}`}
                withMarket={false}
                sort={records}
                onSort={onRecords}
                onReceipt={onReceipt}
              />
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}

const COLUMN_HEADS: readonly SortColumn<HistoryColumn>[] = [
  { column: 'market', name: 'Market', align: 'left', text: true },
  { column: 'status', name: 'Status', align: 'left', from: 'md', text: true },
  { column: 'contracts', name: 'Contracts', from: 'md', title: 'Total bought' },
  { column: 'entry', name: 'Entry', from: 'lg' },
  { column: 'exit', name: 'Exit', from: 'xl' },
  { column: 'fees', name: 'Fees', from: 'xl' },
  { column: 'realised', name: 'Realised', title: 'Of what was sold, paid or lost, after fees' },
  { column: 'ended', name: 'Ended', from: 'md' },
];

function sortValue(row: HistoryRow, column: HistoryColumn): SortValue {
  switch (column) {
    case 'market':
      return heldText({ ...subjectOf(row), isYes: true });
    case 'status':
      return historyStatusLabel(row).text;
    case 'contracts':
      return row.parlay ? null : row.totalContractsMicro;
    case 'entry':
      return row.entryPriceUsd;
    case 'exit':
      return row.exitPriceUsd;
    case 'fees':
      return row.feesPaidUsd;
    case 'realised':
      return row.realizedPnlUsd;
    case 'ended':
      return row.closedAt ?? row.openedAt;
  }
}

interface TableProps extends Props {
  sort: Sort<HistoryColumn> | undefined;
  onSort: (sort: Sort<HistoryColumn> | undefined) => void;
}

/** History by position; each opens to its single records. */
export function PositionHistoryTable({ rows, sort, onSort, ...shared }: TableProps) {
  return (
    <Table caption="History by position">
      <thead>
        <tr>
          <Th align="left" className="pr-0">
            <span className="sr-only">Records</span>
          </Th>
          <SortHeads columns={COLUMN_HEADS} sort={sort} onSort={onSort} />
        </tr>
      </thead>
      {sortRows(rows, sort, sortValue).map((row) => (
        <Row key={row.positionPubkey} row={row} {...shared} />
      ))}
    </Table>
  );
}
