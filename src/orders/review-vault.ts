import type { Pubkey } from '@contract/ids.ts';
import type { Answer } from '@contract/routes.ts';
import type { Review } from '@/tx/types.ts';
import { AS_SHOWN, ask, refuse } from './review.ts';
import type { Asset, DepositTerms, WithdrawalTerms } from './terms.ts';

/**
 * Compares the deposit built with the order shown. `accounts`: those of the vault that may take it, worked out from the
 * vault and the mint. `decimals`: of the mint, as the chain has them; null where nobody but the service says. By others
 * than those shown, the units that are moved are another amount than the one on the screen.
 */
export function reviewDeposit(
  terms: DepositTerms,
  built: Answer<'craftDeposit'>,
  accounts: readonly Pubkey[],
  decimals: number | null,
): Review {
  if (decimals !== null && decimals !== terms.decimals) {
    return refuse('The token has other decimals than shown, so the amount is another one.');
  }
  if (built.receiverAddress !== terms.vault) return refuse('The service built a deposit to another vault.');
  if (built.mint !== terms.mint || built.amount !== terms.amount || built.tokenDecimals !== terms.decimals) {
    return refuse('The service built a deposit of something else than shown.');
  }
  if (built.requestId === '') return refuse('The service built a deposit without a request of its own.');
  if (built.inputTokenAccount !== null && !accounts.includes(built.inputTokenAccount)) {
    return refuse('The service built a deposit to an account that is not your vault’s.');
  }
  return decimals === null
    ? ask('The decimals of this token are not known', [
        `Only the service says that it has ${terms.decimals}. If it has others, another amount than shown leaves your wallet: ${terms.amount} of its smallest units.`,
      ])
    : AS_SHOWN;
}

/** Who a withdrawal is of, as the service answers it. */
interface BuiltWithdrawal {
  cancelled: string;
  order: string;
  owner: Pubkey;
}

const amountOf = (assets: readonly Asset[], mint: Pubkey): bigint =>
  assets.reduce((sum, asset) => (asset.mint === mint ? sum + asset.amount : sum), 0n);

/** Compares what comes back with what was shown, to the unit. `words`: what a list of amounts is called. */
export function reviewWithdrawal(
  terms: WithdrawalTerms,
  built: BuiltWithdrawal,
  left: readonly Asset[],
  words: (assets: readonly Asset[] | null) => string,
): Review {
  if (built.cancelled !== terms.order || built.order !== terms.order || built.owner !== terms.owner) {
    return refuse('The service built the withdrawal of another order.');
  }
  if (left.length === 0) {
    return refuse('The order has nothing left to withdraw: it has probably been filled.');
  }
  const before = terms.assets ?? [];
  const mints = [...new Set([...before, ...left].map(({ mint }) => mint))];
  const changes = mints.map((mint) => amountOf(left, mint) - amountOf(before, mint));
  if (changes.every((change) => change === 0n)) return AS_SHOWN;
  const [now, shown] = [words(left), words(terms.assets)];
  const units = changes.filter((change) => change !== 0n).map((change) => `${change} units`);
  const title = changes.some((change) => change < 0n)
    ? 'Part of this order was executed meanwhile'
    : 'More comes back than shown';
  return ask(title, [
    now === shown
      ? `${now} comes back, not to the unit as shown: ${units.join(' and ')} of difference.`
      : `${now} comes back, instead of ${shown}.`,
  ]);
}
