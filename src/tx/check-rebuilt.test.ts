import type { Instruction } from '@contract/transactions/instruction.ts';
import {
  computeUnitLimit,
  computeUnitPrice,
  memo,
  moveLamports,
} from '@contract/transactions/instruction.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import { ownerTransaction } from '@contract/transactions/owner-transactions.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import {
  Keypair,
  MessageV0,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rebuiltDifferences } from './check-rebuilt.ts';
import { derive } from './derive.ts';

const key = () => Keypair.generate().publicKey.toBase58();
const [owner, order, stranger] = [key(), key(), key()];
const platform = { authority: key(), vault: key(), fees: key(), parlays: key(), mintAuthority: key() };
const USDC = { address: key(), decimals: 6, program: PROGRAMS.token };
const blockhash = key();

const derived = ownerTransaction(
  {
    intent: 'buy',
    owner,
    payer: owner,
    order,
    externalOrderId: 'abc',
    marketId: 'M',
    position: key(),
    isYes: true,
    mint: USDC,
    deposit: 50_000_000n,
    contracts: null,
    limit: 600_000n,
    integrator: null,
    integratorBps: 0,
  },
  platform,
  derive,
);

function messageOf({ payer, instructions }: OwnerTransaction, hash = blockhash): MessageV0 {
  const message = new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash: hash,
    instructions: instructions.map(
      ({ program, accounts, data }) =>
        new TransactionInstruction({
          programId: new PublicKey(program),
          keys: accounts.map(({ address, ...role }) => ({ pubkey: new PublicKey(address), ...role })),
          data: Buffer.from(data),
        }),
    ),
  });
  return message.compileToV0Message();
}
const compiled = (transaction: OwnerTransaction) => new VersionedTransaction(messageOf(transaction));
const withInstructions = (...instructions: Instruction[]) =>
  rebuiltDifferences(compiled({ ...derived, instructions }), derived);
const budget = [computeUnitLimit(160_000), computeUnitPrice(0n)];
const [first, ...others] = derived.instructions as [Instruction, ...Instruction[]];
const withFirst = (change: Partial<Instruction>) => withInstructions({ ...first, ...change }, ...others);
const withBudget = (change: Partial<Instruction>) =>
  withInstructions({ ...computeUnitLimit(1), ...change }, ...derived.instructions);
const role = (address: string) => ({ address, isSigner: false, isWritable: false });

