import type { Signature } from '@contract/ids.ts';
import { AppError, mayHaveHappened, toAppError } from '@/api/app-error.ts';
import { hasRpc } from '@/config.ts';
import { confirmViaApi } from './confirm-via-api.ts';
import { isGuardStop } from './guards.ts';
import { type JournalEntry, journal } from './journal.ts';
import { canLandUntil, stillValid } from './lifetime.ts';
import { builtEntry, prepareTx, refused, TxAborted, type TxPorts } from './prepare.ts';
import { recheckOf } from './recheck.ts';
import { followOrder, settledResult } from './reconcile.ts';
import { tellSent } from './sent-elsewhere.ts';
import { type Signer, signChecked } from './sign.ts';
import { type ItemResult, lookUpItems, mustPresent, submit } from './submit.ts';
import { isOpen, type TxIntent, type TxOutcome, type TxState } from './types.ts';

/** A transaction rebuilt more often than this while the wallet waits is given up. */
const MAX_BUILDS = 3;

type SigningPorts = TxPorts & { signer: Signer };

/** Up to the signature, which is on disk before this returns. */
async function signedEntry(intent: TxIntent, ports: SigningPorts): Promise<JournalEntry> {
  const accepted = new Set<string>();
  await journal.assertNoneSent(intent);
  for (let builds = 1; ; builds++) {
    const prepared = await prepareTx(intent, ports, accepted);
    const entry = await journal.put(builtEntry(intent, prepared));
    ports.onState({ step: 'signing' });
    const recheck = recheckOf(ports.connection, prepared);
    const signed = await signChecked(prepared.tx, ports.signer, ports.userCancelled, recheck);
    if (signed.result !== 'signed') {
      await journal.note({ ...entry, step: 'discarded' });
      if (signed.result === 'rejected') throw new TxAborted({ step: 'rejected' });
      throw refused(`Not sent: ${signed.reason}. No funds moved.`);
    }
    const written = { ...entry, signedTransaction: signed.base64, signature: signed.signature };
    if (await stillValid(ports.connection, written)) {
      return journal.put({ ...written, step: 'signed' });
    }
    await journal.note({ ...written, step: 'expired' });
    if (builds === MAX_BUILDS)
      throw refused('The transaction expired before it was signed. Nothing was sent.');
  }
}

export type Watching = Omit<TxPorts, 'ask'>;
const failed = (signature: Signature | null): TxOutcome => ({ result: 'failed', signature, items: [] });

function rejected({ onState }: Watching): TxOutcome {
  onState({ step: 'rejected' });
  return { result: 'rejected', signature: null, items: [] };
}

/** Hands the signed bytes to the service, and finds out by the chain when the answer does not say. */
export async function sendSigned(entry: JournalEntry, ports: Watching): Promise<TxOutcome> {
  const { signature, signedTransaction } = entry;
  if (!signature || !signedTransaction) return failed(null);
  let current: JournalEntry;
  try {
    current = await journal.putSent(entry);
  } catch (cause) {
    // A disk that took its time may yet write it as sent: what comes after that is written after it.
    void journal.note({ ...entry, step: 'discarded' });
    ports.onState({ step: 'failed', error: toAppError(cause) });
    return failed(null);
  }
  // Up to here the user can stop waiting: also after the wallet has signed, while a node or the disk takes its time.
  if (ports.userCancelled?.aborted) {
    await journal.note({ ...current, step: 'discarded' });
    return rejected(ports);
  }
  tellSent(current);
  ports.onState({ step: 'submitting', signature });
  const answer = await submit(entry, signedTransaction).catch(toAppError);
  if (!(answer instanceof AppError)) {
    if (answer.accepted) return confirmSent(current, ports, answer.items);
    return confirmSent(await refusedBy(current, new AppError('refused', answer.message)), ports);
  }
  if (mayHaveHappened(answer)) {
    ports.onState({ step: 'unknown', signature, error: answer, until: canLandUntil(entry.id) });
    return confirmSent(current, ports);
  }
  if (answer.status !== undefined) return confirmSent(await refusedBy(current, answer), ports);
  // The desk itself has not sent it, such as for want of a token.
  await journal.note({ ...current, step: 'failed' });
  ports.onState({ step: 'failed', error: answer });
  return failed(signature);
}

/**
 * Keeps what the service says against what it was handed. It is not believed: an answer may come from somewhere on the
 * way, or be the one to a request that was repeated there, and what has been sent may land as long as it is valid.
 */
