import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { refused } from '../../common/errors.ts';
import { actorOf } from '../core/actor.ts';
import { buildClaim } from '../core/claims.ts';
import type { ExchangeContext } from '../core/context.ts';
import { requirePosition } from '../core/requirements.ts';
import { isClaimable } from '../engine/position.ts';
import { settlementMint } from '../ledger/mints.ts';
import { isRound } from '../simulation/rounds-d/round-id.ts';
import type { PositionRow } from '../writer/commit.store.ts';

/** Why a position pays nothing. */
const NOT_CLAIMABLE: Partial<Record<PositionRow['status'], string>> = {
  open: 'Market not settled yet',
  lost: 'this position lost: there is nothing to claim',
  claimed: 'this position is paid out already',
  refunded: 'this position is paid out already',
};

/** Builds the payout of a settled position. */
export function buildPositionClaim(
  context: ExchangeContext,
  position: PositionRow,
  payer: string,
): Promise<AnswerWire<'claimPosition'>> {
  if (!isClaimable(position)) {
    throw refused('NOT_CLAIMABLE', NOT_CLAIMABLE[position.status] ?? 'nothing is left in this position');
  }
  const { pubkey, marketId, owner, payout, isYes, contracts } = position;
  return buildClaim(
    context,
    {
      position: pubkey,
      marketId,
      owner,
      payer,
      mint: settlementMint(position.mint),
      payout,
      isYes,
      contracts,
    },
    { kind: 'claim', position: pubkey, payout: payout.toString() },
  );
}

/** @throws ServiceError `invalid` NOT_CLAIMABLE, `not-found` POSITION_NOT_FOUND. */
export const claimPosition =
  (context: ExchangeContext) =>
  async ({
    params,
    body,
  }: Pick<RouteInput<'claimPosition'>, 'params' | 'body'>): Promise<AnswerWire<'claimPosition'>> => {
    const known = requirePosition(context, params.positionPubkey);
    const { owner, payer } = actorOf(context, body, known.owner);
    if (isRound(known.marketId)) {
      throw refused('NOT_CLAIMABLE', 'rounds settle by themselves: no claim is needed');
    }
    return buildPositionClaim(context, requirePosition(context, params.positionPubkey, owner), payer);
  };
