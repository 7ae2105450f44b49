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
