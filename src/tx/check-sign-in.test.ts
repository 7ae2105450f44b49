import type { Pubkey } from '@contract/ids.ts';
import {
  ComputeBudgetProgram,
  Keypair,
  type MessageHeader,
  MessageV0,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSignInTransaction } from './check-sign-in.ts';

const keypair = Keypair.generate();
const me = keypair.publicKey;
const OWNER = me.toBase58() as Pubkey;
const STRANGER = Keypair.generate().publicKey;
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const OLD_MEMO = new PublicKey('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo');
const TOKENS = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const GUARDS = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');
const TEXT = `evenline:sign-in:desk.example:${OWNER}:0123456789abcdef0123456789abcdef`;
const BLOCKHASH = STRANGER.toBase58();

const isExpected = (memo: string) =>
  memo === TEXT ? { ok: true as const } : { ok: false as const, reason: 'not that memo' };
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const check = (tx: VersionedTransaction) =>
  checkSignInTransaction(toBase64(tx.serialize()), OWNER, isExpected);

type Role = [key: PublicKey, signs?: boolean, writes?: boolean];
const call = (programId: PublicKey, data: Uint8Array, ...roles: Role[]) =>
  new TransactionInstruction({
    programId,
    data: Buffer.from(data),
    keys: roles.map(([pubkey, isSigner = false, isWritable = false]) => ({ pubkey, isSigner, isWritable })),
  });
const memoOf = (text: string | Uint8Array, ...roles: Role[]) =>
  call(MEMO, typeof text === 'string' ? Buffer.from(text) : text, ...roles);
const memo = memoOf(TEXT, [me, true]);
const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units });
const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
const budget = (...data: number[]) => call(ComputeBudgetProgram.programId, Uint8Array.from(data));

const messageOf = (instructions: TransactionInstruction[], payerKey = me) =>
  new TransactionMessage({ payerKey, recentBlockhash: BLOCKHASH, instructions });
const tx = (...instructions: TransactionInstruction[]) =>
  new VersionedTransaction(messageOf(instructions).compileToV0Message());

/** The honest message with parts of it put by hand, as no library would. */
function forged(change: {
  header?: Partial<MessageHeader>;
  keys?: PublicKey[];
  accounts?: number[];
  program?: number;
  tables?: MessageV0['addressTableLookups'];
}): VersionedTransaction {
  const message = new MessageV0({
    header: {
      numRequiredSignatures: 1,
      numReadonlySignedAccounts: 0,
      numReadonlyUnsignedAccounts: (change.keys?.length ?? 2) - 1,
      ...change.header,
    },
    staticAccountKeys: change.keys ?? [me, MEMO],
    recentBlockhash: BLOCKHASH,
    compiledInstructions: [
      {
        programIdIndex: change.program ?? 1,
        accountKeyIndexes: change.accounts ?? [0],
        data: Buffer.from(TEXT),
      },
    ],
    addressTableLookups: change.tables ?? [],
  });
  return new VersionedTransaction(message);
}

