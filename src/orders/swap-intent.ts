import type { Pubkey } from '@contract/ids.ts';
import { formatCents, formatContracts } from '@contract/money.ts';
import type { OrderQuote } from '@contract/prediction/order.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import { AppError } from '@/api/app-error.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { createOrder } from '@/api/orders.writes.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { getConfig } from '@/config.ts';
import type { TxIntent } from '@/tx/types.ts';
import { tokenAccountOf } from './addresses.ts';
import { builtOrder, type Labels, telling } from './building.ts';
import { derivedSwap, loadDeriver } from './derived.ts';
import { swapExpectation } from './expectation.ts';
import { orderBody } from './request.ts';
import { averageOf, reviewOrder } from './review-order.ts';
import { quotedOf, type SwapTerms } from './terms.ts';

/** "Bought 12.34 Up @ 51¢": a swap is executed as built, so its figures are final. */
export const swapOutcome = (built: OrderQuote, what: string): string =>
  `${built.isBuy ? 'Bought' : 'Sold'} ${formatContracts(built.contractsMicro)} ${what} @ ${formatCents(averageOf(built) ?? 0n)}`;

/** The swap of these terms, in the figures of the answer, which the review has judged; null on a live platform. */
async function derivedOf({ order, usdc }: SwapTerms, built: OrderQuote): Promise<OwnerTransaction | null> {
  const deriver = await loadDeriver();
  const limit = order.action === 'buy' ? built.maxBuyPriceUsd : built.minSellPriceUsd;
  const { externalOrderId } = built;
  if (!deriver || externalOrderId === null || limit === null) return null;
  const { owner, marketId } = order;
  return derivedSwap(
    deriver,
    { owner, marketId, mint: usdc, isBuy: order.action === 'buy' },
    {
      externalOrderId,
      limit,
      contracts: built.contractsMicro,
      notional: built.orderCostUsd,
      fee: built.estimatedTotalFeeUsd,
    },
  );
}

/** What is paid in is nowhere the token of an outcome: a sale of it would give the money itself away. */
const isMoney = (mint: Pubkey): boolean => Object.values(getConfig().mints).includes(mint);

/** A swap as the form showed it. `what`: name of the outcome's side. */
export function swapIntent(
  terms: SwapTerms,
  labels: Labels & { what: string },
  onRefused: (error: AppError) => void,
): TxIntent {
  const { order, outcomeMint } = terms;
  const { owner } = order;
  let done = 'Done';
  return {
    kind: order.action,
    title: labels.title,
    owner,
    about: order.marketId,
    quoted: quotedOf(order, labels.mid),
    build: () =>
      telling(onRefused, async () => {
        const [answer, accountOf] = await Promise.all([createOrder(orderBody(order)), tokenAccountOf()]);
        if (!outcomeMint) throw new AppError('refused', 'The service built no swap of outcome tokens');
        if (isMoney(outcomeMint)) {
          throw new AppError('refused', 'The service names money as the token of this outcome');
        }
        const expectation = swapExpectation({ ...terms, outcomeMint, built: answer.order, accountOf });
        const built = builtOrder(answer, expectation, await derivedOf(terms, answer.order));
        done = swapOutcome(answer.order, labels.what);
        return {
          built: { ...built, orderPubkey: null },
          review: reviewOrder(order, answer.order, 'swap'),
        };
      }),
    describe: () => done,
    invalidates: [positionKeys.of(owner), historyKeys.of(owner), ...(labels.invalidates ?? [])],
  };
}
