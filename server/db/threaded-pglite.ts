import { setTimeout as pause } from 'node:timers/promises';
import type { PGlite, QueryOptions, Results } from '@electric-sql/pglite';
import { errorOf, startThread } from '../common/thread.ts';
import { type Silence, watchSilence } from './silence.ts';
import type { Answer, ThreadData, ThreadReply, ThreadRequest } from './thread-messages.ts';
import { resultsOf } from './wire-rows.ts';

const CLOSE_TIMEOUT_MS = 3_000;
/**
 * Seconds that a request may take: a statement ten times what PostgreSQL is given, a vacuum or a checkpoint of a large
 * folder many times what it takes.
 */
const STATEMENT_SECONDS = 300;
const PATIENCE: Readonly<Record<ThreadRequest['kind'], number>> = {
  query: STATEMENT_SECONDS,
  begin: STATEMENT_SECONDS,
  commit: STATEMENT_SECONDS,
  rollback: STATEMENT_SECONDS,
  close: STATEMENT_SECONDS,
  exec: 3_600,
};

/** Of PGlite, what statements are sent with. */
export interface Statements {
  query<T>(sql: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>>;
  exec(sql: string): Promise<unknown>;
}

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
  /**
   * From now on a thread that answers nothing for too long is ended. Not before: opening reads back the log, migrating
   * may rewrite tables, and either takes as long as it takes.
   */
  watch(): void;
}

/** Who waits for an answer. */
interface Waiting {
  readonly kind: ThreadRequest['kind'];
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Asked = Without<ThreadRequest, 'id'>;

/** Bytes without the rest of the memory they lie in, all of which would be copied with them. */
const alone = (param: unknown): unknown =>
  param instanceof Uint8Array && param.byteLength < param.buffer.byteLength ? new Uint8Array(param) : param;

/**
 * Opens the PGlite of a folder in a thread of its own: a statement keeps its thread for as long as it runs, and this
 * one has requests to answer and transactions to sign.
 * @param cut ends the thread in that moment, without a word to the database, which writes when it closes
 * @throws what opening threw.
 */
export async function openThreaded(folder: string, cut: AbortSignal): Promise<Threaded> {
  const data: ThreadData = { folder };
  const thread = startThread('pglite-thread', new URL('./pglite-thread.ts', import.meta.url), data);
  const pending = new Map<number, Waiting>();
  const lost = new AbortController();
  let last = 0;
  let closed = false;
  let failure: Error | undefined;
  let silence: Silence | undefined;

  const promised = (id: number, kind: Waiting['kind']): Promise<never> =>
    new Promise((resolve, reject) => {
      pending.set(id, { kind, resolve, reject });
    });
  const end = (why: Error): void => {
    failure = why;
    void thread.terminate();
  };
  thread.on('message', (reply: ThreadReply) => {
    silence?.broken();
    const asked = pending.get(reply.id);
    pending.delete(reply.id);
    if ('failure' in reply) asked?.reject(errorOf(reply.failure));
    else asked?.resolve(reply.value as never);
  });
  thread.on('error', (error) => {
    failure = error;
  });
  thread.on('exit', () => {
    silence?.end();
    failure ??= new Error('The database has ended.');
    for (const { reject } of pending.values()) reject(failure);
    pending.clear();
    if (!closed) lost.abort(failure);
  });

  cut.addEventListener('abort', () => end(cut.reason));

  function ask<T>(request: Asked): Promise<T> {
    if (failure) return Promise.reject(failure);
    last += 1;
    const answer = promised(last, request.kind);
    thread.postMessage({ id: last, ...request });
    return answer;
  }
  const statements = (transaction?: number): Statements => {
    const within = transaction === undefined ? {} : { transaction };
    return {
      query: async (sql, params = [], options = {}) => {
        const answer = await ask<Answer>({ kind: 'query', sql, params: params.map(alone), ...within });
        return resultsOf(answer, options);
      },
      exec: (sql) => ask({ kind: 'exec', sql, ...within }),
    };
  };

  try {
    await promised(0, 'begin');
  } catch (error) {
    closed = true;
    await thread.terminate();
    throw error;
  }
  return {
    ...statements(),
    transaction: async (work) => {
      const opening = ask<void>({ kind: 'begin' });
      const transaction = last;
      await opening;
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
    watch: () => {
      const patience = (): number =>
        [...pending.values()].reduce((most, { kind }) => Math.max(most, PATIENCE[kind]), 0);
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
