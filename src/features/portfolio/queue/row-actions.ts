import type { Pubkey } from '@contract/ids.ts';
import type { Order } from '@contract/prediction/order.ts';
import { useConfig } from '@/config.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import { rowProblem, walletState } from '@/orders/preflight.ts';
import { useUnderWay } from '@/orders/use-under-way.ts';
import { useQueuedRows } from '@/tx/queue-left.ts';
import type { TxIntent } from '@/tx/types.ts';
import { useTx } from '@/tx/use-tx.ts';
import { useBalances, useOwner, type WalletSigner } from '@/wallet/index.ts';
import { cancelOrder } from './intents.ts';

/** Runs one transaction a row, and knows which rows are under way, by themselves or in the wallet's queue. */
export function useRowTx(owner: Pubkey | null, signer: WalletSigner | null) {
  const { run } = useTx(signer);
  const { busy, waiting, begin } = useUnderWay();
  const { taken, waiting: sentByQueue } = useQueuedRows(owner);
  return {
    busy: new Set([...busy, ...taken]),
    waiting: new Map([...waiting, ...sentByQueue]),
    start: (key: Pubkey, intent: TxIntent) => {
      if (!taken.has(key)) begin(key, (onWaiting) => run(intent, onWaiting));
    },
  };
}

/** Why no row of the wallet can be claimed, sold or cancelled now; null when they can. */
export function useRowProblem(signer: WalletSigner | null): string | null {
  const owner = useOwner();
  const { data } = useBalances();
  return rowProblem(walletState(owner ?? signer, signer), data?.lamports, NEEDED_LAMPORTS.fee);
}

/** Cancels single orders of the connected wallet. */
export function useCancels(owner: Pubkey | null, signer: WalletSigner | null) {
  const { mints } = useConfig();
  const { busy, waiting, start } = useRowTx(owner, signer);
  const blocked = useRowProblem(signer);
  return {
    blocked,
    busy,
    waiting,
    cancel: (order: Order) => {
      if (owner) start(order.pubkey, cancelOrder(order, owner, mints));
    },
  };
}
