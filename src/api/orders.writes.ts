import type { Answer, RouteCall } from '@contract/routes.ts';
import { call } from './client.ts';
import { opening } from './region.ts';

type Body<Id extends 'createOrder' | 'execute' | 'closeOrder' | 'closeAllOrders'> = NonNullable<
  RouteCall<Id>['body']
>;

/**
 * Builds an order: the answer holds the transaction to check and sign. Moves nothing.
 * @throws AppError `refused` with `code` and, where one field is at fault, `param`.
 */
export const createOrder = (body: Body<'createOrder'>): Promise<Answer<'createOrder'>> => {
  const answer = call('createOrder', { body });
  return body.isBuy ? opening(answer) : answer;
};

/**
 * Submits a signed transaction. `status: "Failed"` is the service's word that nothing landed, and no more; a thrown
 * error leaves it open as well: look the signature up, never build again before it can no longer land.
 */
export const execute = (body: Body<'execute'>): Promise<Answer<'execute'>> => call('execute', { body });

/** Builds the transaction that returns a pending order's escrow to its owner. */
export const closeOrder = (body: Body<'closeOrder'>): Promise<Answer<'closeOrder'>> =>
  call('closeOrder', { body });

/** The same for every pending order of an owner. A service may refuse it altogether ("disabled"). */
export const closeAllOrders = (body: Body<'closeAllOrders'>): Promise<Answer<'closeAllOrders'>> =>
  call('closeAllOrders', { body });
