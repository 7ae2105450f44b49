import { formatCents, formatContracts, formatUsd, type MicroUsd } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { ReactNode } from 'react';
import {
  type ExecutedFill,
  type Execution,
  executionBy,
  type Parts,
  profitOf,
  SIZES,
  sizeOf,
} from '@/domain/execution.ts';
import type { QuotedTerms } from '@/domain/receipt.ts';
import { cx } from '@/lib/cx.ts';
import { formatAge } from '@/lib/freshness.ts';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { Table, Td, Th, Tr } from '@/ui/table.tsx';
import { When } from '@/ui/when.tsx';
import { MarketLabel } from '../market-label.view.tsx';
import { beforeFees } from '../portfolio-labels.ts';

const WORDS: readonly { part: keyof Parts; name: string; title: string }[] = [
  {
    part: 'priceMove',
    name: 'Price move',
    title: 'How the price went from ten minutes after each fill to the end of the position',
  },
  {
    part: 'spread',
    name: 'Spread',
    title: 'Filled at another price than the mid when the button was pressed',
  },
  {
    part: 'markout',
    name: '10-min markout',
    title: 'How the mid went from then until ten minutes after the fill',
  },
  { part: 'fee', name: 'Fees', title: 'Paid for trading' },
];
const UNATTRIBUTED = 'Can’t be attributed: mid price unknown';
const OTHER = {
  part: 'other',
  name: 'Unexplained',
  title: UNATTRIBUTED,
} as const;

function Figure({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="num font-semibold text-md">{children}</dd>
    </div>
  );
}

/** What the profit of ended positions is made of. */
export function ExecutionSums({ execution }: { execution: Execution }) {
  const { parts, ended, unstatedFees, running } = execution;
  const words = parts.other === 0n ? WORDS : [...WORDS, OTHER];
  return (
    <section
      aria-label="What the profit is made of"
      className="flex flex-wrap items-center gap-x-8 gap-y-2 border-line border-b px-3 py-2.5"
    >
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        <Figure name="Profit" title="Of positions that have ended, after fees">
          {ended === 0 ? <Absent reason="No position has ended yet" /> : <Pnl value={profitOf(parts)} />}
        </Figure>
        {words.map(({ part, name, title }) => (
          <Figure key={part} name={name} title={title}>
            {ended === 0 ? (
              <Absent reason="No position has ended yet" />
            ) : (
              <Pnl value={parts[part]} reason={reasonOf(parts, part)} />
            )}
          </Figure>
        ))}
      </dl>
      <p className="min-w-0 flex-1 basis-64 text-faint text-xs">
        Of {ended} {ended === 1 ? 'position that has' : 'positions that have'} ended
        {running > 0 && `; ${running} still open, counted once ended`}
        {unstatedFees > 0 && `; ${beforeFees(unstatedFees)}`}. The parts add up to the profit.
      </p>
    </section>
  );
}

interface PartCellsProps {
  parts: Parts | null;
}
const RUNNING = 'The position is still open';
const reasonOf = (parts: Parts | null, part: keyof Parts): string =>
  parts === null ? RUNNING : part === 'fee' ? 'No fee is stated' : UNATTRIBUTED;
const PartCells = ({ parts }: PartCellsProps) =>
  WORDS.map(({ part }) => (
    <Td key={part} num from="md">
      <Pnl value={parts?.[part]} reason={reasonOf(parts, part)} />
    </Td>
  ));

interface GroupRow {
  key: string;
  label: ReactNode;
  fills: readonly ExecutedFill[];
  parts: Parts;
}

