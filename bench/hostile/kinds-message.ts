import { memo } from '@contract/transactions/instruction.ts';
import { PublicKey } from '@solana/web3.js';
import { CASES, type Case } from './cases.ts';
import { compiled, compiledLegacy, compiledWithTable, type Parts, recompiled, rewritten } from './compile.ts';
import {
  adding,
  changing,
  isPayment,
  isToken,
  type Kind,
  kind,
  NEVER_ASKED,
  withData,
  withMore,
  written,
} from './kind.ts';
import * as is from './parties.ts';
import { TABLES } from './world.ts';

/* The message itself, its bytes, and messages of other intents. */

const append = (parts: Parts, address: string): Partial<Parts> => ({
  staticAccountKeys: [...parts.staticAccountKeys, new PublicKey(address)],
});
const readonly = (parts: Parts, by: number) => ({
  ...parts.header,
  numReadonlyUnsignedAccounts: parts.header.numReadonlyUnsignedAccounts + by,
});
/** With one more account that may be changed, behind the others that may. */
function withWritable(parts: Parts, address: string): Partial<Parts> {
  const at = parts.staticAccountKeys.length - parts.header.numReadonlyUnsignedAccounts;
  const shift = (index: number) => (index >= at ? index + 1 : index);
  return {
    staticAccountKeys: parts.staticAccountKeys.toSpliced(at, 0, new PublicKey(address)),
    compiledInstructions: parts.compiledInstructions.map((one) => ({
      ...one,
      programIdIndex: shift(one.programIdIndex),
      accountKeyIndexes: one.accountKeyIndexes.map(shift),
    })),
  };
}
const message = (change: (parts: Parts) => Partial<Parts>) => (intent: Case) =>
  recompiled(intent.honest, change);
const bytes = (change: (found: Uint8Array) => Uint8Array) => (intent: Case) =>
  rewritten(intent.honest, change);
const table =
  (address: string, entries = TABLES.get(address) ?? []) =>
  ({ honest }: Case) => {
    const made = compiledWithTable(honest, address, entries);
    return made === compiled(honest) ? null : made;
  };
const NOT_NAMED = /no memo names what you asked for/;
const UNUSED = /which none of its instructions uses/;

const MESSAGE: readonly Kind[] = [
  kind('a message of the old form', 'none', /cannot be seen/, ({ terms, honest }) =>
    terms === null ? null : compiledLegacy(honest),
  ),
  kind('a lookup table of a stranger', 'none', /lookup table/, table(is.STRANGERS_TABLE)),
  kind(
    'a lookup table of the platform',
    'none',
    /lookup table|nobody but the service|rent/,
    table(is.PLATFORM_TABLE),
  ),
  kind(
    'a lookup table that nobody has',
    'rights',
    NEVER_ASKED,
    table(is.MISSING_TABLE, TABLES.get(is.STRANGERS_TABLE)),
  ),
  kind(
    'a lookup table that nothing is taken from',
    'none',
    /lookup table/,
    message(() => ({
      addressTableLookups: [
        { accountKey: new PublicKey(is.STRANGERS_TABLE), writableIndexes: [], readonlyIndexes: [] },
      ],
    })),
  ),
  kind(
    'a lookup table for accounts that nothing uses',
    'none',
    /lookup table/,
    message(() => ({
      addressTableLookups: [
        { accountKey: new PublicKey(is.STRANGERS_TABLE), writableIndexes: [0], readonlyIndexes: [2] },
      ],
    })),
  ),
  kind(
    'a key twice',
    'none',
    NEVER_ASKED,
    message((parts) => ({ ...append(parts, is.OWNER), header: readonly(parts, 1) })),
  ),
  kind(
    'a key that nothing uses',
    'none',
    UNUSED,
    message((parts) => ({ ...append(parts, is.UNKNOWN_PROGRAM), header: readonly(parts, 1) })),
  ),
  ...(
    [
      ['a stranger’s', is.UNKNOWN_PROGRAM],
      ['the owner’s second account', is.SPARE_ACCOUNT],
    ] as const
  ).map(([whose, address]) =>
    kind(
      `a key to write that nothing uses, ${whose}`,
      'none',
      UNUSED,
      message((parts) => withWritable(parts, address)),
    ),
  ),
  kind(
    'everything to write',
    'none',
    NEVER_ASKED,
    message((parts) => ({ header: { ...parts.header, numReadonlyUnsignedAccounts: 0 } })),
  ),
  kind(
    'every signer to write',
    'none',
    NEVER_ASKED,
    message((parts) =>
      parts.header.numReadonlySignedAccounts > 0
        ? { header: { ...parts.header, numReadonlySignedAccounts: 0 } }
        : { header: { ...parts.header, numReadonlyUnsignedAccounts: 0 } },
    ),
  ),
  kind(
    'nothing to write',
    'none',
    NEVER_ASKED,
    message((parts) => ({
      header: {
        ...parts.header,
        numReadonlyUnsignedAccounts: parts.staticAccountKeys.length - parts.header.numRequiredSignatures,
      },
    })),
  ),
  kind(
    'one place for a signature more',
    'none',
    NEVER_ASKED,
    message((parts) => ({
      header: { ...parts.header, numRequiredSignatures: parts.header.numRequiredSignatures + 1 },
    })),
  ),
  kind(
    'no place for a signature',
    'rights',
    NEVER_ASKED,
    message((parts) => ({ header: { ...parts.header, numRequiredSignatures: 0 } })),
  ),
  kind(
    'an account that is not there',
    'rights',
    NEVER_ASKED,
    message((parts) => ({
      compiledInstructions: parts.compiledInstructions.map((one) => ({
        ...one,
        accountKeyIndexes: [...one.accountKeyIndexes, 200],
      })),
    })),
  ),
  kind(
    'a program that is not there',
    'rights',
    NEVER_ASKED,
    message((parts) => ({
      compiledInstructions: parts.compiledInstructions.map((one) => ({ ...one, programIdIndex: 200 })),
    })),
  ),
  kind('no instruction', 'none', NOT_NAMED, ({ honest }) => ({ ...honest, instructions: [] })),
  kind('instructions in reverse', 'none', /order/, ({ honest }) =>
    honest.instructions.length > 1 ? { ...honest, instructions: honest.instructions.toReversed() } : null,
  ),
  kind('first instruction last', 'none', /order/, ({ honest }) =>
    honest.instructions.length > 2
      ? { ...honest, instructions: [...honest.instructions.slice(1), ...honest.instructions.slice(0, 1)] }
      : null,
  ),
  kind('everything twice', 'money', /under one more memo/, ({ honest }) => ({
    ...honest,
    instructions: [...honest.instructions, ...honest.instructions],
  })),
  kind('as much as a packet takes', 'none', /memo|packet/, adding(memo('x'.repeat(400), [is.OWNER]))),
  kind(
    'ten memos',
    'rights',
    /under one more memo/,
    adding(...Array.from({ length: 10 }, (_, at) => memo(`${at}`, [is.OWNER]))),
  ),
  kind(
    'one account more in the first token instruction',
    'none',
    NEVER_ASKED,
    changing(isToken, (one) => (isPayment(one) ? null : withMore(one, written(is.SPARE_ACCOUNT)))),
  ),
  kind(
    'one byte more in the first token instruction',
    'none',
    NEVER_ASKED,
    changing(isToken, (one) =>
      isPayment(one) ? null : withData(one, (data) => Uint8Array.from([...data, 0])),
    ),
  ),
];

