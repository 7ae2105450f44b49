import type { Pubkey, Signature } from '@contract/ids.ts';
import { AppError } from '@/api/app-error.ts';
import { execute } from '@/api/orders.writes.ts';
import type { ExecuteParlay, FreeParlays } from '@/api/parlays.writes.ts';
import { executeParlays, submitFreeParlays } from '@/api/parlays.writes.ts';
import { isSignedIn } from '@/api/trigger-token.ts';
import { findOrderOfDeposit } from '@/api/triggers.queries.ts';
import { type CreateTriggerOrder, confirmCancelPriceOrder, createPriceOrder } from '@/api/triggers.writes.ts';
import { sameLegs } from '@/domain/parlay.ts';
import { isGuardStop } from './guards.ts';

/** Where a signed transaction is handed in, and what goes with it. Plain data: it is journalled. */
export type SubmitVia =
  | { to: 'execute' }
  | { to: 'parlay'; parlay: Omit<ExecuteParlay, 'signedTransaction'> }
  | { to: 'free-parlays'; request: FreeParlays }
  /** The deposit of a trigger order lands while the order is created. */
  | { to: 'trigger-order'; order: Omit<CreateTriggerOrder, 'depositSignedTx'> }
  /** Second step of a cancellation: what the order has left comes back. */
  | { to: 'trigger-withdrawal'; order: string; cancelRequestId: string };

/** What became of one item of a request that carries several. */
export type ItemResult = { ok: true; id: string } | { ok: false; code: string; message: string };

export type Submitted =
  | { accepted: true; items: readonly ItemResult[] }
  /** So the service says: the chain has not been asked. */
  | { accepted: false; message: string };

/** What of a journal entry says where and how it is handed in. */
interface Submission {
  id: string;
  owner: Pubkey;
  signature: Signature | null;
  context: unknown;
  via?: SubmitVia;
}

/** What is of a wallet's vault is handed in by that wallet as it has signed in, and by no other. */
export const mayBeSent = ({ via, owner }: Pick<Submission, 'via' | 'owner'>): boolean =>
  (via?.to !== 'trigger-order' && via?.to !== 'trigger-withdrawal') || isSignedIn(owner);

const REFUSED = 'The service did not execute the transaction.';
const BY_GUARD = 'Your wallet’s protection blocked it.';

/**
 * Hands in what was signed, at the operation that belongs to it; the same bytes twice are one submission. Where a guard
 * of the wallet has stopped it, that is what is said.
 * @throws AppError, of an open-ended kind when it may have landed all the same
 */
export async function submit(entry: Submission, signedTransaction: string): Promise<Submitted> {
  // Another one may have been connected, and have signed in, while the wallet was asked.
  if (!mayBeSent(entry)) throw new AppError('unauthorised', 'Sign in with your wallet first.');
  const isStopped = (message: string) => isGuardStop(message, signedTransaction);
  try {
    const answer = await handIn(entry, signedTransaction);
    return answer.accepted || !isStopped(answer.message) ? answer : { accepted: false, message: BY_GUARD };
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.kind !== 'refused' || !isStopped(cause.message)) throw cause;
    const { code, requestId, status } = cause;
    throw new AppError('refused', BY_GUARD, { code, requestId, status, cause });
  }
}

/** @throws AppError for a success that names another transaction, or none: it says nothing about this one */
function mustName({ signature }: Submission, told: string | null): void {
  if (told !== signature)
    throw new AppError('malformed', 'The service did not answer about this transaction.');
}

async function handIn(entry: Submission, signedTransaction: string): Promise<Submitted> {
  const via = entry.via ?? { to: 'execute' };
  switch (via.to) {
    case 'execute': {
      const { context } = entry;
      const answer = await execute({
        signedTransaction,
        requestId: entry.id,
        ...(context === undefined ? {} : { context }),
      });
      if (answer.status !== 'Success') {
        const message = answer.error ?? REFUSED;
        // With a signature it was sent on: what became of it the chain has to say.
        if (answer.signature !== null) throw new AppError('server', message);
        return { accepted: false, message };
      }
      mustName(entry, answer.signature);
      return { accepted: true, items: [] };
    }
    case 'parlay': {
      const { parlays } = await executeParlays({ parlays: [{ ...via.parlay, signedTransaction }] });
      const [item] = parlays;
      if (item?.parlayId !== via.parlay.parlayId) {
        throw new AppError('malformed', 'The service said nothing about the parlay.');
      }
      if (item.status === 'error') return { accepted: false, message: item.message || REFUSED };
      mustName(entry, item.txSignature);
      return { accepted: true, items: [{ ok: true, id: item.parlayId }] };
    }
    case 'free-parlays': {
      const { txSignature, parlays } = await submitFreeParlays({ ...via.request, signedTransaction });
      mustName(entry, txSignature);
      // Each is told of by its place alone: where that is another's, one that was placed could be placed again.
      const isAstray = parlays.some(
        (item, index) =>
          item.status === 'ok' &&
          !sameLegs(item.legMarketIds, via.request.parlays[index]?.legMarketIds ?? []),
      );
      if (isAstray) throw new AppError('malformed', 'The service answered about other parlays.');
      return {
        accepted: true,
        items: parlays.map((item) =>
          item.status === 'ok'
            ? { ok: true, id: item.parlayId }
            : { ok: false, code: item.code, message: item.message },
        ),
      };
    }
    case 'trigger-order': {
      const created = await createPriceOrder({ ...via.order, depositSignedTx: signedTransaction }).catch(
        (error: unknown) => {
          // Used up already: whether by an order of this request, the chain and the history have to say.
          if (error instanceof AppError && /duplicate/i.test(error.message)) {
            throw new AppError('server', error.message, { cause: error });
          }
          throw error;
        },
      );
      mustName(entry, created.txSignature);
      if (!created.depositConfirmed) throw new AppError('server', 'The deposit is not confirmed yet.');
      return { accepted: true, items: [{ ok: true, id: created.id }] };
    }
    case 'trigger-withdrawal': {
      const { order, cancelRequestId } = via;
      const { id, txSignature } = await confirmCancelPriceOrder(order, {
        signedTransaction,
        cancelRequestId,
      });
      mustName(entry, txSignature);
      return { accepted: true, items: [{ ok: true, id }] };
    }
  }
}

/** Whether a landed payment still has to be presented for what it pays: the same bytes, so it costs nothing twice. */
export const mustPresent = ({ via }: Pick<Submission, 'via'>): boolean => via?.to === 'free-parlays';

/**
 * What a landed transaction has brought about, where the answer to it never came: read, never repeated. Nothing when
 * there is nothing to look up; null when it is not known now.
 */
export async function lookUpItems(
  { via }: Pick<Submission, 'via'>,
  signature: string,
): Promise<ItemResult[] | null> {
  if (via?.to !== 'trigger-order') return [];
  const id = await findOrderOfDeposit(signature).catch(() => null);
  return id === null ? null : [{ ok: true, id }];
}