function Groups({ caption, head, rows }: { caption: string; head: string; rows: readonly GroupRow[] }) {
  const hasOther = rows.some(({ parts }) => parts.other !== 0n);
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <Th align="left">{head}</Th>
          <Th>Fills</Th>
          {WORDS.map(({ part, name, title }) => (
            <Th key={part} title={title} from="md">
              {name}
            </Th>
          ))}
          {hasOther && (
            <Th title={OTHER.title} from="md">
              {OTHER.name}
            </Th>
          )}
          <Th>Profit</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, fills, parts }) => (
          <Tr key={key}>
            <Td align="left" className="w-full max-w-0 3xl:w-2/5">
              {label}
            </Td>
            <Td num>{fills.length}</Td>
            <PartCells parts={parts} />
            {hasOther && (
              <Td num from="md">
                <Pnl value={parts.other} />
              </Td>
            )}
            <Td num className="font-semibold">
              <Pnl value={profitOf(parts)} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The same by market, the latest traded first. */
export const ExecutionByMarket = ({ fills }: { fills: readonly ExecutedFill[] }) => (
  <Groups
    caption="Execution by market"
    head="Market"
    rows={executionBy(fills, ({ record }) => `${record.marketId} ${record.isYes}`).flatMap((group) => {
      const [first] = group.fills;
      return first ? [{ ...group, label: <MarketLabel subject={first.record} /> }] : [];
    })}
  />
);

const dollars = (value: bigint | undefined): string => formatUsd(value ?? 0n, 'down', 0);
const sizeName = (size: number): string =>
  size === 0
    ? `Below ${dollars(SIZES[0])}`
    : size === SIZES.length
      ? `${dollars(SIZES.at(-1))} and more`
      : `${dollars(SIZES[size - 1])} to ${dollars(SIZES[size])}`;

/** The same by what each fill was worth, the smallest first. */
export const ExecutionBySize = ({ fills }: { fills: readonly ExecutedFill[] }) => (
  <Groups
    caption="Execution by size"
    head="Size of the fill"
    rows={executionBy(fills, sizeOf)
      .sort((a, b) => a.key - b.key)
      .map((group) => ({ ...group, key: String(group.key), label: sizeName(group.key) }))}
  />
);

const price = (value: MicroUsd | null | undefined, reason: string): ReactNode =>
  value === null || value === undefined ? <Absent reason={reason} /> : formatCents(value, true);

function Pressed({ fill: { around }, noted }: { fill: ExecutedFill; noted: boolean }) {
  const { pressed } = around;
  if (pressed === null) return <Absent reason="Neither this browser nor the history knows it" />;
  return (
    <>
      {formatCents(pressed.price, true)}
      <span
        title={noted ? 'Noted when the button was pressed' : 'From the history of prices'}
        className="block text-2xs text-faint"
      >
        {formatAge(pressed.ageMs)} old
      </span>
    </>
  );
}

const UNKNOWN = 'The history does not know it';
const LATER = 'Not known: too recent, after the close, or not in the history';

function Row({ fill, quoted }: { fill: ExecutedFill; quoted: QuotedTerms | undefined }) {
  const { record, around, parts } = fill;
  return (
    <Tr>
      <Td align="left" from="md" className="w-px">
        <When seconds={record.timestamp} />
      </Td>
      <Td align="left" className="w-full max-w-0 3xl:w-2/5">
        <MarketLabel subject={record} />
        <span className="num block whitespace-normal text-faint text-xs">
          <span className="font-sans">{record.isBuy ? 'Bought' : 'Sold'}</span>{' '}
          {formatContracts(record.filledContractsMicro)}
          <span className="md:hidden">
            {' '}
            <When seconds={record.timestamp} />
          </span>
        </span>
      </Td>
      <Td num className="max-md:px-1.5">
        <Pressed fill={fill} noted={quoted?.mid !== undefined} />
      </Td>
      <Td num from="lg">
        {price(quoted?.average, 'Kept in the browser that placed the order')}
      </Td>
      <Td num className="max-md:px-1.5">
        {formatCents(record.avgFillPriceUsd, true)}
      </Td>
      <Td num from="lg">
        {price(around.minute, LATER)}
      </Td>
      <Td num className="max-md:pl-1.5">
        {price(around.ten, LATER)}
      </Td>
      <Td num from="lg">
        {price(around.last, record.marketMetadata.result === null ? 'The market has not closed' : UNKNOWN)}
      </Td>
      {WORDS.map(({ part }) => (
        <Td key={part} num from="90rem">
          <Pnl value={parts?.[part]} reason={reasonOf(parts, part)} />
        </Td>
      ))}
    </Tr>
  );
}

interface FillsProps {
  fills: readonly ExecutedFill[];
  quotedOf: (record: HistoryEvent) => QuotedTerms | undefined;
}

/** Every fill with the mids around it, in the price of its own side. */
export const ExecutionFills = ({ fills, quotedOf }: FillsProps) => (
  <Table caption="Fills">
    <thead>
      <tr>
        <Th align="left" from="md">
          Time
        </Th>
        <Th align="left">Fill</Th>
        <Th className="max-md:px-1.5" title="The mid when the button was pressed, and how old it was">
          Mid
        </Th>
        <Th from="lg">Quoted</Th>
        <Th className="max-md:px-1.5">Filled</Th>
        <Th from="lg" title="The mid a minute after the fill">
          1 min
        </Th>
        <Th
          className="max-md:pl-1.5"
          title="The mid ten minutes after the fill; the last before the close where that came first"
        >
          10 min
        </Th>
        <Th from="lg" title="The last mid before the close">
          At close
        </Th>
        {WORDS.map(({ part, name, title }) => (
          <Th key={part} from="90rem" title={title} className={cx(part === 'priceMove' && 'pl-5')}>
            {name}
          </Th>
        ))}
      </tr>
    </thead>
    <tbody>
      {fills.map((fill) => (
        <Row key={fill.record.id} fill={fill} quoted={quotedOf(fill.record)} />
      ))}
    </tbody>
  </Table>
);