const cut = (count: number) => bytes((found) => found.slice(0, count));
const BYTES: readonly Kind[] = [
  kind(
    'bytes behind it',
    'none',
    NEVER_ASKED,
    bytes((found) => Uint8Array.from([...found, 1, 2, 3])),
  ),
  kind(
    'a second transaction behind it',
    'none',
    NEVER_ASKED,
    bytes((found) => Uint8Array.from([...found, ...found])),
  ),
  kind(
    'cut short by one byte',
    'rights',
    NEVER_ASKED,
    bytes((found) => found.slice(0, -1)),
  ),
  kind('cut short to its signatures', 'rights', NEVER_ASKED, cut(65)),
  kind('nothing at all', 'rights', NEVER_ASKED, cut(0)),
  kind('no Base64', 'rights', NEVER_ASKED, () => '%%%'),
  kind('Base64 with spaces', 'none', NEVER_ASKED, ({ honest }) => ` ${compiled(honest)}\n`),
  kind(
    'a message of a version to come',
    'rights',
    NEVER_ASKED,
    bytes((found) => found.with(1 + 64 * (found[0] ?? 0), 0x81)),
  ),
  kind(
    'one signature more than places',
    'none',
    NEVER_ASKED,
    bytes((found) => Uint8Array.from([(found[0] ?? 0) + 1, ...found.slice(1, 65), ...found.slice(1)])),
  ),
  kind(
    'a count of signatures in two bytes',
    'none',
    NEVER_ASKED,
    bytes((found) => Uint8Array.from([(found[0] ?? 0) | 0x80, 0, ...found.slice(1)])),
  ),
  kind('a false signature of the platform', 'rights', NEVER_ASKED, (intent) => {
    if ((Buffer.from(compiled(intent.honest), 'base64')[0] ?? 0) < 2) return null;
    return bytes((found) =>
      found.map((byte, at) => (at > 0 && at < 1 + 64 * (found[0] ?? 0) ? byte ^ (byte === 0 ? 0 : 1) : byte)),
    )(intent);
  }),
  kind('no signature of the platform', 'rights', NEVER_ASKED, (intent) => {
    if ((Buffer.from(compiled(intent.honest), 'base64')[0] ?? 0) < 2) return null;
    return bytes((found) => found.map((byte, at) => (at > 0 && at < 1 + 64 * (found[0] ?? 0) ? 0 : byte)))(
      intent,
    );
  }),
  kind(
    'signed for the owner already',
    'none',
    /signed already/,
    bytes((found) => {
      const at = ownerPlace(found);
      return found.map((byte, index) => (index >= at && index < at + 64 ? 7 : byte));
    }),
  ),
];

/** Where the owner's signature belongs: behind that of whoever pays, if another does. */
function ownerPlace(found: Uint8Array): number {
  const count = found[0] ?? 0;
  const keys = 1 + 64 * count + 5;
  const isFirst = new PublicKey(found.slice(keys, keys + 32)).toBase58() === is.OWNER;
  return isFirst ? 1 : 65;
}

/** The honest transaction of another intent: where its instructions say nothing else, its memo does. */
const crossed = CASES.map((other) =>
  kind(`that of another intent: ${other.name}`, 'money', NOT_NAMED, (intent) =>
    intent === other || isMore(intent, other) ? null : compiled(other.honest),
  ),
);
/** A cancellation of the same order that brings more back than was promised. */
const isMore = (intent: Case, other: Case): boolean =>
  intent.name === 'cancel a sale' && other.name === 'cancel a purchase';
const more = kind('a deposit that comes back unasked', 'none', NEVER_ASKED, (intent) => {
  const other = CASES.find((one) => isMore(intent, one));
  return other ? compiled(other.honest) : null;
});

export const MESSAGE_KINDS: readonly Kind[] = [...MESSAGE, ...BYTES, ...crossed, more];
