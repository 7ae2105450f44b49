import type { MarketId, Pubkey } from '@contract/ids.ts';
import type { QueryClient } from '@tanstack/react-query';
import { toAppError } from '@/api/app-error.ts';
import { getConnection } from '@/api/rpc.ts';
import { useTriggerToken } from '@/api/trigger-token.ts';
import { type JournalEntry, journal } from './journal.ts';
import { isWaitedFor, LONGEST_WAIT_MS, stillValid } from './lifetime.ts';
import { lookLater } from './look-later.ts';
import { recoverQueues } from './queue-left.ts';
import { confirmSent, followLanded, sendSigned, type Watching } from './run-tx.ts';
import { mayBeSent } from './submit.ts';
import { dropToast, showTx } from './toast.tsx';
import { isOpen, type TxOutcome, type Waiting, waitingOf } from './types.ts';
import { orderKey, setUnderWay } from './under-way.ts';
import { RUN_LOCK, reporter, txLock } from './use-tx.ts';

type Resume = (entry: JournalEntry, ports: Watching) => Promise<TxOutcome>;

/** `undefined` lets go of it. */
function hold({ id, kind, owner, about }: JournalEntry, waiting: Waiting | null | undefined): void {
  if (about === undefined) return;
  const isOrder = kind === 'buy' || kind === 'sell' || kind === 'trigger';
  setUnderWay(isOrder ? orderKey(owner, about as MarketId | Pubkey) : about, id, waiting);
}

async function resume(entry: JournalEntry, client: QueryClient, how: Resume): Promise<void> {
  hold(entry, null);
  try {
    const connection = await getConnection();
    const report = reporter(client, `tx-${entry.id}`, entry.title, () => client.invalidateQueries());
    const done = entry.kind === 'trigger' ? 'Placed' : 'Confirmed';
    const ports: Watching = {
      connection,
      onState: (state) => {
        hold(entry, waitingOf(state));
        report.onState(state);
      },
      onDone: (order, signature, items) => report.onDone(order, signature, items, done),
    };
    const outcome = await how(entry, ports);
    if (!isOpen(outcome.result)) return;
    report.onUnfollowed(outcome, entry);
    await journal.release(entry.id);
    // Perhaps for good: nothing is held for it meanwhile, neither here nor in a tab that waits for this one's lock.
    if (entry.via?.to === 'trigger-order') void lookLater(entry, ports);
  } finally {
    hold(entry, undefined);
  }
}

/** Signed but never sent: only the user may decide that it still should be. */
async function offer(entry: JournalEntry, client: QueryClient): Promise<void> {
  const id = `tx-${entry.id}`;
  const connection = await getConnection();
  const expire = async (now: JournalEntry): Promise<void> => {
    await journal.note({ ...now, step: 'expired' });
    const detail = 'It expired. No funds moved.';
    showTx(id, entry.title, { tone: 'bad', text: 'Signed but never sent', detail }, null);
  };
  if (!(await stillValid(connection, entry))) return expire(entry);
  await new Promise<void>((resolve) => {
    let decided = false;
    const act = (what: (now: JournalEntry) => Promise<unknown>) => async () => {
      if (decided) return;
      decided = true;
      try {
        const now = await journal.get(entry.id);
        if (now?.step === 'signed') await what(now);
        else dropToast(id);
      } catch (cause) {
        // The disk has failed, and nothing was sent: what has been tells of itself, and never fails here.
        decided = false;
        show(toAppError(cause).message);
        return;
      }
      stop();
      resolve();
    };
    // A full disk may be read and not written, which sending takes: the offer is not used up by a try.
    // It may have been offered for long: what has run out since is not sent, to be waited for in vain.
    const send = act(async (now) =>
      (await stillValid(connection, now)) ? resume(await journal.put(now), client, sendSigned) : expire(now),
    );
    const drop = act((now) => discard(now).then(() => dropToast(id)));
    const show = (why = 'The page was closed in between.') => {
      if (decided) return;
      const ready = mayBeSent(entry);
      const first = ready ? '' : ' Sign in to trigger orders first, then it can be sent.';
      const detail = `${why} No funds moved so far.${first}`;
      showTx(id, entry.title, { tone: 'unsure', text: 'Signed but not sent', detail }, entry.signature, {
        ...(ready && { action: { label: 'Send now', onClick: () => void send() } }),
        cancel: { label: 'Discard', onClick: () => void drop() },
      });
    };
    const stop =
      entry.via?.to === 'trigger-order' ? useTriggerToken.subscribe(() => show()) : () => undefined;
    show();
  });
}

