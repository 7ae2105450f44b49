import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useOwner } from '@/wallet/index.ts';
import type { NavItem } from './nav-items.ts';
import { SlipCount } from './slip-count.tsx';

const ClaimBadge = lazyWithRetry(
  async () => (await import('@/features/portfolio/account/account-badges.tsx')).ClaimBadge,
);
const TriggerBadge = lazyWithRetry(
  async () => (await import('@/features/portfolio/account/account-badges.tsx')).TriggerBadge,
);

interface Props {
  to: NavItem['to'];
  /** Whether words fit beside the figure. */
  words?: boolean;
  className?: string;
}

/** What waits on a page: picks of a parlay, money to claim, open orders. */
export function NavBadge({ to, words = false, className = '' }: Props) {
  const owner = useOwner();
  if (to === '/parlay') return <SlipCount className={className} />;
  if (!owner) return null;
  if (to === '/portfolio') return <ClaimBadge owner={owner} words={words} className={className} />;
  return to === '/triggers' ? <TriggerBadge owner={owner} className={className} /> : null;
}
