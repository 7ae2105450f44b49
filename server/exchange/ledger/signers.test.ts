import {
  ComputeBudgetProgram,
  Keypair,
  MessageV0,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOf, PROGRAMS } from './addresses.ts';
import { decodeBytes, decodeSigned, MAX_TRANSACTION_BYTES } from './decode-signed.ts';
import { ed25519FromSeed, verifyEd25519 } from './ed25519.ts';
import { createPlatformKeys, marketAddress, positionAddress } from './keys.ts';
import { transactionBytes } from './message-bytes.ts';
import { USDC } from './mints.ts';
import {
  addServiceSignatures,
  addSignatures,
  hasSigned,
  messageHash,
  missingSigners,
  toBase64,
} from './signers.ts';
import { createTestWallet } from './testing/ledger.ts';
import { buyTerms, testOrder } from './testing/terms.ts';
import { buildOwnerTransaction } from './transactions/owner-transactions.ts';

const keys = createPlatformKeys(new Uint8Array(32).fill(3));
const wallet = createTestWallet(new Uint8Array(32).fill(4));
const blockhash = createTestWallet(new Uint8Array(32).fill(5)).address;
const build = () =>
  buildOwnerTransaction(keys, buyTerms({ owner: wallet.address }, testOrder(keys, 1n)), blockhash);

describe('keys', () => {
  it('are those of the chain: the same seed gives the same address and signature', () => {
    const seed = new Uint8Array(32).fill(9);
    const theirs = Keypair.fromSeed(seed);
    const ours = ed25519FromSeed(seed);
    expect(ours.publicKey).toEqual(theirs.publicKey.toBytes());
    const tx = addSignatures(build(), [wallet]);
    const again = VersionedTransaction.deserialize(transactionBytes(build()));
    again.sign([Keypair.fromSeed(new Uint8Array(32).fill(4))]);
    expect(tx.signatures[0]).toEqual(again.signatures[0]);
  });

  it('follow from the secret alone and differ by label and number', () => {
    const again = createPlatformKeys(new Uint8Array(32).fill(3));
    expect(again.orderAddress('12')).toBe(keys.orderAddress('12'));
    const orders = [1n, 2n].map((n) => keys.order(testOrder(keys, n)));
    const all = [...keys.standing, ...orders].map(({ address }) => address);
    expect(new Set(all).size).toBe(all.length);
    expect(() => createPlatformKeys(new Uint8Array(31))).toThrow('32 bytes');
  });

  it('name markets and positions', () => {
    expect(marketAddress('A')).toBe(marketAddress('A'));
    expect(new Set([marketAddress('A'), marketAddress('B')]).size).toBe(2);
    const sides = [true, false].map((isYes) => positionAddress(wallet.address, 'A', isYes));
    expect(new Set(sides).size).toBe(2);
  });

  it('that have signed here are taken for that message and that key alone', () => {
    const tx = addServiceSignatures(addSignatures(build(), [wallet]), keys);
    const [own] = keys.standing.filter(({ address }) => hasSigned(tx, address));
    const at = (address: string) =>
      tx.message.staticAccountKeys.findIndex((key) => key.toBase58() === address);
    const signature = tx.signatures[at(own?.address ?? '')] ?? new Uint8Array();
    const other = buildOwnerTransaction(
      keys,
      buyTerms({ owner: wallet.address }, testOrder(keys, 2n)),
      blockhash,
    );
    other.signatures[at(own?.address ?? '')] = signature;
    expect(hasSigned(other, own?.address ?? '')).toBe(false);
    const forged = VersionedTransaction.deserialize(transactionBytes(tx));
    forged.signatures[0] = signature;
    expect(hasSigned(forged, wallet.address)).toBe(false);
    expect(hasSigned(VersionedTransaction.deserialize(transactionBytes(tx)), own?.address ?? '')).toBe(true);
  });

  it('verify strictly', () => {
    const message = new Uint8Array([1, 2, 3]);
    const signature = wallet.sign(message);
    const key = wallet.publicKey.toBytes();
    expect(verifyEd25519(key, message, signature)).toBe(true);
    expect(verifyEd25519(key, new Uint8Array([1, 2, 4]), signature)).toBe(false);
    expect(verifyEd25519(key.subarray(1), message, signature)).toBe(false);
    expect(verifyEd25519(key, message, new Uint8Array(63))).toBe(false);
  });
});

