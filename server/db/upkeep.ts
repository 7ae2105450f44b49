import type { Statements } from './thread-client.ts';

type Log = (entry: Record<string, unknown>) => void;

/** Log kept to be read again by a start: this much of it takes some hundred milliseconds. */
const LOG_BYTES = 16 * 1024 * 1024;
const EVERY_MS = 10_000;

/** Whether so many megabytes may be written. */
type HasRoom = (megabytes: number) => boolean;

/**
 * The table that needs a vacuum most, if any does: by the rule of PostgreSQL's autovacuum, once as many rows as a fifth
 * of it and 50 are dead. Unlike there, new rows are no reason: a vacuum for them frees nothing, and everybody waits for it.
 * A vacuum writes each page that it clears into the log.
 */
const NEEDS_VACUUM = `
  select listed.name, pg_total_relation_size(stat.relid) / 1048576::float8 as megabytes
    from unnest($1::text[]) as listed(name)
    join pg_stat_all_tables as stat on stat.relid = to_regclass(listed.name)
    join pg_class on pg_class.oid = stat.relid,
    lateral (select n_dead_tup / (50 + greatest(pg_class.reltuples, 0) / 5) as due)
    where due > 1
    order by due desc
    limit 1`;

/**
 * What a server's own background processes do, and the built-in database does not have: its log is written into the
 * tables before it grows long, which a start after a kill would have to read; room that old rows leave is used again.
 * One table a call, so that nothing waits for long. What there is no room for waits until there is: this database ends
 * where its log finds none.
 */
export function createUpkeep(
  client: Statements,
  changing: readonly string[],
  hasRoom: HasRoom,
): () => Promise<void> {
  return async () => {
    // Counts of dead rows are seen by others once they are flushed.
    await client.query('select pg_stat_force_next_flush()');
    const { rows: needing } = await client.query<{ name: string; megabytes: number }>(NEEDS_VACUUM, [
      changing,
    ]);
    for (const { name, megabytes } of needing) if (hasRoom(megabytes)) await client.exec(`vacuum ${name}`);
    const { rows } = await client.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    );
    if ((rows[0]?.bytes ?? 0) > LOG_BYTES && hasRoom(0)) await client.exec('checkpoint');
  };
}

/** Does the upkeep from time to time. @returns ends it */
export function startUpkeep(
  client: Statements,
  changing: readonly string[],
  log: Log,
  hasRoom: HasRoom,
): () => void {
  const upkeep = createUpkeep(client, changing, hasRoom);
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
