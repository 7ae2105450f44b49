import { lengthWithin, type PageRange } from '@contract/page.ts';
import { and, asc, count, desc, eq, gt, gte, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { ownerTotals, parlays, positions } from '../../db/schema.ts';
import { isOneOf, isText } from '../../db/texts.ts';
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
  /** Markets of the newest `most` positions. */
  markets(filter: PositionFilter, most: number): Promise<string[]>;
  /** Events of a wallet's positions that changed last, so many of them, those of the latest change first. */
  events(owner: string, limit: number): Promise<string[]>;
}

const filterOf = ({ keys, owners, marketId, isYes }: PositionFilter) =>
  and(
    keys === undefined ? undefined : inArray(positions.pubkey, [...keys]),
    owners === undefined ? undefined : isOneOf(positions.owner, owners),
    marketId === undefined ? undefined : eq(positions.marketId, marketId),
    isYes === undefined ? undefined : eq(positions.isYes, isYes),
  );

/** A parlay stands for the leg that was lost, else for its first. */
const namedMarket = sql`coalesce(
  (select leg->>'marketId' from jsonb_array_elements(${parlays.legs}) leg where leg->>'state' = 'lost' limit 1),
  ${parlays.legs}->0->>'marketId', ${parlays.parlayId})`;

const parlayFilterOf = ({ keys, owners, marketId, isYes }: PositionFilter) =>
  and(
    sql`${parlays.position} is not null and ${parlays.closedAt} is not null`,
    keys === undefined ? undefined : inArray(parlays.position, [...keys]),
    owners === undefined ? undefined : inArray(parlays.owner, [...owners]),
    marketId === undefined ? undefined : eq(namedMarket, marketId),
    isYes === false ? sql`false` : undefined,
  );

export function createPositionsStore(db: Db): PositionsStore {
  return {
    async listed(filter, endedSince, range, most) {
      const { status, contracts, closedAt } = positions;
      const condition = and(
        filterOf(filter),
        or(
          and(eq(status, 'open'), gt(contracts, 0n)),
          inArray(status, ['won', 'refundable']),
          and(inArray(status, ['claimed', 'refunded', 'lost']), gte(closedAt, Math.ceil(endedSince))),
        ),
      );
      const some = db.select({ key: positions.pubkey }).from(positions).where(condition).limit(most);
      const [counted] = await db.select({ total: count() }).from(some.as('listed'));
      const rows = await db
        .select()
        .from(positions)
        .where(condition)
        .orderBy(desc(positions.openedAt), asc(positions.pubkey))
        .limit(lengthWithin(range, most))
        .offset(range.start);
      return { rows, total: counted?.total ?? 0 };
    },
    async changed(filter, range, most) {
      const end = range.start + lengthWithin(range, most);
      const [ofPositions, ofParlays] = [filterOf(filter), parlayFilterOf(filter)];
      const held = await db
        .select({ key: positions.pubkey, at: positions.updatedAt })
        .from(positions)
        .where(ofPositions)
        .orderBy(desc(positions.updatedAt), asc(positions.pubkey))
        .limit(end);
      const ended = await db
        .select({ key: parlays.position, at: parlays.closedAt })
        .from(parlays)
        .where(ofParlays)
        .orderBy(desc(parlays.closedAt), asc(parlays.position))
        .limit(end);
      const keys = [
        ...held.map(({ key, at }): ChangedKey => ({ key, at, kind: 'position' })),
        // Neither is null: the filter says so.
        ...ended.map(({ key, at }): ChangedKey => ({ key: key ?? '', at: at ?? 0, kind: 'parlay' })),
      ].sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
      const some = db.select({ key: positions.pubkey }).from(positions).where(ofPositions).limit(most);
      const others = db.select({ key: parlays.position }).from(parlays).where(ofParlays).limit(most);
      const [owner, ...more] = filter.owners ?? [];
      const { keys: named, marketId, isYes } = filter;
      const isAllOfOwner =
        owner !== undefined &&
        more.length === 0 &&
        [named, marketId, isYes].every((one) => one === undefined);
      const [countedHeld] = await (isAllOfOwner
        ? db.select({ total: ownerTotals.positions }).from(ownerTotals).where(eq(ownerTotals.owner, owner))
        : db.select({ total: count() }).from(some.as('held')));
      const [countedEnded] = await db.select({ total: count() }).from(others.as('ended'));
      const total = (countedHeld?.total ?? 0) + (countedEnded?.total ?? 0);
      return { keys: keys.slice(range.start, end), total: Math.min(total, most) };
    },
    byKeys: async (keys) =>
      keys.length === 0
        ? []
        : db
            .select()
            .from(positions)
            .where(inArray(positions.pubkey, [...keys])),
    markets: async (filter, most) => {
      const newest = db
        .select({ marketId: positions.marketId })
        .from(positions)
        .where(filterOf(filter))
        .orderBy(desc(positions.openedAt), asc(positions.pubkey))
        .limit(most)
        .as('newest');
      return (await db.selectDistinct({ marketId: newest.marketId }).from(newest)).map((row) => row.marketId);
    },
    events: async (owner, limit) => {
      const latest = db
        .select({ eventId: positions.eventId, at: positions.updatedAt })
        .from(positions)
        .where(isText(positions.owner, owner))
        .orderBy(desc(positions.updatedAt), asc(positions.pubkey))
        .limit(limit);
      return [...new Set((await latest).map(({ eventId }) => eventId))];
    },
  };
}
