import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { addressOf, PROGRAMS } from '../ledger/addresses.ts';
import type { TokenBalanceChange, TransactionMeta } from '../ledger/ledger.ts';
import { Glance, messageAddresses, transactionBytes } from '../ledger/message-bytes.ts';
import { USDC } from '../ledger/mints.ts';

/*
 * A landed transaction as it is stored. The first byte says in which form. Then come the length of the transaction
 * without its first signature, which is the row's, in two bytes; that transaction as it is, for a list reads a thousand of
 * them and no more of each; and what became of it, deflated, with a dictionary of what nearly all of them say and of this
 * transaction: JSON in which addresses that the message or the dictionary names are a mark and a letter. In form 1, of rows
 * from before, all but the first byte is deflated together. A dictionary that has once been used must never change: a better
 * one is another form.
 */
const FORM = 2;
const DEFLATED_WHOLE = 1;
const SIGNATURE_BYTES = 64;

/** Addresses that have a letter in every transaction, in this order: the programs, and the mint of USDC. */
const KNOWN: readonly string[] = [
  PROGRAMS.computeBudget,
  PROGRAMS.system,
  PROGRAMS.associatedToken,
  PROGRAMS.token,
  PROGRAMS.token2022,
  PROGRAMS.memo,
  USDC.address,
];
const ADDRESS = /[1-9A-HJ-NP-Za-km-z]{32,44}/g;
/** JSON escapes it, so that it stands in no text of ours but as the mark of an address. */
const MARK = '\u0001';
const MARKED = new RegExp(`${MARK}(.)`, 'g');
const FIRST_LETTER = 0x30;

function shorten(json: string, names: readonly string[]): string {
  const letters = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    if (!letters.has(name)) letters.set(name, MARK + String.fromCharCode(FIRST_LETTER + index));
  }
  return json.replace(ADDRESS, (text) => letters.get(text) ?? text);
}

const lengthen = (text: string, names: readonly string[]): string =>
  text.replace(MARKED, (_, letter: string) => names[letter.charCodeAt(0) - FIRST_LETTER] ?? '');

type Balance = [number, string, string, string, number, string | null, string | null];
type Outcome = [number, number, string, string, Balance[], string[]];

const outcomeOf = ({
  fee,
  computeUnits,
  preBalances,
  postBalances,
  tokenBalances,
  logs,
}: TransactionMeta) => {
  const balances = tokenBalances.map(
    ({ accountIndex, mint, owner, program, decimals, before, after }): Balance => [
      accountIndex,
      mint,
      owner,
      program,
      decimals,
      before,
      after,
    ],
  );
  return [fee, computeUnits, preBalances.join(' '), postBalances.join(' '), balances, logs] satisfies Outcome;
};

const wordsOf = (text: string): string[] => (text === '' ? [] : text.split(' '));

function metaOf([fee, computeUnits, before, after, balances, logs]: Outcome): TransactionMeta {
  const tokenBalances = balances.map(
    ([accountIndex, mint, owner, program, decimals, was, is]): TokenBalanceChange => ({
      ...{ accountIndex, mint, owner, program, decimals },
      ...{ before: was, after: is },
    }),
  );
  const [preBalances, postBalances] = [wordsOf(before), wordsOf(after)];
  return { fee, computeUnits, logs, preBalances, postBalances, tokenBalances };
}

const says = (text: string): string => `Program log: ${text}`;
const runs = (program: string, units: string, inner: string[] = [], depth = 1): string[] => [
  `Program ${program} invoke [${depth}]`,
  ...inner,
  ...(units === '' ? [] : [`Program ${program} consumed ${units} compute units`]),
  `Program ${program} success`,
];

/** What the programs log for one transaction of every common kind; the likeliest comes last. */
function typicalLogs(): string[][] {
  const { token, token2022, associatedToken, computeBudget, system, memo } = PROGRAMS;
  const limits = [...runs(computeBudget, ''), ...runs(computeBudget, '')];
  const exists = (units: string): string[] => runs(associatedToken, units, [says('CreateIdempotent')]);
  const creates = (program: string, units: string, size: string, steps: string[]): string[] =>
    runs(associatedToken, units, [
      says('CreateIdempotent'),
      ...runs(program, size === 'pQAAAAAAAAA=' ? '183 of 134271' : '1443 of 191439', [], 2).slice(0, -1),
      `Program return: ${program} ${size}`,
      `Program ${program} success`,
      ...runs(system, '', [], 2),
      says('Initialize the associated token account'),
      ...steps,
    ]);
  const does = (instruction: string, units: string, depth = 1): string[] =>
    runs(token2022, units, [says(`Instruction: ${instruction}`)], depth);
  const notes = (units: string, length: number, text: string): string[] =>
    runs(memo, units, [says('Signed by:'), says('9'), says('8'), says(`Memo (len ${length})`), says(text)]);
  return [
    [
      ...limits,
      ...runs(system, ''),
      ...does('InitializePermanentDelegate', '858 of 99550'),
      ...does('InitializeMint2', '1767 of 98692'),
      ...notes('513 of 96925', 37, 'evenline:outcome:BTC15M-17'),
    ],
    [...limits, ...does('BurnChecked', '1775 of 259700'), ...notes('513 of 257925', 63, 'evenline:settle:')],
    [
      ...limits,
      ...creates(token2022, '18451 of 199700', 'qgAAAAAAAAA=', [
        ...does('InitializeImmutableOwner', '734 of 185174', 2),
        ...runs(
          token2022,
          '2075 of 182107',
          [
            says('Instruction: InitializeAccount3'),
            says(
              'Warning: Mint has a permanent delegate, so tokens in this account may be seized at any time',
            ),
          ],
          2,
        ),
      ]),
      ...does('MintTo', '1534 of 181039'),
      ...notes('628 of 179505', 95, 'evenline:swap-buy:'),
    ],
    [...limits, ...notes('677 of 59700', 136, 'evenline:sell:')],
    [
      ...limits,
      ...exists('4437 of 139700'),
      ...runs(token, '105 of 135263'),
      ...notes('513 of 135158', 60, 'evenline:payout:'),
    ],
    [...limits, ...notes('513 of 59700', 57, 'evenline:fail:')],
    [
      ...limits,
      ...creates(token, '13525 of 139700', 'pQAAAAAAAAA=', [
        ...runs(token, '38 of 129178', [], 2),
        ...runs(token, '235 of 126714', [], 2),
      ]),
      ...runs(token, '105 of 126175'),
      ...notes('676 of 126070', 135, 'evenline:buy:'),
    ],
    [
      ...limits,
      ...runs(token, '105 of 159700'),
      ...runs(token, '105 of 159595'),
      ...exists('7436 of 159490'),
      ...runs(token, '105 of 152054'),
      ...runs(token, '118 of 151949'),
      ...notes('513 of 151831', 58, 'evenline:fill:'),
    ],
  ];
}

