import { shortKey } from '@contract/ids.ts';
import { TOKEN_ACCOUNT_RENT } from '@contract/transactions/programs.ts';
import { effectsOf, type Inspection, isVouched, unvouchedMintText, unvouchedText } from './difference.ts';
import type { Effect } from './instructions.ts';
import { addressText, amountText, solText } from './labels.ts';
import type { Movement } from './types.ts';

type Transfer = Extract<Effect, { type: 'token-transfer' }>;
type Authorised = Pick<Transfer, 'authority' | 'signers'>;

/** Whether the owner's signature is what moves it: as the authority, or as one of several that stand behind it. */
const isOurs = ({ expected, owned }: Inspection, { signers }: Authorised, account: string): boolean =>
  owned.has(account) || signers.some((key) => key === expected.owner || owned.has(key));

/** The owner among several who must sign: nothing that this desk builds is held like that. */
const isShared = ({ expected, owned }: Inspection, { signers }: Authorised): boolean =>
  signers.slice(1).some((key) => key === expected.owner || owned.has(key));

const sharedText = (inspection: Inspection, by: Authorised): string =>
  isShared(inspection, by) ? `with your signature behind ${addressText(by.authority)}, ` : '';

/** SOL told of as lamports may be sent wrapped, in the same pieces. */
export const isWrappedFee = ({ expected, wrapped }: Inspection, transfer: Transfer): boolean =>
  expected.entryFees !== undefined && transfer.source === wrapped && transfer.authority === expected.owner;

/** Takes the payment that a transfer makes out of `left`; undefined when it makes none. */
function taken(transfer: Transfer, mint: string, left: Movement[]): Movement | undefined {
  const index = left.findIndex(
    (payment) =>
      payment.mint === mint &&
      payment.amount === transfer.amount &&
      (payment.destination === null || payment.destination === transfer.destination),
  );
  return index < 0 ? undefined : left.splice(index, 1)[0];
}

function checkPayments(inspection: Inspection, left: Movement[]): void {
  const { owned, differences, nameOf, trustsNamed } = inspection;
  for (const transfer of effectsOf(inspection, 'token-transfer')) {
    if (!isOurs(inspection, transfer, transfer.source) || isWrappedFee(inspection, transfer)) continue;
    const mint = transfer.mint ?? owned.get(transfer.source) ?? '';
    const what = amountText(transfer.amount, mint, nameOf);
    const isOdd = owned.get(transfer.source) !== mint || isShared(inspection, transfer);
    const payment = isOdd ? undefined : taken(transfer, mint, left);
    if (!payment) {
      differences.push({
        kind: 'spends',
        text: `${sharedText(inspection, transfer)}it sends ${what} to ${addressText(transfer.destination)}`,
      });
      continue;
    }
    if (transfer.signers.length > 1) {
      differences.push({
        kind: 'extra-accounts',
        text: `it hands ${transfer.signers.length - 1} more accounts to the transfer of ${what}, for a program of the token’s own`,
      });
    }
    const isKnown = trustsNamed
      ? payment.destination !== null
      : isVouched(inspection, transfer.destination, mint);
    if (!isKnown) {
      differences.push({
        kind: 'unvouched',
        about: transfer.destination,
        text: unvouchedText(what, transfer.destination),
      });
    }
  }
}

/**
 * Tokens of an outcome are given up by burning them, which pays nobody: allowed for exactly what is sold. Money whose
 * receiver is not configured is to be paid to somebody all the same. Takes what it accounts for out of `left`.
 */
function checkBurns(inspection: Inspection, left: Movement[]): void {
  const { owned, differences, nameOf } = inspection;
  for (const burn of effectsOf(inspection, 'burn')) {
    if (!isOurs(inspection, burn, burn.account)) continue;
    const index = left.findIndex(
      ({ mint, amount, sold }) => sold && mint === burn.mint && amount === burn.amount,
    );
    if (index < 0 || owned.get(burn.account) !== burn.mint || isShared(inspection, burn)) {
      differences.push({
        kind: 'spends',
        text: `${sharedText(inspection, burn)}it destroys ${amountText(burn.amount, burn.mint, nameOf)}`,
      });
    } else left.splice(index, 1);
  }
}

