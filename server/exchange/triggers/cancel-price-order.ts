import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import type { WithdrawalTerms } from '@contract/transactions/terms.ts';
import { invalidParam, isUnavailable, ServiceError } from '../../common/errors.ts';
import { rememberBuild } from '../core/builds.ts';
import { landOnce } from '../core/land-once.ts';
import { SOL } from '../ledger/mints.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { eventOf, heldMint, newRequestId, nowMs, signerOfOrder, type TriggerContext } from './context.ts';
import { noSuchOrder, refusal } from './refusals.ts';
import { READY, STOPPING } from './states.ts';
import { readSubmitted } from './submit.ts';

/** The fills have stopped, but the withdrawal could not be built. */
const stoppedOnly = (cause: ServiceError): ServiceError =>
  new ServiceError(
    'unavailable',
    'INTERNAL',
    'the order is filled no further, but its withdrawal could not be built: try again',
    { retryAfter: cause.retryAfter ?? 1, cause },
  );

const NOT_READY = 'Order not yet marked ready to cancel: retry shortly';

/** What an order has left in the vault. */
export function assetsOf(context: TriggerContext, row: TriggerOrderRow): WithdrawalTerms['assets'] {
  const asset = (mint: string, amount: bigint) => {
    if (amount <= 0n) return [];
    const spec = heldMint(context, mint);
    return [{ mint: spec, isNative: spec === SOL, amount }];
  };
  return [...asset(row.inputMint, row.remainingInput), ...asset(row.outputMint, row.held)];
}

/** Stops the fills of an order for good. Answers false while one of them may still be under way. */
function stop(context: TriggerContext, uow: UnitOfWork, row: TriggerOrderRow): boolean {
  const stopped = (rawState: string, state: TriggerOrderRow['state']) =>
    uow.put('triggerOrders', row.id, {
      ...context.state.triggers.current(row),
      state,
      rawState,
      updatedAt: nowMs(context),
    });
  if (row.state === 'executing' && row.rawState !== READY) {
    if (row.rawState !== STOPPING) stopped(STOPPING, 'executing');
    return false;
  }
  if (row.state !== 'pending_withdraw') stopped(READY, 'pending_withdraw');
  return true;
}

/**
 * First step of a cancellation: fills stop, and the owner gets the withdrawal to sign. Called again, it answers a
 * fresh one. Expired orders are emptied the same way.
 * @throws ServiceError `invalid` while a fill is under way or when nothing is left, `forbidden` for another wallet's order, `not-found`.
 */
export const cancelPriceOrder =
  (context: TriggerContext) =>
  async ({
    params: { id },
    caller,
  }: Pick<RouteInput<'cancelPriceOrder'>, 'params' | 'caller'>): Promise<AnswerWire<'cancelPriceOrder'>> => {
    const { state, store, writer, keys, ledger } = context;
    const known = state.triggers.orders.get(id) ?? (await store.triggers.one(id));
    if (!known || known.orderType === 'v1') throw noSuchOrder();
    if (known.owner !== caller) throw refusal('forbidden', 'Order belongs to another wallet');
    const ready = await writer.submit((uow) => {
      const row = state.triggers.orders.get(id);
      if (!row) throw refusal('invalid', 'Order has ended: nothing of it is left to cancel');
      return stop(context, uow, row);
    });
    if (!ready) throw refusal('invalid', NOT_READY);
    const row = state.triggers.orders.get(id);
    if (!row) throw refusal('invalid', 'Order has ended: nothing of it is left to cancel');
    const requestId = newRequestId();
    const tx = buildOwnerTransaction(
      keys,
      {
        intent: 'withdrawal',
        ...{ owner: caller, payer: caller, order: id, requestId, vault: row.vault },
        assets: assetsOf(context, row),
        rentReceiver: null,
      },
      ledger.latestBlockhash().blockhash,
    );
    const intent = { kind: 'triggerWithdrawal', requestId, order: id, owner: caller } as const;
    const { transaction } = await rememberBuild(context, tx, intent, signerOfOrder(context, row)).catch(
      (error: unknown) => {
        // The writer speaks of this step alone.
        if (isUnavailable(error)) throw stoppedOnly(error);
        throw error;
      },
    );
    return { id, transaction, requestId };
  };

/** What ends an order whose funds have returned. */
export function cancelled(
  context: TriggerContext,
  uow: UnitOfWork,
  row: TriggerOrderRow,
  signature: string,
): void {
  const now = nowMs(context);
  const back = (mint: string, amount: bigint) =>
    amount > 0n
      ? [
          eventOf('withdrawal', now, {
            txSignature: signature,
            mint,
            amount: amount.toString(),
          }),
        ]
      : [];
  uow.put('triggerOrders', row.id, {
    ...context.state.triggers.current(row),
    state: 'cancelled',
    rawState: 'cancelled',
    held: 0n,
    updatedAt: now,
    events: [
      ...row.events,
      eventOf('cancelled', now, { txSignature: signature }),
      ...back(row.inputMint, row.remainingInput),
      ...back(row.outputMint, row.held),
    ],
  });
}

/**
 * Second step: lands the signed withdrawal. The same transaction again gives the same answer.
 * @throws ServiceError `invalid` for another transaction or one that cannot land, `not-found`.
 */
export const confirmCancelPriceOrder =
  (context: TriggerContext) =>
  async ({
    params: { id },
    body,
    caller,
  }: Pick<RouteInput<'confirmCancelPriceOrder'>, 'params' | 'body' | 'caller'>): Promise<
    AnswerWire<'confirmCancelPriceOrder'>
  > => {
    const { state, store, writer } = context;
    const known = state.triggers.orders.get(id) ?? (await store.triggers.one(id));
    if (!known || known.owner !== caller || known.orderType === 'v1') throw noSuchOrder();
    const sent = await readSubmitted(context, body.signedTransaction, ['triggerWithdrawal']);
    if (!sent.ok) throw invalidParam('signedTransaction', sent.error);
    const { intent, build, tx } = sent;
    if (intent.order !== id || intent.requestId !== body.cancelRequestId) {
      throw invalidParam(
        'cancelRequestId',
        'the transaction is not the withdrawal of this order and request',
      );
    }
    const landing = await writer.submit((uow) =>
      landOnce(context, uow, build, tx, {
        objection: () =>
          state.triggers.orders.get(id)?.state === 'pending_withdraw'
            ? null
            : 'The funds of this order have been withdrawn already.',
        apply: ({ signature }) => {
          const row = state.triggers.orders.get(id);
          if (row) cancelled(context, uow, row, signature);
        },
      }),
    );
    if (landing.status === 'Failed') throw invalidParam('signedTransaction', landing.error);
    return { id, txSignature: landing.signature };
  };
