import type { Pubkey } from '@contract/ids.ts';
import { formatUsd, type TokenAmount } from '@contract/money.ts';
import type { CloseOrderAnswer } from '@contract/prediction/order.ts';
import { AppError } from '@/api/app-error.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { orderKeys } from '@/api/orders.queries.ts';
import { closeOrder } from '@/api/orders.writes.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import type { TxIntent } from '@/tx/types.ts';
import { builtOnce, firstAsShown, type Labels, type ReadyMade } from './building.ts';
import { derivedCancel, loadDeriver } from './derived.ts';
import { readEscrow } from './escrow.ts';
import { cancelExpectation } from './expectation.ts';
import { reviewCancel } from './review-cancel.ts';
import type { CancelTerms } from './terms.ts';

interface Ports {
  /** What an order's escrow holds, by the chain; null where there is none to ask. */
  escrow?: (account: Pubkey) => Promise<TokenAmount | null>;
  ready?: ReadyMade<CloseOrderAnswer>;
}

/** Cancelling an open order: all that its escrow holds comes back, and nothing leaves. */
export function cancelIntent(terms: CancelTerms, labels: Labels, ports: Ports = {}): TxIntent {
  const { owner, order } = terms;
  const { escrow = readEscrow, ready } = ports;
  let done = 'Order cancelled';
  return {
    kind: 'cancel',
    title: labels.title,
    owner,
    about: order,
    build: () =>
      firstAsShown(
        ready,
        () => closeOrder({ orderPubkey: order, ownerPubkey: owner }),
        async (answer) => {
          const escrowed = await escrow(answer.accounts.orderAta).catch((cause: unknown) => {
            throw new AppError('offline', 'Couldn’t read the deposit of this order from the chain.', {
              cause,
            });
          });
          done = escrowed === null || escrowed === 0n ? 'Order cancelled' : `${formatUsd(escrowed)} returned`;
          const paidIn = answer.accounts.settlementMint;
          const deriver = await loadDeriver();
          const returns = terms.isBuy ? { mint: paidIn, amount: escrowed ?? 0n } : null;
          return {
            built: builtOnce(
              answer,
              cancelExpectation({ ...terms, paidIn, escrowed }),
              deriver && derivedCancel(deriver, terms, returns),
            ),
            review: reviewCancel(terms, answer, escrowed),
          };
        },
      ),
    describe: () => labels.done ?? done,
    invalidates: [orderKeys.of(owner), positionKeys.of(owner), historyKeys.of(owner)],
  };
}