/** New tokens come from the service's authority, never the owner's, and are exactly those that were promised. */
function checkIssues(inspection: Inspection): void {
  const { expected, owned, differences, nameOf } = inspection;
  const promised = [...expected.receives];
  for (const issue of effectsOf(inspection, 'mint-to')) {
    const { mint, account, signers, amount } = issue;
    const index = promised.findIndex((receipt) => receipt.mint === mint && receipt.amount === amount);
    if (signers.includes(expected.owner) || owned.get(account) !== mint || index < 0) {
      differences.push({
        kind: 'spends',
        text: `${sharedText(inspection, issue)}it issues ${amountText(amount, mint, nameOf)} to ${addressText(account)}`,
      });
    } else promised.splice(index, 1);
  }
}

/** What was promised at landing comes from somebody else, by instructions, all of it. */
function checkReceipts(inspection: Inspection): void {
  const { expected, owned, differences, nameOf } = inspection;
  const came = new Map<string, bigint>();
  const note = (mint: string, amount: bigint) => came.set(mint, (came.get(mint) ?? 0n) + amount);
  for (const transfer of effectsOf(inspection, 'token-transfer')) {
    const mint = owned.get(transfer.destination);
    if (mint === undefined || isOurs(inspection, transfer, transfer.source)) continue;
    if (transfer.mint === null || transfer.mint === mint) note(mint, transfer.amount);
  }
  for (const { account, mint, amount } of effectsOf(inspection, 'mint-to')) {
    if (owned.get(account) === mint) note(mint, amount);
  }
  const promised = new Map<string, bigint>();
  for (const { mint, amount } of expected.receives) promised.set(mint, (promised.get(mint) ?? 0n) + amount);
  for (const [mint, amount] of promised) {
    const got = came.get(mint) ?? 0n;
    if (got === amount) continue;
    const [paid, due] = [amountText(got, mint, nameOf), amountText(amount, mint, nameOf)];
    differences.push({
      kind: 'missing-receipt',
      about: mint,
      text: `its instructions pay you ${got === 0n ? 'nothing' : paid} of the ${due} that you are to receive`,
    });
  }
}

function checkCloses(inspection: Inspection): void {
  const { expected, wrapped, differences } = inspection;
  for (const close of effectsOf(inspection, 'close-account')) {
    const { account, destination } = close;
    if (!isOurs(inspection, close, account)) {
      if (destination === expected.owner) continue;
      differences.push({
        kind: 'rent-away',
        about: destination,
        text: `it closes the token account ${addressText(account)}; its rent, ${solText(TOKEN_ACCOUNT_RENT)} or more, goes to ${addressText(destination)}, not to you`,
      });
    } else if (isUnwrap(inspection, close)) {
      differences.push({
        kind: 'wraps',
        text: `it turns what is in ${shortKey(wrapped)} back into your SOL`,
      });
    } else {
      differences.push({
        kind: 'closes',
        text: `${sharedText(inspection, close)}it closes your token account ${addressText(account)}, and its SOL goes to ${addressText(destination)}`,
      });
    }
  }
}

/** The owner's wrapped SOL becomes the owner's SOL. */
export const isUnwrap = (
  { expected, wrapped }: Inspection,
  close: Extract<Effect, { type: 'close-account' }>,
): boolean =>
  close.account === wrapped &&
  close.destination === expected.owner &&
  close.authority === expected.owner &&
  close.signers.length === 1;

/** Burnt or paid to the platform itself, it is gone: what it is must be told where nobody but the service names it. */
function checkMints({ expected, differences, trustsNamed }: Inspection): void {
  for (const { mint, amount, sold } of expected.pays) {
    if (!sold || trustsNamed) continue;
    differences.push({ kind: 'unvouched', about: mint, text: unvouchedMintText(amount, mint) });
  }
}

/** What becomes of tokens: paid, burnt, issued, received, and their accounts closed. */
export function checkTokens(inspection: Inspection): void {
  const left = [...inspection.expected.pays];
  checkPayments(inspection, left);
  checkBurns(inspection, left);
  checkIssues(inspection);
  checkReceipts(inspection);
  checkCloses(inspection);
  checkMints(inspection);
  inspection.unseen.push(...left);
  for (const { mint, amount, destination } of left) {
    const whom = destination === null ? '' : ` to ${addressText(destination)}`;
    inspection.differences.push({
      kind: 'missing-payment',
      about: mint,
      text: `the payment of ${amountText(amount, mint, inspection.nameOf)}${whom} is missing`,
    });
  }
}
