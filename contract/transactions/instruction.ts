import { PROGRAMS } from './programs.ts';

/** How an instruction uses one account. Addresses are base58. */
export interface AccountRole {
  readonly address: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

/** One instruction of a Solana transaction, its accounts named. */
export interface Instruction {
  readonly program: string;
  readonly accounts: readonly AccountRole[];
  readonly data: Uint8Array;
}

/** A token: `program` is the token program it belongs to. */
export interface Mint {
  readonly address: string;
  readonly decimals: number;
  readonly program: string;
}

/** What follows from keys by cryptography, which the two sides take from different libraries. */
export interface Derive {
  /** The associated token account of an owner (SPL Associated Token Account program). */
  tokenAccount(owner: string, mint: string, program: string): string;
  /** The public key under `label` that follows from a public root key: docs/decisions/020. */
  child(root: string, label: string): string;
  /** SHA-256 of UTF-8 text, in base58. */
  digest(text: string): string;
}

const signer = (address: string): AccountRole => ({ address, isSigner: true, isWritable: false });
const payer = (address: string): AccountRole => ({ address, isSigner: true, isWritable: true });
const writable = (address: string): AccountRole => ({ address, isSigner: false, isWritable: true });
const readonly = (address: string): AccountRole => ({ address, isSigner: false, isWritable: false });

const U64 = 8;
/** Bytes of an instruction: a tag, then little-endian fields. @throws RangeError for what does not fit in 64 bits */
function bytes(tag: readonly number[], amount?: bigint, decimals?: number): Uint8Array {
  const out = new Uint8Array(
    tag.length + (amount === undefined ? 0 : U64) + (decimals === undefined ? 0 : 1),
  );
  out.set(tag);
  if (amount !== undefined) {
    if (amount < 0n || amount >= 1n << 64n) throw new RangeError(`${amount} is no amount of 64 bits.`);
    new DataView(out.buffer).setBigUint64(tag.length, amount, true);
  }
  if (decimals !== undefined) out[out.length - 1] = decimals;
  return out;
}

/** Most compute units the transaction may use (ComputeBudget instruction 2). */
export function computeUnitLimit(units: number): Instruction {
  const data = new Uint8Array([2, 0, 0, 0, 0]);
  new DataView(data.buffer).setUint32(1, units, true);
  return { program: PROGRAMS.computeBudget, accounts: [], data };
}

/** Priority fee in micro-lamports a compute unit (ComputeBudget instruction 3). */
export const computeUnitPrice = (microLamports: bigint): Instruction => ({
  program: PROGRAMS.computeBudget,
  accounts: [],
  data: bytes([3], microLamports),
});

const encoder = new TextEncoder();
/** A memo that its signers vouch for. */
export const memo = (text: string, signers: readonly string[]): Instruction => ({
  program: PROGRAMS.memo,
  accounts: signers.map(signer),
  data: encoder.encode(text),
});

/** Moves lamports between two system accounts (System instruction 2). */
export const moveLamports = (from: string, to: string, lamports: bigint): Instruction => ({
  program: PROGRAMS.system,
  accounts: [payer(from), writable(to)],
  data: bytes([2, 0, 0, 0], lamports),
});

/** Instructions on associated token accounts, which `derive` finds. Amounts in raw units of the mint. */
export const tokenInstructions = ({ tokenAccount }: Pick<Derive, 'tokenAccount'>) => {
  const accountOf = (owner: string, { address, program }: Mint) => tokenAccount(owner, address, program);
  return {
    accountOf,

    /** Creates the owner's account unless it is there; `by` carries its rent (Associated Token instruction 1). */
    ensureAccount: (by: string, owner: string, mint: Mint): Instruction => ({
      program: PROGRAMS.associatedToken,
      accounts: [
        payer(by),
        writable(accountOf(owner, mint)),
        readonly(owner),
        readonly(mint.address),
        readonly(PROGRAMS.system),
        readonly(mint.program),
      ],
      data: bytes([1]),
    }),

    /** Moves `amount` between the accounts of two owners; the first one signs (TransferChecked). */
    move: (from: string, to: string, mint: Mint, amount: bigint): Instruction => ({
      program: mint.program,
      accounts: [
        writable(accountOf(from, mint)),
        readonly(mint.address),
        writable(accountOf(to, mint)),
        signer(from),
      ],
      data: bytes([12], amount, mint.decimals),
    }),

    /** Closes the (empty) account of `owner`; its rent goes to `receiver` (CloseAccount). */
    close: (owner: string, mint: Mint, receiver: string): Instruction => ({
      program: mint.program,
      accounts: [writable(accountOf(owner, mint)), writable(receiver), signer(owner)],
      data: bytes([9]),
    }),

    /** Issues `amount` into the account of `owner` (MintTo). */
    issue: (authority: string, owner: string, mint: Mint, amount: bigint): Instruction => ({
      program: mint.program,
      accounts: [writable(mint.address), writable(accountOf(owner, mint)), signer(authority)],
      data: bytes([7], amount),
    }),
  };
};

/** Destroys `amount` of a token account (BurnChecked). */
export const burnTokens = (account: string, mint: Mint, authority: string, amount: bigint): Instruction => ({
  program: mint.program,
  accounts: [writable(account), writable(mint.address), signer(authority)],
  data: bytes([15], amount, mint.decimals),
});
