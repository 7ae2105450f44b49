import type { Pubkey } from '@contract/ids.ts';
import type { Position } from '@contract/prediction/position.ts';
import { positionState } from '@/domain/portfolio.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { freeOf, type KnownOrders } from '@/orders/reserved.ts';
import type { WalletSigner } from '@/wallet/index.ts';

const CloseDialog = lazyWithRetry(async () => (await import('./close-dialog.tsx')).CloseDialog);

interface Props {
  /** Whose button was pressed; null for none. */
  position: Position | null;
  /** All of them as they are now. */
  positions: readonly Position[] | undefined;
  /** The newest orders, of which open sales reserve contracts. */
  orders: KnownOrders;
  owner: Pubkey;
  signer: WalletSigner | null;
  onDone: () => void;
}

/** The close dialog of a position, which goes on with the position as it is renewed. */
export function ClosingPosition({ position, positions, orders, owner, signer, onDone }: Props) {
  if (!position) return null;
  const fresh = positions?.find(({ pubkey }) => pubkey === position.pubkey) ?? position;
  return (
    <CloseDialog
      position={fresh}
      state={positionState(fresh)}
      free={freeOf(fresh, orders)}
      owner={owner}
      signer={signer}
      onDone={onDone}
    />
  );
}
