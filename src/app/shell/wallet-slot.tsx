import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { BalancePill, useOwner, WalletButton, WalletRoot } from '@/wallet/index.ts';

const AccountBar = lazyWithRetry(
  async () => (await import('@/features/portfolio/account/account-bar.tsx')).AccountBar,
  { fallback: () => <BalancePill className="max-md:hidden" /> },
);

/** The account and the wallet. */
export function WalletSlot() {
  const owner = useOwner();
  return (
    <>
      {owner && <AccountBar key={owner} owner={owner} />}
      <WalletButton />
      <WalletRoot />
    </>
  );
}
