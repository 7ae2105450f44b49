import { Message, MessageV0, PublicKey, VersionedMessage } from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Glance } from './message-bytes.ts';

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
