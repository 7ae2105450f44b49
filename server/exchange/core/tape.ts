import { formatUsd } from '@contract/money.ts';
import type { TradeWire } from '@contract/prediction/trade.ts';
import type { HistoryRow } from '../writer/commit.store.ts';
import type { MarketDirectory } from './markets.ts';

/** A fill as the public tape shows it. */
export function tapeTrade(markets: MarketDirectory, fill: HistoryRow, t: number): TradeWire {
  const { eventMetadata, marketMetadata } = markets.metadata(fill.marketId, fill.eventId, t);
  const amount = fill.isBuy ? fill.totalCost : fill.grossProceeds;
  const did = fill.isBuy ? 'bought' : 'sold';
  const side = fill.isYes ? 'Yes' : 'No';
  const title = marketMetadata.title ?? '';
  const money = `${formatUsd(fill.avgFillPrice)} (${formatUsd(amount)})`;
  return {
    id: `order-${fill.id}`,
    ownerPubkey: fill.owner,
    marketId: fill.marketId,
    message: `${fill.owner} ${did} ${side} for ${title} at ${money}`,
    timestamp: fill.timestamp,
    action: fill.isBuy ? 'buy' : 'sell',
    side: fill.isYes ? 'yes' : 'no',
    eventTitle: eventMetadata.title ?? '',
    marketTitle: title,
    amountUsd: amount.toString(),
    priceUsd: fill.avgFillPrice.toString(),
    eventImageUrl: eventMetadata.imageUrl ?? '',
    eventId: fill.eventId,
    isTeamMarket: marketMetadata.isTeamMarket ?? false,
    marketOptions: marketMetadata.marketOptions ?? null,
  };
}
