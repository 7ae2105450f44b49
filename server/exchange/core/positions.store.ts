import { lengthWithin, type PageRange } from '@contract/page.ts';
import { and, asc, count, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import {
  ENDED_PARLAY,
  IN_MOTION,
  ownerTotals,
  PARLAY_MARKET,
  parlays,
  positions,
  SETTLED,
} from '../../db/schema.ts';
import { isOneOf, isText, textHash } from '../../db/texts.ts';
import type { PositionRow } from '../writer/commit.store.ts';

/** Which positions: by their keys, their owner, their market or their side; of everybody without. */
export interface PositionFilter {
  keys?: readonly string[] | undefined;
  owners?: readonly string[] | undefined;
  marketId?: string | undefined;
  isYes?: boolean | undefined;
}

/** A line of the history: a position, or a paid parlay that has ended; `at` is when it changed last. */
export interface ChangedKey {
  key: string;
  at: number;
  kind: 'position' | 'parlay';
}

export interface PositionsStore {
  /**
   * Positions that are listed, newest first, and how many there are of the newest `most`. `endedSince`: simulated Unix
   * seconds from which on what has ended by settlement is listed.
   */
  listed(
    filter: PositionFilter,
    endedSince: number,
    range: PageRange,
    most: number,
  ): Promise<{ rows: PositionRow[]; total: number }>;
  /** What changed last, most recent first, and how many there are of the newest `most`. */
  changed(
    filter: PositionFilter,
    range: PageRange,
    most: number,
  ): Promise<{ keys: ChangedKey[]; total: number }>;
  byKeys(keys: readonly string[]): Promise<PositionRow[]>;
  /** Markets of positions that are listed, so many of these at most. */
  markets(filter: PositionFilter, endedSince: number, most: number): Promise<string[]>;
  /** Events of a wallet's positions that changed last, those of the latest change first: for suggestions. */
  tradedEvents(owner: string): Promise<string[]>;
}

/** Positions whose events are told. */
const TRADED_POSITIONS = 200;

const filterOf = ({ keys, owners, marketId, isYes }: PositionFilter) =>
  and(
    keys === undefined ? undefined : inArray(positions.pubkey, [...keys]),
    owners === undefined ? undefined : isOneOf(positions.owner, owners),
    marketId === undefined ? undefined : isText(positions.marketId, marketId),
    isYes === undefined ? undefined : eq(positions.isYes, isYes),
  );

const isOfEverybody = (filter: PositionFilter): boolean =>
  [filter.keys, filter.owners, filter.marketId].every((one) => one === undefined);

/** The index of everybody's positions holds each side by itself: what is of both is asked for of each. */
const sidesOf = (filter: PositionFilter): PositionFilter[] =>
  isOfEverybody(filter) && filter.isYes === undefined ? [{ isYes: true }, { isYes: false }] : [filter];

const parlayFilterOf = ({ keys, owners, marketId, isYes }: PositionFilter) =>
  and(
    ENDED_PARLAY,
    keys === undefined ? undefined : inArray(parlays.position, [...keys]),
    owners === undefined ? undefined : inArray(parlays.owner, [...owners]),
    marketId === undefined
      ? undefined
      : and(eq(textHash(PARLAY_MARKET), textHash(marketId)), eq(PARLAY_MARKET, marketId)),
    isYes === false ? sql`false` : undefined,
  );

const lastChanged = [desc(positions.updatedAt), asc(positions.pubkey)] as const;
const newestFirst = [desc(positions.openedAt), asc(positions.pubkey)] as const;

/** Conditions, one for each part. */
type Parts = readonly [SQL | undefined, SQL | undefined, ...(SQL | undefined)[]];

/**
 * What is listed, in parts that each have an index: all that is in motion, and what has ended by settlement since an
 * instant, which changed no earlier. Everybody's that ended are two parts: of those opened since, the newest are next to
 * each other, and only they are told to be settled, for in that order the others are among all there ever were.
 */
function listedOf(filter: PositionFilter, since: number): Parts {
  const { isYes, status, openedAt, closedAt, updatedAt } = positions;
  const inMotion = and(filterOf(filter), IN_MOTION);
  const ended = and(filterOf(filter), inArray(status, ['claimed', 'refunded', 'lost']), gte(closedAt, since));
  const changed = gte(updatedAt, since);
  if (!isOfEverybody(filter)) return [inMotion, and(ended, changed)];
  const sides = filter.isYes === undefined ? inArray(isYes, [true, false]) : undefined;
  return [
    inMotion,
    and(ended, SETTLED, gte(openedAt, since)),
    and(ended, lt(openedAt, since), sides, changed),
  ];
}

/**
 * One list of two, most recently changed first; of one second by key. Within a list the database has put them, whose order
 * of text need not be ours: that stays as it is, for pages are cut in it.
 */
function merged(some: readonly ChangedKey[], others: readonly ChangedKey[]): ChangedKey[] {
  const all: ChangedKey[] = [];
  let taken = 0;
  for (const one of some) {
    for (let other = others[taken]; other && comesFirst(other, one); other = others[taken]) {
      all.push(other);
      taken += 1;
    }
    all.push(one);
  }
  return [...all, ...others.slice(taken)];
}
const comesFirst = (a: ChangedKey, b: ChangedKey): boolean => (a.at === b.at ? a.key < b.key : a.at > b.at);

export function createPositionsStore(db: Db): PositionsStore {
  const part = (condition: SQL | undefined) =>
    db
      .select({ key: positions.pubkey, openedAt: positions.openedAt, marketId: positions.marketId })
      .from(positions)
      .where(condition);
  const anyOf = ([one, other, ...more]: Parts) => unionAll(part(one), part(other), ...more.map(part));

  /** A page of some parts, newest first, none of which is read further than the page goes. */
  function pageOf([one, other, ...more]: Parts, start: number, limit: number): Promise<PositionRow[]> {
    const ordered = (condition: SQL | undefined) =>
      part(condition)
        .orderBy(...newestFirst)
        .limit(start + limit);
    const page = unionAll(ordered(one), ordered(other), ...more.map(ordered))
      .orderBy(...newestFirst)
      .limit(limit)
      .offset(start)
      .as('page');
    return db
      .select(getTableColumns(positions))
      .from(page)
      .innerJoin(positions, eq(positions.pubkey, page.key))
      .orderBy(...newestFirst);
  }

  async function listedTotal(parts: Parts, most: number): Promise<number> {
    const all = anyOf(parts).limit(most).as('listed');
    const [counted] = await db.select({ total: count() }).from(all);
    return counted?.total ?? 0;
  }

  /** How many lines the history of an owner has. */
  async function keptTotal(owner: string): Promise<number> {
    const { positions: held, endedParlays } = ownerTotals;
    const kept = db.select({ held, endedParlays }).from(ownerTotals).where(eq(ownerTotals.owner, owner));
    const [row] = await kept;
    return row ? row.held + row.endedParlays : 0;
  }

  async function countedTotal(filter: PositionFilter, most: number): Promise<number> {
    // In the order of their index: counted without it, those of the rarer side are looked for among all.
    const order = filter.isYes === undefined ? [] : lastChanged;
    const some = db
      .select({ key: positions.pubkey })
      .from(positions)
      .where(filterOf(filter))
      .orderBy(...order)
      .limit(most);
    const ended = parlayFilterOf(filter);
    const others = db.select({ key: parlays.position }).from(parlays).where(ended).limit(most);
    const [held] = await db.select({ total: count() }).from(some.as('held'));
    const [over] = await db.select({ total: count() }).from(others.as('ended'));
    return (held?.total ?? 0) + (over?.total ?? 0);
  }

  return {
    async listed(filter, endedSince, range, most) {
      const since = Math.ceil(endedSince);
      const parts = listedOf(filter, since);
      const { start } = range;
      const limit = lengthWithin(range, most);
      if (limit === 0) return { rows: [], total: await listedTotal(parts, most) };
      const [inMotion, ended, ...older] = parts;
      const newest = await pageOf([inMotion, ended], start, limit);
      const oldest = newest.length === limit ? newest.at(-1)?.openedAt : undefined;
      // What was opened earlier is in no index of this order: it is read where the page goes on to it.
      const isWhole = older.length === 0 || (oldest !== undefined && oldest >= since);
      const rows = isWhole ? newest : await pageOf(parts, start, limit);
      // All of them, where a page from the first on has room for more.
      const isAll = start === 0 && rows.length < limit;
      return { rows, total: isAll ? rows.length : await listedTotal(parts, most) };
    },
    async changed(filter, range, most) {
      const [owner, ...more] = filter.owners ?? [];
      const { keys: named, marketId, isYes } = filter;
      const isAllOfOwner =
        owner !== undefined &&
        more.length === 0 &&
        [named, marketId, isYes].every((one) => one === undefined);
      const counted = await (isAllOfOwner ? keptTotal(owner) : countedTotal(filter, most));
      const total = Math.min(counted, most);
      // The lists are walked up to the page: to one that lies beyond them, over all that there is.
      if (range.start >= total) return { keys: [], total };
      const end = range.start + lengthWithin(range, most);
      const ofParlays = parlayFilterOf(filter);
      let keys: ChangedKey[] = [];
      for (const side of sidesOf(filter)) {
        const held = await db
          .select({ key: positions.pubkey, at: positions.updatedAt })
          .from(positions)
          .where(filterOf(side))
          .orderBy(...lastChanged)
          .limit(end);
        keys = merged(
          keys,
          held.map(({ key, at }) => ({ key, at, kind: 'position' })),
        );
      }
      const ended = await db
        .select({ key: parlays.position, at: parlays.closedAt })
        .from(parlays)
        .where(ofParlays)
        .orderBy(desc(parlays.closedAt), asc(parlays.position))
        .limit(end);
      keys = merged(
        keys,
        // Neither is null: the filter says so.
        ended.map(({ key, at }) => ({ key: key ?? '', at: at ?? 0, kind: 'parlay' })),
      );
      return { keys: keys.slice(range.start, end), total };
    },
    byKeys: async (keys) =>
      keys.length === 0
        ? []
        : db
            .select()
            .from(positions)
            .where(inArray(positions.pubkey, [...keys])),
    markets: async (filter, endedSince, most) => {
      const all = anyOf(listedOf(filter, Math.ceil(endedSince)))
        .limit(most)
        .as('listed');
      return (await db.selectDistinct({ marketId: all.marketId }).from(all)).map((row) => row.marketId);
    },
    tradedEvents: async (owner) => {
      const latest = db
        .select({ eventId: positions.eventId, at: positions.updatedAt })
        .from(positions)
        .where(isText(positions.owner, owner))
        .orderBy(...lastChanged)
        .limit(TRADED_POSITIONS);
      return [...new Set((await latest).map(({ eventId }) => eventId))];
    },
  };
}
