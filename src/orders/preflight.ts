import { withDecimalSign } from '@contract/money.ts';

/**
 * Everything that can keep something from being sent, most important first: a button names the first one that holds.
 * One order for all forms; a form leaves out what it does not have.
 */
export const REASONS = [
  'wallet',
  'signer',
  /** The interface knows its users by a sign-in of its own. */
  'sign-in',
  'region',
  'halted',
  /** The market is closed, or what is to be traded is not chosen, gone or not complete. */
  'closed',
  'read-only',
  'under-way',
  'nothing-held',
  'amount',
  'amount-invalid',
  /** Fields that only this form has: limits, levels, dates. */
  'fields',
  'minimum',
  'maximum',
  'balance',
  'holding',
  'sol',
  /** Somebody buys, at less than an order may ask. */
  'least-price',
  'no-liquidity',
  'beyond-limit',
  'stale',
] as const;
export type Reason = (typeof REASONS)[number];

/** What is said where a form says nothing of its own. */
const REASON_LABELS: Record<Reason, string> = {
  wallet: 'Connect wallet',
  signer: 'This wallet cannot sign',
  'sign-in': 'Sign in first',
  region: 'Not available in your region',
  halted: 'Trading is halted',
  closed: 'Market is closed',
  'read-only': 'This market cannot be traded here',
  'under-way': 'An order is under way',
  'nothing-held': 'You hold none to sell',
  amount: 'Enter an amount',
  'amount-invalid': 'Amount is not valid',
  fields: 'Something is not valid',
  minimum: 'Below the minimum',
  maximum: 'Above the maximum',
  balance: 'Not enough USDC',
  holding: 'More than you hold',
  sol: 'Not enough SOL for fees',
  'least-price': 'Bids are below the 1¢ minimum price',
  'no-liquidity': 'No liquidity',
  'beyond-limit': 'No liquidity within your limit',
  stale: 'Waiting for a fresh price',
};

/** While positions have not come: it may be anything, and nothing too. */
export const HOLDING_UNKNOWN = 'What you hold is not known now';

/** Of a sale below one lot, the only size that is too small: none has to come to some dollars. */
export const leastSale = (): string => withDecimalSign('Minimum is 0.01 contracts');

/** A reason that holds: by its usual label, by a text of its own, or by one at a field. */
type Held<Field> = string | true | { text: string; field: Field };
/** Of each reason whether it holds. Several of one kind stand in the order in which they are to be told. */
export type Reasons<Field extends string = never> = Partial<
  Record<Reason, Held<Field> | false | undefined | readonly (Held<Field> | false | undefined)[]>
>;

export interface Problem<Field extends string = never> {
  reason: Reason;
  text: string;
  /** The field it belongs to, to be marked there too. */
  field?: Field;
}

const isList = <T>(held: T | readonly T[]): held is readonly T[] => Array.isArray(held);

/** The problems that hold, most important first. */
export function preflight<Field extends string = never>(reasons: Reasons<Field>): Problem<Field>[] {
  return REASONS.flatMap((reason) => {
    const held = reasons[reason];
    return (isList(held) ? held : [held]).flatMap((one): Problem<Field>[] => {
      if (one === undefined || one === false) return [];
      if (one === true) return [{ reason, text: REASON_LABELS[reason] }];
      return [typeof one === 'string' ? { reason, text: one } : { reason, ...one }];
    });
  });
}

/** Who would sign, and whether the service lets them; undefined where it is not known (yet). */
export interface Standing {
  wallet: 'none' | 'cannot-sign' | 'ready';
  regionRefused: boolean;
  /** Whether trading is active, for the whole service; then the service decides. */
  tradingActive: boolean | undefined;
  lamports: bigint | undefined;
}

export const walletState = (owner: unknown, signer: unknown): Standing['wallet'] =>
  owner === null ? 'none' : signer === null ? 'cannot-sign' : 'ready';

/**
 * What holds for every form alike. `opens`: something is opened, which a region may refuse; what closes it never is.
 * `needs`: lamports that signing takes. A balance that is not known is not too small.
 */
export const standingReasons = (
  { wallet, regionRefused, tradingActive, lamports }: Standing,
  { opens, needs }: { opens: boolean; needs: bigint },
): Pick<Reasons, 'wallet' | 'signer' | 'region' | 'halted' | 'sol'> => ({
  wallet: wallet === 'none',
  signer: wallet === 'cannot-sign',
  region: opens && regionRefused,
  halted: tradingActive === false,
  sol: lamports !== undefined && lamports < needs,
});

/** Why a button beside a row cannot be pressed: it opens nothing, and trading need not be active; null when it can. */
export const rowProblem = (
  wallet: Standing['wallet'],
  lamports: bigint | undefined,
  needs: bigint,
): string | null => {
  const standing = { wallet, lamports, regionRefused: false, tradingActive: undefined };
  return preflight(standingReasons(standing, { opens: false, needs }))[0]?.text ?? null;
};

/** What a button says and does: the first problem, or what it sends. */
export type ButtonState = { kind: 'connect' | 'sign-in' | 'blocked' | 'submit'; text: string };
export function buttonOf(problems: readonly Problem<string>[], ready: string): ButtonState {
  const [first] = problems;
  if (!first) return { kind: 'submit', text: ready };
  const kind = first.reason === 'wallet' ? 'connect' : first.reason === 'sign-in' ? 'sign-in' : 'blocked';
  return { kind, text: first.text };
}

/** The most important problem of a field, in words. */
export const noteOf = <Field extends string>(
  problems: readonly Problem<Field>[],
  field: Field,
): string | undefined => problems.find((problem) => problem.field === field)?.text;
