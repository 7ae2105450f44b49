import { formatCents, formatContracts } from '@contract/money.ts';
import type { OrderQuote } from '@contract/prediction/order.ts';
import type { Answer } from '@contract/routes.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import type { AppError } from '@/api/app-error.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { bookKeys } from '@/api/orderbook.queries.ts';
import { orderKeys } from '@/api/orders.queries.ts';
import { createOrder } from '@/api/orders.writes.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import type { TxIntent } from '@/tx/types.ts';
import { builtOrder, firstAsShown, type Labels, type ReadyMade, telling } from './building.ts';
import { derivedBuy, derivedSale, loadDeriver } from './derived.ts';
import { orderExpectation } from './expectation.ts';
import { orderBody } from './request.ts';
import { reviewOrder } from './review-order.ts';
import { type OrderTerms, quotedOf } from './terms.ts';

interface Ports {
  /** Told why the service built nothing. */
  onRefused?: (error: AppError) => void;
  ready?: ReadyMade<Answer<'createOrder'>>;
}

/** The transaction of these terms; null on a live platform, and where the answer leaves out what tells it apart. */
async function derivedOrder(
  terms: OrderTerms,
  { externalOrderId, maxBuyPriceUsd, minSellPriceUsd }: OrderQuote,
): Promise<OwnerTransaction | null> {
  const deriver = await loadDeriver();
  const limit = terms.action === 'buy' ? maxBuyPriceUsd : minSellPriceUsd;
  if (!deriver || externalOrderId === null || limit === null) return null;
  const shown = { ...terms, isYes: terms.side === 'yes' };
  const built = { externalOrderId, limit };
  return shown.action === 'buy' ? derivedBuy(deriver, shown, built) : derivedSale(deriver, shown, built);
}

/** An order as the form showed it: a purchase by deposit, or the sale of a position. */
export const orderIntent = (terms: OrderTerms, labels: Labels, ports: Ports = {}): TxIntent => ({
  kind: terms.action,
  title: labels.title,
  owner: terms.owner,
  about: terms.marketId,
  quoted: quotedOf(terms, labels.mid),
  build: () =>
    telling(ports.onRefused, () =>
      firstAsShown(
        ports.ready,
        () => createOrder(orderBody(terms)),
        async (answer) => {
          const { orderPubkey, orderAtaPubkey: escrow } = answer.order;
          const expectation = orderExpectation({ ...terms, orderPubkey, escrow });
          return {
            built: builtOrder(answer, expectation, await derivedOrder(terms, answer.order)),
            review: reviewOrder(terms, answer.order, 'escrow'),
          };
        },
      ),
    ),
  describe: () => labels.done ?? `${formatContracts(terms.contracts)} @ ${formatCents(terms.average, true)}`,
  invalidates: [
    positionKeys.of(terms.owner),
    orderKeys.of(terms.owner),
    historyKeys.of(terms.owner),
    bookKeys.one(terms.marketId),
    ...(labels.invalidates ?? []),
  ],
});
