import { formatUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { Link } from '@tanstack/react-router';
import { heldText } from '@/domain/held-name.ts';
import { ButtonClock, waitingTitle } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { buttonClass } from '@/ui/button.tsx';
import { PassingButton } from '@/ui/passing-button.tsx';
import type { PositionAction } from '../portfolio-rows.ts';

export interface PositionActionProps {
  position: Position;
  action: PositionAction;
  /** Why nothing can be signed now; null when it can. */
  blocked: string | null;
  /** A press or a queue has begun its claim, or its close. */
  busy: boolean;
  /** It was sent and could still land: until then it stays under way. */
  waiting: Waiting | undefined;
  onClose: () => void;
  onClaim: () => void;
}

/** What can be done about a position, as a button. */
export function PositionActionButton({
  position,
  action,
  blocked,
  busy,
  waiting,
  onClose,
  onClaim,
}: PositionActionProps) {
  switch (action.kind) {
    case 'close':
      return (
        <PassingButton
          size="sm"
          busy={busy}
          title={waiting && waitingTitle(waiting)}
          onClick={onClose}
          aria-label={`Close ${heldText(position)}`}
        >
          <ButtonClock waiting={waiting}>Close</ButtonClock>
        </PassingButton>
      );
    case 'claim':
      return (
        <PassingButton
          size="sm"
          variant="primary"
          busy={busy}
          disabled={blocked !== null}
          title={waiting ? waitingTitle(waiting) : (blocked ?? `Claim ${formatUsd(position.payoutUsd)}`)}
          onClick={onClaim}
          aria-label={`Claim ${formatUsd(position.payoutUsd)} from ${heldText(position)}`}
        >
          <ButtonClock waiting={waiting}>Claim</ButtonClock>
        </PassingButton>
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
          aria-label={`Sell ${heldText(position)} in its round`}
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
