import type { Pubkey } from '@contract/ids.ts';
import type { Order } from '@contract/prediction/order.ts';
import { useConfig } from '@/lib/config-context.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { cancelOrder } from './intents.ts';
import { useRowTx } from './row-actions.ts';
import { useRowProblem } from './use-row-problem.ts';

/** Cancels single orders of the connected wallet, and knows which are under way. */
export function useCancels(owner: Pubkey | null, signer: WalletSigner | null) {
  const { mints } = useConfig();
  const { busy, waiting, start } = useRowTx(signer);
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
