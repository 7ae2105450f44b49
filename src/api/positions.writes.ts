import type { Pubkey } from '@contract/ids.ts';
import type { Answer, RouteCall } from '@contract/routes.ts';
import { call } from './client.ts';

type Body<Id extends 'claimPosition' | 'closeAllPositions'> = NonNullable<RouteCall<Id>['body']>;

/**
 * Builds the claim of a payout.
 * @throws AppError `refused` with code NOT_CLAIMABLE while the market is not settled.
 */
export const claim = (position: Pubkey, body: Body<'claimPosition'>): Promise<Answer<'claimPosition'>> =>
  call('claimPosition', { params: { positionPubkey: position }, body });

/**
 * Builds one transaction a position: the payout of what is settled, the sale of what is open, down to
 * `minSellPriceSlippageBps` below its quote. Positions that can be neither sold nor claimed now are left out.
 */
export const closeAllPositions = (body: Body<'closeAllPositions'>): Promise<Answer<'closeAllPositions'>> =>
  call('closeAllPositions', { body });
