import type { Pubkey } from '@contract/ids.ts';
import { formatContracts, formatUsd } from '@contract/money.ts';
import type { ClaimAnswer } from '@contract/prediction/position.ts';
import type { Review } from '@/tx/types.ts';
import { AS_SHOWN, ask, refuse } from './review.ts';
import type { ClaimTerms } from './terms.ts';

type BuiltClaim = ClaimAnswer['position'];

/** The mint a claim pays in: what the service says of the claim, else of the position, else the usual one. */
export const claimMint = (
  { mint, usual }: Pick<ClaimTerms, 'mint' | 'usual'>,
  built: Pick<BuiltClaim, 'settlementMint'>,
): Pubkey => built.settlementMint ?? mint ?? usual;

function wrongMint(terms: ClaimTerms, built: BuiltClaim): Review | null {
  const { mint: shown, mints } = terms;
  const mint = claimMint(terms, built);
  if (mint !== mints.usdc && mint !== mints.stablecoin) {
    return refuse('The payout would come in an unknown token.');
  }
  return shown !== null && mint !== shown
    ? refuse('The payout would come in another token than the position is held in.')
    : null;
}

/** Compares the claim built with the payout shown: to the unit. Less is never signed; more is the user's to accept. */
export function reviewClaim(terms: ClaimTerms, built: BuiltClaim): Review {
  const { payout, contracts, markets } = terms;
  if (built.positionPubkey !== terms.position)
    return refuse('The service built a claim of another position.');
  if (built.ownerPubkey !== terms.owner) return refuse('The service built a claim for another wallet.');
  if (terms.side !== null && built.isYes !== (terms.side === 'yes'))
    return refuse('The service built a claim of the other side.');
  if (markets.length > 0 && !markets.includes(built.marketPubkey)) {
    return refuse('The service built a claim in another market.');
  }
  const mint = wrongMint(terms, built);
  if (mint) return mint;
  const now = formatUsd(built.payoutAmountUsd);
  if (payout === null) return refuse(`The service would pay ${now}, and what was shown cannot be read.`);
  if (built.payoutAmountUsd < payout) {
    return refuse(`The service would pay ${now}, less than the ${formatUsd(payout)} shown.`);
  }
  if (built.payoutAmountUsd > payout) {
    return ask('The payout is larger than shown', [`Shown: ${formatUsd(payout)}.`, `Now: ${now}.`]);
  }
  if (contracts !== null && built.contractsMicro !== contracts) {
    return ask('Other contracts than shown', [
      `Shown: ${formatContracts(contracts)} contracts.`,
      `Now: ${formatContracts(built.contractsMicro)} contracts, for the ${now} shown.`,
    ]);
  }
  return AS_SHOWN;
}
