import type { Instruction } from '@contract/transactions/instruction.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import {
  AddressLookupTableAccount,
  MessageV0,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { signerOf } from './parties.ts';

/* From instructions to the bytes that a service hands out, and the same with a message that no compiler makes. */

export type Parts = ConstructorParameters<typeof MessageV0>[0];

const BLOCKHASH = new PublicKey(new Uint8Array(32).fill(77)).toBase58();

const native = ({ program, accounts, data }: Instruction): TransactionInstruction =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    keys: accounts.map(({ address, ...role }) => ({ pubkey: new PublicKey(address), ...role })),
    data: Buffer.from(data),
  });

const uncompiled = ({ payer, instructions }: OwnerTransaction): TransactionMessage =>
  new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash: BLOCKHASH,
    instructions: instructions.map(native),
  });

const table = (address: string, addresses: readonly string[]): AddressLookupTableAccount =>
  new AddressLookupTableAccount({
    key: new PublicKey(address),
    state: {
      deactivationSlot: 18_446_744_073_709_551_615n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: addresses.map((entry) => new PublicKey(entry)),
    },
  });

export { table as lookupTable };

export const messageOf = (draft: OwnerTransaction): MessageV0 => uncompiled(draft).compileToV0Message();

export const partsOf = (message: MessageV0): Parts => ({
  header: message.header,
  staticAccountKeys: message.staticAccountKeys,
  recentBlockhash: message.recentBlockhash,
  compiledInstructions: message.compiledInstructions,
  addressTableLookups: message.addressTableLookups,
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Signed by everybody but the owner, as a service hands it out. */
export function signed(message: VersionedMessage): VersionedTransaction {
  const tx = new VersionedTransaction(message);
  const bytes = message.serialize();
  for (const key of message.staticAccountKeys.slice(0, message.header.numRequiredSignatures)) {
    const signer = signerOf(key.toBase58());
    if (signer) tx.addSignature(key, signer.sign(bytes));
  }
  return tx;
}

const serialised = (message: VersionedMessage): string => base64(signed(message).serialize());

export const compiled = (draft: OwnerTransaction): string => serialised(messageOf(draft));
export const compiledLegacy = (draft: OwnerTransaction): string =>
  serialised(uncompiled(draft).compileToLegacyMessage());
export const compiledWithTable = (
  draft: OwnerTransaction,
  address: string,
  entries: readonly string[],
): string => serialised(uncompiled(draft).compileToV0Message([table(address, entries)]));

/** The same message with other parts. */
export const recompiled = (draft: OwnerTransaction, change: (parts: Parts) => Partial<Parts>): string => {
  const parts = partsOf(messageOf(draft));
  return serialised(new MessageV0({ ...parts, ...change(parts) }));
};

/** The same bytes, changed after everybody has signed. */
export const rewritten = (draft: OwnerTransaction, change: (bytes: Uint8Array) => Uint8Array): string =>
  base64(change(signed(messageOf(draft)).serialize()));
