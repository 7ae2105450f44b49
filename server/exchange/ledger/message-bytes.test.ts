import { Message, MessageV0, PublicKey, VersionedMessage } from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { glanceAt } from './message-bytes.ts';

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
        const glance = glanceAt(bytes);
        expect(glance.keys.map((one) => bs58.encode(one))).toEqual(
          read.staticAccountKeys.map((one) => one.toBase58()),
        );
        expect(
          glance.instructions.map(({ program, data }) => [
            bs58.encode(program ?? new Uint8Array()),
            [...data],
          ]),
        ).toEqual(
          read.compiledInstructions.map(({ programIdIndex, data }) => [
            read.staticAccountKeys[programIdIndex]?.toBase58(),
            [...data],
          ]),
        );
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
