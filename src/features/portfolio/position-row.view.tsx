import { formatContracts, formatUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { Link } from '@tanstack/react-router';
import { Share2 } from 'lucide-react';
import {
  autoClaimAt,
  ifItWins,
  isHeld,
  type PositionState,
  unrealisedOf,
  worthOf,
} from '@/domain/portfolio.ts';
import { exitValueOf } from '@/domain/portfolio-figures.ts';
import { cx } from '@/lib/cx.ts';
import { ButtonClock, waitingTitle } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Countdown } from '@/ui/countdown.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent, Price } from '@/ui/price.tsx';
import { Td, Tr } from '@/ui/table.tsx';
import { MarketLabel, subjectText } from './market-label.view.tsx';
import { stateLabel } from './portfolio-labels.ts';
import type { PositionAction } from './portfolio-rows.ts';

interface Props {
  position: Position;
  state: PositionState;
  action: PositionAction;
  /** Why nothing can be signed now; null when it can. */
  blocked: string | null;
  /** A press or a queue has begun its claim, or its close. */
  busy: boolean;
  /** It was sent and could still land: until then it stays under way. */
  waiting: Waiting | undefined;
  onClose: () => void;
  onClaim: () => void;
  onShare: () => void;
}

const CLOSED = 'No price: the market is closed';

function Value({ position, state }: Pick<Props, 'position' | 'state'>) {
  const value = worthOf(position, state);
  if (value === null) {
    return <Absent reason={state.phase === 'awaiting' ? CLOSED : 'The service gives no value now'} />;
  }
  if (state.phase === 'claimed') {
    return (
      <span className="text-muted" title="Paid out">
        {formatUsd(position.claimedUsd)}
      </span>
    );
  }
  return <span className={cx(state.phase === 'lost' && 'text-muted')}>{formatUsd(value)}</span>;
}

/** What a sale of all of it would bring now, after fees. */
function Exit({ position, state }: Pick<Props, 'position' | 'state'>) {
  const exit = exitValueOf(position, state);
  if (state.phase !== 'open') return null;
  return (
    <span className="block text-muted text-xs" title="What selling all of it now would bring, after fees">
      <span className="font-sans">exit</span>{' '}
      {exit === null ? <Absent reason="No bids right now" /> : formatUsd(exit)}
    </span>
  );
}

/** Gain if it ended now; once it has ended, what it came to. */
function Gain({ position, state, brief = false }: Pick<Props, 'position' | 'state'> & { brief?: boolean }) {
  if (!isHeld(state.phase)) {
    return (
      <span>
        <Pnl value={position.realizedPnlUsd} /> <span className="font-sans text-faint text-xs">realised</span>
      </span>
    );
  }
  return (
    <Pnl
      value={unrealisedOf(position, state)}
      cost={brief ? undefined : position.totalCostUsd}
      reason={state.phase === 'awaiting' ? CLOSED : 'The service gives no price now'}
    />
  );
}

/** The other PnL: the gain if it wins. */
function Wins({ position, state }: Pick<Props, 'position' | 'state'>) {
  const wins = ifItWins(position, state);
  return wins && <Pnl value={wins.gain} />;
}

function StateNote({ position, state, action }: Pick<Props, 'position' | 'state' | 'action'>) {
  const { text, tone } = stateLabel(state);
  const paysItselfAt = action.kind === 'claim' ? autoClaimAt(position) : null;
  if (state.phase === 'open' && position.openOrders === 0) return null;
  return (
    <span className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs max-xl:mt-0.5 max-md:mt-1">
      {state.phase !== 'open' && (
        <Pill tone={tone} className="md:hidden">
          {text}
        </Pill>
      )}
      {position.openOrders > 0 && (
        <span className="text-muted">
          {position.openOrders} open {position.openOrders === 1 ? 'order' : 'orders'}
        </span>
      )}
      {paysItselfAt !== null && (
        <span className="text-muted">
          pays out in <Countdown to={paysItselfAt} past="a moment" />
        </span>
      )}
    </span>
  );
}

