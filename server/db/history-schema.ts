import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgSchema,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';

/**
 * The history of prices that a gateway records, in a schema of its own. Instants of chunks are Unix seconds, those of
 * changes Unix milliseconds. `changes`, `fine`, `minutes`, `hours` and `snapshots` are partitioned by time (the builder
 * cannot say so: it stands in the migration), and rows leave by the partition: what is dropped gives its room back.
 */
export const history = pgSchema('history');

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
const number = (name: string) => bigint(name, { mode: 'number' });

/**
 * What has a history. `kind`: 0 a market (`key`: its id), 1 an asset (its mint). `event`: id of a market's event; `title`,
 * `event_title`: as last seen, empty where unknown; `open`: whether it is traded. `decimals`: of the unit that prices are kept in, 6 for a market. `since`: when it was first seen, Unix seconds.
 * `seen`: the last day of which anything is known, in days since 1970.
 */
export const series = history.table(
  'series',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: smallint('kind').notNull(),
    key: text('key').notNull(),
    event: text('event'),
    title: text('title').notNull(),
    eventTitle: text('event_title').notNull(),
    open: boolean('open').notNull(),
    decimals: smallint('decimals').notNull(),
    since: integer('since').notNull(),
    seen: integer('seen').notNull(),
  },
  (t) => [unique('series_key').on(t.kind, t.key), index('series_event').on(t.event)],
);

/** What was seen within the last hours, row by row: written often, and rolled up into chunks once its hour is over. */
export const changes = history.table(
  'changes',
  {
    series: integer('series').notNull(),
    at: number('at').notNull(),
    bid: number('bid'),
    ask: number('ask'),
    last: number('last'),
    volume: number('volume'),
  },
  (t) => [primaryKey({ columns: [t.series, t.at] })],
);

/** Candles of one series (chunk.ts) from `start` on: of a second over an hour, a minute over an hour, an hour over a day. */
const chunks = <Name extends string>(name: Name) =>
  history.table(
    name,
    {
      series: integer('series').notNull(),
      start: integer('start').notNull(),
      body: bytea('body').notNull(),
    },
    (t) => [primaryKey({ columns: [t.series, t.start] })],
  );
export const fine = chunks('fine');
export const minutes = chunks('minutes');
export const hours = chunks('hours');

/** What every market stood at, every few minutes (snapshot.ts): what moved most is found without reading all charts. */
export const snapshots = history.table('snapshots', {
  at: integer('at').primaryKey(),
  body: bytea('body').notNull(),
});

/**
 * When something was recorded: from `since` to `until`, Unix milliseconds. What lies between two of them was seen by
 * nobody, whatever was before it.
 */
export const recordings = history.table('recordings', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  since: number('since').notNull(),
  until: number('until').notNull(),
});

/** Days, since 1970, whose minutes have been rolled up to hours. */
export const rolledDays = history.table('rolled_days', { day: integer('day').primaryKey() });
