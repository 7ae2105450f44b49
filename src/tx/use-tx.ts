import type { Signature } from '@contract/ids.ts';
import type { Connection } from '@solana/web3.js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { AppError, toAppError } from '@/api/app-error.ts';
import { getConnection } from '@/api/rpc.ts';
import { isSignedIn } from '@/api/trigger-token.ts';
import { hasRpc } from '@/config.ts';
import { newId } from '@/lib/id.ts';
import { fetchWithRetry } from '@/lib/lazy-with-retry.ts';
import { within } from '@/lib/within.ts';
import { itemsOutcome, messageOf, orderOutcome, type TxMessage, unfollowedMessage } from './describe.ts';
import type { JournalEntry } from './journal.ts';
import { askUser } from './prompt.ts';
import type { Signer } from './sign.ts';
import type { ItemResult } from './submit.ts';
import { showTx } from './toast.tsx';
import {
  type FollowedOrder,
  isOpen,
  type OnWaiting,
  type TxIntent,
  type TxOutcome,
  type TxRunner,
  type TxState,
  waitingOf,
} from './types.ts';

const signatureOf = (state: TxState): Signature | null => ('signature' in state ? state.signature : null);

/**
 * Toast and cache of one intent, shared by a fresh run and one resumed after a reload. `leave` is offered while the
 * wallet is waited for.
 */
export function reporter(
  client: QueryClient,
  toastId: string,
  title: string,
  invalidate: () => Promise<void>,
  leave?: () => void,
) {
  const refresh = () => void invalidate().catch(() => undefined);
  return {
    /** `stays`: what holds although it has failed. */
    onState(state: TxState, stays: string | null = null) {
      const action = state.step === 'signing' &&
        leave && {
          label: 'Stop waiting',
          onClick: leave,
          quiet: true,
        };
      const message = messageOf(state);
      const detail = [message.detail, stays].filter(Boolean).join(' ');
      const told = stays === null ? message : { ...message, detail };
      showTx(toastId, title, told, signatureOf(state), action ? { action } : {});
      if (state.step === 'landed') refresh();
    },
    onDone(order: FollowedOrder | null, signature: Signature, items: readonly ItemResult[], done: string) {
      const message: TxMessage = order
        ? orderOutcome(order)
        : items.some(({ ok }) => !ok)
          ? itemsOutcome(items)
          : { tone: 'good', text: done };
      showTx(toastId, title, message, signature);
      refresh();
      void client.invalidateQueries({ queryKey: ['balances'] });
    },
    onUnfollowed({ signature, result }: TxOutcome, { kind, owner }: Pick<TxIntent, 'kind' | 'owner'>) {
      showTx(toastId, title, unfollowedMessage(kind, isSignedIn(owner), result, hasRpc()), signature);
      refresh();
    },
    onDeclined(text: string) {
      showTx(toastId, title, { tone: 'quiet', text }, null);
    },
  };
}

/** The run is over, and the form with it; what became of its deposit is told when it is known. */
function lookOn(
  { signature }: TxOutcome,
  connection: Connection,
  tell: (signature: Signature, items: readonly ItemResult[]) => void,
): void {
  const load = () => Promise.all([import('./journal.ts'), import('./look-later.ts')]);
  fetchWithRetry(load, ([{ journal }, { lookLater }]) => {
    const look = (unfinished: readonly JournalEntry[]): void => {
      const entry = unfinished.find((one) => one.signature === signature);
      if (entry?.via?.to !== 'trigger-order') return;
      void lookLater(entry, {
        connection,
        onState: () => undefined,
        onDone: (_order, of, items) => tell(of, items),
      });
    };
    // It has been told as being looked up: a disk that fails is asked again until it says.
    fetchWithRetry(() => journal.unfinished(), look, true);
  });
}

/** While a tab works on a transaction it holds this lock, so that no other tab takes it for abandoned. */
export const txLock = (id: string): string => `evenline.tx.${id}`;
/** Held by every tab during a run: journal entries of a running tab are not offered for recovery. */
export const RUN_LOCK = 'evenline.tx.running';

const NOT_WAITED_FOR = 'Nothing was sent, and nothing will be: decline it in your wallet if it still asks.';

const CODE_TIMEOUT_MS = 20_000;

/** All that a run may need before it signs, so that none of it is found missing half-way. @throws when it does not come */
const codeOfRun = () =>
  within(
    Promise.all([
      import('./run-tx.ts'),
      getConnection(),
      import('./prompt-dialog.tsx'),
      import('./decode.ts'),
    ]),
    CODE_TIMEOUT_MS,
    () => new AppError('offline', 'Part of the app failed to load.'),
  );

/**
 * The one way to have a transaction signed and sent. `signer` is null while no wallet can sign; `run` then fails
 * with a clear word instead of throwing.
 */
export function useTx(signer: Signer | null): TxRunner {
  const client = useQueryClient();
  const run = useCallback(
    async (intent: TxIntent, onWaiting?: OnWaiting): Promise<TxOutcome> => {
      if (!signer) return { result: 'failed', signature: null, items: [] };
      const toastId = `tx-${newId()}`;
      const userCancelled = new AbortController();
      const report = reporter(
        client,
        toastId,
        intent.title,
        async () => {
          await Promise.all(intent.invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
        },
        () => userCancelled.abort(),
      );
      const stays = () => intent.stays?.() ?? null;
      const declined = () => {
        const left = stays();
        return left === null ? userCancelled.signal.aborted && NOT_WAITED_FOR : `Not signed. ${left}`;
      };
      const onState = (state: TxState) => {
        onWaiting?.(waitingOf(state));
        const text = state.step === 'rejected' && declined();
        if (text) report.onDeclined(text);
        else report.onState(state, state.step === 'failed' ? stays() : null);
      };
      const begin = async () => {
        const [{ runTx }, connection] = await codeOfRun();
        const outcome = await navigator.locks.request(RUN_LOCK, { mode: 'shared' }, () =>
          runTx(intent, {
            connection,
            signer,
            ask: askUser,
            userCancelled: userCancelled.signal,
            onState,
            onDone: (order, signature, items) =>
              report.onDone(order, signature, items, intent.describe(order)),
          }),
        );
        return { outcome, connection };
      };
      // The runner itself never throws: nothing has begun, for want of its code or of its lock.
      const ended = await begin().catch((cause: unknown) => {
        onState({ step: 'failed', error: toAppError(cause) });
        return null;
      });
      onWaiting?.(null);
      if (!ended) return { result: 'failed', signature: null, items: [] };
      const { outcome, connection } = ended;
      if (isOpen(outcome.result)) {
        report.onUnfollowed(outcome, intent);
        if (intent.kind === 'trigger') {
          lookOn(outcome, connection, (signature, items) =>
            report.onDone(null, signature, items, intent.describe(null)),
          );
        }
      }
      return outcome;
    },
    [client, signer],
  );

  return { run };
}