describe('a transaction to sign in with', () => {
  it.each([
    ['as a version 0', tx(memo)],
    ['as a legacy one', new VersionedTransaction(messageOf([memo]).compileToLegacyMessage())],
    ['with a small limit of units', tx(limit(60_000), memo)],
    ['with it behind', tx(memo, limit(100_000))],
    ['put together by hand', forged({})],
  ])('%s may be signed', (_name, honest) => {
    expect(check(honest)).toEqual({ verdict: 'harmless', tx: expect.anything() });
  });

  const table = { accountKey: STRANGER, writableIndexes: [], readonlyIndexes: [] };
  const signedAlready = tx(memo);
  signedAlready.sign([keypair]);
  it.each<[string, VersionedTransaction, RegExp]>([
    ['pays a priority fee of 5 SOL', tx(limit(1_400_000), price(3_571_428_571_428), memo), /priority fee/],
    ['pays a priority fee within a small limit', tx(limit(60_000), price(1), memo), /priority fee/],
    ['sets a priority fee of nothing', tx(price(0), memo), /priority fee/],
    ['sets a priority fee behind the memo', tx(memo, price(1)), /priority fee/],
    [
      'sets a priority fee with more behind it',
      tx(budget(3, 1, 0, 0, 0, 0, 0, 0, 0, 9), memo),
      /priority fee/,
    ],
    ['pays by the old request of units', tx(budget(0, 1, 0, 0, 0, 1, 0, 0, 0), memo), /more than carry/],
    ['asks for many units', tx(limit(100_001), memo), /computation/],
    ['asks for all units', tx(limit(4_294_967_295), memo), /computation/],
    ['sets two limits', tx(limit(1), limit(2), memo), /more than carry/],
    ['sets a limit with more behind it', tx(budget(2, 1, 0, 0, 0, 0), memo), /more than carry/],
    ['sets half a limit', tx(budget(2, 1), memo), /more than carry/],
    ['asks for heap', tx(budget(1, 0, 0, 4, 0), memo), /more than carry/],
    ['limits loaded data', tx(budget(4, 0, 0, 4, 0), memo), /more than carry/],
    ['names no budget at all', tx(budget(), memo), /more than carry/],
    [
      'hands the budget an account',
      tx(call(ComputeBudgetProgram.programId, limit(1).data, [me, true]), memo),
      /does not need/,
    ],
    [
      'moves SOL',
      tx(memo, SystemProgram.transfer({ fromPubkey: me, toPubkey: STRANGER, lamports: 1 })),
      /more than/,
    ],
    [
      'moves SOL to itself',
      tx(memo, SystemProgram.transfer({ fromPubkey: me, toPubkey: me, lamports: 0 })),
      /more than/,
    ],
    [
      'makes a nonce account',
      tx(memo, SystemProgram.assign({ accountPubkey: me, programId: STRANGER })),
      /more than/,
    ],
    [
      'uses a durable nonce',
      tx(SystemProgram.nonceAdvance({ noncePubkey: STRANGER, authorizedPubkey: me }), memo),
      /more than/,
    ],
    [
      'moves tokens',
      tx(memo, call(TOKENS, Uint8Array.of(3), [STRANGER], [STRANGER], [me, true])),
      /more than/,
    ],
    [
      'approves a delegate',
      tx(memo, call(TOKENS, Uint8Array.of(4), [STRANGER], [STRANGER], [me, true])),
      /more than/,
    ],
    ['calls an unknown program', tx(memo, call(STRANGER, Uint8Array.of())), /more than/],
    ['carries a guard', tx(memo, call(GUARDS, Uint8Array.of(2))), /more than/],
    ['calls the wallet as a program', forged({ program: 0 }), /more than/],
    ['calls a program that is not there', forged({ program: 7 }), /more than|read/],
    ['carries no memo', tx(limit(1)), /no memo/],
    ['carries nothing', tx(), /no memo|change/],
    ['carries two memos', tx(memo, memo), /more than one memo/],
    [
      'carries a second memo of another text',
      tx(memo, memoOf('and all I own', [me, true])),
      /more than one memo/,
    ],
    ['carries its memo in the old program', tx(call(OLD_MEMO, Buffer.from(TEXT))), /more than/],
    ['carries another memo', tx(memoOf('hello', [me, true])), /not that memo/],
    ['carries more in its memo', tx(memoOf(`${TEXT} `, [me, true])), /not that memo/],
    ['carries a mark in front', tx(memoOf(`\ufeff${TEXT}`, [me, true])), /not that memo/],
    ['carries bytes that are no text', tx(memoOf(Uint8Array.of(0xff, 0xfe), [me, true])), /not plain text/],
    ['names no signer for the memo', tx(memoOf(TEXT)), /not signed by your wallet alone/],
    ['names the wallet twice', forged({ accounts: [0, 0] }), /not signed by your wallet alone/],
    ['names another account in the memo', forged({ accounts: [0, 1] }), /not signed by your wallet alone/],
    ['names an account that is not there', forged({ accounts: [9] }), /not signed by your wallet alone/],
    ['has a stranger sign the memo', tx(memoOf(TEXT, [me, true], [STRANGER, true])), /besides yours/],
    ['has a stranger look on', tx(memoOf(TEXT, [me, true], [STRANGER])), /not signed by your wallet alone/],
    [
      'could change a stranger',
      tx(memoOf(TEXT, [me, true], [STRANGER, false, true])),
      /not signed by your wallet alone/,
    ],
    [
      'is paid by a stranger',
      new VersionedTransaction(messageOf([memo], STRANGER).compileToV0Message()),
      /fee payer/,
    ],
    ['is paid by a stranger alone', forged({ keys: [STRANGER, MEMO] }), /fee payer/],
    ['needs no signature', forged({ header: { numRequiredSignatures: 0 } }), /besides|read/],
    ['needs two signatures', forged({ header: { numRequiredSignatures: 2 } }), /besides|read/],
    ['makes its payer readable only', forged({ header: { numReadonlySignedAccounts: 1 } }), /cannot pay/],
    ['makes a program writable', forged({ header: { numReadonlyUnsignedAccounts: 0 } }), /other accounts/],
    [
      'counts more accounts than there are',
      forged({ header: { numReadonlyUnsignedAccounts: 9 } }),
      /other accounts/,
    ],
    ['names an account that nothing uses', forged({ keys: [me, MEMO, STRANGER] }), /does not need/],
    ['names the wallet twice among its accounts', forged({ keys: [me, MEMO, me] }), /does not need/],
    ['names the program twice', forged({ keys: [me, MEMO, MEMO] }), /does not need/],
    ['refers to a lookup table', forged({ tables: [{ ...table, readonlyIndexes: [0] }] }), /cannot be seen/],
    ['refers to an empty lookup table', forged({ tables: [table] }), /cannot be seen/],
    ['is signed already', signedAlready, /signed already/],
  ])('that %s is refused', (_name, hostile, reason) => {
    expect(check(hostile)).toEqual({ verdict: 'refused', reason: expect.stringMatching(reason) });
  });

  const honest = tx(memo).serialize();
  const raw = (bytes: Uint8Array) => checkSignInTransaction(toBase64(bytes), OWNER, isExpected);
  it.each<[string, string]>([
    ['nothing', ''],
    ['no base64', '!!!!'],
    ['nonsense', 'AAAA'],
    ['base64 with spaces', `${toBase64(honest).slice(0, 8)} ${toBase64(honest).slice(8)}`],
    ['bytes behind it', toBase64(Buffer.concat([honest, Buffer.of(0)]))],
    ['half of it', toBase64(honest.slice(0, 100))],
    // Its number of signatures written in two bytes instead of one.
    ['a number written long', toBase64(Buffer.concat([Buffer.of(0x81, 0), honest.slice(1)]))],
    ['another version', toBase64(honest.map((byte, at) => (at === 65 ? 0x81 : byte)))],
    ['more than a packet', toBase64(tx(memoOf('x'.repeat(1_100), [me, true])).serialize())],
  ])('that is %s is refused', (_name, base64) => {
    expect(checkSignInTransaction(base64, OWNER, isExpected)).toEqual({
      verdict: 'refused',
      reason: 'it cannot be read as a transaction',
    });
  });

  it('is refused with any bit of it changed, but for its blockhash', () => {
    // Behind the signature: version, header (3), count, two keys; the blockhash binds to no meaning.
    const blockhashAt = 1 + 64 + 1 + 3 + 1 + 64;
    for (let at = 0; at < honest.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = Uint8Array.from(honest);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        const inBlockhash = at >= blockhashAt && at < blockhashAt + 32;
        expect([at, bit, raw(changed).verdict]).toEqual([at, bit, inBlockhash ? 'harmless' : 'refused']);
      }
    }
  });

  it('is never anything by chance, and nothing makes the check fail', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(honest.length), (bytes, at) => {
        expect(raw(bytes).verdict).toBe('refused');
        const grown = Buffer.concat([honest.slice(0, at), bytes, honest.slice(at)]);
        fc.pre(bytes.length > 0);
        expect(raw(grown).verdict).toBe('refused');
      }),
    );
  });
});
