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

type Act<Input, Output> = (input: Input) => Promise<Output>;

/**
 * The operations of the trigger interface, each with the words it fails with on our side. `paged` brings in what one
 * of them wants and memory does not have. A database that is away is told of as such, and not in these words.
 */
export function triggerServices(
  context: TriggerContext,
  signIn: ReturnType<typeof createSignIn>,
  paged: <Input, Output>(act: Act<Input, Output>) => Act<Input, Output>,
) {
  const told = <Input, Output>(message: string, handle: Act<Input, Output>): Act<Input, Output> =>
    failing(message, paged(handle));
  return {
    triggerChallenge: told('Challenge generation failed', signIn.challenge),
    triggerVerify: told('Internal error', signIn.verify),
    getVault: told('Failed to get vault info', getVault(context)),
    registerVault: told('Failed to generate or store the vault', registerVault(context)),
    craftDeposit: told('Failed to fetch vault info or craft the deposit transaction', craftDeposit(context)),
    createPriceOrder: told(
      'Failed to fetch trigger mint price or create the order',
      createPriceOrder(context),
    ),
    updatePriceOrder: told('Failed to fetch or update the order', updatePriceOrder(context)),
    cancelPriceOrder: told(
      'Failed to initiate cancellation or craft the withdrawal',
      cancelPriceOrder(context),
    ),
    confirmCancelPriceOrder: told(
      'Failed to prepare or confirm the withdrawal',
      confirmCancelPriceOrder(context),
    ),
    listTriggerOrders: told('Failed to read the orders', listTriggerOrders(context)),
    triggerExecute: told('Failed to execute the transaction', executeRate(context)),
    triggerCreateOrder: told('Failed to create the order', createRateOrder(context)),
    triggerCancelOrder: told('Failed to cancel the order', cancelRateOrder(context)),
    triggerCancelOrders: told('Failed to cancel the orders', cancelRateOrders(context)),
    getTriggerOrders: told('Failed to read the orders', getTriggerOrders(context)),
  };
}
