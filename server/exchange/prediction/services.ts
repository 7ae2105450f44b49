import type { ExchangeContext } from '../core/context.ts';
import { execute, type SubmitSigned } from '../core/execute.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { claimPosition } from './claim-position.ts';
import { closeAllPositions } from './close-all-positions.ts';
import { closeAllOrders, closeOrder } from './close-order.ts';
import { closePosition } from './close-position.ts';
import { createOrder } from './create-order.ts';
import { listHistory, listHistoryV2 } from './history.ts';
import { getOrder, listOrders, orderStatus } from './orders.ts';
import { getPosition, listPositions, listPositionsV2 } from './positions.ts';
import { getVaultInfo } from './vault-info.ts';

/** The operations on orders and positions, and what is said of the exchange itself. */
export const predictionServices = (
  context: ExchangeContext,
  markets: MarketDirectory,
  submit: SubmitSigned,
) => ({
  createOrder: createOrder(context, markets),
  execute: execute(context, submit),
  executeAlias: execute(context, submit),
  listOrders: listOrders(context, markets),
  orderStatus: orderStatus(context),
  getOrder: getOrder(context, markets),
  closeOrder: closeOrder(context),
  closeAllOrders: closeAllOrders(context),
  listPositions: listPositions(context, markets),
  getPosition: getPosition(context, markets),
  closePosition: closePosition(context, markets),
  closeAllPositions: closeAllPositions(context, markets),
  claimPosition: claimPosition(context),
  listPositionsV2: listPositionsV2(context, markets),
  listHistory: listHistory(context, markets),
  listHistoryV2: listHistoryV2(context, markets),
  getTradingStatus: async () => ({ trading_active: context.state.tradingActive }),
  getVaultInfo: getVaultInfo(context),
});
