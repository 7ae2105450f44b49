import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { refused } from '../../common/errors.ts';
import { actorOf } from '../core/actor.ts';
import { rememberBuild } from '../core/builds.ts';
import type { ExchangeContext } from '../core/context.ts';
import { contractForms } from '../core/quantities.ts';
import { requirePosition } from '../core/requirements.ts';
import { isClaimable } from '../engine/position.ts';
import { marketAddress } from '../ledger/keys.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import { isRound } from '../simulation/rounds-d/round-id.ts';
import type { PositionRow } from '../writer/commit.store.ts';
import { mintOfPosition } from './close-position.ts';

/** Why a position pays nothing. */
const NOT_CLAIMABLE: Partial<Record<PositionRow['status'], string>> = {
  open: 'Market not settled yet',
  lost: 'this position lost: there is nothing to claim',
  claimed: 'this position is paid out already',
  refunded: 'this position is paid out already',
};

/** Builds the payout of a settled position. */
export async function buildPositionClaim(
  context: ExchangeContext,
  position: PositionRow,
  payer: string,
): Promise<AnswerWire<'claimPosition'>> {
  const { ledger, keys } = context;
  if (!isClaimable(position)) {
    throw refused('NOT_CLAIMABLE', NOT_CLAIMABLE[position.status] ?? 'nothing is left in this position');
  }
  const { blockhash, lastValidBlockHeight } = ledger.latestBlockhash();
  const { owner, pubkey, payout } = position;
  const mint = mintOfPosition(position);
  const tx = buildOwnerTransaction(
    keys,
    { intent: 'claim', owner, payer, position: pubkey, mint, payout },
    blockhash,
  );
  const built = await rememberBuild(context, tx, {
    kind: 'claim',
    position: position.pubkey,
    payout: position.payout.toString(),
    orderKey: null,
    skipSigning: false,
  });
  return {
    ...built,
    txMeta: { blockhash, lastValidBlockHeight },
    position: {
      positionPubkey: position.pubkey,
      marketPubkey: marketAddress(position.marketId),
      userPubkey: position.owner,
      ownerPubkey: position.owner,
      isYes: position.isYes,
      ...contractForms(position.contracts),
      payoutAmountUsd: position.payout.toString(),
      settlementMint: position.mint,
    },
  };
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
