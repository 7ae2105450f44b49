import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { formatUsd, parseUsd } from '@contract/money.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import type { ClaimAnswer } from '@contract/prediction/position.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { parlayKeys } from '@/api/parlays.queries.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { claim } from '@/api/positions.writes.ts';
import type { TxIntent } from '@/tx/types.ts';
import { builtOnce, firstAsShown, type Labels, type ReadyMade } from './building.ts';
import { derivedClaim, loadDeriver } from './derived.ts';
import { claimExpectation } from './expectation.ts';
import { claimMint, reviewClaim } from './review-claim.ts';
import type { ClaimTerms } from './terms.ts';

/** Claiming a payout, of a position or a parlay: brings exactly what the service says it pays, and takes nothing. */
export function claimIntent(
  terms: ClaimTerms,
  labels: Omit<Labels, 'done'>,
  ready?: ReadyMade<ClaimAnswer>,
): TxIntent {
  // More than was shown may have been accepted by then.
  let paid = terms.payout;
  return {
    kind: 'claim',
    title: labels.title,
    owner: terms.owner,
    about: terms.position,
    build: () =>
      firstAsShown(
        ready,
        () => claim(terms.position, { ownerPubkey: terms.owner }),
        async (answer) => {
          const deriver = await loadDeriver();
          const paidIn = claimMint(terms, answer.position);
          const pays = answer.position.payoutAmountUsd;
          paid = pays;
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
    describe: () => (paid === null ? 'Claimed' : `${formatUsd(paid)} claimed`),
    invalidates: [positionKeys.of(terms.owner), historyKeys.of(terms.owner), ...(labels.invalidates ?? [])],
  };
}

/** Claiming a won parlay: brings the payout of its slip in stablecoin, and takes nothing. */
export function claimParlay(
  mints: AppConfig['mints'],
  slip: Pick<ParlaySlip, 'payoutUsd'>,
  position: Pubkey,
  owner: Pubkey,
): TxIntent {
  const payout = parseUsd(slip.payoutUsd) ?? null;
  const shown = payout === null ? slip.payoutUsd : formatUsd(payout);
  return claimIntent(
    {
      owner,
      position,
      side: null,
      markets: [],
      contracts: null,
      payout,
      mint: null,
      usual: mints.stablecoin,
      mints,
    },
    { title: `Claim ${shown} · Parlay`, invalidates: [parlayKeys.all] },
  );
}
