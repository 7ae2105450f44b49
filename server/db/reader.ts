import type { MessagePort } from 'node:worker_threads';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, ReaderSource } from './client.ts';
import { openPostgresReader } from './postgres.ts';
import { EXCHANGE } from './purpose.ts';
import { createThreadClient } from './thread-client.ts';
import type { ThreadReply } from './thread-messages.ts';
import { asPglite } from './threaded-pglite.ts';

type Reader = Pick<Database, 'db' | 'close'>;

function readBy(port: MessagePort): Reader {
  const client = createThreadClient((request) => port.postMessage(request));
  port.on('message', (reply: ThreadReply) => client.replied(reply));
  port.on('close', () => client.fail(new Error('The database has ended.')));
  return { db: drizzle(asPglite(client.statements())), close: async () => port.close() };
}

/** What is committed by the time it is asked is read; what is asked while the database is away fails. */
export const openReader = (source: ReaderSource): Reader =>
  'port' in source ? readBy(source.port) : openPostgresReader(source.url, EXCHANGE);
