import type { ExchangeContext } from '../core/context.ts';
import { execute, type SubmitSigned } from '../core/execute.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { createParlayServices } from '../parlay/services.ts';
import type { ExchangeServices } from '../ports.ts';
import { swapExecute } from '../swap/swap-execute.ts';
import { swapOrder } from '../swap/swap-order.ts';
import type { createTriggerServices } from '../triggers/services.ts';
import { claimPosition } from './claim-position.ts';
import { closeAllPositions } from './close-all-positions.ts';
import { closeAllOrders, closeOrder } from './close-order.ts';
import { closePosition } from './close-position.ts';
import { createOrder } from './create-order.ts';
import { listHistory, listHistoryV2 } from './history.ts';
import { getOrder, listOrders, orderStatus } from './orders.ts';
import { getPosition, listPositions, listPositionsV2 } from './positions.ts';
import { getVaultInfo } from './vault-info.ts';

/** Every operation of the prediction interface but the market reads, by its name in the route table. */
export function createServices(
  context: ExchangeContext,
  markets: MarketDirectory,
  submit: SubmitSigned,
): Omit<ExchangeServices, keyof ReturnType<typeof createTriggerServices>> {
  const { claimParlay, ...parlays } = createParlayServices(context, markets, submit);
  const claim = claimPosition(context);
  return {
    ...parlays,
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
    claimPosition: async (input) => (await claimParlay(input)) ?? claim(input),
    listPositionsV2: listPositionsV2(context, markets),
    listHistory: listHistory(context, markets),
    listHistoryV2: listHistoryV2(context, markets),
    swapOrder: swapOrder(context),
    swapExecute: swapExecute(submit),
    getTradingStatus: async () => ({ trading_active: context.state.tradingActive }),
    getVaultInfo: getVaultInfo(context),
  };
}
