import { formatContracts, formatUsd, type MicroContracts, type MicroUsd } from '@contract/money.ts';

/** Everything that can keep a ticket from being sent, most important first: the button names the first one. */
export const PROBLEM_ORDER = [
  'wallet',
  'signer',
  'region',
  'halted',
  'closed',
  'read-only',
  'nothing-held',
  'amount',
  'amount-invalid',
  'cap-invalid',
  'minimum',
  'maximum',
  'balance',
  'holding',
  'sol',
  'no-liquidity',
  'beyond-cap',
  'stale',
] as const;
export type ProblemKind = (typeof PROBLEM_ORDER)[number];

/** Figures the texts speak of. */
export interface ProblemFacts {
  minOrder: MicroUsd;
  maxOrder: MicroUsd | null;
  held: MicroContracts;
  action: 'buy' | 'sell';
  /** The book has not come yet at all. */
  loading: boolean;
  /** The amount is typed as contracts or payout, so that the minimum is not the number in the field. */
  byQuantity: boolean;
}

/** Text of the button, per problem. */
export const BUTTON_TEXT: Record<ProblemKind, (facts: ProblemFacts) => string> = {
  wallet: () => 'Connect wallet',
  signer: () => 'This wallet cannot sign',
  region: () => 'Not available in your region',
  halted: () => 'Trading is halted',
  closed: () => 'Market is closed',
  'read-only': () => 'This market cannot be traded here',
  'nothing-held': () => 'You hold none to sell',
  amount: () => 'Enter an amount',
  'amount-invalid': () => 'Amount is not valid',
  'cap-invalid': ({ action }) =>
    action === 'buy' ? 'Limit must be 1¢ to 99.9¢' : 'Limit must be 1¢ to 99.9¢',
  minimum: ({ minOrder, byQuantity }) =>
    byQuantity ? `Costs less than the ${formatUsd(minOrder)} minimum` : `Minimum is ${formatUsd(minOrder)}`,
  maximum: ({ maxOrder }) => `Maximum is ${formatUsd(maxOrder ?? 0n)}`,
  balance: () => 'Not enough USDC',
  holding: ({ held }) => `You hold ${formatContracts(held)}`,
  sol: () => 'Not enough SOL for fees',
  'no-liquidity': ({ action }) => (action === 'buy' ? 'Nobody is selling' : 'Nobody is buying'),
  'beyond-cap': ({ action }) =>
    action === 'buy' ? 'Nothing at or below your limit' : 'Nothing at or above your limit',
  stale: ({ loading }) => (loading ? 'Waiting for the order book' : 'Waiting for a fresh price'),
};

/** The field a problem belongs to, to be marked there too. */
export const PROBLEM_FIELD: Partial<Record<ProblemKind, 'amount' | 'cap'>> = {
  'amount-invalid': 'amount',
  minimum: 'amount',
  maximum: 'amount',
  balance: 'amount',
  holding: 'amount',
  'cap-invalid': 'cap',
  'beyond-cap': 'cap',
};

/** The problems that hold, most important first. */
export const inOrder = (holding: Readonly<Record<ProblemKind, boolean>>): ProblemKind[] =>
  PROBLEM_ORDER.filter((kind) => holding[kind]);