describe('signers', () => {
  it('lists who is missing, signs only what is asked for, and checks the owner', () => {
    const tx = build();
    expect(missingSigners(tx)).toEqual([wallet.address, keys.authority.address]);
    expect(hasSigned(tx, wallet.address)).toBe(false);
    addServiceSignatures(tx, keys);
    expect(missingSigners(tx)).toEqual([wallet.address]);
    addSignatures(tx, [createTestWallet()]);
    expect(missingSigners(tx)).toEqual([wallet.address]);
    addSignatures(tx, [wallet]);
    expect(missingSigners(tx)).toEqual([]);
    expect(hasSigned(tx, wallet.address)).toBe(true);
    expect(hasSigned(tx, USDC.address)).toBe(false);
    tx.signatures[0] = new Uint8Array(64).fill(1);
    expect(hasSigned(tx, wallet.address)).toBe(false);
  });

  it('leave alone what somebody has signed, however wrongly', () => {
    const tx = build();
    const wrong = new Uint8Array(64).fill(1);
    tx.signatures[0] = wrong;
    addSignatures(tx, [wallet]);
    expect(tx.signatures[0]).toBe(wrong);
  });

  it('name a message whatever its signatures', () => {
    const hash = messageHash(build());
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(messageHash(addServiceSignatures(build(), keys))).toBe(hash);
  });
});

/** A transaction with a memo of so many bytes. */
function withMemo(size: number): VersionedTransaction {
  const memo = { programId: keyOf(PROGRAMS.memo), keys: [], data: Buffer.alloc(size, 'm') };
  const message = new TransactionMessage({
    payerKey: wallet.publicKey,
    recentBlockhash: blockhash,
    instructions: [memo],
  });
  return new VersionedTransaction(message.compileToV0Message());
}

describe('decodeSigned', () => {
  it('reads back what was built', () => {
    const tx = addServiceSignatures(build(), keys);
    const decoded = decodeSigned(toBase64(tx));
    expect(decoded.ok && messageHash(decoded.tx)).toBe(messageHash(tx));
  });

  it.each([
    ['nothing', ''],
    ['no text', 5],
    ['null', null],
    ['no base64', 'hello world!'],
    ['base64 of nothing', 'AAAA'],
    ['base64url', '-_-_'],
    ['too much', 'A'.repeat(1648)],
    ['far too much', 'A'.repeat(1_000_000)],
  ])('refuses %s', (_, text) => {
    expect(decodeSigned(text).ok).toBe(false);
  });

  it('refuses legacy transactions, trailing bytes and a wrong number of signatures', () => {
    const bytes = transactionBytes(addServiceSignatures(build(), keys));
    expect(decodeBytes(new Uint8Array([...bytes, 0])).ok).toBe(false);
    expect(decodeBytes(bytes.subarray(0, -1)).ok).toBe(false);
    expect(decodeBytes(new Uint8Array([1, ...bytes.subarray(1, 65), ...bytes.subarray(129)])).ok).toBe(false);
    const legacy = new Transaction({ feePayer: wallet.publicKey, blockhash, lastValidBlockHeight: 1 });
    legacy.add(ComputeBudgetProgram.setComputeUnitLimit({ units: 1 }));
    const legacyBytes = legacy.serialize({ requireAllSignatures: false });
    expect(decodeSigned(legacyBytes.toString('base64'))).toMatchObject({ ok: false });
  });

  it('takes a packet filled to its last byte, and not a byte more', () => {
    const empty = transactionBytes(withMemo(0)).length;
    const room = MAX_TRANSACTION_BYTES - empty;
    // The length of a memo this long takes a second byte.
    for (const [size, ok] of [
      [room - 1, true],
      [room, false],
    ] as const) {
      const tx = withMemo(size);
      expect(transactionBytes(tx)).toHaveLength(empty + size + 1);
      expect(decodeSigned(toBase64(tx)).ok).toBe(ok);
      expect(decodeBytes(transactionBytes(tx)).ok).toBe(ok);
    }
  });

  it('refuses a message that takes addresses from a table', () => {
    const { message } = build();
    const lookups = [{ accountKey: wallet.publicKey, writableIndexes: [0], readonlyIndexes: [] }];
    const tabled = new VersionedTransaction(
      new MessageV0({
        header: message.header,
        staticAccountKeys: message.staticAccountKeys,
        recentBlockhash: message.recentBlockhash,
        compiledInstructions: message.compiledInstructions,
        addressTableLookups: lookups,
      }),
    );
    expect(decodeBytes(tabled.serialize())).toEqual({
      ok: false,
      error: 'Address lookup tables are not accepted',
    });
  });

  it('never throws, and accepts only what serialises back into the same bytes', () => {
    const valid = transactionBytes(addServiceSignatures(build(), keys));
    const mutated = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
      .map((edits) => {
        const bytes = new Uint8Array(valid);
        for (const [at, value] of edits) bytes[at] = value;
        return bytes;
      });
    const anything = fc.oneof(fc.uint8Array({ maxLength: MAX_TRANSACTION_BYTES + 10 }), mutated);
    fc.assert(
      fc.property(anything, (bytes) => {
        const decoded = decodeBytes(bytes);
        if (decoded.ok) expect(Buffer.compare(transactionBytes(decoded.tx), bytes)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});
