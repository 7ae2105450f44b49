import type { Pubkey } from '@contract/ids.ts';
import { useCallback, useState } from 'react';
import type { TxIntent } from '@/tx/types.ts';
import { useTx } from '@/tx/use-tx.ts';
import type { WalletSigner } from '@/wallet/index.ts';

/** Runs one transaction a row, and knows which rows are under way. */
export function useRowTx(signer: WalletSigner | null) {
  const { run } = useTx(signer);
  const [busy, setBusy] = useState<ReadonlySet<Pubkey>>(new Set());
  const start = useCallback(
    (key: Pubkey, intent: TxIntent) => {
      setBusy((keys) => new Set(keys).add(key));
      void run(intent).finally(() =>
        setBusy((keys) => {
          const rest = new Set(keys);
          rest.delete(key);
          return rest;
        }),
      );
    },
    [run],
  );
  return { busy, start };
}