const refusedBy = (entry: JournalEntry, { kind, message }: AppError): Promise<JournalEntry> =>
  journal.note({ ...entry, refusal: { kind, message } });

const refusalOf = ({ refusal }: JournalEntry): AppError | null =>
  refusal ? new AppError(refusal.kind, refusal.message) : null;

/** From "sent" to the end: looks up, never sends. `items`: answers an item, where they are known. */
export async function confirmSent(
  entry: JournalEntry,
  ports: Watching,
  items?: readonly ItemResult[],
): Promise<TxOutcome> {
  const { id, signature } = entry;
  if (!signature) return failed(null);
  const refusal = refusalOf(entry);
  if (refusal) ports.onState({ step: 'refused', signature, error: refusal, until: canLandUntil(id) });
  if (!hasRpc()) return confirmWithoutNode(entry, signature, ports, items);
  const found = await settledResult(ports.connection, signature, entry);
  switch (found.result) {
    case 'landed':
      return followLanded(await journal.note({ ...entry, step: 'landed' }), ports, items);
    case 'open':
      return { result: 'unconfirmed', signature, items: [] };
    case 'reverted':
      await journal.note({ ...entry, step: 'failed' });
      ports.onState({
        step: isGuardStop(found.reason, entry.signedTransaction ?? '') ? 'stopped-by-guard' : 'reverted',
        signature,
      });
      return failed(signature);
    case 'expired':
      await journal.note({ ...entry, step: refusal ? 'failed' : 'expired' });
      ports.onState(refusal ? { step: 'failed', error: refusal } : { step: 'expired', signature });
      return failed(signature);
  }
}

/**
 * The same where nobody but the service can say that it has landed. What it has not said is asked again after the next
 * load; what it has refused, and never shown as long as it could land, is not.
 */
async function confirmWithoutNode(
  entry: JournalEntry,
  signature: Signature,
  ports: Watching,
  items?: readonly ItemResult[],
): Promise<TxOutcome> {
  const told = items ?? (await confirmViaApi(entry, signature));
  if (told !== null) return followLanded(await journal.note({ ...entry, step: 'landed' }), ports, told);
  if (entry.refusal) await journal.note({ ...entry, step: 'failed' });
  return { result: 'unconfirmed', signature, items: [] };
}

/** What a landed payment has paid for, asked with the same bytes; null when the service does not say now. */
async function present(entry: JournalEntry): Promise<readonly ItemResult[] | null> {
  if (!entry.signedTransaction) return null;
  const answer = await submit(entry, entry.signedTransaction).catch(() => null);
  return answer?.accepted ? answer.items : null;
}

/** From "landed" to the end. */
export async function followLanded(
  entry: JournalEntry,
  ports: Watching,
  known?: readonly ItemResult[],
): Promise<TxOutcome> {
  const { signature, orderPubkey } = entry;
  if (!signature) return failed(null);
  ports.onState({ step: 'landed', signature });
  const items = known ?? (mustPresent(entry) ? await present(entry) : await lookUpItems(entry, signature));
  if (items === null) return { result: 'unknown', signature, items: [] };
  const order = orderPubkey ? await followOrder(orderPubkey) : null;
  if (orderPubkey && !order) return { result: 'unknown', signature, items };
  await journal.note({ ...entry, step: 'done' });
  ports.onDone(order, signature, items);
  return { result: order?.status === 'failed' ? 'not-filled' : 'done', signature, items };
}

/** One intent from the press of the button to its end. Never throws; never signs unchecked; never sends twice. */
export async function runTx(intent: TxIntent, ports: SigningPorts): Promise<TxOutcome> {
  let entry: JournalEntry;
  try {
    entry = await signedEntry(intent, ports);
  } catch (cause) {
    const state: TxState =
      cause instanceof TxAborted ? cause.state : { step: 'failed', error: toAppError(cause) };
    ports.onState(state);
    return state.step === 'rejected' ? { result: 'rejected', signature: null, items: [] } : failed(null);
  }
  const { signature } = entry;
  try {
    const outcome = await sendSigned(entry, ports);
    if (isOpen(outcome.result)) await journal.release(entry.id);
    return outcome;
  } catch (cause) {
    // Whatever it was, it came after the bytes had left.
    if (signature) {
      const until = canLandUntil(entry.id);
      ports.onState({ step: 'unknown', signature, error: toAppError(cause), until });
    }
    return { result: 'unknown', signature, items: [] };
  }
}