const discard = (entry: JournalEntry): Promise<void> =>
  journal.put({ ...entry, step: 'discarded' }).then(() => undefined);

function recoverOne(entry: JournalEntry, client: QueryClient): Promise<void> {
  switch (entry.step) {
    case 'built':
      // Never signed here, so there is nothing that could land.
      return discard(entry);
    case 'signed':
      // Its order stands stopped in its list, where a fresh withdrawal is signed: these bytes are never sent. Nor are
      // those that a queue has left behind at its end.
      if (entry.via?.to === 'trigger-withdrawal' || entry.ref) return discard(entry);
      return offer(entry, client);
    case 'sent':
      return resume(entry, client, (sent, ports) => {
        if (sent.signature) ports.onState({ step: 'confirming', signature: sent.signature });
        return confirmSent(sent, ports);
      });
    case 'landed':
      return resume(entry, client, followLanded);
    default:
      return Promise.resolve();
  }
}

const LOOK_AGAIN_MS = 2_000;
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));

/** A disk may take its time when a browser starts: what it does not tell now could be begun a second time. */
async function fromDisk<T>(read: () => Promise<T>, goesOn = () => true): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (cause) {
      if (!goesOn()) throw cause;
      await later();
    }
  }
}

/** Takes one up, as it stands by now: between a list of the disk and its lock another tab may have gone on with it. */
async function takeUp(listed: JournalEntry, client: QueryClient): Promise<void> {
  const entry = await fromDisk(
    () => journal.get(listed.id),
    () => isWaitedFor(listed.id),
  );
  if (entry?.about === undefined) hold(listed, undefined);
  if (entry) await recoverOne(entry, client);
}

/** Whether no tab is in the middle of a run. Asked time and again: who waited for the lock would hold up new runs. */
const isIdle = (): Promise<boolean> =>
  navigator.locks.request(RUN_LOCK, { ifAvailable: true }, (lock) => lock !== null);
/** Whether the code that asks the chain is there: without it nothing can be looked up or sent. */
const hasCode = (): Promise<boolean> =>
  getConnection().then(
    () => true,
    () => false,
  );

/** What a load finds, without what belongs to a queue that is there: that looks after its own. */
async function listUnfinished(client: QueryClient): Promise<JournalEntry[]> {
  // Listed before the queues are: the queue of an entry is on disk before the entry is, so that none is missed.
  const unfinished = await journal.unfinished();
  const kept = await recoverQueues(client);
  return unfinished.filter(({ ref }) => !ref || !kept.has(ref.queue));
}

/**
 * Takes up what may have been left behind, unless a tab is at it. What of it has been sent may land: nothing is begun
 * for the same meanwhile, also while another tab takes its time.
 */
async function takeUpAll(entries: readonly JournalEntry[], client: QueryClient): Promise<void> {
  const sent = entries.filter(({ step }) => step === 'sent' || step === 'landed');
  for (const entry of sent) hold(entry, null);
  // What another tab is in the middle of looks like what one has left behind: the end of its run comes first.
  const begun = performance.now();
  while (!((await hasCode()) && (await isIdle()))) {
    await later();
    // It may be that other tab's own, which has ended since; and its wallet may be left waiting for ever.
    const open = await journal.unfinished().catch(() => sent);
    const isInTime = performance.now() - begun < LONGEST_WAIT_MS;
    for (const entry of sent)
      if (!isInTime || !open.some(({ id }) => id === entry.id)) hold(entry, undefined);
  }
  await Promise.all(
    entries.map(async (entry) => {
      const wasSent = sent.includes(entry);
      try {
        // What another tab looks up may land as well: its end is waited for.
        await navigator.locks.request(txLock(entry.id), { ifAvailable: !wasSent }, (lock) =>
          lock ? takeUp(entry, client) : undefined,
        );
      } finally {
        if (wasSent) hold(entry, undefined);
      }
    }),
  );
}

/** After a load: takes up every transaction whose end is not known. */
export async function recoverTransactions(client: QueryClient): Promise<void> {
  const entries = await fromDisk(() => listUnfinished(client));
  if (entries.length > 0) await takeUpAll(entries, client);
}

/** What another tab sends: held here as there, and taken up where that tab is gone before its end. */
export const followElsewhere = (entry: JournalEntry, client: QueryClient): Promise<void> =>
  takeUpAll([entry], client);
