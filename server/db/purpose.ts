/** What a database is for. Databases of several purposes may lie on one server, even in one database, and never meet. */
export interface Purpose {
  /** Where it is noted which migrations were made. */
  readonly migrationsTable: string;
  /** Number of the lock that its one writer holds: any will do, as long as every Evenline uses the same one. */
  readonly lock: number;
  /** The name under which its writer's connections are known to the server. */
  readonly name: string;
  /**
   * Tables whose rows change or go: the built-in database clears away by itself nothing of what they leave. All others
   * only grow.
   */
  readonly changing: readonly string[];
}

/** The records of the paper exchange. */
export const EXCHANGE: Purpose = {
  migrationsTable: '__drizzle_migrations',
  lock: 7_305_118,
  name: 'evenline',
  changing: [
    'accounts',
    'orders',
    'positions',
    'builds',
    'blockhashes',
    'transactions',
    'transaction_addresses',
    'faucet_grants',
    'owner_totals',
    'parlays',
    'trigger_orders',
    'meta',
  ],
};

/** The history of prices that a gateway records. Its partitions come and go, which changes the catalogue. */
export const HISTORY: Purpose = {
  migrationsTable: '__history_migrations',
  lock: 7_305_119,
  name: 'evenline history',
  changing: [
    'history.recordings',
    'history.series',
    'pg_catalog.pg_class',
    'pg_catalog.pg_attribute',
    'pg_catalog.pg_depend',
    'pg_catalog.pg_type',
    'pg_catalog.pg_constraint',
    'pg_catalog.pg_index',
    'pg_catalog.pg_inherits',
  ],
};
