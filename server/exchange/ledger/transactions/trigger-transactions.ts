import { type Instruction, moveLamports } from '@contract/transactions/instruction.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import type { PlatformKeys } from '../keys.ts';
import { type MintSpec, SOL } from '../mints.ts';
import { compileTransaction } from './compile.ts';
import { assemble, closeTokenAccount, ensureTokenAccount, memoInstruction, moveTokens } from './parts.ts';

/** Lamports every vault keeps, so that what its orders leave behind is never too little to exist. */
export const VAULT_RESERVE = 2_000_000n;

/** An amount of one asset: raw units of a token, or lamports. */
export interface Asset {
  mint: MintSpec;
  amount: bigint;
}
export interface TriggerFill {
  vault: string;
  input: Asset;
  output: Asset;
  /** Gets the output. */
  receiver: string;
  /** For vaults of a single order, which end with it. */
  closing: Closing | null;
  memo: string;
  blockhash: string;
}
/** Whoever paid the rent of the vault's account gets it back, and the owner what anybody else has put there. */
interface Closing {
  rentReceiver: string;
  owner: string;
  gift: bigint;
}

/** Moves an asset between two owners, whose token accounts exist; SOL moves as lamports. */
const move = (from: string, to: string, { mint, amount }: Asset): Instruction =>
  mint === SOL ? moveLamports(from, to, amount) : moveTokens(from, to, mint, amount);

/** The same, opening the receiver's account where there is none. */
const deliver = (payer: string, from: string, to: string, asset: Asset): Instruction[] =>
  asset.mint === SOL
    ? [move(from, to, asset)]
    : [ensureTokenAccount(payer, to, asset.mint), move(from, to, asset)];

const close = (vault: string, mint: MintSpec, receiver: string | null): Instruction[] =>
  receiver === null || mint === SOL ? [] : [closeTokenAccount(vault, mint, receiver)];

const giftOf = (payer: string, { vault, input, closing }: TriggerFill): Instruction[] =>
  closing === null || closing.gift === 0n
    ? []
    : deliver(payer, vault, closing.owner, { mint: input.mint, amount: closing.gift });

/** Brings a vault to life with its reserve. Signers: sponsor, authority. */
export function buildVaultOpening(
  keys: PlatformKeys,
  { vault, memo, blockhash }: { vault: string; memo: string; blockhash: string },
): VersionedTransaction {
  return assemble('memo', keys.sponsor.address, blockhash, [
    moveLamports(keys.sponsor.address, vault, VAULT_RESERVE),
    memoInstruction(memo, [keys.authority.address]),
  ]);
}

/** Swaps out of the vault against the house. Signers: sponsor, the user's vault, the house's vault, authority. */
export function buildTriggerFill(keys: PlatformKeys, fill: TriggerFill): VersionedTransaction {
  const { sponsor, vault: house, authority } = keys;
  return assemble('triggerFill', sponsor.address, fill.blockhash, [
    move(fill.vault, house.address, fill.input),
    ...giftOf(sponsor.address, fill),
    ...close(fill.vault, fill.input.mint, fill.closing?.rentReceiver ?? null),
    ...deliver(sponsor.address, house.address, fill.receiver, fill.output),
    memoInstruction(fill.memo, [authority.address]),
  ]);
}

/**
 * Proof that a wallet's holder is there: a memo and nothing else, not even a budget. Never submitted, and nothing would
 * happen if it were. Signer: owner.
 */
export function buildSignIn(owner: string, memo: string, blockhash: string): VersionedTransaction {
  return compileTransaction(owner, blockhash, [memoInstruction(memo, [owner])]);
}
