import { BalancePill, WalletButton, WalletRoot } from '@/wallet/index.ts';

/** Balance and wallet. On phones the balance is behind the wallet button. */
export const WalletSlot = () => (
  <>
    <BalancePill className="max-md:hidden" />
    <WalletButton />
    <WalletRoot />
  </>
);
