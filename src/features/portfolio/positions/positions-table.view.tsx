import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import type { Position } from '@contract/prediction/position.ts';
import type { ReactNode } from 'react';
import { POSITION_COLUMN_NAMES } from '@/domain/column-names.ts';
import type { StatedPosition } from '@/domain/portfolio.ts';
import type { Settles } from '@/domain/settles.ts';
import type { Sort } from '@/domain/sort-rows.ts';
import { readable } from '@/domain/topics.ts';
import type { PositionColumnChoice } from '@/state/portfolio-columns.ts';
import type { Waiting } from '@/tx/types.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PickBox } from '@/ui/pick-box.tsx';
import { ActionTh, Table, Th } from '@/ui/table.tsx';
import { BrowseMarkets } from '../browse-markets.view.tsx';
import { SETTLES_LABELS } from '../portfolio-labels.ts';
import { actionOf, descriptorOf } from '../portfolio-rows.ts';
import { type PositionColumn, pickKey } from '../search-params.ts';
import { type SortColumn, SortHeads } from '../sort-heads.tsx';
import { PositionRow } from './position-row.view.tsx';

interface FilterProps {
  category: string | undefined;
  settles: Settles | undefined;
  shown: number;
  of: number;
  onClear: () => void;
}

const nameOf = ({ category, settles }: Pick<FilterProps, 'category' | 'settles'>): string =>
  [
    ...(category === undefined ? [] : [readable(category)]),
    ...(settles === undefined ? [] : [SETTLES_LABELS[settles]]),
  ].join(', ');

/** Says what the positions are narrowed to, and takes it off. */
export function PositionsFilter(props: FilterProps) {
  const { shown, of, onClear } = props;
  if (shown === 0) {
    return (
      <EmptyState
        title={`No matches for “${nameOf(props)}”`}
        action={<Button onClick={onClear}>Show all {of}</Button>}
      >
        No position matches this filter.
      </EmptyState>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1.5 text-muted">
      <span role="status">
        <span className="font-medium text-text">{nameOf(props)}</span>: {shown} of {of}
      </span>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Show all
      </Button>
    </p>
  );
}

interface Props {
  rows: readonly StatedPosition[];
  /** Positions that have ended and are filtered away. */
  hidden: number;
  config: Pick<AppConfig, 'providers'>;
  blocked: string | null;
  /** Those whose claim or close is under way. */
  busy: ReadonlySet<string>;
  /** Those of them that were sent and could still land. */
  waiting: ReadonlyMap<string, Waiting>;
  /** Columns the reader has left out. */
  without: readonly PositionColumnChoice[];
  sort: Sort<PositionColumn> | undefined;
  onSort: (sort: Sort<PositionColumn> | undefined) => void;
  /** Rows that the buttons for many are about, each by its `pickKey`. */
  picked: ReadonlySet<string>;
  onPick: (keys: readonly Pubkey[], on: boolean) => void;
  onClose: (position: Position) => void;
  onClaim: (position: Position) => void;
  onShare: (position: Position) => void;
  onShowHidden: () => void;
  /** Draws what the price of a position did. */
  chartOf: (position: Position) => ReactNode;
}

const COLUMNS: readonly SortColumn<PositionColumn>[] = [
  { column: 'market', name: POSITION_COLUMN_NAMES.market, align: 'left', text: true },
  { column: 'contracts', name: POSITION_COLUMN_NAMES.contracts, from: 'lg' },
  {
    column: 'entry',
    name: POSITION_COLUMN_NAMES.entry,
    from: 'lg',
    title: 'Average price paid per contract, before fees',
  },
  { column: 'mark', name: POSITION_COLUMN_NAMES.mark, from: 'lg' },
  {
    column: 'value',
    name: POSITION_COLUMN_NAMES.value,
    title: 'What it brings if it is sold now, after fees',
  },
  { column: 'pnl', name: POSITION_COLUMN_NAMES.pnl, from: 'md', title: 'If it were sold now, after fees' },
  {
    column: 'wins',
    name: POSITION_COLUMN_NAMES.wins,
    from: 'xl',
    title: 'Gain if it wins, and what it pays then',
  },
];

export function PositionsTable({
  rows,
  hidden,
  config,
  blocked,
  busy,
  waiting,
  without,
  sort,
  onSort,
  picked,
  onPick,
  onClose,
  onClaim,
  onShare,
  onShowHidden,
  chartOf,
}: Props) {
  if (rows.length === 0 && hidden > 0) {
    return (
      <EmptyState
        title="No open positions"
        action={
          <button type="button" className={buttonClass('outline', 'sm')} onClick={onShowHidden}>
            Show {hidden} ended
          </button>
        }
      >
        All your positions have ended and are hidden.
      </EmptyState>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState title="No positions yet" action={<BrowseMarkets />}>
        What you buy appears here with its value, what a sale would bring and what it pays if it wins.
      </EmptyState>
    );
  }
  const keys = rows.map(({ position }) => position.pubkey);
  return (
    <Table caption="Positions">
      <thead>
        <tr>
          <Th align="left" className="w-px pr-0 max-md:pl-2.5">
            <PickBox
              label="Select all"
              checked={keys.length > 0 && keys.every((key) => picked.has(pickKey(key)))}
              onChange={(on) => onPick(keys, on)}
            />
          </Th>
          <SortHeads columns={COLUMNS} without={without} sort={sort} onSort={onSort} />
          <ActionTh />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ position, state }) => (
          <PositionRow
            key={position.pubkey}
            position={position}
            state={state}
            action={actionOf(state, descriptorOf(config, position), position.sellPriceUsd !== null)}
            blocked={blocked}
            without={without}
            picked={picked.has(pickKey(position.pubkey))}
            onPick={(on) => onPick([position.pubkey], on)}
            busy={busy.has(position.pubkey)}
            waiting={waiting.get(position.pubkey)}
            onClose={() => onClose(position)}
            onClaim={() => onClaim(position)}
            onShare={() => onShare(position)}
            chart={() => chartOf(position)}
          />
        ))}
      </tbody>
    </Table>
  );
}
