import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import { rowProblem, walletState } from '@/orders/preflight.ts';
import { useBalances, useOwner, type WalletSigner } from '@/wallet/index.ts';

/** Why no row of the wallet can be claimed, sold or cancelled now; null when they can. */
export function useRowProblem(signer: WalletSigner | null): string | null {
  const owner = useOwner();
  const { data } = useBalances();
  return rowProblem(walletState(owner ?? signer, signer), data?.lamports, NEEDED_LAMPORTS.fee);
}
