import { formatCents, formatContracts } from '@contract/money.ts';
import type { Answer } from '@contract/routes.ts';
import type { AppError } from '@/api/app-error.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { bookKeys } from '@/api/orderbook.queries.ts';
import { orderKeys } from '@/api/orders.queries.ts';
import { createOrder } from '@/api/orders.writes.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import type { TxIntent } from '@/tx/types.ts';
import { builtOrder, firstAsShown, type Labels, type ReadyMade, telling } from './building.ts';
import { orderExpectation } from './expectation.ts';
import { orderBody } from './request.ts';
import { reviewOrder } from './review-order.ts';
import { type OrderTerms, quotedOf } from './terms.ts';

interface Ports {
  /** Told why the service built nothing. */
  onRefused?: (error: AppError) => void;
  ready?: ReadyMade<Answer<'createOrder'>>;
}

/** An order as the form showed it: a purchase by deposit, or the sale of a position. */
export const orderIntent = (terms: OrderTerms, labels: Labels, ports: Ports = {}): TxIntent => ({
  kind: terms.action,
  title: labels.title,
  owner: terms.owner,
  quoted: quotedOf(terms),
  build: (signal) =>
    telling(ports.onRefused, () =>
      firstAsShown(
        ports.ready,
        () => createOrder(orderBody(terms), { signal }),
        (answer) => {
          const { orderPubkey, orderAtaPubkey: escrow } = answer.order;
          return {
            built: builtOrder(answer, orderExpectation({ ...terms, orderPubkey, escrow })),
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
