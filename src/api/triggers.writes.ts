import type { Pubkey } from '@contract/ids.ts';
import type { Answer, RouteCall } from '@contract/routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { AppError } from './app-error.ts';
import { call } from './client.ts';
import { opening } from './region.ts';
import { triggerKeys } from './triggers.queries.ts';

type Body<Id extends 'triggerChallenge' | 'triggerVerify' | 'craftDeposit'> = NonNullable<
  RouteCall<Id>['body']
>;
export type CreateTriggerOrder = NonNullable<RouteCall<'createPriceOrder'>['body']>;
export type TriggerOrderChange = NonNullable<RouteCall<'updatePriceOrder'>['body']>;

/** Asks for a challenge: text to sign, or a transaction to sign and never submit. */
export const requestChallenge = (body: Body<'triggerChallenge'>): Promise<Answer<'triggerChallenge'>> =>
  call('triggerChallenge', { body });

/**
 * Exchanges a signed challenge for a token.
 * @throws AppError `refused` or `unauthorised`: either way, sign in again.
 */
export const verifyChallenge = (body: Body<'triggerVerify'>): Promise<Answer<'triggerVerify'>> =>
  call('triggerVerify', { body });

/** @throws AppError `refused` (409) when there is a vault already */
const registerVault = (): Promise<Answer<'registerVault'>> => call('registerVault');

/** Registers a vault for the signed-in wallet, or finds the one whose first order never came about. */
export const openVault = (): Promise<Pick<Answer<'getVault'>, 'vaultPubkey'>> =>
  registerVault().catch(async (refusal: unknown) => {
    if (!(refusal instanceof AppError) || refusal.kind !== 'refused') throw refusal;
    return call('getVault').catch(() => Promise.reject(refusal));
  });

/** Builds the deposit of an order. Moves nothing. */
export const craftDeposit = (body: Body<'craftDeposit'>): Promise<Answer<'craftDeposit'>> =>
  opening(call('craftDeposit', { body }));

/**
 * Creates an order; its deposit lands during the call.
 * @throws AppError, of an open-ended kind when it may exist all the same: look it up, never create it again.
 */
export const createPriceOrder = (body: CreateTriggerOrder): Promise<Answer<'createPriceOrder'>> =>
  call('createPriceOrder', { body });

/** @throws AppError `refused` for an order that is not open, or terms that make no sense */
export const updatePriceOrder = (id: string, body: TriggerOrderChange): Promise<Answer<'updatePriceOrder'>> =>
  call('updatePriceOrder', { params: { id }, body });

/** Changes an order and has the list of its owner read again, also when the change was refused. */
export function useUpdatePriceOrder(owner: Pubkey) {
  const client = useQueryClient();
  return (id: string, body: TriggerOrderChange) =>
    updatePriceOrder(id, body).finally(() =>
      client.invalidateQueries({ queryKey: triggerKeys.orders(owner) }),
    );
}

/**
 * Stops an order and builds the withdrawal of its funds; again for a fresh transaction.
 * @throws AppError `refused` while the order cannot be cancelled yet: try again shortly.
 */
export const cancelPriceOrder = (id: string): Promise<Answer<'cancelPriceOrder'>> =>
  call('cancelPriceOrder', { params: { id }, body: {} });

/** Lands the signed withdrawal. */
export const confirmCancelPriceOrder = (
  id: string,
  body: NonNullable<RouteCall<'confirmCancelPriceOrder'>['body']>,
): Promise<Answer<'confirmCancelPriceOrder'>> => call('confirmCancelPriceOrder', { params: { id }, body });
