import type { Instruction } from '@contract/transactions/instruction.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import {
  changing,
  isIssue,
  isPayment,
  isReceipt,
  isSolPayment,
  type Kind,
  kind,
  mintOf,
  NEVER_ASKED,
  read,
  signs,
  UNKNOWN,
  withAccount,
  withAmount,
  withData,
  withMore,
  written,
} from './kind.ts';
import * as is from './parties.ts';

/* A payment or a receipt of the honest transaction in another mint, by another program, or in another form. */

const MINT = 1;
const otherMint = (one: Instruction) =>
  mintOf(one.accounts[MINT]?.address ?? '') === is.USDC ? is.STABLECOIN : is.USDC;

export const MINT_KINDS: readonly Kind[] = [
  kind(
    'payment: of another mint',
    'money',
    NEVER_ASKED,
    changing(isPayment, (one) => {
      const mint = otherMint(one);
      return {
        ...one,
        program: mint.program,
        accounts: [
          written(is.accountOf(is.OWNER, mint)),
          read(mint.address),
          written(is.accountOf(is.VAULT, mint)),
          signs(is.OWNER),
        ],
      };
    }),
  ),
  kind(
    'payment: under another mint’s name',
    'money',
    NEVER_ASKED,
    changing(isPayment, (one) => withAccount(one, MINT, otherMint(one).address)),
  ),
  kind(
    'receipt: of another mint',
    'money',
    NEVER_ASKED,
    changing(isReceipt, (one) => {
      const mint = otherMint(one);
      return {
        ...one,
        program: mint.program,
        accounts: [
          written(is.accountOf(is.VAULT, mint)),
          read(mint.address),
          written(is.accountOf(is.OWNER, mint)),
          signs(is.VAULT),
        ],
      };
    }),
  ),
  kind(
    'issue of tokens: of another mint',
    'money',
    NEVER_ASKED,
    changing(isIssue, (one) => withAccount(one, 0, is.COIN_2022_MINT)),
  ),
  kind(
    'payment: by the other token program',
    'none',
    NEVER_ASKED,
    changing(isPayment, (one) => ({
      ...one,
      program: one.program === PROGRAMS.token ? PROGRAMS.token2022 : PROGRAMS.token,
    })),
  ),
  kind(
    'payment: by a program that nobody knows',
    'money',
    UNKNOWN,
    changing(isPayment, (one) => ({ ...one, program: is.UNKNOWN_PROGRAM })),
  ),
  kind(
    'receipt: by a program that nobody knows',
    'money',
    UNKNOWN,
    changing(isReceipt, (one) => ({ ...one, program: is.UNKNOWN_PROGRAM })),
  ),
  kind(
    'payment: of one decimal more',
    'none',
    NEVER_ASKED,
    changing(isPayment, (one) => withData(one, (data) => data.with(9, (data[9] ?? 0) + 1))),
  ),
  kind(
    'payment: of no decimals',
    'none',
    NEVER_ASKED,
    changing(isPayment, (one) => withData(one, (data) => data.with(9, 0))),
  ),
  kind(
    'payment: without a mint',
    'none',
    NEVER_ASKED,
    changing(isPayment, (one) => ({
      ...one,
      accounts: one.accounts.toSpliced(MINT, 1),
      data: Uint8Array.from([3, ...one.data.slice(1, 9)]),
    })),
  ),
  kind(
    'payment: more bytes behind it',
    'none',
    NEVER_ASKED,
    changing(isPayment, (one) => withData(one, (data) => Uint8Array.from([...data, 1]))),
  ),
  kind(
    'payment: fewer bytes',
    'none',
    NEVER_ASKED,
    changing(isPayment, (one) => withData(one, (data) => data.slice(0, 6))),
  ),
  kind(
    'payment: one account more, a stranger’s',
    'none',
    /hands 1 more accounts to the transfer/,
    changing(isPayment, (one) => withMore(one, written(is.accountOf(is.STRANGER, is.USDC)))),
  ),
  kind(
    'payment: one account more, the owner’s',
    'none',
    /hands 1 more accounts to the transfer/,
    changing(isPayment, (one) => withMore(one, written(is.SPARE_ACCOUNT))),
  ),
  kind(
    'receipt: one account more, the owner’s',
    'none',
    NEVER_ASKED,
    changing(isReceipt, (one) => withMore(one, written(is.SPARE_ACCOUNT))),
  ),
  kind(
    'payment: in two halves',
    'none',
    NEVER_ASKED,
    changing(isPayment, (one) => [
      withAmount(one, 1, (amount) => amount / 2n),
      withAmount(one, 1, (amount) => amount - amount / 2n),
    ]),
  ),
  kind('payment of SOL: in one sum', 'none', NEVER_ASKED, (intent) => {
    const all = intent.honest.instructions.filter(isSolPayment);
    const [first] = all;
    if (!first || all.length < 2) return null;
    const rest = intent.honest.instructions.filter((one) => !isSolPayment(one));
    return {
      ...intent.honest,
      instructions: [withAmount(first, 4, (amount) => amount * BigInt(all.length)), ...rest],
    };
  }),
];
