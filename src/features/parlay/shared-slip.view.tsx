import Link2 from 'lucide-react/icons/link-2';
import type { AppError } from '@/api/app-error.ts';
import { Button } from '@/ui/button.tsx';
import { RetryButton } from '@/ui/retry-button.tsx';
import type { SharedSlip } from './shared-slip.ts';

interface Props {
  slip: SharedSlip | undefined;
  error: AppError | null;
  retrying: boolean;
  /** Legs of the reader's own slip, which the link's would replace. */
  own: number;
  onTake: (slip: SharedSlip) => void;
  onDismiss: () => void;
  onRetry: () => void;
}

const legs = (count: number): string => `${count} ${count === 1 ? 'leg' : 'legs'}`;

/** What the link brought along, before it takes the place of a slip one has collected. */
export function SharedSlipBar({ slip, error, retrying, own, onTake, onDismiss, onRetry }: Props) {
  const words = error
    ? `Couldn’t load the slip from this link: ${error.message}`
    : !slip
      ? 'Loading the slip from this link.'
      : slip.legs.length === 0
        ? 'None of the legs in this link can be traded any more.'
        : `This link carries ${legs(slip.legs.length)}${slip.ignored > 0 ? `; ${slip.ignored} more cannot be backed and ${slip.ignored === 1 ? 'is' : 'are'} left out` : ''}.${own > 0 ? ` Your own slip has ${legs(own)}.` : ''}`;
  return (
    <div
      role="status"
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-line bg-accent-dim px-3 py-2 outline-none"
    >
      <Link2 aria-hidden className="size-4 shrink-0 text-accent" />
      <span className="min-w-0 flex-1 basis-60">{words}</span>
      {error && <RetryButton size="sm" busy={retrying} onClick={onRetry} />}
      {slip && slip.legs.length > 0 && (
        <Button size="sm" variant="primary" onClick={() => onTake(slip)}>
          {own > 0 ? 'Replace mine' : 'Use this slip'}
        </Button>
      )}
      <Button size="sm" onClick={onDismiss}>
        {own > 0 ? 'Keep mine' : 'Dismiss'}
      </Button>
    </div>
  );
}
