import { TOKEN_ACCOUNT_RENT } from '@contract/transactions/programs.ts';

/* Amounts of SOL, in lamports: what a transaction may cost at most, and what a wallet needs to send one. */

/** Network fee of any transaction: signatures, and a priority fee within reason. */
const FEES = 60_000n;

/** Most SOL that an intent may cost its owner, beside what is sent on purpose. */
export const MOST_LAMPORTS = {
  /** Escrow of the order and token accounts of its owner, each opened once, and fees. */
  order: 6_000_000n,
  /** An account that the payout or deposit comes into may have to be opened. */
  receipt: TOKEN_ACCOUNT_RENT + FEES,
  /** A vault's account may have to be opened for a deposit; one of the service's for a stake. */
  payment: TOKEN_ACCOUNT_RENT + FEES,
  /** SOL needs no account. */
  native: FEES,
  /** One account a mint that comes back. */
  withdrawal: (mints: number): bigint => BigInt(mints) * TOKEN_ACCOUNT_RENT + FEES,
} as const;

/** SOL that a wallet must hold before a form lets it sign. */
export const NEEDED_LAMPORTS = {
  /** Rent of an escrow or token account, and the fee: a purchase, or a sale that pays into an account to be opened. */
  opening: 2_500_000n,
  /** A deposit of a trigger order: rent of one account of its vault, and the fee. */
  deposit: 2_100_000n,
  /** Nothing is opened: three signatures, and room. */
  fee: 20_000n,
} as const;

/** Left in the wallet when all its SOL is taken: fees, and rent of accounts that an order may open. */
export const KEPT_LAMPORTS = 5_000_000n;
