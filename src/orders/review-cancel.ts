import { formatUsd, type TokenAmount } from '@contract/money.ts';
import type { CloseOrderAnswer } from '@contract/prediction/order.ts';
import type { Review } from '@/tx/types.ts';
import { AS_SHOWN, ask, refuse } from './review.ts';
import type { CancelTerms } from './terms.ts';

type BuiltCancel = Pick<CloseOrderAnswer, 'orderPubkey' | 'accounts'>;

/** What comes back against the deposit shown. More than it is a gift that somebody has put there: it passes. */
function reviewReturn({ isBuy, deposit }: CancelTerms, escrowed: TokenAmount | null): Review {
  // Where no chain can be asked nothing can be simulated either, which the check tells.
  if (!isBuy || escrowed === null) return AS_SHOWN;
  if (escrowed === 0n) return refuse('The order holds no deposit any more: it has probably been filled.');
  if (deposit === null) {
    return ask('Part of this order may be filled', [`${formatUsd(escrowed)} of its deposit comes back.`]);
  }
  return escrowed < deposit
    ? refuse(`Only ${formatUsd(escrowed)} of the ${formatUsd(deposit)} deposited would come back.`)
    : AS_SHOWN;
}

/** Compares the cancellation built with the order shown, and what returns with its deposit, where it is known. */
export function reviewCancel(terms: CancelTerms, built: BuiltCancel, escrowed: TokenAmount | null): Review {
  const { accounts } = built;
  const { mints } = terms;
  if (built.orderPubkey !== terms.order || accounts.order !== terms.order) {
    return refuse('The service built the cancellation of another order.');
  }
  if (accounts.position !== terms.position || !terms.markets.includes(accounts.marketId)) {
    return refuse('The service built the cancellation of an order of another position.');
  }
  if (accounts.owner !== terms.owner)
    return refuse('The service would return the deposit to another wallet.');
  if (accounts.settlementMint !== mints.usdc && accounts.settlementMint !== mints.stablecoin) {
    return refuse('The deposit would come back in an unknown token.');
  }
  return reviewReturn(terms, escrowed);
}
