import type { Pubkey } from '@contract/ids.ts';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import { type WithdrawPorts, withdrawalIntent } from '@/orders/withdrawal-intent.ts';
import type { TxIntent } from '@/tx/types.ts';
import { assetsOf, assetsText, isStranded, orderTitle, type TokenOf } from './triggers-labels.ts';

/** Stops an order, or takes up one that has ended, and brings back what is shown of it. */
export const withdrawOrder = (
  order: TriggerOrder,
  owner: Pubkey,
  { native, tokenOf }: { native: Pubkey; tokenOf: TokenOf },
  ports?: WithdrawPorts,
): TxIntent =>
  withdrawalIntent(
    { owner, order: order.id, assets: assetsOf(order), native },
    {
      title: `${isStranded(order) ? 'Recover' : 'Cancel'} · ${orderTitle(order, tokenOf)}`,
      declined: isStranded(order)
        ? 'Not signed. The funds stay in your vault.'
        : 'Not signed. The order is stopped; what it has left stays in your vault.',
      amounts: (assets) => assetsText(assets, tokenOf),
      left: assetsOf,
    },
    ports,
  );
