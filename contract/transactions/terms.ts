import type { Derive, Mint } from './instruction.ts';

/*
 * What a transaction that a wallet signs is for. From its terms, the platform's public keys and the blockhash follows
 * every byte of it: the exchange builds with them, and the desk builds again from what it has shown.
 */

/** Addresses are base58, amounts raw units (lamports for SOL), prices micro-USD, quantities micro-contracts. */
interface Party {
  readonly owner: string;
  /** Pays the network fee and any rent; mostly the owner. */
  readonly payer: string;
}

interface OrderTerms extends Party {
  readonly externalOrderId: string;
  readonly marketId: string;
  readonly position: string;
  readonly isYes: boolean;
  readonly mint: Mint;
  readonly integrator: string | null;
  readonly integratorBps: number;
}

/** A purchase whose deposit waits in an escrow; `contracts` where a quantity was asked for and not a sum. */
export interface BuyTerms extends OrderTerms {
  readonly intent: 'buy';
  readonly order: string;
  readonly deposit: bigint;
  readonly contracts: bigint | null;
  /** Most that a contract may cost. */
  readonly limit: bigint;
}

/** A sale: it moves nothing by itself. */
export interface SellTerms extends OrderTerms {
  readonly intent: 'sell';
  readonly order: string;
  readonly contracts: bigint;
  /** Least that a contract may bring. */
  readonly limit: bigint;
}

/** Taking back an order that waits. `escrow`: what a purchase has put there; null for a sale, which has none. */
export interface CancelTerms extends Party {
  readonly intent: 'cancel';
  readonly order: string;
  readonly escrow: { readonly mint: Mint; readonly amount: bigint; readonly rentReceiver: string } | null;
}

export interface ClaimTerms extends Party {
  readonly intent: 'claim';
  readonly position: string;
  readonly mint: Mint;
  readonly payout: bigint;
}

/** Money against outcome tokens, at once. `notional` without fees; a sale pays `notional - fee`. */
export interface SwapTerms extends OrderTerms {
  readonly intent: 'swap-buy' | 'swap-sell';
  readonly outcome: Mint;
  readonly contracts: bigint;
  readonly notional: bigint;
  readonly fee: bigint;
  readonly limit: bigint;
}

/** A paid parlay. `locked`: what its stake is locked in, swapped one to one where it is paid in another mint. */
export interface ParlayTerms extends Party {
  readonly intent: 'parlay';
  readonly parlayId: string;
  readonly nonce: bigint;
  readonly position: string;
  readonly legMarketIds: readonly string[];
  readonly mint: Mint;
  readonly locked: Mint;
  readonly stake: bigint;
  readonly payout: bigint;
}

/** The entry of free parlays: `fee` lamports each, paid by the owner. `nonce` tells equal requests apart. */
export interface FreeParlaysTerms {
  readonly intent: 'free-parlays';
  readonly owner: string;
  readonly nonce: bigint;
  readonly parlays: readonly (readonly string[])[];
  readonly fee: bigint;
  readonly recipient: string;
}

/**
 * Funds for an order that waits for a price, into a vault. `order`: digest of that order's terms, where whoever asked
 * for the deposit has named one; see `priceOrderDigest`.
 */
export interface DepositTerms extends Party {
  readonly intent: 'deposit' | 'rate-order';
  readonly requestId: string;
  readonly vault: string;
  readonly mint: Mint;
  readonly isNative: boolean;
  readonly amount: bigint;
  readonly outputMint: string;
  readonly order: string | null;
}

/** What an order has left in a vault comes back. `rentReceiver`: of a vault of that order alone, which ends with it. */
export interface WithdrawalTerms extends Party {
  readonly intent: 'withdrawal' | 'rate-cancel';
  readonly order: string;
  readonly requestId: string;
  readonly vault: string;
  readonly assets: readonly { readonly mint: Mint; readonly isNative: boolean; readonly amount: bigint }[];
  readonly rentReceiver: string | null;
}

export type OwnerTerms =
  | BuyTerms
  | SellTerms
  | CancelTerms
  | ClaimTerms
  | SwapTerms
  | ParlayTerms
  | FreeParlaysTerms
  | DepositTerms
  | WithdrawalTerms;

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

const isMint = (value: object): value is Mint => 'program' in value && 'decimals' in value;

/** Terms as plain JSON: amounts as digits, a mint by its address, names in alphabetical order. */
function plain(value: unknown): Plain {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    if (isMint(value)) return value.address;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, field]) => [name, plain(field)]));
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

/** The one text that stands for terms: equal for equal terms and for no others. */
export const canonicalTerms = (terms: object): string => JSON.stringify(plain(terms));

/** What a memo carries of its terms: a signature over the memo is one over them. Base58 of a SHA-256. */
export const termsDigest = (terms: OwnerTerms, { digest }: Pick<Derive, 'digest'>): string =>
  digest(canonicalTerms(terms));

/** The terms of an order that waits for a price, as they stand in the request that creates it. */
export const priceOrderDigest = (terms: object, { digest }: Pick<Derive, 'digest'>): string =>
  digest(canonicalTerms({ ...terms, intent: 'price-order' }));

/** What a memo names besides the digest: how a record on the ledger is found again. */
function subjectOf(terms: OwnerTerms): string {
  switch (terms.intent) {
    case 'buy':
    case 'sell':
      return `${terms.order}:${terms.externalOrderId}`;
    case 'cancel':
      return terms.order;
    case 'claim':
      return terms.position;
    case 'swap-buy':
    case 'swap-sell':
      return terms.externalOrderId;
    case 'parlay':
      return `${terms.parlayId}:${terms.nonce}`;
    case 'free-parlays':
      return terms.nonce.toString();
    case 'deposit':
    case 'rate-order':
      return terms.requestId;
    case 'withdrawal':
    case 'rate-cancel':
      return `${terms.order}:${terms.requestId}`;
  }
}

/** The memo of a transaction: what it is for, what it is about, and the digest of its terms. */
export const memoText = (terms: OwnerTerms, derive: Pick<Derive, 'digest'>): string =>
  `evenline:${terms.intent}:${subjectOf(terms)}:${termsDigest(terms, derive)}`;
