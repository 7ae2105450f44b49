import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { refused, ServiceError } from '../../common/errors.ts';
import { actorOf } from '../core/actor.ts';
import { rememberBuild } from '../core/builds.ts';
import type { ExchangeContext } from '../core/context.ts';
import { contractForms } from '../core/quantities.ts';
import { marketAddress } from '../ledger/keys.ts';
import { STABLECOIN } from '../ledger/mints.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
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
    const { state, ledger, keys, store } = context;
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
    const { blockhash, lastValidBlockHeight } = ledger.latestBlockhash();
    const { payout } = parlay;
    const position = params.positionPubkey;
    const tx = buildOwnerTransaction(
      keys,
      { intent: 'claim', owner, payer, position, mint: STABLECOIN, payout },
      blockhash,
    );
    const built = await rememberBuild(context, tx, {
      kind: 'parlayClaim',
      parlayId: parlay.parlayId,
      orderKey: null,
      skipSigning: false,
    });
    return {
      ...built,
      txMeta: { blockhash, lastValidBlockHeight },
      position: {
        positionPubkey: params.positionPubkey,
        marketPubkey: marketAddress(parlay.parlayId),
        userPubkey: owner,
        ownerPubkey: owner,
        isYes: true,
        ...contractForms(parlay.payout),
        payoutAmountUsd: parlay.payout.toString(),
        settlementMint: STABLECOIN.address,
      },
    };
  };