/** What became of transactions of every common kind, and the bytes of the programs. Forms 1 and 2 are this, byte for byte. */
export const DICTIONARY = Buffer.concat([
  ...typicalLogs().map((logs) => {
    const outcome: Outcome = [
      15_000,
      7_182,
      '9999970000 0 10000000000 2039280 2039280 2039280 2039280 1 1141440 1461600 731913600 1 16926720',
      '9997410720 0 10000000000 2039280 2039280 2039280 9999450000 1 1141440 1461600 731913600 1 16926720',
      [[3, USDC.address, '8', PROGRAMS.token, 6, '5000000', null]],
      logs,
    ];
    return Buffer.from(shorten(JSON.stringify(outcome), KNOWN));
  }),
  ...KNOWN.map((address) => Buffer.from(bs58.decode(address))),
]);

/** The window holds the dictionary and the longest transaction; to clear a larger one takes longer than to deflate. */
const WINDOW_BITS = 14;
/** Most are shorter. */
const CHUNK = 4_096;

/** What an outcome is deflated with: nearly all of its texts stand in the dictionary or in its transaction. */
const dictionaryWith = (transaction: Uint8Array): Buffer => Buffer.concat([DICTIONARY, transaction]);

/** A signed transaction and what became of it, in a few hundred bytes. */
export function packTransaction(tx: VersionedTransaction, meta: TransactionMeta): Uint8Array {
  const bytes = transactionBytes(tx);
  const head = Buffer.alloc(3);
  const rest = bytes.length - SIGNATURE_BYTES;
  head.writeUInt16BE(rest);
  head.writeUInt8(bytes[0] ?? 0, 2);
  const plain = Buffer.concat([head, bytes.subarray(1 + SIGNATURE_BYTES)]);
  const outcome = Buffer.from(shorten(JSON.stringify(outcomeOf(meta)), [...KNOWN, ...messageAddresses(tx)]));
  const deflate = { dictionary: dictionaryWith(plain), windowBits: WINDOW_BITS };
  return Buffer.concat([Uint8Array.of(FORM), plain, deflateRawSync(outcome, deflate)]);
}

/** A transaction as it was packed, read as far as it is asked for: lists need no more than bytes of the message. */
export interface UnpackedTransaction {
  readonly message: Buffer;
  /** The signed transaction, as it travelled. */
  bytes(): Uint8Array;
  /** What became of it. */
  meta(): TransactionMeta;
}

/** @param signature the transaction's first, base58. @throws Error for bytes of another form. */
export function unpackTransaction(signature: string, body: Uint8Array): UnpackedTransaction {
  const form = body[0];
  if (form !== FORM && form !== DEFLATED_WHOLE)
    throw new Error(`Transaction ${signature} is stored in form ${form}`);
  const stored = Buffer.from(body.buffer, body.byteOffset + 1, body.byteLength - 1);
  const inflated = (bytes: Uint8Array, dictionary: Uint8Array): Buffer =>
    inflateRawSync(bytes, { dictionary, chunkSize: CHUNK });
  const plain = form === FORM ? stored : inflated(stored, DICTIONARY);
  const end = 2 + plain.readUInt16BE();
  const otherSignatures = SIGNATURE_BYTES * (plain.readUInt8(2) - 1);
  const message = plain.subarray(3 + otherSignatures, end);
  const names = (): string[] => [...KNOWN, ...new Glance(message).accountKeys().map(addressOf)];
  const outcome = (): Buffer => {
    const rest = plain.subarray(end);
    return form === FORM ? inflated(rest, dictionaryWith(plain.subarray(0, end))) : rest;
  };
  return {
    message,
    bytes: () => Buffer.concat([plain.subarray(2, 3), bs58.decode(signature), plain.subarray(3, end)]),
    // Written by packTransaction, and by nobody else.
    meta: () => metaOf(JSON.parse(lengthen(outcome().toString('utf8'), names())) as Outcome),
  };
}
