import type { Signature } from '@contract/ids.ts';
import type { Connection } from '@solana/web3.js';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type AppError, toAppError } from '@/api/app-error.ts';
import { hasRpc } from '@/config.ts';
import { pause } from '@/lib/pause.ts';
import { messageOf, orderOutcome, WHY_NOT_FILLED } from './describe.ts';
import { type JournalEntry, journal, type QueueRef } from './journal.ts';
import { stillValid } from './lifetime.ts';
import { builtEntry, type Prepared, prepareTx, TxAborted } from './prepare.ts';
import { askUser } from './prompt.ts';
import type { ItemState, QueueItem } from './queue.ts';
import type { QueueHistory, QueueWork, SignedItem } from './queue-runner.ts';
import { recheckOf } from './recheck.ts';
import { confirmSent, followLanded, sendSigned, type Watching } from './run-tx.ts';
import { type Signer, signAllChecked } from './sign.ts';
import {
  type FollowedOrder,
  isOpen as isOpenEnded,
  type OnWaiting,
  type TxIntent,
  type TxOutcome,
  type TxState,
  waitingOf,
} from './types.ts';

/** What a feature says about the items of its queues. */
export interface QueueSubject<Subject> {
  intentOf: (item: QueueItem<Subject>) => TxIntent;
  /** Why nothing is left to do, where that is what an error means; null when it is a failure. */
  skips: (error: AppError) => string | null;
}

interface Looking {
  queue: string;
  connection: Connection;
  /** Told of an item, by key, while what was sent of it could still land. */
  onWaiting: (key: string) => OnWaiting;
}
interface Setting extends Looking {
  client: QueryClient;
}

/** A batch has to be checked, signed and sent within the minute that a transaction is valid. */
const BATCH = 10;

const isOpen = ({ step }: JournalEntry): boolean => step === 'signed' || step === 'sent' || step === 'landed';

/** The entry that decides about an item's last attempt: the one that may still land, else the newest. */
async function entryOf(queue: string, item: QueueItem): Promise<JournalEntry | undefined> {
  const entries = (await journal.ofQueue(queue)).filter(
    ({ ref }) => ref?.key === item.key && ref.attempt === item.attempt,
  );
  return entries.find(isOpen) ?? entries.at(-1);
}

const UNTOLD =
  'The service has not reported it in the time it had to go through, and this platform has no connection to the chain to check. It may have gone through: look up its signature in an explorer, and check what you hold.';

const part = (one: FollowedOrder | null) => one?.status === 'partial' && { filled: one.filledContracts };

/** Follows one transaction and says as a state of its item what has become of it. */
async function following(
  { connection, onWaiting }: Looking,
  key: string,
  { id, signature }: JournalEntry,
  done: (order: FollowedOrder | null) => string,
  moved: (state: ItemState) => void,
  how: (ports: Watching) => Promise<TxOutcome>,
): Promise<ItemState> {
  let last: TxState | null = null;
  let order: FollowedOrder | null = null;
  const outcome = await how({
    connection,
    onState: (state) => {
      last = state;
      onWaiting(key)(waitingOf(state));
      if (state.step === 'unknown' || state.step === 'refused') {
        const { text, detail = '' } = messageOf(state);
        const why = state.step === 'refused' ? `${text.replace(/\.$/, '')}. ${detail}` : detail;
        moved({ step: 'unknown', signature: state.signature, why });
      }
    },
    onDone: (followed) => {
      order = followed;
    },
  });
  onWaiting(key)(null);
  if (isOpenEnded(outcome.result)) await journal.release(id);
  switch (outcome.result) {
    case 'done':
      return { step: 'done', signature, note: order ? orderOutcome(order).text : done(null), ...part(order) };
    case 'not-filled':
      return {
        step: 'failed',
        signature,
        why: `Not filled. ${WHY_NOT_FILLED}`,
        money: 'What it held came back.',
      };
    case 'unknown':
    case 'unconfirmed':
      if (!signature)
        return { step: 'failed', signature, why: 'It has no signature.', money: 'No funds moved.' };
      if (outcome.result === 'unknown')
        return { step: 'unknown', signature, why: 'See Orders.', landed: true };
      return hasRpc()
        ? { step: 'unknown', signature, why: 'The chain has not said.' }
        : { step: 'unknown', signature, why: UNTOLD, untold: true };
    case 'rejected':
    case 'failed': {
      const told = last ? messageOf(last) : null;
      return {
        step: 'failed',
        signature,
        why: told?.text ?? 'It was not executed.',
        money: told ? (told.detail ?? '') : 'No funds moved.',
      };
    }
  }
}

