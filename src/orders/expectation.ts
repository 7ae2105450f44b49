import type { Pubkey } from '@contract/ids.ts';
import { maxBig, tokenAmount } from '@contract/money.ts';
import type { OrderQuote } from '@contract/prediction/order.ts';
import type { Expectation, Movement } from '@/tx/types.ts';
import { MOST_LAMPORTS } from './lamports.ts';
import type {
  Asset,
  CancelTerms,
  ClaimTerms,
  DepositTerms,
  FreeParlaysTerms,
  OrderTerms,
  ParlayTerms,
  SwapTerms,
  WithdrawalTerms,
} from './terms.ts';

/*
 * What the transaction of each intent may do: one function an intent, from its terms and from the names that the answer
 * gives to what it has built. Whatever else a transaction does is a difference.
 */

/** Addresses of token accounts, as the check of the transaction works them out. */
export type AccountOf = (owner: string, mint: string, program?: string) => string;

const base = (owner: Pubkey, maxLamports: bigint, memoIncludes: string | null): Expectation => ({
  owner,
  feePayer: owner,
  pays: [],
  receives: [],
  maxLamports,
  memoIncludes,
});

const some = (moves: readonly Movement[]): Movement[] => moves.filter(({ amount }) => amount > 0n);

/** A purchase pays its deposit into the order's escrow; a sale moves nothing: what it brings comes with the fill. */
export function orderExpectation(
  terms: OrderTerms & { orderPubkey: Pubkey | null; escrow: Pubkey | null },
): Expectation {
  const expected = base(terms.owner, MOST_LAMPORTS.order, terms.orderPubkey);
  if (terms.action === 'sell') return expected;
  const amount = tokenAmount(terms.deposit);
  return { ...expected, pays: [{ mint: terms.mint, amount, destination: terms.escrow }] };
}

/**
 * What a swap does when it lands: money against tokens, at once. A purchase pays its cost and its fee to the two
 * accounts of the platform and receives the tokens; a sale burns the tokens and receives what is left after the fee.
 */
export function swapExpectation(
  terms: SwapTerms & {
    outcomeMint: Pubkey;
    built: Pick<OrderQuote, 'contractsMicro' | 'orderCostUsd' | 'estimatedTotalFeeUsd' | 'externalOrderId'>;
    accountOf: AccountOf;
  },
): Expectation {
  const { order, usdc, takers, built, accountOf } = terms;
  const { contractsMicro, orderCostUsd: cost, estimatedTotalFeeUsd: fee } = built;
  const tokens: Movement = {
    mint: terms.outcomeMint,
    amount: tokenAmount(contractsMicro),
    destination: null,
  };
  const money = (amount: bigint, to: Pubkey | null): Movement => ({
    mint: usdc,
    amount: tokenAmount(amount),
    destination: to === null ? null : (accountOf(to, usdc) as Pubkey),
  });
  const expected = base(order.owner, MOST_LAMPORTS.order, built.externalOrderId);
  return order.action === 'buy'
    ? { ...expected, pays: some([money(cost, takers.cost), money(fee, takers.fees)]), receives: [tokens] }
    : {
        ...expected,
        pays: [{ ...tokens, sold: true }],
        receives: some([money(maxBig(0n, cost - fee), null)]),
      };
}

/** A claim pays exactly its payout (micro-USD, one to one in `paidIn`) into an account of the owner. */
export const claimExpectation = (terms: ClaimTerms & { paidIn: Pubkey; pays: bigint }): Expectation => ({
  ...base(terms.owner, MOST_LAMPORTS.receipt, null),
  receives: some([{ mint: terms.paidIn, amount: tokenAmount(terms.pays), destination: null }]),
});

/**
 * Cancelling an order brings back exactly what its escrow holds; the escrow's rent may come back on top. Null where no
 * chain can be asked what it holds: nothing can be simulated there either, which the check tells.
 */
export const cancelExpectation = (
  terms: CancelTerms & { paidIn: Pubkey; escrowed: bigint | null },
): Expectation => ({
  ...base(terms.owner, MOST_LAMPORTS.receipt, null),
  receives: some([{ mint: terms.paidIn, amount: tokenAmount(terms.escrowed ?? 0n), destination: null }]),
});

/**
 * A paid parlay pays exactly its stake, to the account named where it is known; the service may pay the fee. A swap
 * inside it happens between accounts of the service.
 */
export const parlayExpectation = (
  terms: ParlayTerms & {
    parlayId: string;
    destination: Pubkey | null;
    sponsor: Pubkey | null;
  },
): Expectation => ({
  ...base(terms.owner, MOST_LAMPORTS.payment, terms.parlayId),
  ...(terms.sponsor ? { sponsor: terms.sponsor } : {}),
  pays: [{ mint: terms.mint, amount: tokenAmount(terms.stake), destination: terms.destination }],
});

/** Free parlays pay one entry fee in SOL each, to one key, and no token. */
export function freeParlaysExpectation(terms: FreeParlaysTerms): Expectation {
  const { fee: each, recipient: to } = terms;
  const count = terms.parlays.length;
  return {
    ...base(terms.owner, BigInt(count) * each + MOST_LAMPORTS.native, null),
    entryFees: { count, each, to },
  };
}

/**
 * A deposit moves exactly its amount of one mint to the vault and nothing else: tokens to the account named, SOL to the
 * vault itself. `request`: what binds it to its request, where that is known.
 */
export function depositExpectation(
  terms: DepositTerms & { destination: Pubkey; request: string | null },
): Expectation {
  const { mint, amount, destination } = terms;
  if (!terms.isNative) {
    const expected = base(terms.owner, MOST_LAMPORTS.payment, terms.request);
    return { ...expected, pays: [{ mint, amount, destination }] };
  }
  return {
    ...base(terms.owner, amount + MOST_LAMPORTS.native, terms.request),
    entryFees: { count: 1, each: amount, to: destination },
  };
}

/**
 * What an order has left in its vault comes back exactly: tokens into accounts of the owner, SOL to the owner. Nothing
 * leaves but the fee, and the rent of accounts that have to be opened.
 */
export function withdrawalExpectation(terms: WithdrawalTerms & { assets: readonly Asset[] }): Expectation {
  const tokens = terms.assets.filter(({ mint }) => mint !== terms.native);
  const native = terms.assets.filter(({ mint }) => mint === terms.native);
  return {
    ...base(terms.owner, MOST_LAMPORTS.withdrawal(tokens.length), terms.order),
    receives: tokens.map(({ mint, amount }) => ({ mint, amount, destination: null })),
    ...(native.length > 0 ? { receivesLamports: native.reduce((sum, { amount }) => sum + amount, 0n) } : {}),
  };
}
