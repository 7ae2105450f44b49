import type { PageRange } from '@contract/page.ts';
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { historyEvents, ownerTotals } from '../../db/schema.ts';
import { isOneOf, isText } from '../../db/texts.ts';
import type { HistoryRow } from '../writer/commit.store.ts';
import { fromNearerEnd } from './nearer-end.ts';

export interface HistoryFilter {
  owner?: string | undefined;
  positionPubkey?: string | undefined;
  marketId?: string | undefined;
  isYes?: boolean | undefined;
  id?: number | undefined;
}

export interface HistoryStore {
  /** A page of the newest `most`, newest first. */
  page(filter: HistoryFilter, range: PageRange, most: number): Promise<{ rows: HistoryRow[]; total: number }>;
  one(id: number): Promise<HistoryRow | null>;
  /** Records of some positions, oldest first. */
  ofPositions(pubkeys: readonly string[]): Promise<HistoryRow[]>;
  /** The newest fills of everybody, newest first. */
  newestFills(limit: number): Promise<HistoryRow[]>;
}

/** A position is one owner's: it is found by itself, and not among all records of the owner as well. */
function ofOwner({ owner, positionPubkey }: HistoryFilter) {
  if (owner === undefined) return undefined;
  return positionPubkey === undefined ? isText(historyEvents.owner, owner) : eq(historyEvents.owner, owner);
}

export function createHistoryStore(db: Db): HistoryStore {
  return {
    page: async (filter, range, most) => {
      const condition = and(
        ofOwner(filter),
        filter.positionPubkey === undefined
          ? undefined
          : isText(historyEvents.positionPubkey, filter.positionPubkey),
        filter.marketId === undefined ? undefined : eq(historyEvents.marketId, filter.marketId),
        filter.isYes === undefined ? undefined : eq(historyEvents.isYes, filter.isYes),
        filter.id === undefined ? undefined : eq(historyEvents.id, BigInt(filter.id)),
      );
      // In the order of their index: counted without it, those of the rarer side are looked for among all.
      const order = filter.isYes === undefined ? [] : [desc(historyEvents.id)];
      const listed = db
        .select({ id: historyEvents.id })
        .from(historyEvents)
        .where(condition)
        .orderBy(...order)
        .limit(most);
      const { owner, ...others } = filter;
      const isAllOfOwner = owner !== undefined && Object.values(others).every((value) => value === undefined);
      const [counted] = await (isAllOfOwner
        ? db.select({ total: ownerTotals.history }).from(ownerTotals).where(eq(ownerTotals.owner, owner))
        : db.select({ total: count() }).from(listed.as('listed')));
      const total = counted?.total ?? 0;
      const { fromOldest, offset, limit } = fromNearerEnd(range, most, total);
      const rows = await db
        .select()
        .from(historyEvents)
        .where(condition)
        .orderBy((fromOldest ? asc : desc)(historyEvents.id))
        .limit(limit)
        .offset(offset);
      return { rows: fromOldest ? rows.reverse() : rows, total };
    },
    one: async (id) => {
      const [row] = await db
        .select()
        .from(historyEvents)
        .where(eq(historyEvents.id, BigInt(id)));
      return row ?? null;
    },
    ofPositions: async (pubkeys) =>
      pubkeys.length === 0
        ? []
        : db
            .select()
            .from(historyEvents)
            .where(isOneOf(historyEvents.positionPubkey, pubkeys))
            .orderBy(asc(historyEvents.id)),
    newestFills: (limit) =>
      db
        .select()
        .from(historyEvents)
        .where(sql`${historyEvents.eventType} = 'order_filled'`)
        .orderBy(desc(historyEvents.id))
        .limit(limit),
  };
}
