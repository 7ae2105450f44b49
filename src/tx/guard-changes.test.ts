import { GUARD_PROGRAM } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { append, guardOn, paymentOf, recompiled } from './guard-testing.ts';
import { guardsObjection } from './guards.ts';

const { owner, fees, tx } = paymentOf();
const me = owner.publicKey;
const pubkey = me.toBase58() as Pubkey;
const stranger = Keypair.generate().publicKey;
const ONE = append(guardOn(me));
const TWO = append(guardOn(fees), guardOn(stranger, [9, 4, 1]));

/** The same rule by other means: compiled anew by web3.js without what is behind, it is the built one. */
function isGuarded(changed: VersionedTransaction): boolean {
  try {
    const { payerKey, recentBlockhash, instructions } = TransactionMessage.decompile(changed.message);
    const added = instructions.slice(3);
    const rest = new TransactionMessage({
      payerKey,
      recentBlockhash,
      instructions: instructions.slice(0, 3),
    });
    const isAssertion = ({ programId, data: [kind = 0] }: TransactionInstruction) =>
      programId.toBase58() === GUARD_PROGRAM && kind >= 2 && kind <= 17;
    const writable = ({ message }: VersionedTransaction) =>
      message.staticAccountKeys.filter((_, index) => message.isAccountWritable(index)).length;
    return (
      [1, 2].includes(added.length) &&
      added.every(isAssertion) &&
      bs58.encode(rest.compileToV0Message().serialize()) === bs58.encode(tx.message.serialize()) &&
      changed.message.header.numRequiredSignatures === 1 &&
      writable(changed) === writable(tx) &&
      changed.serialize().length <= 1_232
    );
  } catch {
    return false;
  }
}

describe('ten thousand changes by a wallet', () => {
  const account = fc.constantFrom(me, fees, stranger, SystemProgram.programId, new PublicKey(GUARD_PROGRAM));
  const added = fc.record({
    account,
    program: fc.constantFrom(
      GUARD_PROGRAM,
      GUARD_PROGRAM,
      stranger.toBase58(),
      SystemProgram.programId.toBase58(),
    ),
    data: fc.uint8Array({ maxLength: 40, max: 24 }),
    isSigner: fc.constantFrom(false, false, false, true),
    isWritable: fc.constantFrom(false, false, false, true),
  });
  type Change = (own: TransactionInstruction[]) => TransactionInstruction[];
  const at = fc.nat(5);
  const touched = (
    own: TransactionInstruction[],
    place: number,
    touch: (one: TransactionInstruction) => void,
  ) => {
    const one = own[place % own.length];
    if (one) touch(one);
    return own;
  };
  const structural: fc.Arbitrary<Change> = fc.oneof(
    fc.tuple(fc.constantFrom(0, 1, 2, 3, 3, 3, 4, 4), added).map(
      ([place, { account: looked, program, data, isSigner, isWritable }]): Change =>
        (own) =>
          own.toSpliced(
            place,
            0,
            ((one) => {
              one.keys = [{ pubkey: looked, isSigner, isWritable }];
              return one;
            })(guardOn(looked, [...data], program)),
          ),
    ),
    at.map(
      (place): Change =>
        (own) =>
          own.toSpliced(place, 1),
    ),
    fc.tuple(at, at).map(
      ([from, to]): Change =>
        (own) => {
          const moved = own[from];
          return moved ? own.toSpliced(from, 1).toSpliced(to, 0, moved) : own;
        },
    ),
    fc.tuple(at, fc.nat(20), fc.integer({ min: 1, max: 255 })).map(
      ([place, byte, mask]): Change =>
        (own) =>
          touched(own, place, (one) => {
            const data = Buffer.from(one.data);
            const offset = byte % Math.max(1, data.length);
            data[offset] = (data[offset] ?? 0) ^ mask;
            one.data = data;
          }),
    ),
    fc.tuple(at, fc.uint8Array({ minLength: 1, maxLength: 3 })).map(
      ([place, tail]): Change =>
        (own) =>
          touched(own, place, (one) => {
            one.data = Buffer.concat([one.data, tail]);
          }),
    ),
    fc.tuple(at, account, fc.boolean(), fc.boolean()).map(
      ([place, other, isSigner, isWritable]): Change =>
        (own) =>
          touched(own, place, (one) => {
            one.keys = [...one.keys.slice(0, -1), { pubkey: other, isSigner, isWritable }];
          }),
    ),
  );
  const start = fc.constantFrom<Change>((own) => own, ONE, TWO);

  /** What becomes of bytes on the way: flipped, put in, left out, or more behind them. */
  const bytewise = fc.oneof(
    fc.record({
      kind: fc.constant('flip' as const),
      at: fc.nat(500),
      byte: fc.integer({ min: 1, max: 255 }),
    }),
    fc.record({
      kind: fc.constantFrom('insert' as const, 'delete' as const),
      at: fc.nat(500),
      byte: fc.nat(255),
    }),
    fc.record({ kind: fc.constant('trail' as const), at: fc.constant(0), byte: fc.nat(255) }),
  );
  function reread(changed: VersionedTransaction, edit: { kind: string; at: number; byte: number }) {
    const bytes = [...changed.serialize()];
    const place = edit.kind === 'trail' ? bytes.length : 65 + (edit.at % (bytes.length - 65));
    if (edit.kind === 'flip') bytes[place] = (bytes[place] ?? 0) ^ edit.byte;
    else bytes.splice(place, edit.kind === 'delete' ? 1 : 0, ...(edit.kind === 'delete' ? [] : [edit.byte]));
    return VersionedTransaction.deserialize(Uint8Array.from(bytes));
  }
  const passes = (changed: VersionedTransaction): boolean => {
    try {
      return guardsObjection(tx, changed, pubkey) === null;
    } catch {
      return false;
    }
  };
  const attempt = (make: () => VersionedTransaction): VersionedTransaction | null => {
    try {
      return make();
    } catch {
      return null;
    }
  };

  it('of its instructions: none is taken that is not a guard, and no guard is refused', () => {
    let taken = 0;
    fc.assert(
      fc.property(start, fc.array(structural, { minLength: 1, maxLength: 3 }), (from, list) => {
        const changed = attempt(() =>
          recompiled(tx, (own) => list.reduce((now, change) => change(now), from(own))),
        );
        if (!changed) return;
        const isTaken = passes(changed);
        if (isTaken) taken += 1;
        expect(isTaken).toBe(isGuarded(changed));
      }),
      { numRuns: 5_000 },
    );
    // Some thirty: how many is chance, that there are some is what keeps this from proving refusals alone.
    expect(taken).toBeGreaterThan(0);
  });

  it('of its bytes: none is taken that is not a guard', () => {
    fc.assert(
      fc.property(start, fc.array(bytewise, { minLength: 1, maxLength: 2 }), (from, edits) => {
        const changed = attempt(() => edits.reduce(reread, recompiled(tx, from)));
        if (changed && passes(changed)) expect(isGuarded(changed)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
