import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { startThread } from '../common/thread.ts';
import { type Silence, watchSilence } from './silence.ts';
import { createThreadClient, type Statements } from './thread-client.ts';
import type { ThreadData, ThreadMessage, ThreadReply, ThreadRequest } from './thread-messages.ts';

const CLOSE_TIMEOUT_MS = 3_000;
/**
 * Seconds that a request may take: a statement ten times what PostgreSQL is given, a vacuum or a checkpoint of a large
 * folder many times what it takes.
 */
const patienceFor = (kind: ThreadRequest['kind']): number => (kind === 'exec' ? 3_600 : 300);

/** Of PGlite, as far as it is used here: the one in a thread of its own, or one in this thread. */
export interface PgliteClient extends Statements {
  /** Runs `work` in a transaction that is committed when it resolves; single statements wait for its end. */
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T>;
  /** Ends within seconds, whether the database answers or not. */
  close(): Promise<void>;
}

interface Threaded extends PgliteClient {
  /** Aborted when the thread has ended without having been closed. */
  readonly lost: AbortSignal;
  /** Another way to it, for another thread of this process to read by. */
  connect(): MessagePort;
  /**
   * From now on a thread that answers nothing for too long is ended. Not before: opening reads back the log, migrating
   * may rewrite tables, and either takes as long as it takes.
   */
  watch(): void;
}

/**
 * Opens the PGlite of a folder in a thread of its own: a statement keeps its thread for as long as it runs, and this
 * one has requests to answer and transactions to sign.
 * @param cut ends the thread in that moment, without a word to the database, which writes when it closes
 * @throws what opening threw; the reason of the cut, where that came first.
 */
export async function openThreaded(folder: string, cut: AbortSignal): Promise<Threaded> {
  cut.throwIfAborted();
  const data: ThreadData = { folder };
  const thread = startThread('pglite-thread', new URL('./pglite-thread.ts', import.meta.url), data);
  const client = createThreadClient((request) => thread.postMessage(request));
  const { ask, statements } = client;
  const lost = new AbortController();
  let closed = false;
  let failure: Error | undefined;
  let silence: Silence | undefined;

  const end = (why: Error): void => {
    failure = why;
    void thread.terminate();
  };
  thread.on('message', (reply: ThreadReply) => {
    silence?.broken();
    client.replied(reply);
  });
  thread.on('error', (error) => {
    failure = error;
  });
  thread.on('exit', () => {
    silence?.end();
    failure ??= new Error('The database has ended.');
    client.fail(failure);
    if (!closed) lost.abort(failure);
  });

  cut.addEventListener('abort', () => end(cut.reason));

  try {
    await client.opened();
  } catch (error) {
    closed = true;
    await thread.terminate();
    throw error;
  }
  return {
    ...statements(),
    transaction: async (work) => {
      const transaction = await ask<number>({ kind: 'begin' });
      try {
        const result = await work(statements(transaction));
        await ask({ kind: 'commit', transaction });
        return result;
      } catch (error) {
        // Of one whose commit has failed nothing is left to take back.
        await ask({ kind: 'rollback', transaction }).catch(() => undefined);
        throw error;
      }
    },
    lost: lost.signal,
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      const message: ThreadMessage = { kind: 'connect', port: port1 };
      thread.postMessage(message, [port1]);
      return port2;
    },
    watch: () => {
      const patience = (): number =>
        client.waiting().reduce((most, kind) => Math.max(most, patienceFor(kind)), 0);
      silence = watchSilence(patience, (seconds) =>
        end(new Error(`The database has answered nothing for ${seconds} seconds.`)),
      );
    },
    close: async () => {
      closed = true;
      // Whatever was answered is on the disk: one that does not end in time, or has failed, loses nothing.
      const ended = ask({ kind: 'close' }).catch(() => undefined);
      await Promise.race([ended, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await thread.terminate();
    },
  };
}

/** What the query builder asks of a client is what there is of it here. */
export const asPglite = (client: Statements): PGlite => client as PGlite;
