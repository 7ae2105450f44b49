import { setTimeout as pause } from 'node:timers/promises';
import { Admission } from '../common/admission.ts';
import { ServiceError } from '../common/errors.ts';
import { type Handlers, JsonText } from '../common/operation.ts';
import { errorOf, startThread } from '../common/thread.ts';
import type { Opening, Told } from './opening.ts';
import type { ReadsReply, ReadsRequest, Sources } from './reads-messages.ts';
import { PUBLIC_READS, RECORD_READS, type ThreadedId } from './threaded-ids.ts';

/** What a handler is given here. */
interface Input {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly client?: () => string;
  readonly accepted?: string | undefined;
  readonly address?: () => string;
}

interface Waiting {
  readonly resolve: (answer: JsonText) => void;
  readonly reject: (error: Error) => void;
}

export interface ThreadedReads {
  readonly handlers: Required<Pick<Handlers, ThreadedId>>;
  /** Forgets what was kept for the moment: after a change that readers must see at once. */
  clear(): void;
}

export interface ReadsThread {
  /** Opens the simulation of an exchange once more. `clock`: of the exchange, simulated Unix seconds. */
  open(opening: Opening & Sources, clock: { now(): number }): ThreadedReads;
  /** What the exchange tells of itself, each once it is committed and in their order. */
  readonly told: Told;
  /** Aborted when the thread has ended without having been closed. */
  readonly lost: AbortSignal;
  close(): Promise<void>;
}

/** Questions for everybody that may wait for their answers: more would only wait for each other. */
const MOST_PUBLIC = 1_000;
/** Those that wait for the database take no place of these; so many in all, and for one client. */
const MOST_RECORDS = 500;
const MOST_RECORDS_OF_ONE = 50;
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Starts the thread that reads: lists, histories and records are made, and written as JSON, while this thread takes
 * orders. It has the same simulation, changes it as this one has, asks the database by itself, and answers as of the
 * instant at which it is asked. What is everybody's and asked for while the same is being answered gets that answer.
 */
export function startReadsThread(): ReadsThread {
  const thread = startThread('reads-thread', new URL('./reads-thread.ts', import.meta.url));
  const pending = new Map<number, Waiting>();
  /** What is being answered of what nothing has changed since, by address. */
  const underWay = new Map<string, Promise<JsonText>>();
  const everybodys = new Admission(MOST_PUBLIC);
  const records = new Admission(MOST_RECORDS, MOST_RECORDS_OF_ONE);
  const lost = new AbortController();
  const exited = new Promise((resolve) => thread.once('exit', resolve));
  let isOpen = false;
  let isClosed = false;
  let failure: Error | undefined;
  let last = 0;

  thread.on('message', (reply: ReadsReply) => {
    const waiting = pending.get(reply.id);
    pending.delete(reply.id);
    if ('bytes' in reply) waiting?.resolve(new JsonText(Buffer.from(reply.bytes.buffer), reply.encoding));
    else if ('failure' in reply) waiting?.reject(errorOf(reply.failure));
    else {
      const { kind, code, message, cause, ...details } = reply.refusal;
      const because = cause && errorOf(cause);
      waiting?.reject(new ServiceError(kind, code, message, { ...details, cause: because }));
    }
  });
  thread.on('error', (error) => {
    failure = error;
  });
  thread.on('exit', () => {
    failure ??= new Error('The thread of reads has ended.');
    for (const { reject } of pending.values()) reject(gone());
    pending.clear();
    if (!isClosed) lost.abort(failure);
  });
  /** Until the exchange is opened anew. */
  const gone = (): ServiceError =>
    new ServiceError('unavailable', 'INTERNAL', 'the simulation is being opened', {
      retryAfter: 1,
      cause: failure,
    });

  const send = (request: ReadsRequest): void => thread.postMessage(request);

  async function ask(operation: ThreadedId, input: Input, now: number, leave: () => void): Promise<JsonText> {
    const { params, query, client, accepted } = input;
    last += 1;
    const id = last;
    try {
      return await new Promise((resolve, reject) => {
        if (failure) return reject(gone());
        pending.set(id, { resolve, reject });
        const as = { client: client?.(), accepted, now, askedMs: performance.now() };
        send({ kind: 'ask', id, operation, input: { params, query }, ...as });
      });
    } finally {
      leave();
    }
  }

  /** Asks once for all who want the same in the meantime. Who was refused may have been so for how much it asks. */
  function askOnce(address: string, asks: () => Promise<JsonText>): Promise<JsonText> {
    const known = underWay.get(address);
    if (known) return known.catch(asks);
    const answer = asks();
    underWay.set(address, answer);
    const over = (): void => {
      if (underWay.get(address) === answer) underWay.delete(address);
    };
    answer.then(over, over);
    return answer;
  }

  return {
    open(opening, clock) {
      const ports = 'port' in opening.records ? [opening.records.port] : [];
      thread.postMessage({ kind: 'open', ...opening } satisfies ReadsRequest, ports);
      isOpen = true;
      const shared = PUBLIC_READS.map((operation) => [
        operation,
        ({ accepted, ...input }: Input) => {
          // As it is: whoever asks for it again may take other encodings.
          const asks = async () => ask(operation, input, clock.now(), everybodys.enter());
          const address = input.address?.();
          return address === undefined ? asks() : askOnce(address, asks);
        },
      ]);
      // Each as of its own question: what was committed a moment ago is in it.
      const own = RECORD_READS.map((operation) => [
        operation,
        async (input: Input) => ask(operation, input, clock.now(), records.enter(input.client?.())),
      ]);
      return {
        // The same operations by the same names.
        handlers: Object.fromEntries([...shared, ...own]) as ThreadedReads['handlers'],
        clear: () => {
          underWay.clear();
          send({ kind: 'clear' });
        },
      };
    },
    told: {
      changed(change) {
        // What came before is part of what it is opened with.
        if (!isOpen) return;
        underWay.clear();
        send({ kind: 'change', change });
      },
      orders(orders) {
        if (isOpen) send({ kind: 'orders', orders });
      },
    },
    lost: lost.signal,
    close: async () => {
      isClosed = true;
      send({ kind: 'close' });
      await Promise.race([exited, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await thread.terminate();
    },
  };
}
