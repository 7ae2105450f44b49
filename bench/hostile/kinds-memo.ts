import { memo } from '@contract/transactions/instruction.ts';
import { memoText, type OwnerTerms } from '@contract/transactions/terms.ts';
import { derive } from '../../src/tx/derive.ts';
import type { Case } from './cases.ts';
import {
  adding,
  call,
  changing,
  isMemo,
  type Kind,
  kind,
  preceding,
  signs,
  withAccount,
  withData,
  withMore,
} from './kind.ts';
import * as is from './parties.ts';

/* The owner's signature under another text than the one that binds the terms shown. */

const OTHER_TEXT = /no memo names what you asked for/;
const SECOND = /under one more memo/;
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

/** One value of the terms made another one. */
function other(value: unknown): unknown {
  if (value === null) return is.STRANGER;
  if (typeof value === 'string') return value === is.STRANGER ? is.VAULT : is.STRANGER;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [other(value[0]), ...value.slice(1)];
  return { ...value, address: is.STRANGER };
}

/** A memo of other terms than those shown: only its digest tells, where it names the same subject. */
function ofOtherTerms(field: string) {
  return ({ terms, honest }: Case) => {
    if (terms === null || !(field in terms)) return null;
    const changed = { ...terms, [field]: other(terms[field as keyof OwnerTerms]) } as OwnerTerms;
    const instead = text(memoText(changed, derive));
    return {
      ...honest,
      instructions: honest.instructions.map((one) => (isMemo(one) ? { ...one, data: instead } : one)),
    };
  };
}

const FIELDS = [
  'intent',
  'owner',
  'payer',
  'externalOrderId',
  'marketId',
  'position',
  'isYes',
  'mint',
  'integrator',
  'integratorBps',
  'limit',
  'order',
  'deposit',
  'contracts',
  'escrow',
  'payout',
  'outcome',
  'notional',
  'fee',
  'parlayId',
  'nonce',
  'legMarketIds',
  'locked',
  'stake',
  'parlays',
  'recipient',
  'requestId',
  'vault',
  'isNative',
  'amount',
  'outputMint',
  'assets',
  'rentReceiver',
] as const;

const terms = FIELDS.map((field) =>
  kind(`memo of other terms: ${field}`, 'none', OTHER_TEXT, ofOtherTerms(field)),
);

const texts: readonly Kind[] = [
  kind(
    'memo: another text',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) => withData(one, () => text('I owe you everything'))),
  ),
  kind(
    'memo: nothing',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) => withData(one, () => new Uint8Array())),
  ),
  kind(
    'memo: more behind it',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) => withData(one, (data) => Uint8Array.from([...data, 10, 65]))),
  ),
  kind(
    'memo: more before it',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) => withData(one, (data) => Uint8Array.from([65, ...data]))),
  ),
  kind(
    'memo: a byte order mark before it',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) => withData(one, (data) => Uint8Array.from([0xef, 0xbb, 0xbf, ...data]))),
  ),
  kind(
    'memo: no text at all',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) => withData(one, (data) => data.with(0, 0xff))),
  ),
  kind(
    'memo: in capitals',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) =>
      withData(one, (data) => data.map((byte) => (byte > 96 && byte < 123 ? byte - 32 : byte))),
    ),
  ),
  kind(
    'memo: left out',
    'none',
    OTHER_TEXT,
    changing(isMemo, () => []),
  ),
  kind(
    'memo: by the older program',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) => ({ ...one, program: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo' })),
  ),
  kind(
    'memo: by a program that nobody knows',
    'none',
    /does not know/,
    changing(isMemo, (one) => ({ ...one, program: is.UNKNOWN_PROGRAM })),
  ),
  kind(
    'memo: twice',
    'none',
    SECOND,
    changing(isMemo, (one) => [one, one]),
  ),
  kind('memo: a second one', 'rights', SECOND, adding(memo('I owe you everything', [is.OWNER]))),
  kind('memo: a second one first', 'rights', SECOND, preceding(memo('I owe you everything', [is.OWNER]))),
  kind(
    'memo: a second one by the older program',
    'rights',
    SECOND,
    adding(call('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', text('I owe you'), signs(is.OWNER))),
  ),
  kind('memo: a second one that nobody signs', 'rights', SECOND, adding(memo('evenline:buy', []))),
  kind('memo: a second one of empty text', 'none', SECOND, adding(memo('', [is.OWNER]))),
  kind(
    'memo: a second one with line breaks',
    'rights',
    SECOND,
    adding(memo('yours\u2028\u202eours', [is.OWNER])),
  ),
  kind(
    'memo: without the owner’s signature',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) => ({ ...one, accounts: one.accounts.slice(1) })),
  ),
  kind(
    'memo: signed by the owner alone',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) =>
      one.accounts.length > 1 ? { ...one, accounts: one.accounts.slice(0, 1) } : null,
    ),
  ),
  kind(
    'memo: signed by a stranger as well',
    'none',
    /memo is signed by|is signed by/,
    changing(isMemo, (one) => withMore(one, signs(is.STRANGER))),
  ),
  kind(
    'memo: signed by a stranger in place of the platform',
    'none',
    /memo is signed by|is signed by/,
    changing(isMemo, (one) => (one.accounts.length > 1 ? withAccount(one, 1, is.STRANGER) : null)),
  ),
  kind(
    'memo: signers in another order',
    'none',
    OTHER_TEXT,
    changing(isMemo, (one) =>
      one.accounts.length > 1 ? { ...one, accounts: one.accounts.toReversed() } : null,
    ),
  ),
];

export const MEMO_KINDS: readonly Kind[] = [...terms, ...texts];
