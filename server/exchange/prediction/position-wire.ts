import { divFloor, microContracts, microUsd } from '@contract/money.ts';
import type { PositionWire } from '@contract/prediction/position.ts';
import { payoutOf as payoutIfWon, proceedsOf, saleAt } from '@contract/pricing.ts';
import type { ReadContext } from '../core/context.ts';
import { type MarketDirectory, marketIdHash } from '../core/markets.ts';
import { contractForms } from '../core/quantities.ts';
import { entryPrice, isClaimable } from '../engine/position.ts';
import { marketAddress } from '../ledger/keys.ts';
import type { Quote } from '../simulation/model.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import { NO_BUMP } from './order-wire.ts';

const NO_VALUE = {
  valueUsd: null,
  markPriceUsd: null,
  sellPriceUsd: null,
  pnlUsd: null,
  pnlUsdPercent: null,
  pnlUsdAfterFees: null,
  pnlUsdAfterFeesPercent: null,
};

/** Percent of `whole`, two decimals: for reading, not for computing. */
const percent = (part: bigint, whole: bigint): number | null =>
  whole === 0n ? null : Number(divFloor(part * 10_000n, whole)) / 100;

/** Middle of the two sides; the only one where one is missing. */
function markOf(buy: bigint | null, sell: bigint | null): bigint | null {
  if (buy === null || sell === null) return sell ?? buy;
  return (buy + sell) / 2n;
}

/**
 * What an open position is worth now: at the middle price, and if it were sold at the best bid after the venue fee.
 */
function valuation(position: PositionRow, quote: Quote) {
  const [buy, sell] = position.isYes ? [quote.buyYes, quote.sellYes] : [quote.buyNo, quote.sellNo];
  const mark = markOf(buy, sell);
  if (mark === null) return NO_VALUE;
  const contracts = microContracts(position.contracts);
  const value = proceedsOf(contracts, microUsd(mark));
  const pnl = value - position.totalCost;
  const priced = {
    ...NO_VALUE,
    valueUsd: value.toString(),
    markPriceUsd: mark.toString(),
    pnlUsd: pnl.toString(),
    pnlUsdPercent: percent(pnl, position.totalCost),
  };
  if (sell === null) return priced;
  const afterFees = saleAt(contracts, microUsd(sell)) - position.totalCost;
  return {
    ...priced,
    sellPriceUsd: sell.toString(),
    pnlUsdAfterFees: afterFees.toString(),
    pnlUsdAfterFeesPercent: percent(afterFees, position.totalCost),
  };
}

/** What the position pays: what was settled, else what it would pay if it won. */
function payoutOf(position: PositionRow): bigint {
  if (position.status === 'lost') return 0n;
  return position.status === 'open' ? payoutIfWon(microContracts(position.contracts)) : position.payout;
}

/** A position as it travels; values are null once the market has left trading. */
export function positionWire(
  { universe, openOrders }: Pick<ReadContext, 'universe' | 'openOrders'>,
  markets: MarketDirectory,
  position: PositionRow,
  t: number,
  includePrices = true,
): PositionWire {
  const { status } = position;
  const priced = includePrices && status === 'open' && position.contracts > 0n;
  const open = priced && markets.isOpen(position.marketId, t);
  const settledAt = position.settledAt;
  return {
    pubkey: position.pubkey,
    owner: position.owner,
    ownerPubkey: position.owner,
    market: marketAddress(position.marketId),
    marketId: position.marketId,
    marketIdHash: marketIdHash(position.marketId),
    isYes: position.isYes,
    ...contractForms(position.contracts),
    totalCostUsd: position.totalCost.toString(),
    sizeUsd: position.totalCost.toString(),
    ...(open ? valuation(position, universe.quote(position.marketId, t)) : NO_VALUE),
    avgPriceUsd: entryPrice(position.entryNotional, position.contracts).toString(),
    openOrders: openOrders(position.pubkey),
    feesPaidUsd: position.feesPaid.toString(),
    integratorFeeUsd: position.integratorFees.toString(),
    realizedPnlUsd: Number(position.realized),
    claimed: status === 'claimed' || status === 'refunded',
    claimedUsd: position.claimedUsd.toString(),
    openedAt: position.openedAt,
    updatedAt: position.updatedAt,
    claimableAt: isClaimable(position) ? settledAt : null,
    payoutUsd: payoutOf(position).toString(),
    bump: NO_BUMP,
    eventId: position.eventId,
    ...markets.metadata(position.marketId, position.eventId, t),
    settlementDate: settledAt,
    claimable: isClaimable(position),
    settlementMint: position.mint,
  };
}
