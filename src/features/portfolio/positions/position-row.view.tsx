import { formatContracts, formatUsd } from '@contract/money.ts';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useId, useState } from 'react';
import { heldText } from '@/domain/held-name.ts';
import { autoClaimAt, ifItWins, isHeld, type PositionState, worthOf } from '@/domain/portfolio.ts';
import { resultOf } from '@/domain/settled.ts';
import { cx } from '@/lib/cx.ts';
import type { PositionColumnChoice } from '@/state/portfolio-columns.ts';
import { Countdown } from '@/ui/countdown.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { PickBox } from '@/ui/pick-box.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent, Price } from '@/ui/price.tsx';
import { Td, Tr } from '@/ui/table.tsx';
import { UnfoldButton } from '@/ui/unfold-button.tsx';
import { MarketLabel } from '../market-label.view.tsx';
import { stateLabel } from '../portfolio-labels.ts';
import { entryOf } from '../portfolio-rows.ts';
import { PositionActionButton, type PositionActionProps } from './position-action.view.tsx';

interface Props extends PositionActionProps {
  state: PositionState;
  /** Columns the reader has left out. */
  without: readonly PositionColumnChoice[];
  picked: boolean;
  onPick: (on: boolean) => void;
  onShare: () => void;
  /** Its chart, drawn once it is opened. */
  chart: () => ReactNode;
}

/** Cells of a row with all its columns. */
const POSITION_CELLS = 9;
const CLOSED = 'No price: the market is closed';

function Value({ position, state }: Pick<Props, 'position' | 'state'>) {
  const value = worthOf(position, state);
  if (value === null) {
    return <Absent reason={state.phase === 'awaiting' ? CLOSED : 'No bids right now'} />;
  }
  if (state.phase === 'claimed') {
    return (
      <span className="text-muted" title="Paid out">
        {formatUsd(position.claimedUsd)}
      </span>
    );
  }
  return (
    <span
      className={cx(state.phase === 'lost' && 'text-muted')}
      title={
        state.phase === 'open' && position.valueUsd !== null
          ? `If sold now, after fees; ${formatUsd(position.valueUsd)} at the mark`
          : undefined
      }
    >
      {formatUsd(value)}
    </span>
  );
}

/** Gain if it ended now; once it has ended, what it came to. */
function Gain({ position, state, brief = false }: Pick<Props, 'position' | 'state'> & { brief?: boolean }) {
  const { gain } = resultOf(position);
  if (!isHeld(state.phase)) {
    // Whose cost is kept tells of what was held to the end: what was sold before is in its history.
    const isWhole = position.totalCostUsd === 0n;
    return (
      <span title={isWhole ? undefined : 'Of what was held to the end: earlier sales are in the history'}>
        <Pnl value={gain} />
        {!brief && (
          <span className="font-sans text-faint text-xs"> {isWhole ? 'realised' : 'at the end'}</span>
        )}
      </span>
    );
  }
  return (
    <Pnl
      value={gain}
      cost={brief ? undefined : position.totalCostUsd}
      reason={state.phase === 'awaiting' ? CLOSED : 'The service gives no price now'}
    />
  );
}

function StateNote({ position, state, action }: Pick<Props, 'position' | 'state' | 'action'>) {
  const paysItselfAt = action.kind === 'claim' ? autoClaimAt(position) : null;
  if (state.phase === 'open' && position.openOrders === 0) return null;
  return (
    <span className="flex min-w-0 shrink-0 items-center gap-x-2 text-xs max-lg:hidden">
      {position.openOrders > 0 && (
        <span className="text-muted">
          {position.openOrders} open {position.openOrders === 1 ? 'order' : 'orders'}
        </span>
      )}
      {paysItselfAt !== null && (
        <span className="truncate text-muted" title="Claim it now, or wait: then it is paid to you by itself">
          or paid by itself in <Countdown to={paysItselfAt} past="a moment" />
        </span>
      )}
    </span>
  );
}

/** Mark column: the mark while it trades, else how it ended. */
function MarkCell({ position, state }: Pick<Props, 'position' | 'state'>) {
  if (state.phase === 'open') return <Price value={position.markPriceUsd} fine reason="No mark price now" />;
  const { text, word, tone } = stateLabel(state);
  const colour = tone === 'yes' ? 'text-yes' : tone === 'no' ? 'text-no' : 'text-muted';
  return (
    <span className={colour} title={text}>
      {word}
    </span>
  );
}

/** One position. In narrow windows it is two lines: what it is and its worth, then quantity, entry and gain. */
export function PositionRow(props: Props) {
  const { position, state, without, picked, onPick, chart } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const contracts = formatContracts(position.contractsMicro);
  const shows = (column: PositionColumnChoice) => !without.includes(column);
  const row = (
    <Tr className="h-[43px]" data-testid="position" data-phase={state.phase}>
      <Td align="left" className="w-px pr-0 max-md:pl-2.5">
        <span className="flex items-center gap-1 max-md:flex-col">
          <PickBox label={`Select ${heldText(position)}`} checked={picked} onChange={onPick} />
          <UnfoldButton
            open={open}
            controls={id}
            what={`the chart of ${heldText(position)}`}
            onToggle={() => setOpen((was) => !was)}
          />
        </span>
      </Td>
      <Td align="left" className="w-full max-w-0 3xl:w-2/5 max-xl:py-1.5 max-md:pr-1">
        <MarketLabel
          subject={position}
          className="lg:flex lg:flex-wrap lg:items-center lg:gap-x-3"
          brief={
            state.phase === 'open' ? (
              <>
                <span className="num">{contracts}</span>
                <span className="num">
                  @ <Price value={position.avgPriceUsd} fine flash={false} />
                </span>
              </>
            ) : (
              <span>{stateLabel(state).text}</span>
            )
          }
          note={<StateNote {...props} />}
        />
      </Td>
      {shows('contracts') && (
        <Td num from="lg">
          {contracts}
        </Td>
      )}
      {shows('entry') && (
        <Td num from="lg">
          <Price value={entryOf(position)} fine flash={false} reason="Not kept once it has ended" />
        </Td>
      )}
      {shows('mark') && (
        <Td num from="lg">
          <MarkCell {...props} />
        </Td>
      )}
      <Td num className="max-md:px-1 max-md:py-1.5">
        <Value {...props} />
        <span className="block text-xs md:hidden">
          <Gain {...props} brief />
        </span>
      </Td>
      {shows('pnl') && (
        <Td num from="md">
          <Gain {...props} />
        </Td>
      )}
      {shows('wins') && (
        <Td num from="xl">
          <WinsCell {...props} />
        </Td>
      )}
      <Td className="pr-2 max-md:max-w-24 max-md:py-1.5 max-md:pl-1">
        <span className="inline-flex items-center justify-end gap-1">
          <PositionActionButton {...props} />
          <IconButton
            size="sm"
            icon={Share2}
            label={`Share ${heldText(position)}`}
            onClick={props.onShare}
            className="max-md:hidden"
          />
        </span>
      </Td>
    </Tr>
  );
  return (
    <>
      {row}
      {open && (
        <tr id={id} className="border-line border-b last:border-b-0">
          <td colSpan={POSITION_CELLS - without.length} className="bg-bg p-0">
            {chart()}
          </td>
        </tr>
      )}
    </>
  );
}

function WinsCell({ position, state }: Pick<Props, 'position' | 'state'>) {
  const wins = ifItWins(position, state);
  if (!wins) return <Absent reason="The result is known" />;
  return (
    <>
      <Pnl value={wins.gain} /> <span className="text-muted text-xs">· {formatUsd(wins.payout)}</span>
    </>
  );
}
