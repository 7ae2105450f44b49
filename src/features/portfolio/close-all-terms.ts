import { type Pubkey, sideOf } from '@contract/ids.ts';
import { type MicroUsd, maxBig, microUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { costOfSold, feesOf, proceedsOf, realisedPnl } from '@contract/pricing.ts';
import type { QueryClient } from '@tanstack/react-query';
import { toAppError } from '@/api/app-error.ts';
import { bookQuery } from '@/api/orderbook.queries.ts';
import { closeAllPositions } from '@/api/positions.writes.ts';
import { sideBook } from '@/domain/book.ts';
import { quoteSell } from '@/domain/quote.ts';
import { averageOf } from '@/orders/review-order.ts';
import type { ShownSale } from '@/orders/terms.ts';
import { freeOf } from './close-form.ts';
import { lockedBySales } from './portfolio-rows.ts';

/** What one sale would come to, or why there is none. */
export interface CloseRow {
  position: Position;
  terms: ShownSale | null;
}

export interface CloseTotals {
  sales: number;
  /** Net proceeds at the prices of now. */
  expected: MicroUsd;
  /** Net proceeds should every sale go to the worst price that is allowed. */
  worst: MicroUsd;
  /** Gain or loss at the prices of now. */
  realised: MicroUsd;
  cost: MicroUsd;
}

/** Net proceeds of a sale at its worst price throughout. */
export function worstNet({ contracts, cap }: Pick<ShownSale, 'contracts' | 'cap'>): MicroUsd {
  const notional = proceedsOf(contracts, cap);
  return microUsd(maxBig(0n, notional - feesOf(contracts, notional).total));
}

export function closeTotals(rows: readonly CloseRow[]): CloseTotals {
  let [sales, expected, worst, cost] = [0, 0n, 0n, 0n];
  for (const { position, terms } of rows) {
    if (!terms) continue;
    sales += 1;
    expected += terms.net;
    worst += worstNet(terms);
    cost += costOfSold(position.totalCostUsd, position.contractsMicro, terms.contracts);
  }
  return {
    sales,
    expected: microUsd(expected),
    worst: microUsd(worst),
    realised: realisedPnl(microUsd(expected), microUsd(cost)),
    cost: microUsd(cost),
  };
}

interface Asked {
  client: QueryClient;
  owner: Pubkey;
  positions: readonly Position[];
  orders: readonly Order[];
  slippageBps: number;
}

/** The terms the service offers for every sale, in one request. */
async function termsOfService(asked: Asked): Promise<Map<string, ShownSale>> {
  const { owner, positions, orders, slippageBps } = asked;
  const { data } = await closeAllPositions({ ownerPubkey: owner, minSellPriceSlippageBps: slippageBps });
  const terms = new Map<string, ShownSale>();
  for (const answer of data) {
    if ('position' in answer) continue;
    const { order } = answer;
    const position = positions.find(({ pubkey }) => pubkey === order.positionPubkey);
    const average = averageOf(order);
    if (!position || order.isBuy || order.minSellPriceUsd === null || average === null) continue;
    // More than is shown as free is no offer for it: the book says what that would bring.
    if (order.contractsMicro > freeOf(position, lockedBySales(orders, position))) {
      const byBook = await termsOfBook(asked, position);
      if (byBook) terms.set(position.pubkey, byBook);
      continue;
    }
    terms.set(order.positionPubkey, {
      contracts: order.contractsMicro,
      cap: order.minSellPriceUsd,
      average,
      fees: { total: order.estimatedTotalFeeUsd },
      net: microUsd(maxBig(0n, order.orderCostUsd - order.estimatedTotalFeeUsd)),
    });
  }
  return terms;
}

/** The terms of one sale by the visible book; null when nobody is buying or the market has no book. */
async function termsOfBook(asked: Asked, position: Position): Promise<ShownSale | null> {
  const { client, orders, slippageBps } = asked;
  const book = await client.fetchQuery(bookQuery(position.marketId)).catch(() => null);
  const free = freeOf(position, lockedBySales(orders, position));
  const quote = quoteSell(sideBook(book, sideOf(position.isYes)), free, { slippageBps: BigInt(slippageBps) });
  if (quote.action !== 'sell') return null;
  const { contracts, cap, average, net, fees } = quote;
  return { contracts, cap, average, net, fees: { total: fees.total } };
}

/**
 * What selling every position would bring with this slippage: as the service builds it, or by the order books where
 * it does not build all at once.
 * @throws AppError when the service cannot be reached
 */
export async function fetchCloseRows(asked: Asked): Promise<CloseRow[]> {
  const { positions } = asked;
  try {
    const terms = await termsOfService(asked);
    return positions.map((position) => ({ position, terms: terms.get(position.pubkey) ?? null }));
  } catch (cause) {
    const { kind } = toAppError(cause);
    if (kind === 'offline' || kind === 'timeout' || kind === 'rate-limited') throw cause;
    return Promise.all(
      positions.map(async (position) => ({ position, terms: await termsOfBook(asked, position) })),
    );
  }
}
