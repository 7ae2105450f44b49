import type { Pubkey } from '@contract/ids.ts';
import { formatUsd } from '@contract/money.ts';
import { useOpenTriggers } from '@/api/account.queries.ts';
import { useSignedIn } from '@/api/trigger-token.ts';
import { cx } from '@/lib/cx.ts';
import { badgeText } from '../portfolio-labels.ts';
import { useClaimable } from '../use-account.ts';

/** From here on the figure takes all the room beside the name of the page. */
const ROOM_FOR_WORDS = 1_000_000_000n;
const BADGE = 'num whitespace-nowrap rounded-full px-1.5 font-semibold text-2xs leading-4';

interface Props {
  owner: Pubkey;
  className?: string;
}

/** What waits to be claimed; nothing while nothing does. `words`: where there is room. */
export function ClaimBadge({ owner, words, className }: Props & { words: boolean }) {
  const claimable = useClaimable(owner);
  if (!claimable || claimable.sum === null || claimable.of === 0) return null;
  const inWords = words && claimable.sum < ROOM_FOR_WORDS;
  return (
    <span
      className={cx(BADGE, 'bg-warn-dim text-warn', className)}
      title={`${formatUsd(claimable.sum)} to claim`}
      data-testid="claim-badge"
    >
      {badgeText(claimable.sum)}
      <span className={cx('font-sans', !inWords && 'sr-only')}> to claim</span>
    </span>
  );
}

/** How many trigger orders are open; nothing while that is not known. */
export function TriggerBadge({ owner, className }: Props) {
  const open = useOpenTriggers(useSignedIn(owner));
  if (open === undefined || open === 0) return null;
  return (
    <span
      className={cx(BADGE, 'bg-accent-dim text-accent', className)}
      title={`${open} open ${open === 1 ? 'order' : 'orders'}`}
      data-testid="trigger-badge"
    >
      {open}
      <span className="sr-only"> open</span>
    </span>
  );
}
