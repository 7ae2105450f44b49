import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { refused, ServiceError } from '../../common/errors.ts';
import { actorOf } from '../core/actor.ts';
import { buildClaim } from '../core/claims.ts';
import type { ExchangeContext } from '../core/context.ts';
import { STABLECOIN } from '../ledger/mints.ts';
import type { ParlayRow } from '../writer/commit.store.ts';

/** Why a parlay pays nothing. */
const NOT_CLAIMABLE: Record<Exclude<ParlayRow['status'], 'won'>, string> = {
  open: 'Market not settled yet',
  lost: 'this parlay lost: there is nothing to claim',
  paid: 'this parlay is paid out already',
};

/**
 * Builds the payout of a won parlay; null when the position is of another kind.
 * @throws ServiceError `invalid` NOT_CLAIMABLE, `not-found` POSITION_NOT_FOUND for a parlay of somebody else.
 */
export const claimParlay =
  (context: ExchangeContext) =>
  async ({
    params,
    body,
  }: Pick<RouteInput<'claimPosition'>, 'params' | 'body'>): Promise<AnswerWire<'claimPosition'> | null> => {
    const { state, store } = context;
    const parlay =
      state.parlays.ofPosition(params.positionPubkey) ??
      // One that is over, and is told so.
      (await store.parlays.byPositions([params.positionPubkey]))[0];
    if (!parlay) return null;
    const { owner, payer } = actorOf(context, body, parlay.owner);
    if (owner !== parlay.owner) {
      const message = `there is no position ${params.positionPubkey} of this owner`;
      throw new ServiceError('not-found', 'POSITION_NOT_FOUND', message, { param: 'positionPubkey' });
    }
    if (parlay.status !== 'won') throw refused('NOT_CLAIMABLE', NOT_CLAIMABLE[parlay.status]);
    return buildClaim(
      context,
      {
        position: params.positionPubkey,
        marketId: parlay.parlayId,
        owner,
        payer,
        mint: STABLECOIN,
        payout: parlay.payout,
        isYes: true,
        contracts: parlay.payout,
      },
      {
        kind: 'parlayClaim',
        parlayId: parlay.parlayId,
        payout: parlay.payout.toString(),
      },
    );
  };
