import type { Statements } from './threaded-pglite.ts';

type Log = (entry: Record<string, unknown>) => void;

/** Log kept to be read again by a start: this much of it takes some hundred milliseconds. */
const LOG_BYTES = 16 * 1024 * 1024;
const EVERY_MS = 10_000;

/**
 * The table that is worth clearing away first, if any: by PostgreSQL's own rule for its autovacuum, a fifth of its rows
 * and 50 are dead, or a fifth and 1,000 new. Clearing away reads all its indexes, however little there is to clear, and
 * everybody waits for it.
 */
const WORTH_CLEARING = `
  select listed.name
    from unnest($1::text[]) as listed(name)
    join pg_stat_all_tables as stat on stat.relid = to_regclass(listed.name)
    join pg_class on pg_class.oid = stat.relid,
    lateral (select greatest(pg_class.reltuples, 0) / 5 as fifth),
    lateral (select greatest(n_dead_tup / (50 + fifth), n_ins_since_vacuum / (1000 + fifth)) as due)
    where due > 1
    order by due desc
    limit 1`;

/**
 * What a server's own background processes do, and the built-in database does not have: its log is written into the
 * tables before it grows long, which a start after a kill would have to read; room that old rows leave is used again.
 * One table a call, so that nothing waits for long.
 */
export function createUpkeep(client: Statements, changing: readonly string[]): () => Promise<void> {
  return async () => {
    // What statements have counted is looked at once they have told it.
    await client.exec('select pg_stat_force_next_flush()');
    const { rows: worth } = await client.query<{ name: string }>(WORTH_CLEARING, [changing]);
    if (worth[0]) await client.exec(`vacuum ${worth[0].name}`);
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
