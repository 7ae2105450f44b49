import { cancelPriceOrder, confirmCancelPriceOrder } from './cancel-price-order.ts';
import type { TriggerContext } from './context.ts';
import { craftDeposit } from './craft-deposit.ts';
import { createPriceOrder } from './create-price-order.ts';
import { listTriggerOrders } from './history.ts';
import {
  cancelRateOrder,
  cancelRateOrders,
  createRateOrder,
  executeRate,
  getTriggerOrders,
} from './rate-orders.ts';
import { failing } from './refusals.ts';
import type { createSignIn } from './sign-in.ts';
import { updatePriceOrder } from './update-price-order.ts';
import { getVault, registerVault } from './vault.ts';

/** The operations of the trigger interface, each with the words it fails with on our side. */
export const triggerServices = (context: TriggerContext, signIn: ReturnType<typeof createSignIn>) => ({
  triggerChallenge: failing('Challenge generation failed', signIn.challenge),
  triggerVerify: failing('Internal error', signIn.verify),
  getVault: failing('Failed to get vault info', getVault(context)),
  registerVault: failing('Failed to generate or store the vault', registerVault(context)),
  craftDeposit: failing('Failed to fetch vault info or craft the deposit transaction', craftDeposit(context)),
  createPriceOrder: failing(
    'Failed to fetch trigger mint price or create the order',
    createPriceOrder(context),
  ),
  updatePriceOrder: failing('Failed to fetch or update the order', updatePriceOrder(context)),
  cancelPriceOrder: failing(
    'Failed to initiate cancellation or craft the withdrawal',
    cancelPriceOrder(context),
  ),
  confirmCancelPriceOrder: failing(
    'Failed to prepare or confirm the withdrawal',
    confirmCancelPriceOrder(context),
  ),
  listTriggerOrders: failing('Failed to read the orders', listTriggerOrders(context)),
  triggerExecute: failing('Failed to execute the transaction', executeRate(context)),
  triggerCreateOrder: failing('Failed to create the order', createRateOrder(context)),
  triggerCancelOrder: failing('Failed to cancel the order', cancelRateOrder(context)),
  triggerCancelOrders: failing('Failed to cancel the orders', cancelRateOrders(context)),
  getTriggerOrders: failing('Failed to read the orders', getTriggerOrders(context)),
});
