import { absBig, formatPoints, formatProbability, withDecimalSign } from '@contract/money.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { nextSort, type Sort, sortedBy } from '@/domain/sort-rows.ts';
import { formatPartOf, formatPrice } from '@/domain/trigger-price.ts';
import { LEAST_WINDOWS, type ModelRecord } from '@/domain/up-down-model.ts';
import type { WindowRow } from '@/domain/up-down-windows.ts';
import type { WindowColumn } from '@/domain/window-columns.ts';
import { cx } from '@/lib/cx.ts';
import { formatClock } from '@/lib/time.ts';
import { useWidth } from '@/lib/use-width.ts';
import { Countdown } from '@/ui/countdown.tsx';
import { Mark } from '@/ui/mark.tsx';
import { Absent } from '@/ui/price.tsx';
import { SortTh } from '@/ui/sort-th.tsx';
import { Table, Td, Tr } from '@/ui/table.tsx';
import { clockOf, formatShare } from './rounds-labels.ts';

interface Column {
  column: WindowColumn;
  name: string;
  title?: string;
  text?: boolean;
  from?: 'md' | 'lg';
}

const COLUMNS: readonly Column[] = [
  { column: 'asset', name: 'Window', text: true },
  { column: 'strike', name: 'Price to beat', from: 'lg' },
  { column: 'price', name: 'Price now', from: 'md' },
  { column: 'distance', name: 'Distance' },
  { column: 'left', name: 'Time left', text: true, from: 'md' },
  { column: 'odds', name: 'Odds', title: 'Chance of Up as the market has it: the middle of bid and ask' },
  { column: 'model', name: 'Model', title: 'Chance of Up as the model has it' },
  { column: 'difference', name: 'Diff.', title: 'Model less odds, in points' },
];

const NO_STRIKE = 'The price to beat is not known yet';
const NO_PRICE = 'The price now is not known';

function Name({ row, own, venue }: { row: WindowRow; own: boolean; venue: string | undefined }) {
  const { event, beginAt, closeAt } = row.round;
  const times = `${clockOf(beginAt)}–${clockOf(closeAt)}`;
  // The time left ticks: it is no part of the link's name.
  const link = {
    'aria-label': [row.name, row.length, times, venue].filter((part) => part !== undefined).join(', '),
    className: 'group flex min-w-0 items-center gap-2.5 rounded-xs',
  };
  const content = (
    <>
      <span className="max-md:hidden">
        <Mark id={row.name} name={row.name} size={24} round />
      </span>
      <span className="min-w-0 leading-tight">
        <span className="font-semibold group-hover:underline">{row.name}</span>
        <span className="block whitespace-nowrap text-faint text-xs">
          {row.length} <span className="num max-md:hidden">· {times}</span>
          <span className="md:hidden">
            · <Left row={row} />
          </span>
          {/* A line of its own on a phone, where the last column needs its room. */}
          {venue !== undefined && (
            <span className="max-md:block">
              <span className="max-md:hidden"> · </span>
              {venue}
            </span>
          )}
        </span>
      </span>
    </>
  );
  return own ? (
    <Link to="/rounds" search={{ round: event.eventId }} {...link}>
      {content}
    </Link>
  ) : (
    <Link to="/event/$eventId" params={{ eventId: event.eventId }} {...link}>
      {content}
    </Link>
  );
}

function Left({ row: { phase, round } }: { row: WindowRow }) {
  if (phase === 'upcoming')
    return (
      <span className="text-muted">
        begins in <Countdown units to={round.beginAt * 1_000} past="moments" />
      </span>
    );
  return <Countdown units to={round.closeAt * 1_000} past="settling" />;
}

function Distance({ row: { distance, price } }: { row: WindowRow }) {
  if (distance === null || price === null) return <Absent reason={price === null ? NO_PRICE : NO_STRIKE} />;
  const { difference, ppm } = distance;
  const part = formatPartOf(price, absBig(difference));
  if (difference === 0n) return <span className="text-muted">{formatShare(ppm)}</span>;
  return (
    <span className={difference < 0n ? 'text-down' : 'text-up'}>
      <span className="font-semibold">{formatShare(ppm)}</span>
      <span className="block text-faint text-xs max-md:hidden">
        {difference < 0n ? '−' : '+'}
        {part}
      </span>
    </span>
  );
}

/** Two venues have the same window: their names alone tell them apart. */
const isTwin = (one: WindowRow, other: WindowRow): boolean =>
  one !== other &&
  one.name === other.name &&
  one.round.beginAt === other.round.beginAt &&
  one.round.closeAt === other.round.closeAt;

/** Points the model is away from the odds: from here on they are worth a look. */
const NOTABLE = 30_000n;

