import type { Pubkey } from '@contract/ids.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import { useMemo } from 'react';
import { useWalletStore } from './store.ts';

/** Key of the connected wallet; null when none is. */
export const useOwner = (): Pubkey | null => useWalletStore((state) => state.pubkey);

export interface WalletSigner {
  pubkey: Pubkey;
  signTransaction: (tx: VersionedTransaction) => Promise<VersionedTransaction>;
  /** Several at one press; null where the wallet signs one by one. */
  signAllTransactions: ((txs: VersionedTransaction[]) => Promise<VersionedTransaction[]>) | null;
}

/** Null unless a wallet is connected that can sign: a watch-only wallet is connected and cannot. */
export function useSigner(): WalletSigner | null {
  const pubkey = useWalletStore((state) => state.pubkey);
  const signTransaction = useWalletStore((state) => state.actions?.signTransaction ?? null);
  const signAllTransactions = useWalletStore((state) => state.actions?.signAllTransactions ?? null);
  return useMemo(
    () => (pubkey && signTransaction ? { pubkey, signTransaction, signAllTransactions } : null),
    [pubkey, signTransaction, signAllTransactions],
  );
}

/** Signs text as bytes; null where the wallet cannot. */
export const useSignMessage = () => useWalletStore((state) => state.actions?.signMessage ?? null);