/** The work of a queue with a real wallet, the service and the chain. */
export function queueWork<Subject>(
  setting: Setting,
  signer: Signer,
  { intentOf, skips }: QueueSubject<Subject>,
  userCancelled: AbortSignal,
): QueueWork<Subject, Prepared> {
  const { connection, client, queue } = setting;
  const intents = new Map<string, TxIntent>();
  /** One a try: an intent remembers what it has built. */
  const intentFor = (item: QueueItem<Subject>): TxIntent => {
    const id = `${item.attempt}/${item.key}`;
    const intent = intents.get(id) ?? intentOf(item);
    intents.set(id, intent);
    return intent;
  };
  const refOf = ({ key, attempt }: QueueItem<Subject>): QueueRef => ({ queue, key, attempt });
  return {
    batch: signer.signAllTransactions ? BATCH : 1,

    async prepare(item) {
      try {
        const intent = intentFor(item);
        await journal.assertNoneSent({ ...intent, ref: refOf(item) });
        const ready = await prepareTx(intent, {
          connection,
          ask: askUser,
          onState: () => undefined,
          onDone: () => undefined,
        });
        return { result: 'ready', ready };
      } catch (cause) {
        if (!(cause instanceof TxAborted)) return { result: 'failed', error: toAppError(cause) };
        if (cause.state.step === 'rejected') return { result: 'rejected' };
        const why = skips(cause.state.error);
        return why === null ? { result: 'failed', error: cause.state.error } : { result: 'skip', why };
      }
    },

    async sign(items) {
      const entries: JournalEntry[] = [];
      for (const { item, ready } of items) {
        entries.push(await journal.put(builtEntry(intentFor(item), ready, refOf(item))));
      }
      const answers = await signAllChecked(
        items.map(({ ready }) => ready.tx),
        signer,
        userCancelled,
        items.map(({ ready }) => recheckOf(connection, ready)),
      );
      return Promise.all(
        entries.map(async (entry, index) => {
          const answer = answers[index];
          if (answer?.result !== 'signed') {
            await journal.put({ ...entry, step: 'discarded' });
            if (userCancelled.aborted) return { result: 'user-cancelled' };
            return answer ?? { result: 'refused', reason: 'the wallet did not return it' };
          }
          const { signature, base64 } = answer;
          const written = { ...entry, signedTransaction: base64, signature };
          // Left while a node or the disk took its time: what is signed has gone nowhere.
          const left = async (): Promise<SignedItem> => {
            await journal.put({ ...written, step: 'discarded' });
            return { result: 'user-cancelled' };
          };
          const isValid = await stillValid(connection, written);
          if (userCancelled.aborted) return left();
          await journal.put({ ...written, step: isValid ? 'signed' : 'expired' });
          if (userCancelled.aborted) return left();
          return isValid ? { result: 'signed', state: { step: 'signed', signature } } : { result: 'expired' };
        }),
      );
    },

    async mayStillBeSent(item) {
      const entry = await entryOf(queue, item);
      if (entry?.step !== 'signed') return false;
      if (await stillValid(connection, entry)) return true;
      await journal.put({ ...entry, step: 'expired' });
      return false;
    },

    async send(item, moved) {
      const entry = await entryOf(queue, item);
      if (entry?.step !== 'signed') {
        return { step: 'failed', signature: null, why: 'It was not signed.', money: 'No funds moved.' };
      }
      return following(setting, item.key, entry, intentFor(item).describe, moved, (ports) =>
        sendSigned(entry, ports),
      );
    },

    wait: pause,

    onProgress() {
      const keys = new Map<string, QueryKey>([['balances', ['balances']]]);
      for (const { invalidates } of intents.values()) {
        for (const queryKey of invalidates) keys.set(queryKey.join('/'), queryKey);
      }
      for (const queryKey of keys.values()) {
        void client.invalidateQueries({ queryKey }).catch(() => undefined);
      }
    },
  };
}

/** What the journal and the chain know of a queue that a reload interrupted. */
export function queueHistory(setting: Looking): QueueHistory<unknown> {
  const failed = (why: string, money: string, signature: Signature | null): ItemState => ({
    step: 'failed',
    signature,
    why,
    money,
  });
  return {
    async recall(item) {
      const entry = await entryOf(setting.queue, item);
      // Without a signature there is nothing that could land.
      if (!entry?.signature) return { step: 'waiting' };
      const { signature } = entry;
      switch (entry.step) {
        case 'built':
        case 'discarded':
          return { step: 'waiting' };
        case 'signed':
          return { step: 'signed', signature };
        case 'sent':
        case 'landed':
          return {
            step: 'unknown',
            signature,
            why: 'The page was closed in between. It is being looked up.',
          };
        case 'left':
          return { step: 'left', signature };
        case 'done':
          return { step: 'done', signature, note: 'Confirmed' };
        case 'failed':
          return failed(
            entry.refusal?.message ?? 'It was not executed.',
            hasRpc() ? 'No funds moved but perhaps the network fee.' : 'It is not confirmed.',
            signature,
          );
        case 'expired':
          return failed('Expired: not confirmed in time.', 'No funds moved.', signature);
      }
    },
    async lookUp(item) {
      const entry = await entryOf(setting.queue, item);
      const follow = entry?.step === 'landed' ? followLanded : confirmSent;
      if (!entry) return { step: 'waiting' };
      return following(
        setting,
        item.key,
        entry,
        () => 'Confirmed',
        () => undefined,
        (ports) => follow(entry, ports),
      );
    },
  };
}

/** Signed transactions of items that were given up are closed in the journal, so that nobody offers to send them. */
export async function discardUnsent(queue: string, items: readonly QueueItem[]): Promise<void> {
  const signed = new Set(items.filter(({ state }) => state.step === 'signed').map(({ key }) => key));
  for (const entry of await journal.ofQueue(queue)) {
    const given = entry.step === 'built' || entry.step === 'signed';
    if (given && !signed.has(entry.ref?.key ?? '')) await journal.put({ ...entry, step: 'discarded' });
  }
}

/** What was left is closed in the journal, so that no later load asks about it. */
export async function leaveSent(queue: string, item: QueueItem): Promise<void> {
  const entry = await entryOf(queue, item);
  if (entry?.step === 'sent') await journal.put({ ...entry, step: 'left' });
}
