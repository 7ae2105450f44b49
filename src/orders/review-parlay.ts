import { formatUsd, type MicroUsd } from '@contract/money.ts';
import type { CreateParlaysAnswer } from '@contract/prediction/parlay.ts';
import { sameLegs } from '@/domain/parlay.ts';
import type { Review } from '@/tx/types.ts';
import { AS_SHOWN, ask, refuse } from './review.ts';
import type { FreeParlaysTerms, ParlayTerms } from './terms.ts';
import { isAbove, isBelow, TOLERANCES } from './tolerances.ts';

export type BuiltItem = CreateParlaysAnswer['parlays'][number];
export type BuiltParlay = Extract<BuiltItem, { status: 'ok' }>;

/** Form of a parlay's id, as the interface documents it. */
const PARLAY_ID = /^PY-[0-9a-f]{29}$/i;

function wrongParlay(terms: ParlayTerms, built: BuiltParlay): Review | null {
  if (built.ownerPubkey !== terms.owner) return refuse('The service built a parlay for another wallet.');
  if (built.stakeUsd !== terms.stake) {
    return refuse(
      `The service would stake ${formatUsd(built.stakeUsd)} instead of ${formatUsd(terms.stake)}.`,
    );
  }
  if (!sameLegs(built.legMarketIds, terms.legMarketIds)) {
    return refuse('The service built a parlay of other legs.');
  }
  return PARLAY_ID.test(built.parlayId) ? null : refuse('The service built a parlay without a proper id.');
}

/**
 * Compares the parlay built with the slip shown. `now`: the payout at the prices of this instant, where known; it only
 * counts where the service does not say what it has fixed.
 */
export function reviewParlay(terms: ParlayTerms, built: BuiltParlay, now: MicroUsd | null): Review {
  const wrong = wrongParlay(terms, built);
  if (wrong) return wrong;
  const { offered } = terms;
  const fixed = built.payoutUsd;
  const payout = fixed ?? now;
  const shown = `Shown: ${formatUsd(offered)} if every leg wins.`;
  const closing = 'The service fixes the payout as it builds the parlay.';
  if (payout === null) {
    return ask('The payout is not known', [shown, 'Now: the payout is not known.', closing]);
  }
  const fell = isBelow(payout, offered, TOLERANCES.payoutBps);
  // An own estimate that rises is the market's doing; what the service has fixed is its word.
  const rose = fixed !== undefined && isAbove(fixed, offered, TOLERANCES.payoutBps);
  if (!fell && !rose) return AS_SHOWN;
  return ask(fell ? 'The payout has fallen' : 'The payout has risen', [
    shown,
    fixed === undefined ? `Now: about ${formatUsd(payout)}.` : `Now: ${formatUsd(payout)}.`,
    closing,
  ]);
}

/**
 * Compares free parlays with their slips. The answer to them is a payment and nothing else, which the expectation
 * holds to the unit; what can have changed is what they pay. `now`: payouts at the prices of this instant, in order.
 */
export function reviewFreeParlays({ parlays }: FreeParlaysTerms, now: readonly (MicroUsd | null)[]): Review {
  const lines = parlays.flatMap(({ offered }, index) => {
    const payout = now[index] ?? null;
    if (payout !== null && !isBelow(payout, offered, TOLERANCES.payoutBps)) return [];
    const what = parlays.length === 1 ? '' : `Parlay ${index + 1}: `;
    const found = payout === null ? 'the payout is not known now' : `about ${formatUsd(payout)} now`;
    return [`${what}${formatUsd(offered)} shown, ${found}.`];
  });
  if (lines.length === 0) return AS_SHOWN;
  const known = now.length === parlays.length && now.every((payout) => payout !== null);
  return ask(known ? 'The payout has fallen' : 'The payout is not known', [
    ...lines,
    'It is fixed when the entry fee has been paid.',
  ]);
}
