/*
 * What a wallet signs to prove who holds it, in the form of "Sign in with Solana". Both forms name the host of the
 * desk: a signature given to one desk is worth nothing at another. The service makes them with these functions, and
 * the desk makes them again from its own host and wallet to see whether it was sent exactly that.
 */

/** A host as a browser names it: lower case, with the port where it is not the usual one. */
export const SIGN_IN_HOST =
  /^(?=.{1,255}$)(?:[a-z\d](?:[a-z\d._-]*[a-z\d])?|\[[\da-f:.]{2,45}\])(?::[1-9]\d{0,4})?$/;
export const SIGN_IN_NONCE = /^[\da-f]{32}$/;
/** Seconds that a challenge may live at most, whoever made it. */
export const MAX_CHALLENGE_SECONDS = 3_600;

const STATEMENT =
  'Signing in lets you place, change and cancel trigger orders. It costs nothing and moves no funds.';

export interface SignInTerms {
  /** Of the desk that asks. */
  readonly host: string;
  readonly wallet: string;
  /** As SIGN_IN_NONCE has it. */
  readonly nonce: string;
  /** As `toISOString` writes it. */
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** First line of every text to sign in with. */
export const signInOpening = (service: string): string =>
  `${service} wants you to sign in with your Solana account:`;

/** The whole text: one line a field, no line at its end. */
export const signInText = ({ host, wallet, nonce, issuedAt, expiresAt }: SignInTerms): string =>
  [
    signInOpening(host),
    wallet,
    '',
    STATEMENT,
    '',
    'Version: 1',
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expiresAt}`,
  ].join('\n');

/** The memo of a transaction to sign in with. */
export const signInMemo = ({ host, wallet, nonce }: Pick<SignInTerms, 'host' | 'wallet' | 'nonce'>): string =>
  `evenline:sign-in:${host}:${wallet}:${nonce}`;
