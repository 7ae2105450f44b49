import type { Pubkey, Signature } from '@contract/ids.ts';
import type { TokenAmount } from '@contract/money.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import type { QueryKey } from '@tanstack/react-query';
import type { AppError } from '@/api/app-error.ts';
import type { OrderEnd } from '@/domain/order-end.ts';
import type { QuotedTerms } from '@/domain/receipt.ts';
import type { ItemResult, SubmitVia } from './submit.ts';

/** A movement of one mint out of, or into, the owner's own token accounts. */
export interface Movement {
  mint: Pubkey;
  amount: TokenAmount;
  /** Token account a payment must end in (escrow or vault of the answer); null: not known, or any of the owner. */
  destination: Pubkey | null;
  /**
   * Tokens of an outcome, given up by their sale: they alone may be burnt. That this mint is what was shown only an answer
   * of the service says; on paper what is derived says so too.
   */
  sold?: true;
}

/** What the user has been told the transaction does. Everything else it does is a difference, and blocks it. */
export interface Expectation {
  owner: Pubkey;
  feePayer: Pubkey;
  /** Another key that may pay the fee in the owner's stead. */
  sponsor?: Pubkey;
  /** Exact payments. */
  pays: readonly Movement[];
  /** Exact receipts at landing; what a later fill brings is not part of the transaction. */
  receives: readonly Movement[];
  /** Most SOL the owner may lose to fees and rent, in lamports. */
  maxLamports: bigint;
  /** SOL that others send to the owner, in lamports: exactly so much. */
  receivesLamports?: bigint;
  /** SOL sent on purpose: so many transfers of so much, all to one key: this one, where it is known. */
  entryFees?: { count: number; each: bigint; to: Pubkey | null };
  /** Text the memo must hold, such as the order's key; null when unknown. */
  memoIncludes: string | null;
}

/** A transaction as the service built it, with what it is supposed to do. */
export interface BuiltTx {
  /** Base64, possibly signed by the service already. */
  transaction: string;
  expectation: Expectation;
  /**
   * What it must be to the byte, derived from what was shown; null where a platform's own programs are called, whose
   * transactions nobody else can derive.
   */
  derived: OwnerTransaction | null;
  /** Key of the order to follow after landing; null when nothing follows. */
  orderPubkey: Pubkey | null;
  /** To be handed back unchanged in execute. */
  context?: unknown;
  /** Where it is handed in; at `execute` when absent. */
  via?: SubmitVia;
}

/** Whether what was built is what the user saw. */
export type Review =
  | { verdict: 'as-shown' }
  /** Worse than shown: the user decides. */
  | { verdict: 'ask'; title: string; lines: readonly string[] }
  /** Breaks the user's own limit: never signed. */
  | { verdict: 'refuse'; message: string };

/** A transaction together with the judgement on whether it is what was shown: one belongs to the other. */
export interface Reviewed {
  built: BuiltTx;
  review: Review;
}

/** Something the user wants done with one transaction. Features supply this and nothing else. */
export interface TxIntent {
  kind: 'buy' | 'sell' | 'cancel' | 'claim' | 'parlay' | 'trigger';
  /** One line for the toast: "Buy Yes · France". */
  title: string;
  owner: Pubkey;
  /**
   * The market of an order, the token of a trigger order, or the address or id of what is claimed, cancelled or
   * withdrawn: nothing is begun for it a second time before the end of this is known, also after a load.
   */
  about?: string;
  /** Terms of a trade as the user saw them: kept for its receipt. */
  quoted?: QuotedTerms;
  /** Asks the service for the transaction. Called again only when the block height ran out before signing. */
  build: () => Promise<Reviewed>;
  /** One line for the toast once the order is filled, or the transaction confirmed. */
  describe: (outcome: FollowedOrder | null) => string;
  /** What holds although nothing was signed or sent, such as an order that is stopped by now; null while nothing does. */
  stays?: () => string | null;
  /** Queries to refetch once something may have changed. */
  invalidates: readonly QueryKey[];
}

/** The order after the keeper has dealt with it. */
export interface FollowedOrder {
  status: OrderEnd;
  filledContracts: bigint;
  averagePrice: bigint | null;
}

/** The signature is known before the network is touched. */
export type TxState =
  | { step: 'building' | 'checking' | 'asking' | 'signing' }
  | { step: 'submitting' | 'confirming' | 'landed' | 'reverted' | 'expired'; signature: Signature }
  /** Reverted by an assertion that the wallet itself had added. */
  | { step: 'stopped-by-guard'; signature: Signature }
  /** Nothing can land: safe to try again. */
  | { step: 'failed'; error: AppError }
  /** Rejected by the user in the wallet: quiet. */
  | { step: 'rejected' }
  /**
   * May land: it is looked up, never resent as a new order. `until`: estimate of when it no longer can, on the clock
   * of `performance.now()`.
   */
  | { step: 'unknown'; signature: Signature; error: AppError; until: number }
  /** The same, although the service says no: it has been sent, and a no may be wrong. */
  | { step: 'refused'; signature: Signature; error: AppError; until: number };

/** What was sent and could still land without anybody having said that it has: `until` as in its state. */
export interface Waiting {
  because: 'refused' | 'unknown';
  until: number;
}

/** Null while nothing is waited for in this way. */
export const waitingOf = (state: TxState): Waiting | null =>
  state.step === 'refused' || state.step === 'unknown' ? { because: state.step, until: state.until } : null;

/** Told at every step of a run, and with null at its end: until then its form stays frozen. */
export type OnWaiting = (waiting: Waiting | null) => void;

export interface TxOutcome {
  /** `unknown`: what came of it is not known yet; `unconfirmed`: not even whether it has landed. */
  result: 'done' | 'not-filled' | 'rejected' | 'failed' | 'unknown' | 'unconfirmed';
  signature: Signature | null;
  /** Answers an item, where one transaction carries several; empty when it does not, or they are not known. */
  items: readonly ItemResult[];
}

/** Whether something was sent whose end is not known: never to be repeated by itself, nor by its form. */
export const isOpen = (result: TxOutcome['result']): boolean =>
  result === 'unknown' || result === 'unconfirmed';

/** `run` never throws: what went wrong is in the outcome and in the toast. */
export interface TxRunner {
  run: (intent: TxIntent, onWaiting?: OnWaiting) => Promise<TxOutcome>;
}
