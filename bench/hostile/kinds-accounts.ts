import { burnTokens, type Instruction } from '@contract/transactions/instruction.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import type { Case } from './cases.ts';
import { compiled } from './compile.ts';
import type { Handed } from './judge.ts';
import {
  changing,
  isBurn,
  isIssue,
  isPayment,
  isReceipt,
  isSolPayment,
  isSolReceipt,
  type Kind,
  kind,
  mintOf,
  NEVER_ASKED,
  read,
  signs,
  withAccount,
  withMore,
} from './kind.ts';
import * as is from './parties.ts';

/* A payment or a receipt of the honest transaction to, from, or in something else. */

const SOURCE = 0;
const MINT = 1;
const DESTINATION = 2;
const SIGNER = 3;

const amountOf = ({ data }: Instruction): bigint =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(1, true);
const mintAt = (one: Instruction, at: number) => mintOf(one.accounts[at]?.address ?? '') ?? is.USDC;
/** The account of somebody, of the mint that this instruction moves. */
const accountFor = (owner: string, one: Instruction, at = MINT): string =>
  is.accountOf(owner, mintAt(one, at));
/** The answer names the receiver itself, so that the desk expects it. */
function namedByAnswer(receiver: string) {
  return (intent: Case): Handed | null => {
    const draft = changing(isPayment, (one) => withAccount(one, DESTINATION, accountFor(receiver, one)))(
      intent,
    );
    if (!draft) return null;
    const { expectation } = intent;
    const pays = expectation.pays.map((payment) => ({
      ...payment,
      destination: is.accountOf(receiver, mintOf(payment.mint) ?? is.USDC),
    }));
    return { transaction: compiled(draft), expectation: { ...expectation, pays } };
  };
}
/** Likewise for SOL. */
function solNamedByAnswer(receiver: typeof is.STRANGER) {
  return (intent: Case): Handed | null => {
    const { entryFees } = intent.expectation;
    if (!entryFees) return null;
    const instructions = intent.honest.instructions.map((one) =>
      isSolPayment(one) ? withAccount(one, 1, receiver) : one,
    );
    return {
      transaction: compiled({ ...intent.honest, instructions }),
      expectation: { ...intent.expectation, entryFees: { ...entryFees, to: receiver } },
    };
  };
}

/** Destroyed in place of being sent. */
const burning = changing(isPayment, (one) =>
  burnTokens(one.accounts[SOURCE]?.address ?? '', mintAt(one, MINT), is.OWNER, amountOf(one)),
);
/** Nothing is configured of who is paid, so that the desk names nobody. */
const toNobodyNamed =
  (change: (intent: Case) => OwnerTransaction | null) =>
  (intent: Case): Handed | null => {
    const draft = change(intent);
    const { expectation } = intent;
    const pays = expectation.pays.map((payment) => ({ ...payment, destination: null }));
    return draft && { transaction: compiled(draft), expectation: { ...expectation, pays } };
  };

const RECEIVERS = [
  ['a stranger', is.STRANGER],
  ['another’s order', is.OTHER_ORDER],
  ['the platform’s fee wallet', is.FEES],
  ['the owner’s second account', is.SPARE_ACCOUNT],
] as const;

