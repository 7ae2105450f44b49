import type { ExchangeContext } from '../core/context.ts';
import type { SubmitSigned } from '../core/execute.ts';
import { swapExecute } from './swap-execute.ts';
import { swapOrder } from './swap-order.ts';

/** Swaps of outcome tokens; what they build lands as rounds say. */
export const swap = {
  services: (context: ExchangeContext, submit: SubmitSigned) => ({
    swapOrder: swapOrder(context),
    swapExecute: swapExecute(submit),
  }),
};