describe('a transaction beside the one that follows from what was shown', () => {
  it('is it, with and without a compute budget', () => {
    expect(withInstructions(...derived.instructions)).toEqual([]);
    expect(withInstructions(...budget, ...derived.instructions)).toEqual([]);
    expect(withInstructions(computeUnitLimit(1_400_000), ...derived.instructions)).toEqual([]);
  });

  it('is it, with a payer that none of its instructions names', () => {
    const sponsored = { ...derived, payer: stranger };
    expect(rebuiltDifferences(compiled(sponsored), sponsored)).toEqual([]);
  });

  it('is another in the form without a version', () => {
    const legacy = TransactionMessage.decompile(messageOf(derived)).compileToLegacyMessage();
    expect(rebuiltDifferences(new VersionedTransaction(legacy), derived)).toEqual([
      'it refers to accounts that cannot be seen',
    ]);
  });

  it('is it, whatever an account is to one instruction and not to the next', () => {
    const only = { payer: owner, instructions: [memo('x', [owner])] };
    expect(rebuiltDifferences(compiled(only), only)).toEqual([]);
    const both = { payer: owner, instructions: [memo('x', [stranger]), moveLamports(owner, stranger, 1n)] };
    expect(rebuiltDifferences(compiled(both), both)).toEqual([]);
  });

  it.each<[string, () => string[], RegExp]>([
    [
      'another payer',
      () => rebuiltDifferences(compiled({ ...derived, payer: stranger }), derived),
      /network fee/,
    ],
    [
      'a priority fee',
      () => withInstructions(computeUnitPrice(1n), ...derived.instructions),
      /priority fee of 1/,
    ],
    [
      'two limits',
      () => withInstructions(budget[0] as Instruction, ...budget, ...derived.instructions),
      /budget/,
    ],
    [
      'a limit beyond the chain',
      () => withInstructions(computeUnitLimit(1_400_001), ...derived.instructions),
      /budget/,
    ],
    [
      'SOL to a stranger',
      () => withInstructions(...derived.instructions, moveLamports(owner, stranger, 1n)),
      /one instruction more/,
    ],
    [
      'a second memo',
      () => withInstructions(...derived.instructions, memo('x', [owner])),
      /one instruction more than it needs, to the Memo program/,
    ],
    ['a memo less', () => withInstructions(...derived.instructions.slice(0, -1)), /missing/],
    ['another program', () => withFirst({ program: stranger }), /its instruction 1, to the program/],
    ['an account less', () => withFirst({ accounts: first.accounts.slice(0, -1) }), /its instruction 1,/],
    [
      'an account more',
      () => withFirst({ accounts: [...first.accounts, role(owner)] }),
      /its instruction 1,/,
    ],
    [
      'another account behind the others',
      () => withFirst({ accounts: [...first.accounts.slice(0, -1), role(stranger)] }),
      /its instruction 1,/,
    ],
    ['a byte less', () => withFirst({ data: first.data.slice(0, -1) }), /its instruction 1,/],
    ['accounts for the budget', () => withBudget({ accounts: [role(owner)] }), /budget/],
    ['a limit of more bytes', () => withBudget({ data: Uint8Array.of(2, 1, 0, 0, 0, 0) }), /budget/],
    ['more heap', () => withBudget({ data: Uint8Array.of(1, 0, 4, 0, 0) }), /budget/],
    ['a price of more bytes', () => withBudget({ data: Uint8Array.of(3, ...new Uint8Array(9)) }), /budget/],
    [
      'another budget as long as a price',
      () => withBudget({ data: new Uint8Array(9).fill(4, 0, 1) }),
      /budget/,
    ],
    ['another order', () => withInstructions(...[...derived.instructions].reverse()), /instruction 1/],
  ])('is another with %s', (_name, differences, reason) => {
    expect(differences().join('\n')).toMatch(reason);
  });

  it('may name no account, signer or right that it does not need', () => {
    const message = messageOf({ ...derived, instructions: [...budget, ...derived.instructions] });
    const again = (change: Partial<ConstructorParameters<typeof MessageV0>[0]>) =>
      rebuiltDifferences(
        new VersionedTransaction(new MessageV0({ ...partsOf(message), ...change })),
        derived,
      );
    expect(again({})).toEqual([]);
    expect(
      again({ staticAccountKeys: [...message.staticAccountKeys, new PublicKey(stranger)] }),
    ).toContainEqual(expect.stringContaining('does not need'));
    const { header } = message;
    expect(again({ header: { ...header, numReadonlyUnsignedAccounts: 0 } }).join()).toMatch(
      /could be changed/,
    );
    expect(again({ header: { ...header, numReadonlySignedAccounts: 0 } }).join()).toMatch(/could be changed/);
    const readonly = header.numReadonlyUnsignedAccounts + 1;
    expect(again({ header: { ...header, numReadonlyUnsignedAccounts: readonly } }).join()).toMatch(
      /could not be changed/,
    );
    const last = message.staticAccountKeys.at(-1) as PublicKey;
    expect(
      again({
        header: { ...header, numReadonlyUnsignedAccounts: readonly },
        staticAccountKeys: [...message.staticAccountKeys, last],
      }),
    ).toEqual([expect.stringContaining('does not need')]);
    expect(
      again({ header: { ...header, numRequiredSignatures: header.numRequiredSignatures + 1 } }).join(),
    ).toMatch(/would sign/);
    expect(
      again({
        addressTableLookups: [
          { accountKey: new PublicKey(stranger), writableIndexes: [0], readonlyIndexes: [] },
        ],
      }),
    ).toEqual(['it refers to accounts that cannot be seen']);
  });

  it('counts no account that it does not name', () => {
    const message = messageOf(derived);
    const { header, staticAccountKeys } = message;
    const counting = (change: Partial<typeof header>) =>
      rebuiltDifferences(
        new VersionedTransaction(new MessageV0({ ...partsOf(message), header: { ...header, ...change } })),
        derived,
      );
    const flaw = ['it counts accounts that it does not name'];
    expect(counting({ numReadonlyUnsignedAccounts: staticAccountKeys.length - 1 })).toEqual(flaw);
    expect(counting({ numReadonlySignedAccounts: header.numRequiredSignatures })).toEqual(flaw);
    const signedTwice = compiled(derived);
    signedTwice.signatures.push(new Uint8Array(64));
    expect(rebuiltDifferences(signedTwice, derived)).toEqual(flaw);
  });

  it('is another with any one byte of its message changed, the blockhash aside', () => {
    const message = messageOf({ ...derived, instructions: [...budget, ...derived.instructions] });
    const bytes = message.serialize();
    const hashAt = bytes.length - afterHash(message);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        fc.pre(at < hashAt || at >= hashAt + 32);
        const changed = bytes.slice();
        changed[at] = (changed[at] ?? 0) ^ by;
        let other: VersionedTransaction;
        try {
          other = new VersionedTransaction(MessageV0.deserialize(changed));
          if (Buffer.compare(Buffer.from(other.message.serialize()), Buffer.from(changed)) !== 0) return;
        } catch {
          return;
        }
        const differences = rebuiltDifferences(other, derived);
        // The units that may be used are the one thing that is free, up to what the chain grants.
        if (differences.length === 0) expect(onlyUnitsDiffer(message, other.message as MessageV0)).toBe(true);
      }),
      { numRuns: 4_000 },
    );
  });
});

const partsOf = (message: MessageV0) => ({
  header: message.header,
  staticAccountKeys: message.staticAccountKeys,
  recentBlockhash: message.recentBlockhash,
  compiledInstructions: message.compiledInstructions,
  addressTableLookups: message.addressTableLookups,
});

/** Bytes from the blockhash to the end. */
function afterHash(message: MessageV0): number {
  const shorter = new MessageV0({ ...partsOf(message), staticAccountKeys: [] });
  // Version, header and the empty list of keys stand before it.
  return shorter.serialize().length - 5;
}

function onlyUnitsDiffer(one: MessageV0, other: MessageV0): boolean {
  const bare = (message: MessageV0) =>
    JSON.stringify(
      message.compiledInstructions.map(({ data, ...rest }) =>
        data[0] === 2 && data.length === 5 ? rest : { ...rest, data: [...data] },
      ),
    );
  return bare(one) === bare(other);
}
