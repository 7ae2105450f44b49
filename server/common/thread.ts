import { Worker } from 'node:worker_threads';

/** Node does not hand the loader of a process on to its threads. */
const FROM_SOURCE = `
  const { workerData } = require('node:worker_threads');
  import('tsx/esm/api').then(({ register }) => {
    register();
    return import(workerData.source);
  });`;

/**
 * Starts a thread: what is built beside the server under a name or, where this runs from its sources, the source.
 * @param source of the thread, in full
 */
export function startThread(name: string, source: URL, data: object = {}): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL(`./${name}.js`, import.meta.url), { workerData: data });
  return new Worker(FROM_SOURCE, { eval: true, workerData: { ...data, source: source.href } });
}

/** A failure as it crosses threads, which keep nothing of an error but its message. */
export interface ThreadFailure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Code of SQL or of the system, table, constraint and whatever else was said. */
  readonly details: Record<string, unknown>;
  readonly cause?: ThreadFailure | undefined;
}

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);

export function failureOf(error: unknown): ThreadFailure {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, details: {} };
  const details = Object.fromEntries(Object.entries(error).filter(([, value]) => isPlain(value)));
  const cause = error.cause instanceof Error ? failureOf(error.cause) : undefined;
  return { name: error.name, message: error.message, stack: error.stack, details, cause };
}

export function errorOf({ name, message, stack, details, cause }: ThreadFailure): Error {
  const error = Object.assign(new Error(message, cause && { cause: errorOf(cause) }), details);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
