import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Extension, PGlite, type Transaction } from '@electric-sql/pglite';
import { failureOf } from '../common/thread.ts';
import { createWire, type Wire } from './pglite-wire.ts';
import { PrivateFs } from './private-fs.ts';
import type { Answer, ThreadData, ThreadMessage, ThreadReply, ThreadRequest } from './thread-messages.ts';

/* The thread that PGlite works on, for one statement keeps a thread from everything else. See threaded-pglite.ts. */

if (!parentPort) throw new Error('This is the thread of a database; it is not started by itself.');
const port = parentPort;

interface Open {
  readonly tx: Transaction;
  readonly end: (commit: boolean) => void;
}

/** Its cache of pages, half of what it has by itself: all of it is taken at the start, whatever lies in the database. */
const CACHE = ['-c', 'shared_buffers=64MB'];

/**
 * When the database finds no room for its log it gives up. PGlite passes over that and calls it again, which never comes
 * back or never answers: the thread has to end before. Opened anew, it is as it was.
 */
const endsWithIt: Extension = {
  name: 'ends with it',
  setup: async (_client, options) => ({ emscriptenOpts: { ...options, onAbort: () => process.exit(1) } }),
};

const ROLLBACK = Symbol('rollback');
const transactions = new Map<number, Open>();

const reply = (message: ThreadReply): void => port.postMessage(message);

/** Opens a transaction and keeps it open until it is told how to end. @returns when it is open */
function begin(client: PGlite, id: number): Promise<void> {
  return new Promise((opened, failed) => {
    client
      .transaction(
        (tx) =>
          new Promise<void>((commit, rollback) => {
            transactions.set(id, { tx, end: (commits) => (commits ? commit() : rollback(ROLLBACK)) });
            opened();
          }),
      )
      .then(
        () => ended(id, undefined),
        (error: unknown) => {
          // Before it was open the failure is that of opening it.
          failed(error);
          ended(id, error === ROLLBACK ? undefined : error);
        },
      );
  });
}

/** Who waits for the end of a transaction. */
const waiting = new Map<number, { resolve: () => void; reject: (error: unknown) => void }>();

function ended(transaction: number, error: unknown): void {
  transactions.delete(transaction);
  const waits = waiting.get(transaction);
  waiting.delete(transaction);
  if (error === undefined) waits?.resolve();
  else waits?.reject(error);
}

function end(transaction: number, commits: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const { end: endIt } = open(transaction);
    waiting.set(transaction, { resolve, reject });
    endIt(commits);
  });
}

function open(transaction: number): Open {
  const found = transactions.get(transaction);
  if (!found) throw new Error('The transaction has ended.');
  return found;
}

function query(client: PGlite, wire: Wire, request: ThreadRequest & { kind: 'query' }): Promise<Answer> {
  const { sql, params, transaction } = request;
  if (transaction === undefined) return client._runExclusiveTransaction(() => wire.query(sql, params));
  open(transaction);
  return wire.query(sql, params);
}

async function answer(client: PGlite, request: Exclude<ThreadRequest, { kind: 'query' }>): Promise<unknown> {
  switch (request.kind) {
    case 'exec': {
      const on = request.transaction === undefined ? client : open(request.transaction).tx;
      return on.exec(request.sql);
    }
    case 'begin':
      await begin(client, request.id);
      return request.id;
    case 'commit':
    case 'rollback':
      return end(request.transaction, request.kind === 'commit');
    case 'close':
      return client.close();
  }
}

try {
  const { folder } = workerData as ThreadData;
  const client = await PGlite.create({
    fs: new PrivateFs(folder),
    startParams: [...PGlite.defaultStartParams, ...CACHE],
    extensions: { endsWithIt },
  });
  const wire = createWire(client);
  const work = async (request: ThreadRequest, to: Pick<MessagePort, 'postMessage'>): Promise<void> => {
    const { id } = request;
    if (request.kind !== 'query') return to.postMessage({ id, value: await answer(client, request) });
    const value = await query(client, wire, request);
    to.postMessage({ id, value } satisfies ThreadReply, [value.bytes.buffer]);
  };
  const take = (request: ThreadRequest, from: Pick<MessagePort, 'postMessage'>): void => {
    work(request, from).catch((error: unknown) => {
      from.postMessage({ id: request.id, failure: failureOf(error) } satisfies ThreadReply);
      // It has given up and answers nothing any more: opened anew, it does.
      if (error instanceof WebAssembly.RuntimeError) process.exit(1);
    });
  };
  port.on('message', (message: ThreadMessage) => {
    if (message.kind !== 'connect') return take(message, port);
    const { port: other } = message;
    other.on('message', (request: ThreadRequest) => take(request, other));
  });
  reply({ id: 0, value: undefined });
} catch (error) {
  reply({ id: 0, failure: failureOf(error) });
}
