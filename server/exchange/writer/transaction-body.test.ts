import { createHash } from 'node:crypto';
import { MessageV0, PublicKey, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROGRAMS } from '../ledger/addresses.ts';
import type { TransactionMeta } from '../ledger/ledger.ts';
import { transactionBytes } from '../ledger/message-bytes.ts';
import { DICTIONARY, packTransaction, unpackTransaction } from './transaction-body.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const address = fc.oneof(
  bytes(32).map((key) => new PublicKey(key).toBase58()),
  fc.constantFrom(...Object.values(PROGRAMS)),
);
const transactions = fc
  .record({
    signers: fc.integer({ min: 1, max: 3 }),
    keys: fc.uniqueArray(address, { minLength: 3, maxLength: 30 }),
    blockhash: bytes(32),
    data: fc.uint8Array({ maxLength: 120 }),
    signatures: fc.array(bytes(64), { minLength: 3, maxLength: 3 }),
  })
  .map(({ signers, keys, blockhash, data, signatures }) => {
    const message = new MessageV0({
      header: {
        numRequiredSignatures: signers,
        numReadonlySignedAccounts: 0,
        numReadonlyUnsignedAccounts: 0,
      },
      staticAccountKeys: keys.map((key) => new PublicKey(key)),
      recentBlockhash: bs58.encode(blockhash),
      compiledInstructions: [{ programIdIndex: 1, accountKeyIndexes: [0, 2], data }],
      addressTableLookups: [],
    });
    return new VersionedTransaction(message, signatures.slice(0, signers));
  });
const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  address.map((one) => `Program ${one} success`),
  fc.constant('\u0001\u0030 "quoted" \\u0001'),
);
const metas: fc.Arbitrary<TransactionMeta> = fc.record({
  fee: fc.nat(),
  computeUnits: fc.nat(),
  logs: fc.array(texts),
  preBalances: fc.array(amount),
  postBalances: fc.array(amount),
  tokenBalances: fc.array(
    fc.record({
      accountIndex: fc.nat(63),
      mint: address,
      owner: address,
      program: address,
      decimals: fc.nat(9),
      before: fc.option(amount),
      after: fc.option(amount),
    }),
  ),
});

describe('a landed transaction', () => {
  it('comes back as it was packed, to the byte', () => {
    fc.assert(
      fc.property(transactions, metas, (tx, meta) => {
        const signature = bs58.encode(tx.signatures[0] ?? new Uint8Array(64));
        const unpacked = unpackTransaction(signature, packTransaction(tx, meta));
        expect(Buffer.from(unpacked.bytes())).toEqual(Buffer.from(transactionBytes(tx)));
        expect(unpacked.meta()).toEqual(meta);
        expect(Buffer.from(unpacked.message)).toEqual(Buffer.from(tx.message.serialize()));
      }),
    );
  });

  it.each([
    ['form 1 makes', 'AWOoYmxgZGBkYicACNnDQQAwMjIy8KGU5IYM0eAC2NTQWEcJuUA0VIKWx5amUG40SqmFI32hRBsA'],
    [
      'form 2 makes',
      'AgB6AYABAAECBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcFSlNamSkhBk0k6HFg2jh8fDW13bySu4HkH6hAQQVEjQgICAgICAgICAgICAgI' +
        'CAgICAgICAgICAgICAgICAgIAQEBAA5ldmVubGluZTpidXk6MQCLBhfApobGOkrIBaKhErQ8tjSFcqNRSi0c6Qsl2gA=',
    ],
  ])('is read by every later version: what %s of one never changes', (_, stored) => {
    const message = new MessageV0({
      header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
      staticAccountKeys: [new PublicKey(new Uint8Array(32).fill(7)), new PublicKey(PROGRAMS.memo)],
      recentBlockhash: bs58.encode(new Uint8Array(32).fill(8)),
      compiledInstructions: [
        { programIdIndex: 1, accountKeyIndexes: [0], data: Buffer.from('evenline:buy:1') },
      ],
      addressTableLookups: [],
    });
    const logs = [`Program ${PROGRAMS.memo} invoke [1]`, `Program ${PROGRAMS.memo} success`];
    const tx = new VersionedTransaction(message, [new Uint8Array(64).fill(9)]);
    const signature = bs58.encode(new Uint8Array(64).fill(9));
    expect(createHash('sha256').update(DICTIONARY).digest('hex')).toBe(
      '119814ecf7290b8df88641cee3a4080a0abb14ac7c1cdb90b2db5d40e64b24dd',
    );
    const unpacked = unpackTransaction(signature, Buffer.from(stored, 'base64'));
    expect(Buffer.from(unpacked.bytes())).toEqual(Buffer.from(transactionBytes(tx)));
    expect(Buffer.from(unpacked.message)).toEqual(Buffer.from(message.serialize()));
    expect(unpacked.meta()).toEqual({
      ...{ fee: 5_000, computeUnits: 513, logs, tokenBalances: [] },
      ...{ preBalances: ['10000000000', '1'], postBalances: ['9999995000', '1'] },
    });
  });

  it('is listed without being inflated: its message lies in what is stored as it is', () => {
    fc.assert(
      fc.property(transactions, metas, (tx, meta) => {
        const stored = Buffer.from(packTransaction(tx, meta));
        expect(stored.includes(Buffer.from(tx.message.serialize()))).toBe(true);
      }),
    );
  });

  it('of another form is refused, not misread', () => {
    expect(() => unpackTransaction('x', Uint8Array.of(3, 0))).toThrow('form 3');
  });
});
