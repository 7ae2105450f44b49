import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { formatUsd } from '@contract/money.ts';
import type { ClaimAnswer, Position } from '@contract/prediction/position.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { claim } from '@/api/positions.writes.ts';
import { claimExpectation } from '@/tx/expectations.ts';
import type { Review, TxIntent } from '@/tx/types.ts';
import { subjectText } from './market-label.view.tsx';
import { firstAsShown, type ReadyMade, refuse } from './reviewed.ts';

type Shown = Pick<Position, 'pubkey' | 'ownerPubkey' | 'payoutUsd' | 'settlementMint'>;
type Mints = Pick<AppConfig['mints'], 'usdc' | 'stablecoin'>;

/** The mint a claim pays in: what the service says of the claim, else of the position; USDC where it says nothing. */
export const claimMint = (
  shown: Pick<Shown, 'settlementMint'>,
  built: ClaimAnswer['position'],
  mints: Mints,
): Pubkey => built.settlementMint ?? shown.settlementMint ?? mints.usdc;

/** Compares the claim built with the payout shown: less, or another position, owner or token, is never signed. */
export function reviewClaim(shown: Shown, built: ClaimAnswer['position'], mints: Mints): Review {
  if (built.positionPubkey !== shown.pubkey) return refuse('The service built a claim of another position.');
  if (built.ownerPubkey !== shown.ownerPubkey) return refuse('The service built a claim for another wallet.');
  const mint = claimMint(shown, built, mints);
  if (mint !== mints.usdc && mint !== mints.stablecoin) {
    return refuse('The payout would come in an unknown token.');
  }
  if (mint !== (shown.settlementMint ?? mint)) {
    return refuse('The payout would come in another token than the position is held in.');
  }
  if (built.payoutAmountUsd < shown.payoutUsd) {
    return refuse(
      `The service would pay ${formatUsd(built.payoutAmountUsd)}, less than the ${formatUsd(shown.payoutUsd)} shown.`,
    );
  }
  return { verdict: 'as-shown' };
}

/** Claiming a payout: brings exactly what the service says it pays, and takes nothing. */
export const claimIntent = (
  position: Position,
  owner: Pubkey,
  mints: Mints,
  ready?: ReadyMade<ClaimAnswer>,
): TxIntent => ({
  kind: 'claim',
  title: `Claim ${formatUsd(position.payoutUsd)} · ${subjectText(position)}`,
  owner,
  build: (signal) =>
    firstAsShown(
      ready,
      () => claim(position.pubkey, { ownerPubkey: owner }, { signal }),
      (answer) => ({
        built: {
          transaction: answer.transaction,
          lastValidBlockHeight: answer.txMeta.lastValidBlockHeight,
          requiredSigners: answer.requiredSigners,
          expectation: claimExpectation(
            owner,
            claimMint(position, answer.position, mints),
            answer.position.payoutAmountUsd,
          ),
          orderPubkey: null,
        },
        review: reviewClaim({ ...position, ownerPubkey: owner }, answer.position, mints),
      }),
    ),
  describe: () => `${formatUsd(position.payoutUsd)} claimed`,
  invalidates: [positionKeys.of(owner), historyKeys.of(owner)],
});
