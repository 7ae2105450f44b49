import { formatUsd } from '@contract/money.ts';
import type { ClaimAnswer } from '@contract/prediction/position.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { claim } from '@/api/positions.writes.ts';
import type { TxIntent } from '@/tx/types.ts';
import { builtOnce, firstAsShown, type Labels, type ReadyMade } from './building.ts';
import { derivedClaim, loadDeriver } from './derived.ts';
import { claimExpectation } from './expectation.ts';
import { claimMint, reviewClaim } from './review-claim.ts';
import type { ClaimTerms } from './terms.ts';

/** Claiming a payout, of a position or a parlay: brings exactly what the service says it pays, and takes nothing. */
export const claimIntent = (terms: ClaimTerms, labels: Labels, ready?: ReadyMade<ClaimAnswer>): TxIntent => ({
  kind: 'claim',
  title: labels.title,
  owner: terms.owner,
  build: (signal) =>
    firstAsShown(
      ready,
      () => claim(terms.position, { ownerPubkey: terms.owner }, { signal }),
      async (answer) => {
        const deriver = await loadDeriver();
        const paidIn = claimMint(terms, answer.position);
        const pays = answer.position.payoutAmountUsd;
        const expectation = claimExpectation({ ...terms, paidIn, pays });
        return {
          built: builtOnce(
            answer,
            expectation,
            deriver && derivedClaim(deriver, { ...terms, mint: paidIn, payout: pays }),
          ),
          review: reviewClaim(terms, answer.position),
        };
      },
    ),
  describe: () => labels.done ?? `${formatUsd(terms.payout ?? 0n)} claimed`,
  invalidates: [positionKeys.of(terms.owner), historyKeys.of(terms.owner), ...(labels.invalidates ?? [])],
});