function Row({ row, own, venue }: { row: WindowRow; own: boolean; venue: string | undefined }) {
  const { strike, price, oldFrom, odds, model, why = '', difference } = row;
  const age = oldFrom === null ? undefined : `Last update ${formatClock(oldFrom)}`;
  const stale = oldFrom !== null && 'stale';
  return (
    <Tr>
      <Td align="left" className="max-md:pr-0">
        <Name row={row} own={own} venue={venue} />
      </Td>
      <Td num from="lg">
        {strike === null ? <Absent reason={NO_STRIKE} /> : formatPrice(strike)}
      </Td>
      <Td num from="md" title={age} className={cx(stale)}>
        {price === null ? <Absent reason={NO_PRICE} /> : formatPrice(price)}
      </Td>
      <Td num title={age} className={cx('max-md:px-1.5', stale)}>
        <Distance row={row} />
      </Td>
      <Td num from="md">
        <Left row={row} />
      </Td>
      <Td num className="max-md:px-1.5">
        {odds === null ? <Absent reason="Not quoted" /> : formatProbability(odds, true)}
      </Td>
      <Td num className="max-md:px-1.5">
        {model === null ? <Absent reason={why} /> : formatProbability(model, true)}
      </Td>
      <Td
        num
        className={cx(
          'max-md:pl-1.5',
          difference !== null && absBig(difference) >= NOTABLE && 'font-semibold',
        )}
      >
        {difference === null ? (
          <Absent reason={model === null ? why : 'Not quoted'} />
        ) : (
          formatPoints(difference)
        )}
      </Td>
    </Tr>
  );
}

interface BoardProps {
  rows: readonly WindowRow[];
  /** The provider whose rounds have a page of their own. */
  provider: string | undefined;
  /** How the venue of a window is called. */
  venueOf: (row: WindowRow) => string;
  sort: Sort<WindowColumn> | undefined;
  onSort: (sort: Sort<WindowColumn> | undefined) => void;
}

/** Width in pixels in which all columns stand, and rows that make a table worth standing beside another. */
const TABLE_WIDTH = 740;
const LEAST_ROWS = 4;

/** The rows in as many tables as stand beside each other in this width, one going on where the one before ends. */
export function beside<Of>(rows: readonly Of[], width: number): readonly (readonly Of[])[] {
  const fit = Math.min(Math.floor(width / TABLE_WIDTH), Math.floor(rows.length / LEAST_ROWS));
  const each = Math.max(1, Math.ceil(rows.length / Math.max(1, fit)));
  return Array.from({ length: Math.ceil(rows.length / each) }, (_, nth) =>
    rows.slice(nth * each, (nth + 1) * each),
  );
}

/** Every up-or-down window in a line: where its price stands, what the market and what the model give Up. */
export function BoardTable({ rows, provider, venueOf, sort, onSort }: BoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const tables = beside(rows, useWidth(frame) ?? 0);
  return (
    <div
      ref={frame}
      className="grid divide-x divide-line"
      style={{ gridTemplateColumns: `repeat(${tables.length}, minmax(0, 1fr))` }}
    >
      {tables.map((part, nth) => {
        const place = tables.length === 1 ? '' : `, ${nth + 1} of ${tables.length}`;
        return (
          <Table key={place} caption={`Up-or-down windows${place}`}>
            <thead>
              <tr>
                {COLUMNS.map(({ column, name, text = false, title, from }) => (
                  <SortTh
                    key={column}
                    align={column === 'asset' ? 'left' : 'right'}
                    sorted={sortedBy(sort, column)}
                    onSort={() => onSort(nextSort(sort, column, text))}
                    {...(title === undefined ? {} : { title })}
                    {...(from === undefined ? {} : { from })}
                    className={cx(
                      column === 'asset' ? 'max-md:pr-0' : 'max-md:px-1.5',
                      column === 'difference' && 'max-md:pr-3',
                    )}
                  >
                    {name}
                  </SortTh>
                ))}
              </tr>
            </thead>
            <tbody>
              {part.map((row) => (
                <Row
                  key={row.round.event.eventId}
                  row={row}
                  own={provider !== undefined && row.round.event.provider === provider}
                  venue={rows.some((other) => isTwin(row, other)) ? venueOf(row) : undefined}
                />
              ))}
            </tbody>
          </Table>
        );
      })}
    </div>
  );
}

/** What is known of the model's past. */
export type RecordState =
  | { kind: 'loading' | 'no-history' | 'failed' }
  | { kind: 'known'; record: ModelRecord | undefined; windows: number };

const score = (value: number): string => withDecimalSign(value.toFixed(3));

function Figure({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt className="text-faint text-xs">{name}</dt>
      <dd className="num font-semibold text-md">{children}</dd>
    </div>
  );
}

function whyNone(state: RecordState): string {
  switch (state.kind) {
    case 'loading':
      return 'The record is being loaded';
    case 'failed':
      return 'Couldn’t load the history';
    case 'no-history':
      return 'The service keeps no history of prices';
    case 'known':
      return `Too few windows are known for a record: ${state.windows} of at least ${LEAST_WINDOWS}`;
  }
}

/** What the model assumes, and how it has done beside the market. */
export function ModelRecordView({ state }: { state: RecordState }) {
  const record = state.kind === 'known' ? state.record : undefined;
  const none = <Absent reason={whyNone(state)} />;
  return (
    <section
      aria-label="The model’s record"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b px-3 py-2.5"
    >
      <dl className="flex gap-6">
        <Figure name="Model, Brier score" title="Mean squared error of its chances: lower is better">
          {record ? score(record.model) : none}
        </Figure>
        <Figure name="Market, Brier score" title="Mean squared error of its chances: lower is better">
          {record ? score(record.market) : none}
        </Figure>
        <Figure name="Windows">{record ? record.windows : none}</Figure>
      </dl>
      <p className="min-w-0 flex-1 basis-72 text-muted text-xs">
        {record
          ? 'Scored with about a third of each window left; lower is better, 0.250 is a coin flip.'
          : `${whyNone(state)}.`}{' '}
        The model takes the price for a random walk without drift, as volatile as in the last 30 minutes. It
        knows no news and no order book, and says nothing where its inputs are too old.
      </p>
    </section>
  );
}