const destinations: readonly Kind[] = [
  ...RECEIVERS.map(([who, owner]) =>
    kind(
      `payment: to ${who}`,
      'money',
      NEVER_ASKED,
      changing(isPayment, (one) =>
        // One of the cases pays the platform's fee wallet honestly.
        accountFor(owner, one) === one.accounts[DESTINATION]?.address
          ? null
          : withAccount(one, DESTINATION, owner === is.SPARE_ACCOUNT ? owner : accountFor(owner, one)),
      ),
    ),
  ),
  kind(
    'payment: to oneself',
    'money',
    NEVER_ASKED,
    changing(isPayment, (one) => withAccount(one, DESTINATION, one.accounts[SOURCE]?.address ?? '')),
  ),
  kind(
    'payment: to a stranger whom the answer names',
    'money',
    /nobody but the service vouches/,
    namedByAnswer(is.STRANGER),
  ),
  kind(
    'payment: to a stranger, where nobody is configured to be paid',
    'money',
    /nobody but the service vouches/,
    toNobodyNamed(changing(isPayment, (one) => withAccount(one, DESTINATION, accountFor(is.STRANGER, one)))),
  ),
  kind('payment: burnt', 'money', NEVER_ASKED, burning),
  kind('payment: burnt, where nobody is configured to be paid', 'money', NEVER_ASKED, toNobodyNamed(burning)),
  kind(
    'payment of SOL: to a stranger whom the answer names',
    'money',
    /nobody but the service vouches/,
    solNamedByAnswer(is.STRANGER),
  ),
  kind(
    'payment of SOL: to a stranger',
    'money',
    NEVER_ASKED,
    changing(isSolPayment, (one) => withAccount(one, 1, is.STRANGER)),
  ),
  kind(
    'payment of SOL: to oneself',
    'money',
    NEVER_ASKED,
    changing(isSolPayment, (one) => withAccount(one, 1, is.OWNER)),
  ),
  kind(
    'receipt: to a stranger',
    'money',
    NEVER_ASKED,
    changing(isReceipt, (one) => withAccount(one, DESTINATION, accountFor(is.STRANGER, one))),
  ),
  kind(
    'receipt: to the platform’s vault',
    'money',
    NEVER_ASKED,
    changing(isReceipt, (one) => withAccount(one, DESTINATION, accountFor(is.VAULT, one))),
  ),
  kind(
    'receipt of SOL: to a stranger',
    'money',
    NEVER_ASKED,
    changing(isSolReceipt, (one) => withAccount(one, 1, is.STRANGER)),
  ),
  kind(
    'issue of tokens: to a stranger',
    'money',
    NEVER_ASKED,
    changing(isIssue, (one) => withAccount(one, 1, accountFor(is.STRANGER, one, 0))),
  ),
];

const sources: readonly Kind[] = [
  kind(
    'payment: out of the second account',
    'none',
    NEVER_ASKED,
    changing(isPayment, (one) => withAccount(one, SOURCE, is.SPARE_ACCOUNT)),
  ),
  kind(
    'payment: out of a stranger’s account',
    'none',
    NEVER_ASKED,
    changing(isPayment, (one) =>
      withAccount(withAccount(one, SOURCE, accountFor(is.STRANGER, one)), SIGNER, is.STRANGER),
    ),
  ),
  kind(
    'payment: signed for by a stranger',
    'money',
    /is signed by .* as well/,
    changing(isPayment, (one) => withAccount(one, SIGNER, is.STRANGER)),
  ),
  kind(
    'payment: signed for by several, the owner among them',
    'money',
    NEVER_ASKED,
    changing(isPayment, (one) =>
      withMore(withAccount(one, SIGNER, read(is.SHARED)), signs(is.OWNER), signs(is.STRANGER)),
    ),
  ),
  kind(
    'receipt: out of the owner’s second account',
    'money',
    NEVER_ASKED,
    changing(isReceipt, (one) => withAccount(withAccount(one, SOURCE, is.SPARE_ACCOUNT), SIGNER, is.OWNER)),
  ),
  kind(
    'receipt: out of the very account',
    'money',
    NEVER_ASKED,
    changing(isReceipt, (one) =>
      withAccount(withAccount(one, SOURCE, one.accounts[DESTINATION]?.address ?? ''), SIGNER, is.OWNER),
    ),
  ),
  kind(
    'receipt: out of a stranger’s account',
    'none',
    NEVER_ASKED,
    changing(isReceipt, (one) =>
      withAccount(withAccount(one, SOURCE, accountFor(is.STRANGER, one)), SIGNER, is.STRANGER),
    ),
  ),
  kind(
    'receipt of SOL: out of one’s own',
    'money',
    NEVER_ASKED,
    changing(isSolReceipt, (one) => withAccount(one, 0, is.OWNER)),
  ),
  kind(
    'receipt of SOL: from a stranger',
    'none',
    NEVER_ASKED,
    changing(isSolReceipt, (one) => withAccount(one, 0, is.STRANGER)),
  ),
  kind(
    'issue of tokens: by the owner',
    'money',
    NEVER_ASKED,
    changing(isIssue, (one) => withAccount(one, 2, is.OWNER)),
  ),
  kind(
    'burning of tokens: of another account',
    'money',
    NEVER_ASKED,
    changing(isBurn, (one) => withAccount(one, 0, accountFor(is.STRANGER, one))),
  ),
];

export const ACCOUNT_KINDS: readonly Kind[] = [...destinations, ...sources];
