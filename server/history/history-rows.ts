import type { Database } from '../db/client.ts';
import { fine, hours, minutes, type series } from '../db/history-schema.ts';
import { DAY, HOUR, type Kind, type Seen } from './candle.ts';

/* What the statements that write the history and those that read it have in common. */

/** What has a history, before it has a number. */
export interface Named {
  readonly kind: Kind;
  /** Id of a market; mint of an asset. */
  readonly key: string;
  readonly event: string | null;
  /** Empty where they are not known. */
  readonly title: string;
  readonly eventTitle: string;
  /** Whether it can be traded. */
  readonly open: boolean;
  /** Of the unit that its prices are kept in. */
  readonly decimals: number;
  /** When it was first seen, Unix seconds. */
  readonly since: number;
}
export interface Series extends Named {
  readonly id: number;
}

/** What was seen of one series. `at`: Unix milliseconds. */
export interface Change extends Seen {
  readonly series: number;
}

/** The chunks of one length: of seconds, minutes or hours. */
export type Tier = 'fine' | 'minutes' | 'hours';

export interface Chunk {
  readonly series: number;
  /** Unix seconds. */
  readonly start: number;
  readonly body: Uint8Array;
}

export interface Snapshot {
  /** Unix seconds. */
  readonly at: number;
  readonly body: Uint8Array;
}

/** A span in which something was recorded, in Unix milliseconds. */
export interface Recording {
  readonly since: number;
  readonly until: number;
  /** No other has begun since: it may be going on. */
  readonly isNewest: boolean;
}

export type Partitioned = 'changes' | 'snapshots' | Tier;

/** A part of a table that leaves as a whole. Its bounds are in the table's own unit, the second one exclusive. */
export interface Partition {
  readonly table: Partitioned;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** A database that is written to. */
export interface Opened extends Database {
  /** Nothing else lies in it: all of it counts as the history's. */
  readonly isOwn: boolean;
}

export const TABLES = { fine, minutes, hours } as const;
export const KINDS: readonly Kind[] = ['market', 'asset'];
const MONTH_DAYS = 30;
/** How long a partition of each table is, in the unit of the table. */
export const LENGTHS: Readonly<Record<Partitioned, number>> = {
  changes: HOUR * 1_000,
  fine: DAY,
  minutes: DAY,
  hours: MONTH_DAYS * DAY,
  snapshots: DAY,
};

/** A list as the text of an array, which both databases read alike. */
export const arrayOf = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

export const rowsOf = <T>(result: unknown): T[] => (result as { rows: T[] }).rows;

export const seriesOf = ({ kind, seen: _, ...rest }: typeof series.$inferSelect): Series => ({
  ...rest,
  kind: KINDS[kind] ?? 'market',
});
