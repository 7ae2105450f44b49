import type { ReadContext } from '../core/context.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { listHistory, listHistoryV2 } from './history.ts';
import { getOrder, listOrders, orderStatus } from './orders.ts';
import { listPositions, listPositionsV2 } from './positions.ts';

/** The operations that answer with what the database has recorded. */
export const predictionReads = (context: ReadContext, markets: MarketDirectory) => ({
  listOrders: listOrders(context, markets),
  orderStatus: orderStatus(context),
  getOrder: getOrder(context, markets),
  listPositions: listPositions(context, markets),
  listPositionsV2: listPositionsV2(context, markets),
  listHistory: listHistory(context, markets),
  listHistoryV2: listHistoryV2(context, markets),
});
