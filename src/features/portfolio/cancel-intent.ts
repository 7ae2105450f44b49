import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { formatUsd, type TokenAmount } from '@contract/money.ts';
import type { CloseOrderAnswer, Order } from '@contract/prediction/order.ts';
import { AppError } from '@/api/app-error.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { orderKeys } from '@/api/orders.queries.ts';
import { closeOrder } from '@/api/orders.writes.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { cancelExpectation } from '@/tx/expectations.ts';
import type { Review, TxIntent } from '@/tx/types.ts';
import { subjectText } from './market-label.view.tsx';
import { firstAsShown, type ReadyMade, refuse } from './reviewed.ts';

type Shown = Pick<Order, 'pubkey' | 'isBuy'>;
type Mints = Pick<AppConfig['mints'], 'usdc' | 'stablecoin'>;

/** Compares the cancellation built with the order shown, and what returns with what the escrow holds, where it is known. */
export function reviewCancel(
  shown: Shown,
  owner: Pubkey,
  mints: Mints,
  built: Pick<CloseOrderAnswer, 'orderPubkey' | 'accounts'>,
  escrowed: TokenAmount | null,
): Review {
  const { accounts } = built;
  if (built.orderPubkey !== shown.pubkey || accounts.order !== shown.pubkey) {
    return refuse('The service built the cancellation of another order.');
  }
  if (accounts.owner !== owner) return refuse('The service would return the deposit to another wallet.');
  if (accounts.settlementMint !== mints.usdc && accounts.settlementMint !== mints.stablecoin) {
    return refuse('The deposit would come back in an unknown token.');
  }
  if (shown.isBuy && escrowed === 0n) {
    return refuse('The order holds no deposit any more: it has probably been filled.');
  }
  return { verdict: 'as-shown' };
}

/** Cancelling an open order: all that its escrow holds comes back, and nothing leaves. */
export function cancelIntent(
  order: Order,
  owner: Pubkey,
  mints: Mints,
  readEscrow: (account: Pubkey) => Promise<TokenAmount | null>,
  ready?: ReadyMade<CloseOrderAnswer>,
): TxIntent {
  let returned: TokenAmount | null = null;
  return {
    kind: 'cancel',
    title: `Cancel ${order.isBuy ? 'purchase' : 'sale'} · ${subjectText(order)}`,
    owner,
    build: (signal) =>
      firstAsShown(
        ready,
        () => closeOrder({ orderPubkey: order.pubkey, ownerPubkey: owner }, { signal }),
        async (answer) => {
          const escrowed = await readEscrow(answer.accounts.orderAta).catch((cause: unknown) => {
            throw new AppError('offline', 'The deposit of this order could not be read from the chain.', {
              cause,
            });
          });
          returned = escrowed;
          return {
            built: {
              transaction: answer.transaction,
              lastValidBlockHeight: answer.lastValidBlockHeight,
              requiredSigners: answer.requiredSigners,
              expectation: cancelExpectation(owner, answer.accounts.settlementMint, escrowed),
              orderPubkey: null,
            },
            review: reviewCancel(order, owner, mints, answer, escrowed),
          };
        },
      ),
    describe: () =>
      returned === null || returned === 0n ? 'Order cancelled' : `${formatUsd(returned)} returned`,
    invalidates: [orderKeys.of(owner), positionKeys.of(owner), historyKeys.of(owner)],
  };
}
