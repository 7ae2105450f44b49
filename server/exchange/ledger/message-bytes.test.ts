import { Message, MessageV0, PublicKey, VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Glance, messageBytes } from './message-bytes.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const messages = fc.record({
  keys: fc.array(key, { minLength: 1, maxLength: 200 }),
  blockhash: key,
  instructions: fc.array(
    fc.record({
      program: fc.nat(199),
      accounts: fc.array(fc.nat(199), { maxLength: 140 }),
      data: fc.uint8Array({ maxLength: 300 }),
    }),
    { maxLength: 140 },
  ),
});

describe('a glance at the bytes of a message', () => {
  it.each(['legacy', 'version 0'])('sees what web3.js reads in one of %s', (form) => {
    fc.assert(
      fc.property(messages, ({ keys, blockhash, instructions }) => {
        const header = {
          numRequiredSignatures: 1,
          numReadonlySignedAccounts: 0,
          numReadonlyUnsignedAccounts: 0,
        };
        const accountKeys = keys.map((bytes) => new PublicKey(bytes));
        const recentBlockhash = bs58.encode(blockhash);
        const indexed = instructions.map(({ program, accounts, data }) => ({
          programIdIndex: program % keys.length,
          accounts: accounts.map((account) => account % keys.length),
          data,
        }));
        const message =
          form === 'legacy'
            ? new Message({
                header,
                accountKeys,
                recentBlockhash,
                instructions: indexed.map(({ data, ...rest }) => ({ ...rest, data: bs58.encode(data) })),
              })
            : new MessageV0({
                header,
                staticAccountKeys: accountKeys,
                recentBlockhash,
                compiledInstructions: indexed.map(({ programIdIndex, accounts, data }) => ({
                  programIdIndex,
                  accountKeyIndexes: accounts,
                  data,
                })),
                addressTableLookups: [],
              });
        const bytes = serialized(message);
        fc.pre(bytes !== undefined);
        const read = VersionedMessage.deserialize(bytes);
        const glance = new Glance(Buffer.from(bytes));
        const named = read.staticAccountKeys.map((one) => one.toBase58());
        expect(glance.accountKeys().map((one) => bs58.encode(one))).toEqual(named);
        for (const [index, one] of named.entries()) {
          const key = bs58.decode(one);
          const first = named.indexOf(one);
          expect(glance.indexOf(key)).toBe(first);
          const { data } =
            read.compiledInstructions.find(({ programIdIndex }) => programIdIndex === first) ?? {};
          expect(glance.dataOf(key)).toEqual(data && Buffer.from(data));
          // Bytes that lie across two keys are none.
          const next = named[index + 1];
          const across = Buffer.concat([key, next === undefined ? blockhash : bs58.decode(next)]).subarray(
            5,
            37,
          );
          expect(glance.indexOf(across)).toBe(named.indexOf(bs58.encode(across)));
        }
      }),
    );
  });
});

/** Undefined for what is too long for a transaction, which web3.js does not write. */
function serialized(message: Message | MessageV0): Uint8Array | undefined {
  try {
    return new Uint8Array(message.serialize());
  } catch {
    return undefined;
  }
}

describe('a message without tables', () => {
  const program = new PublicKey(new Uint8Array(32).fill(2));
  const withData = (size: number, blockhash = new Uint8Array(32).fill(3)) =>
    new MessageV0({
      header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
      staticAccountKeys: [new PublicKey(new Uint8Array(32).fill(1)), program],
      recentBlockhash: bs58.encode(blockhash),
      compiledInstructions: [
        { programIdIndex: 1, accountKeyIndexes: [], data: new Uint8Array(size).fill(4) },
      ],
      addressTableLookups: [],
    });

  it.each([0, 1, 127, 128, 129, 500])('has the bytes of the chain with %i bytes of data', (size) => {
    const message = withData(size);
    expect(messageBytes(new VersionedTransaction(message))).toEqual(message.serialize());
  });

  it('names no account that stands in it as its blockhash', () => {
    const other = new Uint8Array(32).fill(9);
    const glance = new Glance(Buffer.from(withData(1, other).serialize()));
    expect([glance.indexOf(program.toBytes()), glance.indexOf(other)]).toEqual([1, -1]);
  });
});