function Action({
  position,
  action,
  blocked,
  busy,
  waiting,
  onClose,
  onClaim,
}: Omit<Props, 'state' | 'onShare'>) {
  switch (action.kind) {
    case 'close':
      return (
        <Button
          size="sm"
          busy={busy}
          title={waiting && waitingTitle(waiting)}
          onClick={onClose}
          aria-label={`Close ${subjectText(position)}`}
        >
          <ButtonClock waiting={waiting}>Close</ButtonClock>
        </Button>
      );
    case 'claim':
      return (
        <Button
          size="sm"
          variant="primary"
          busy={busy}
          disabled={blocked !== null}
          title={waiting ? waitingTitle(waiting) : (blocked ?? `Claim ${formatUsd(position.payoutUsd)}`)}
          onClick={onClaim}
          aria-label={`Claim ${formatUsd(position.payoutUsd)} from ${subjectText(position)}`}
        >
          <ButtonClock waiting={waiting}>Claim</ButtonClock>
        </Button>
      );
    case 'round':
      return (
        <Link
          to="/rounds"
          search={{
            round: position.eventId,
            side: /^down$/i.test(position.marketMetadata.title) ? 'down' : 'up',
          }}
          title="Sells on the page of its round; until then it settles by itself"
          aria-label={`Sell ${subjectText(position)} in its round`}
          className={buttonClass('outline', 'sm')}
        >
          Sell
        </Link>
      );
    case 'none':
      return (
        <span className="text-faint text-xs max-md:whitespace-normal" title={action.title}>
          {action.text}
        </span>
      );
    case 'nothing':
      return <span className="sr-only">No action</span>;
  }
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

/** One position. On phones quantity, entry and both gains fold into the first two columns. */
export function PositionRow(props: Props) {
  const { position, state } = props;
  const contracts = formatContracts(position.contractsMicro);
  return (
    <Tr className="md:h-[43px]" data-testid="position" data-phase={state.phase}>
      <Td align="left" className="w-full max-w-0 3xl:w-2/5 max-md:align-top">
        <MarketLabel
          subject={position}
          className="xl:flex xl:items-center xl:gap-3"
          note={
            <>
              <span className="num block text-muted text-xs md:hidden">
                {contracts} @ <Price value={position.avgPriceUsd} fine flash={false} />
              </span>
              <StateNote {...props} />
            </>
          }
        />
      </Td>
      <Td num from="md">
        {contracts}
      </Td>
      <Td num from="lg">
        <Price value={position.avgPriceUsd} fine flash={false} />
      </Td>
      <Td num from="md">
        <MarkCell {...props} />
      </Td>
      <Td num className="max-md:align-top">
        <Value {...props} />
        <Exit {...props} />
        <span className="block text-xs md:hidden">
          <Gain {...props} brief />
          {ifItWins(position, state) && (
            <span className="block text-muted">
              wins <Wins {...props} />
            </span>
          )}
        </span>
      </Td>
      <Td num from="md">
        <Gain {...props} />
        {ifItWins(position, state) && (
          <span className="block text-muted text-xs xl:hidden">
            <span className="font-sans">if it wins</span> <Wins {...props} />
          </span>
        )}
      </Td>
      <Td num from="xl">
        {ifItWins(position, state) ? <WinsCell {...props} /> : <Absent reason="The result is known" />}
      </Td>
      <Td className="pr-2 max-md:max-w-24 max-md:align-top">
        <span className="inline-flex items-center justify-end gap-1 max-md:flex-col max-md:items-end">
          <Action {...props} />
          <IconButton
            size="sm"
            icon={Share2}
            label={`Share ${subjectText(position)}`}
            onClick={props.onShare}
          />
        </span>
      </Td>
    </Tr>
  );
}

function WinsCell({ position, state }: Pick<Props, 'position' | 'state'>) {
  const wins = ifItWins(position, state);
  if (!wins) return null;
  return (
    <>
      <Pnl value={wins.gain} /> <span className="text-muted text-xs">· {formatUsd(wins.payout)}</span>
    </>
  );
}
