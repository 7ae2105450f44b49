import { formatCents, formatContracts, formatUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { Link } from '@tanstack/react-router';
import { isHeld } from '@/domain/portfolio.ts';
import { resultOf } from '@/domain/settled.ts';
import { PHASE_TEXTS } from '@/domain/status-texts.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { ActionTh, Table, Td, Th, Tr } from '@/ui/table.tsx';
import { HeldWithin } from './held-within.view.tsx';

const CLOSED = 'The market is closed: no price any more';
const NO_BIDS = 'No bids right now';

/** What gives way first where the table has little room, so that its actions always stay in view. */
const ROOM = {
  contracts: '@max-[400px]:hidden',
  entry: '@max-[520px]:hidden',
  mark: '@max-[720px]:hidden',
  value: '@max-[440px]:hidden',
  pays: '@max-[600px]:hidden',
} as const;

function Row({
  position,
  name,
  onClose,
}: {
  position: Position;
  name: string;
  onClose: (one: Position) => void;
}) {
  const { state, value, gain, cost } = resultOf(position);
  const none = state.phase === 'open' ? NO_BIDS : CLOSED;
  return (
    <Tr>
      <Td align="left" className="w-full min-w-24 max-w-0">
        <HeldWithin name={name} isYes={position.isYes} />
        <span className="num block text-muted text-xs @min-[400px]:hidden">
          {formatContracts(position.contractsMicro)}
        </span>
      </Td>
      <Td num className={ROOM.contracts}>
        {formatContracts(position.contractsMicro)}
      </Td>
      <Td num className={ROOM.entry}>
        {formatCents(position.avgPriceUsd, true)}
      </Td>
      <Td num className={ROOM.mark}>
        {position.markPriceUsd === null ? <Absent reason={none} /> : formatCents(position.markPriceUsd, true)}
      </Td>
      <Td num className={ROOM.value}>
        {value === null ? <Absent reason={none} /> : formatUsd(value)}
      </Td>
      <Td>
        <Pnl value={gain} cost={cost} reason={none} />
        {!isHeld(state.phase) && gain !== null && (
          <span className="block font-sans text-faint text-xs">realised</span>
        )}
      </Td>
      <Td num className={ROOM.pays}>
        {formatUsd(position.payoutUsd)}
      </Td>
      <Td className="py-1">
        {position.claimable ? (
          <Link to="/portfolio" className={buttonClass('outline', 'sm')}>
            Claim
          </Link>
        ) : state.phase === 'open' ? (
          <Button
            size="sm"
            disabled={position.sellPriceUsd === null}
            title={
              position.sellPriceUsd === null
                ? 'No bids on this side right now'
                : 'Fill the ticket with a sale'
            }
            onClick={() => onClose(position)}
          >
            Close
          </Button>
        ) : (
          <span className="text-muted text-xs">{PHASE_TEXTS[state.phase]}</span>
        )}
      </Td>
    </Tr>
  );
}

interface Props {
  positions: readonly Position[];
  connected: boolean;
  nameOf: (position: Position) => string;
  onClose: (position: Position) => void;
}

/** What the viewer holds in this event. "Close" fills the ticket; it sells nothing by itself. */
export function PositionsTable({ positions, connected, nameOf, onClose }: Props) {
  if (!connected)
    return <EmptyState title="No wallet connected">Connect one to see what you hold here.</EmptyState>;
  if (positions.length === 0)
    return (
      <EmptyState title="No position in this event">What you buy here shows up in this table.</EmptyState>
    );
  return (
    <div className="@container">
      <Table caption="My positions in this event" className="xl:max-3xl:[&_td]:px-2 xl:max-3xl:[&_th]:px-2">
        <thead>
          <tr>
            <Th align="left">Outcome</Th>
            <Th className={ROOM.contracts}>Contracts</Th>
            <Th className={ROOM.entry}>Entry</Th>
            <Th className={ROOM.mark}>Mark</Th>
            <Th className={ROOM.value}>Value</Th>
            <Th>Profit after fees</Th>
            <Th className={ROOM.pays}>Pays</Th>
            <ActionTh />
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <Row key={position.pubkey} position={position} name={nameOf(position)} onClose={onClose} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}
