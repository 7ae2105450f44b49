import { formatCents, formatContracts, formatUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { Link } from '@tanstack/react-router';
import { ifItWins, type PositionState, type StatedPosition, statedPositions } from '@/domain/portfolio.ts';
import { resultOf } from '@/domain/settled.ts';
import { COST_NOT_KEPT, OUTCOME_TEXTS } from '@/domain/status-texts.ts';
import { cx } from '@/lib/cx.ts';
import { Button } from '@/ui/button.tsx';
import { Countdown } from '@/ui/countdown.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { QueryBody, type QueryView } from '@/ui/query-body.tsx';
import { ActionTh, Table, Td, Th, Tr } from '@/ui/table.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { closeOf, PHASES } from './rounds-labels.ts';

/** What gives way first where the table has little room, so that the sale always stays in view. */
const ROOM = {
  byItself: '@max-[820px]:hidden',
  wins: '@max-[740px]:hidden',
  cost: '@max-[680px]:hidden',
  sold: '@max-[600px]:hidden',
} as const;

/** Positions of rounds, the latest to close first. */
export const roundRows = (positions: readonly Position[], provider: string): StatedPosition[] =>
  statedPositions(positions)
    .filter(({ position }) => position.marketMetadata.provider === provider)
    .sort((a, b) => (b.position.marketMetadata.closeTime ?? 0) - (a.position.marketMetadata.closeTime ?? 0));

const Gain = ({ position }: Pick<StatedPosition, 'position'>) => (
  <Pnl value={resultOf(position).gain} className="font-semibold" />
);

/** A drawn or cancelled round pays too, but nobody has won there. */
const Ended = ({ outcome }: Pick<PositionState, 'outcome'>) => (
  <span className={cx('font-semibold', outcome === 'won' && 'text-up')}>
    {outcome === null ? PHASES.settled.text : OUTCOME_TEXTS[outcome]}
  </span>
);

/** What becomes of a position, in words: nothing here waits for its owner. */
function PositionStatus({ row: { position, state } }: { row: StatedPosition }) {
  const { closeTime } = position.marketMetadata;
  switch (state.phase) {
    case 'open':
      return closeTime === null ? (
        'Settles by itself'
      ) : (
        <>
          Settles <span className={ROOM.byItself}>by itself </span>in{' '}
          <Countdown units to={closeTime * 1_000} past="moments" className="whitespace-nowrap" />
        </>
      );
    case 'awaiting':
      return <span className="text-warn">{PHASES.settling.text}</span>;
    case 'claimable':
    case 'settled':
      return (
        <>
          <Ended outcome={state.outcome} /> <Gain position={position} />, payout pending
        </>
      );
    case 'claimed':
      return (
        <>
          <Ended outcome={state.outcome} /> <Gain position={position} />,{' '}
          <span className="whitespace-nowrap">
            paid out <span className="num">{formatUsd(position.claimedUsd)}</span>
          </span>
        </>
      );
    case 'lost':
      return (
        <>
          <span className="font-semibold text-down">Lost</span> <Gain position={position} />
        </>
      );
    case 'sold':
      return 'Sold';
  }
}

function PositionRow({ row, onSell }: { row: StatedPosition; onSell: (position: Position) => void }) {
  const { position, state } = row;
  const { closeTime, title } = position.marketMetadata;
  const wins = ifItWins(position, state);
  const { cost } = resultOf(position);
  const open = state.phase === 'open';
  return (
    <Tr>
      <Td align="left" className="@max-[440px]:whitespace-normal">
        <Link
          to="/rounds"
          search={{ round: position.eventId }}
          resetScroll={false}
          className="rounded-xs hover:underline"
        >
          <span className={cx('font-semibold', /^up$/i.test(title) ? 'text-up' : 'text-down')}>
            <span aria-hidden>{/^up$/i.test(title) ? '▲' : '▼'} </span>
            {title}
          </span>{' '}
          <span className="num whitespace-nowrap text-muted">
            {closeTime === null ? '' : `to ${closeOf(closeTime)}`}
          </span>
        </Link>
      </Td>
      <Td num className="@max-[440px]:px-1">
        {formatContracts(position.contractsMicro)}
        <span className="text-faint @max-[440px]:block"> @ {formatCents(position.avgPriceUsd, true)}</span>
      </Td>
      <Td num className={ROOM.cost}>
        {cost === null ? <Absent reason={COST_NOT_KEPT} /> : formatUsd(cost, 'up')}
      </Td>
      <Td num className={ROOM.sold}>
        {open ? (
          <Pnl value={position.pnlUsdAfterFees} cost={position.totalCostUsd} reason="No bids right now" />
        ) : (
          <Absent reason="The round is over" />
        )}
      </Td>
      <Td num className={ROOM.wins}>
        {wins ? formatUsd(wins.payout) : <Absent reason="The round is over" />}
      </Td>
      <Td
        align="left"
        colSpan={open ? 1 : 2}
        className="text-muted @max-[440px]:whitespace-normal @max-[440px]:px-1.5"
      >
        <PositionStatus row={row} />
      </Td>
      {open && (
        <Td>
          <Button size="sm" onClick={() => onSell(position)} aria-label={`Sell ${title}`}>
            Sell
          </Button>
        </Td>
      )}
    </Tr>
  );
}

interface Props {
  rows: readonly StatedPosition[];
  /** Where they come from: until it has answered, nobody knows what is held. */
  query: QueryView<unknown>;
  /** How often it is read, in milliseconds. */
  intervalMs: number;
  connected: boolean;
  onSell: (position: Position) => void;
  className?: string;
}

function Positions({ rows, onSell }: Pick<Props, 'rows' | 'onSell'>) {
  if (rows.length === 0)
    return (
      <EmptyState title="No positions in these rounds">
        Buy Up or Down: the position is yours as soon as the transaction is confirmed.
      </EmptyState>
    );
  return (
    <div className="@container">
      <Table caption="Positions in rounds">
        <thead>
          <tr>
            <Th align="left">Side</Th>
            <Th className="@max-[440px]:px-1">Held</Th>
            <Th className={ROOM.cost}>Cost</Th>
            <Th className={ROOM.sold}>If sold now</Th>
            <Th className={ROOM.wins}>If it wins</Th>
            <Th align="left" className="@max-[440px]:px-1.5">
              Settlement
            </Th>
            <ActionTh />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PositionRow key={row.position.pubkey} row={row} onSell={onSell} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

export function RoundPositions({ rows, query, intervalMs, connected, onSell, className }: Props) {
  return (
    <Panel aria-label="My positions in rounds" className={className}>
      <PanelHeader>
        <PanelTitle>My positions</PanelTitle>
        <span className="font-normal text-faint text-xs">they settle by themselves</span>
      </PanelHeader>
      {connected ? (
        <QueryBody
          query={query}
          what="positions"
          intervalMs={intervalMs}
          skeleton={<TableSkeleton what="your positions" />}
        >
          {() => <Positions rows={rows} onSell={onSell} />}
        </QueryBody>
      ) : (
        <EmptyState title="No wallet connected">Connect a wallet to see what you hold.</EmptyState>
      )}
    </Panel>
  );
}
