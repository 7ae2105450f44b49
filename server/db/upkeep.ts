import type { Statements } from './threaded-pglite.ts';

type Log = (entry: Record<string, unknown>) => void;

/** Log kept to be read again by a start: this much of it takes some hundred milliseconds. */
const LOG_BYTES = 16 * 1024 * 1024;
const EVERY_MS = 10_000;

/**
 * What a server's own background processes do, and the built-in database does not have: its log is written into the
 * tables before it grows long, which a start after a kill would have to read; room that old rows leave is used again.
 * One table a call, so that nothing waits for long.
 */
export function createUpkeep(client: Statements, changing: readonly string[]): () => Promise<void> {
  let turn = 0;
  return async () => {
    await client.exec(`vacuum ${changing[turn % changing.length]}`);
    turn += 1;
    const { rows } = await client.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    );
    if ((rows[0]?.bytes ?? 0) > LOG_BYTES) await client.exec('checkpoint');
  };
}

/** Does the upkeep from time to time. @returns ends it */
export function startUpkeep(client: Statements, changing: readonly string[], log: Log): () => void {
  const upkeep = createUpkeep(client, changing);
  let failed = false;
  const timer = setInterval(() => {
    upkeep().then(
      () => {
        failed = false;
      },
      (cause: unknown) => {
        // Told once: what keeps it from this keeps it from writing too, which is told where it matters.
        if (!failed)
          log({ level: 'warn', message: 'the upkeep of the database failed', cause: String(cause) });
        failed = true;
      },
    );
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
