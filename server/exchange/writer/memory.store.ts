import { and, asc, eq, getTableColumns, gt, isNull, not, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { slices } from '../../common/one-by-one.ts';
import type { Db } from '../../db/client.ts';
import * as schema from '../../db/schema.ts';
import type {
  AccountRow,
  BlockhashRow,
  BuildRow,
  FaucetRow,
  MarketRow,
  OrderRow,
  ParlayRow,
  PositionRow,
  TriggerOrderRow,
  TriggerVaultRow,
} from './commit.store.ts';

/** What memory is filled from: by a start, and whenever something is named that is not there. */
export interface MemoryStore {
  meta(key: string): Promise<unknown>;
  /**
   * Accounts at these addresses and of these holders, each with all that its holder holds; those that are spent come
   * only by their own addresses, and alone. They are read one part after another, which is right for holders that are not
   * in memory: nothing of theirs can change.
   */
  accountsAround(addresses: readonly string[]): Promise<AccountRow[]>;
  /** Everybody who holds a mint, also those who have none of it left; but nobody whose account is spent. */
  holdersOf(mint: string): Promise<string[]>;
  /** Mints of which something is issued. */
  standingMints(): Promise<AccountRow[]>;
  /** Accounts from before it was stored who holds them. */
  accountsWithoutHolder(limit: number): Promise<AccountRow[]>;
  blockhashes(): Promise<BlockhashRow[]>;
  /** Signatures of landed transactions after a slot. */
  signaturesAfter(slot: number): Promise<{ signature: string; slot: number }[]>;
  /** Builds that may still be executed. */
  openBuilds(): Promise<BuildRow[]>;
  build(hash: string): Promise<BuildRow | null>;
  /** Markets that were traded, each by the name it is asked for: its id, or its hashed id. */
  marketsNamed(names: readonly string[]): Promise<Map<string, MarketRow>>;
  pendingOrders(): Promise<OrderRow[]>;
  /** Positions that wait for something: a settlement, a claim, the end of an order. */
  positionsInMotion(): Promise<PositionRow[]>;
  positionsNamed(keys: readonly string[]): Promise<PositionRow[]>;
  /** What the faucet gave since an instant, in unscaled Unix seconds. */
  faucetGrantsSince(wall: number): Promise<FaucetRow[]>;
  /**
   * Parlays that wait for something, and all that were placed since an instant, in simulated Unix milliseconds; oldest
   * first.
   */
  parlaysInMotion(placedSince: number): Promise<ParlayRow[]>;
  triggerVaults(): Promise<TriggerVaultRow[]>;
  /** Trigger orders that wait, fill or are about to be withdrawn, oldest first. */
  triggerOrdersInMotion(): Promise<TriggerOrderRow[]>;
  triggerOrdersNamed(ids: readonly string[]): Promise<TriggerOrderRow[]>;
}

/** A SHA-256 in hex. */
const HASH = /^[0-9a-f]{64}$/;

/** Accounts that are read at a time, and made into objects in one piece: others go on in between. */
const PAGE = 500;

/** The reads of a start and of memory; nothing here is written. */
export function createMemoryStore(db: Db, page = PAGE): MemoryStore {
  /** However many there are, one parameter. */
  const named = (keys: readonly string[]): SQL =>
    sql`jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)`;

  /**
   * What comes with some addresses, by its own. Each holder is looked up apart: joined with all of them, every account
   * would be looked at where nothing is known of how many a holder has. As one text, for a row each takes much longer.
   */
  const comingWith = async (addresses: readonly string[]): Promise<string[]> => {
    const { accounts } = schema;
    const isOne = sql`pubkey = any(array(select ${named(addresses)}))`;
    const one = sql`(
      select one.pubkey from (
        select ${named(addresses)} as holder
        union
        select holder from ${accounts} where ${isOne} and not spent) as held,
      lateral (select pubkey from ${accounts} where holder = held.holder and not spent offset 0) as one
      union all
      select pubkey from ${accounts} where ${isOne} and spent) as one`;
    const all = sql<string>`coalesce(jsonb_agg(one.pubkey), '[]')::text`;
    const [row] = await db.select({ all }).from(one);
    return JSON.parse(row?.all ?? '[]') as string[];
  };

  /** As the index of them says it. */
  const isPending = sql`${schema.orders.status} = 'pending'`;

  return {
    meta: async (key) => {
      const [row] = await db.select().from(schema.meta).where(eq(schema.meta.key, key));
      return row?.value;
    },
    accountsAround: async (addresses) => {
      const { accounts } = schema;
      const found: AccountRow[] = [];
      for (const some of slices(await comingWith(addresses), page)) {
        const isOne = sql`${accounts.pubkey} = any(array(select ${named(some)}))`;
        found.push(...(await db.select().from(accounts).where(isOne)));
      }
      return found;
    },
    holdersOf: async (mint) => {
      const { accounts } = schema;
      const rows = await db
        .selectDistinct({ holder: accounts.holder })
        .from(accounts)
        .where(and(eq(accounts.mint, mint), not(accounts.spent)));
      return rows.flatMap(({ holder }) => holder ?? []);
    },
    standingMints: () => db.select().from(schema.accounts).where(gt(schema.accounts.supply, 0n)),
    accountsWithoutHolder: (limit) =>
      db.select().from(schema.accounts).where(isNull(schema.accounts.holder)).limit(limit),
    blockhashes: () => db.select().from(schema.blockhashes),
    signaturesAfter: (slot) =>
      db
        .select({ signature: schema.transactions.signature, slot: schema.transactions.slot })
        .from(schema.transactions)
        .where(gt(schema.transactions.slot, slot))
        .orderBy(asc(schema.transactions.slot)),
    openBuilds: () => db.select().from(schema.builds).where(eq(schema.builds.status, 'built')),
    build: async (hash) => {
      const [row] = await db.select().from(schema.builds).where(eq(schema.builds.hash, hash));
      return row ?? null;
    },
    marketsNamed: async (names) => {
      const { markets, MARKET_HASH } = schema;
      const byId = db
        .select()
        .from(markets)
        .where(sql`${markets.marketId} = any(array(select ${named(names)}))`);
      const found = new Map((await byId).map((row) => [row.marketId, row]));
      const hashes = names.filter((name) => HASH.test(name) && !found.has(name));
      if (hashes.length === 0) return found;
      const byHash = await db
        .select({ ...getTableColumns(markets), hash: sql<string>`encode(${MARKET_HASH}, 'hex')` })
        .from(markets)
        .where(sql`${MARKET_HASH} = any(array(select decode(name, 'hex') from ${named(hashes)} name))`);
      for (const { hash, ...row } of byHash) found.set(hash, row);
      return found;
    },
    pendingOrders: () => db.select().from(schema.orders).where(isPending).orderBy(asc(schema.orders.seq)),
    positionsInMotion: () => {
      const { positions, orders } = schema;
      const pending = db.select({ position: orders.position }).from(orders).where(isPending);
      const ofOrders = sql`${positions.pubkey} = any(array(${pending})) and not ${schema.IN_MOTION}`;
      // One after the other, each by its index: either of them at once would have every position looked at.
      return unionAll(
        db.select().from(positions).where(schema.IN_MOTION),
        db.select().from(positions).where(ofOrders),
      );
    },
    positionsNamed: (keys) =>
      db
        .select()
        .from(schema.positions)
        .where(sql`${schema.positions.pubkey} = any(array(select ${named(keys)}))`),
    faucetGrantsSince: (wall) =>
      db.select().from(schema.faucetGrants).where(gt(schema.faucetGrants.grantedAt, wall)),
    parlaysInMotion: (placedSince) => {
      const { parlays, PARLAY_IN_MOTION } = schema;
      return unionAll(
        db.select().from(parlays).where(PARLAY_IN_MOTION),
        db
          .select()
          .from(parlays)
          .where(sql`${parlays.placedAt} >= ${placedSince} and not ${PARLAY_IN_MOTION}`),
      ).orderBy(asc(parlays.nonce));
    },
    triggerVaults: () => db.select().from(schema.triggerVaults),
    triggerOrdersInMotion: () => {
      const { triggerOrders, TRIGGER_IN_MOTION } = schema;
      return db.select().from(triggerOrders).where(TRIGGER_IN_MOTION).orderBy(asc(triggerOrders.seq));
    },
    triggerOrdersNamed: (ids) =>
      db
        .select()
        .from(schema.triggerOrders)
        .where(sql`${schema.triggerOrders.id} = any(array(select ${named(ids)}))`),
  };
}
