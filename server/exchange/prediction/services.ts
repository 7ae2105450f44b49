import type { ExchangeContext } from '../core/context.ts';
import { execute, type SubmitSigned } from '../core/execute.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { claimPosition } from './claim-position.ts';
import { closeAllPositions } from './close-all-positions.ts';
import { closeAllOrders, closeOrder } from './close-order.ts';
import { closePosition } from './close-position.ts';
import { createOrder } from './create-order.ts';
import { getPosition } from './positions.ts';
import { predictionReads } from './reads.ts';
import { getVaultInfo } from './vault-info.ts';

/** The operations on orders and positions, and what is said of the exchange itself. */
export const predictionServices = (
  context: ExchangeContext,
  markets: MarketDirectory,
  submit: SubmitSigned,
) => ({
  ...predictionReads(context, markets),
  createOrder: createOrder(context, markets),
  execute: execute(context, submit),
  executeAlias: execute(context, submit),
  closeOrder: closeOrder(context),
  closeAllOrders: closeAllOrders(context),
  getPosition: getPosition(context, markets),
  closePosition: closePosition(context, markets),
  closeAllPositions: closeAllPositions(context, markets),
  claimPosition: claimPosition(context),
  getTradingStatus: async () => ({ trading_active: context.state.tradingActive }),
  getVaultInfo: getVaultInfo(context),
});
