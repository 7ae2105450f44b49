import type { Pubkey } from '@contract/ids.ts';
import { useOpenTriggers } from '@/api/account.queries.ts';
import { useSignedIn } from '@/api/trigger-token.ts';
import { cx } from '@/lib/cx.ts';
import { badgeText, toClaimText } from '../portfolio-labels.ts';
import { useClaimable } from '../use-account.ts';

const TEXT = 'num whitespace-nowrap font-semibold text-2xs leading-4';
const PILL = 'rounded-full px-1.5';

interface Props {
  owner: Pubkey;
  className?: string;
}

/**
 * What waits to be claimed; nothing while nothing does. `words`: where there is a line for them. Those that it has no
 * room for beside the figure wrap below it, out of sight; what they continue is round where they are not there.
 */
export function ClaimBadge({ owner, words, className }: Props & { words: boolean }) {
  const claimable = useClaimable(owner);
  if (!claimable || claimable.of === 0) return null;
  return (
    <span
      className={cx(TEXT, 'flex h-4 min-w-min flex-wrap justify-end overflow-hidden text-warn', className)}
      title={toClaimText(claimable)}
      data-testid="claim-badge"
    >
      <span className={cx(PILL, 'bg-warn-dim')}>{badgeText(claimable.sum)}</span>
      <span
        className={
          words
            ? '-ml-1.5 whitespace-pre rounded-r-full bg-warn-dim pt-0.5 pr-1.5 font-sans leading-3.5'
            : 'sr-only'
        }
      >
        {' to claim'}
      </span>
    </span>
  );
}

/** How many trigger orders are open; nothing while that is not known. */
export function TriggerBadge({ owner, className }: Props) {
  const open = useOpenTriggers(useSignedIn(owner));
  if (open === undefined || open === 0) return null;
  return (
    <span
      className={cx(TEXT, PILL, 'bg-accent-dim text-accent', className)}
      title={`${open} open ${open === 1 ? 'order' : 'orders'}`}
      data-testid="trigger-badge"
    >
      {open}
      <span className="sr-only"> open</span>
    </span>
  );
}
