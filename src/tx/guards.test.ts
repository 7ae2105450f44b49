import { GUARD_PROGRAM } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import {
  AddressLookupTableAccount,
  Keypair,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { describe, expect, it, vi } from 'vitest';
import { decodeTx } from './decode.ts';
import { append, guardOn, paymentOf, recompiled } from './guard-testing.ts';
import { guardsObjection, isGuardStop, withoutGuards } from './guards.ts';
import { type Recheck, type Signed, signAllChecked, signChecked } from './sign.ts';

const { owner, fees, tx } = paymentOf();
const me = owner.publicKey;
const pubkey = me.toBase58() as Pubkey;
const stranger = Keypair.generate().publicKey;
const ONE = append(guardOn(me));
const TWO = append(guardOn(fees), guardOn(stranger, [9, 4, 1]));

/** A wallet that gives back what `change` makes of it, signed. */
const walletThat = (change: (tx: VersionedTransaction) => VersionedTransaction, ...signers: Keypair[]) => ({
  pubkey,
  signTransaction: async (given: VersionedTransaction) => {
    const changed = change(given);
    changed.sign(signers.length > 0 ? signers : [owner]);
    return changed;
  },
});
const reasonOf = (signed: Signed): string => (signed.result === 'refused' ? signed.reason : signed.result);
const passing = () => vi.fn<Recheck>(async () => true);

describe('signing with guards', () => {
  it.each([
    ['one guard', ONE],
    ['two guards', TWO],
  ])('takes %s, judged again, under the new signature', async (_, change) => {
    const recheck = passing();
    const wallet = walletThat((given) => recompiled(given, change));
    const signed = await signChecked(tx, wallet, undefined, recheck);
    if (signed.result !== 'signed') throw new Error(reasonOf(signed));
    const sent = VersionedTransaction.deserialize(Buffer.from(signed.base64, 'base64'));
    expect(recheck).toHaveBeenCalledTimes(1);
    expect(recheck.mock.calls[0]?.[0].serialize()).toEqual(sent.serialize());
    expect(sent.message.compiledInstructions).toHaveLength(3 + change([]).length);
    expect(signed.signature).toBe(bs58.encode(sent.signatures[0] ?? new Uint8Array()));
  });

  it('judges nothing again that came back as it was', async () => {
    const recheck = passing();
    expect(
      reasonOf(
        await signChecked(
          tx,
          walletThat((given) => given),
          undefined,
          recheck,
        ),
      ),
    ).toBe('signed');
    expect(recheck).not.toHaveBeenCalled();
  });

  it('keeps nothing that is judged otherwise the second time', async () => {
    const wallet = walletThat((given) => recompiled(given, ONE));
    const recheck: Recheck = async () => 'it would fail';
    expect(await signChecked(tx, wallet, undefined, recheck)).toEqual({
      result: 'refused',
      reason: 'it would fail',
    });
  });

  it('refuses every change where nobody can judge it again', async () => {
    const wallet = walletThat((given) => recompiled(given, ONE));
    expect(reasonOf(await signChecked(tx, wallet))).toMatch(/changed the transaction/);
  });

  it('is not waited for while it is judged', async () => {
    const userCancelled = new AbortController();
    const wallet = walletThat((given) => recompiled(given, ONE));
    const signing = signChecked(tx, wallet, userCancelled.signal, () => {
      userCancelled.abort();
      return new Promise(() => undefined);
    });
    expect(await signing).toEqual({ result: 'rejected' });
  });

  it('of several at one press is not waited for while one is judged', async () => {
    const userCancelled = new AbortController();
    const sign = (given: VersionedTransaction) => {
      const changed = recompiled(given, ONE);
      changed.sign([owner]);
      return changed;
    };
    const wallet = {
      pubkey,
      signTransaction: () => Promise.reject(new Error('never')),
      signAllTransactions: async (txs: VersionedTransaction[]) => txs.map(sign),
    };
    const judging: Recheck = () => {
      userCancelled.abort();
      return new Promise(() => undefined);
    };
    const signed = await signAllChecked([tx, tx], wallet, userCancelled.signal, [judging, passing()]);
    expect(signed).toEqual([{ result: 'rejected' }, { result: 'rejected' }]);
  });

  const second = paymentOf(Keypair.generate());
  it.each<[string, VersionedTransaction, ReturnType<typeof walletThat>, RegExp]>([
    [
      'a guard where another key signs too',
      second.tx,
      {
        pubkey: second.owner.publicKey.toBase58() as Pubkey,
        signTransaction: async (given) => recompiled(given, append(guardOn(second.owner.publicKey))),
      },
      /another signature/,
    ],
    [
      'a memory write',
      tx,
      walletThat((given) => recompiled(given, append(guardOn(me, [0, 9])))),
      /no assertion/,
    ],
    [
      'a program that looks like it',
      tx,
      walletThat((given) => recompiled(given, append(guardOn(me, [5, 0], stranger.toBase58())))),
      /added an instruction/,
    ],
    [
      'a transfer behind a guard',
      tx,
      walletThat((given) =>
        recompiled(
          given,
          append(guardOn(me), SystemProgram.transfer({ fromPubkey: me, toPubkey: stranger, lamports: 5 })),
        ),
      ),
      /added an instruction/,
    ],
    [
      'guards that no signature covers',
      tx,
      {
        pubkey,
        signTransaction: async (given) => {
          given.sign([owner]);
          const changed = recompiled(given, ONE);
          changed.signatures = given.signatures;
          return changed;
        },
      },
      /does not fit/,
    ],
  ])('refuses %s before it is judged again', async (_, checked, wallet, why) => {
    const recheck = passing();
    expect(reasonOf(await signChecked(checked, wallet, undefined, recheck))).toMatch(why);
    expect(recheck).not.toHaveBeenCalled();
  });

  it('judges each of several signed at one press', async () => {
    const other = paymentOf(Keypair.generate()).tx;
    const rechecks = [passing(), passing(), vi.fn<Recheck>(async () => 'not the second time')];
    const signed = await signAllChecked(
      [tx, other, tx],
      {
        pubkey,
        signTransaction: () => Promise.reject(new Error('never')),
        signAllTransactions: async (txs) =>
          txs.map((one) => {
            const changed = recompiled(one, ONE);
            if (changed.message.header.numRequiredSignatures === 1) changed.sign([owner]);
            return changed;
          }),
      },
      undefined,
      rechecks,
    );
    expect(signed.map(reasonOf)).toEqual([
      'signed',
      expect.stringMatching(/another signature/),
      'not the second time',
    ]);
    expect(rechecks.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
  });
});

describe('a message with guards behind it', () => {
  const guarded = recompiled(tx, ONE);

  it('is objected to where another than its owner is to sign it', () => {
    expect(guardsObjection(tx, guarded, pubkey)).toBeNull();
    expect(guardsObjection(tx, guarded, stranger.toBase58())).toMatch(/another signature/);
  });

  it('is objected to where it cannot be read, before or after', () => {
    const broken = recompiled(tx, ONE);
    const [first] = broken.message.compiledInstructions;
    if (!first) throw new Error('no instruction');
    first.programIdIndex = 99;
    expect(guardsObjection(tx, broken, pubkey)).toMatch(/cannot be read/);
    expect(guardsObjection(broken, guarded, pubkey)).toMatch(/cannot be read/);
  });

  it('is objected to where the whole of it is no longer one packet', () => {
    const withData = (length: number) => recompiled(tx, append(guardOn(me, new Array(length).fill(0))));
    const large = withData(200 + 1_233 - withData(200).serialize().length);
    expect(large.serialize()).toHaveLength(1_233);
    expect(guardsObjection(tx, large, pubkey)).toMatch(/too large/);
  });
});

describe('without its guards', () => {
  it('is what was built, accounts of lookup tables included', () => {
    const table = new AddressLookupTableAccount({
      key: Keypair.generate().publicKey,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [stranger, fees],
      },
    });
    const compiled = (instructions: TransactionInstruction[]) =>
      new VersionedTransaction(
        new TransactionMessage({
          payerKey: me,
          recentBlockhash: tx.message.recentBlockhash,
          instructions,
        }).compileToV0Message([table]),
      );
    const own = TransactionMessage.decompile(tx.message).instructions;
    const built = compiled(own);
    const changed = compiled(append(guardOn(fees), guardOn(Keypair.generate().publicKey))(own));
    expect(built.message.addressTableLookups).toHaveLength(1);
    expect(guardsObjection(built, changed, pubkey)).toBeNull();
    const loaded = { writable: [fees], readonly: [] };
    expect(decodeTx(withoutGuards(built, changed), loaded)).toEqual(decodeTx(built, loaded));
    const plain = recompiled(tx, TWO);
    expect(decodeTx(withoutGuards(tx, plain))).toEqual(decodeTx(tx));
  });

  it('is what was built also where the accounts that only they look at stand before its own', () => {
    const changed = recompiled(tx, (own) => [guardOn(stranger), ...own]);
    const [guard, ...own] = changed.message.compiledInstructions;
    if (!guard) throw new Error('no guard');
    changed.message.compiledInstructions.splice(0, own.length + 1, ...own, guard);
    expect(guardsObjection(tx, changed, pubkey)).toBeNull();
    expect(decodeTx(withoutGuards(tx, changed))).toEqual(decodeTx(tx));
  });
});

describe('a transaction that its guard has stopped', () => {
  const signed = Buffer.from(recompiled(tx, ONE).serialize()).toString('base64');
  it.each([
    [`Program ${GUARD_PROGRAM} failed: custom program error: 0x1771`, true],
    ['{"InstructionError":[3,{"Custom":6001}]}', true],
    ['Transaction failed: error processing instruction 3: custom program error: 0x1771', true],
    ['{"InstructionError":[1,{"Custom":6001}]}', false],
    ['Transaction failed: error processing instruction 30: custom program error: 0x1771', false],
    [`Program ${stranger.toBase58()} failed: custom program error: 0x1771`, false],
    ['Insufficient funds', false],
  ])('is told from others: %s', (error, isStopped) => {
    expect(isGuardStop(error, signed)).toBe(isStopped);
  });
  it('is not looked for in what is none', () => {
    expect(isGuardStop('{"InstructionError":[3,{"Custom":6001}]}', 'c2lnbmVk')).toBe(false);
  });
});
