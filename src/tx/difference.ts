import { SOL_MINT } from '@contract/mints.ts';
import { associatedTokenAddress, type DecodedTx } from './decode.ts';
import type { Effect } from './instructions.ts';
import { addressText, type NameOf } from './labels.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';
import { isReceiver, type Roles } from './roles.ts';
import type { Expectation, Movement } from './types.ts';

/** Why a transaction is not what the user was told, as its instructions show it. On paper each of them blocks it. */
export interface Difference {
  kind:
    | 'flaw'
    | 'fee-payer'
    | 'unsigned'
    | 'waits'
    | 'extra-signer'
    | 'unused-account'
    | 'spends'
    | 'extra-accounts'
    | 'unvouched'
    | 'missing-payment'
    | 'missing-receipt'
    | 'closes'
    | 'rent-away'
    | 'rent'
    | 'costs'
    | 'sends-sol'
    | 'wraps'
    | 'keeps-wrapped'
    | 'income'
    | 'entry-fees'
    | 'priority-fee'
    | 'dear-priority-fee'
    | 'forbidden'
    | 'signature-check'
    | 'unknown-program'
    | 'platform-program'
    | 'memo'
    | 'second-memo'
    | 'memo-signer'
    | 'lookup-table';
  text: string;
  /** The key it is about: a signer, a mint, a program. */
  about?: string;
}

/** By what a transaction is judged besides what the user was told. */
export interface Standard {
  roles: Roles;
  /**
   * Whether the desk itself has worked out who is named as being paid and in what, from its configuration and the terms.
   * On a live platform they stand in the answer, and only roles count.
   */
  trustsNamed: boolean;
  nameOf: NameOf;
}

/** Everything that one part of the check looks at, and where it notes what it finds. */
export interface Inspection extends Standard {
  decoded: DecodedTx;
  expected: Expectation;
  /** Token accounts of the owner by address, with their mints: those of the intent, and wrapped SOL. */
  owned: ReadonlyMap<string, string>;
  /** The owner's account of wrapped SOL. */
  wrapped: string;
  differences: Difference[];
  /** Payments that no instruction makes. */
  unseen: Movement[];
}

/** The owner's token accounts of some mints by address, in either token program. */
export function ownedOf(owner: string, movements: readonly Movement[]): Map<string, string> {
  const owned = new Map<string, string>();
  for (const { mint } of movements) {
    for (const program of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]) {
      owned.set(associatedTokenAddress(owner, mint, program), mint);
    }
  }
  return owned;
}

export function inspection(decoded: DecodedTx, expected: Expectation, standard: Standard): Inspection {
  const owned = ownedOf(expected.owner, [...expected.pays, ...expected.receives]);
  const wrapped = associatedTokenAddress(expected.owner, SOL_MINT);
  owned.set(wrapped, SOL_MINT);
  return { ...standard, decoded, expected, owned, wrapped, differences: [], unseen: [] };
}

export const effectsOf = <T extends Effect['type']>({ decoded }: Pick<Inspection, 'decoded'>, type: T) =>
  decoded.effects.filter((effect): effect is Extract<Effect, { type: T }> => effect.type === type);

/** Whether the configuration vouches for a receiver; not for one that only a node names, out of a lookup table. */
export const isVouched = (
  { roles, decoded }: Pick<Inspection, 'roles' | 'decoded'>,
  address: string,
  mint: string | null,
): boolean => !decoded.fromTables.has(address) && isReceiver(roles, address, mint);

/** "you give up … units of the token 7f3K…9aQd (…): …": where the service alone says that it is what was sold. */
export const unvouchedMintText = (units: bigint, mint: string): string =>
  `you give up ${units} units of the token ${addressText(mint)}: that this is what you sell is said by the answer of the service alone, and nobody but the service vouches for it`;

/** "… would go to 7f3K…9aQd (…): …": who gets something, where nobody but the service says that they should. */
export const unvouchedText = (what: string, address: string): string =>
  `${what} would go to ${addressText(address)}: this address is named by the answer of the service alone, and nobody but the service vouches for it`;
