import type { Pubkey } from '@contract/ids.ts';
import { useCallback } from 'react';
import { useUnderWay } from '@/orders/use-under-way.ts';
import type { TxIntent } from '@/tx/types.ts';
import { useTx } from '@/tx/use-tx.ts';
import type { WalletSigner } from '@/wallet/index.ts';

/** Runs one transaction a row, and knows which rows are under way. */
export function useRowTx(signer: WalletSigner | null) {
  const { run } = useTx(signer);
  const { busy, waiting, begin } = useUnderWay<Pubkey>();
  const start = useCallback(
    (key: Pubkey, intent: TxIntent) => begin(key, (onWaiting) => run(intent, onWaiting)),
    [begin, run],
  );
  return { busy, waiting, start };
}
