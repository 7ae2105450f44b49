import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { fillTable } from '../../db/testing/fill.ts';
import { createPositionsStore, type PositionFilter } from './positions.store.ts';

const MANY = 600;
/** Simulated seconds: what is listed of the past begins somewhere in between. */
const LAST = 1_000;
const OWNERS = ['A', 'B', 'C'];
const STATUSES = ['open', 'won', 'refundable', 'lost', 'claimed', 'refunded', 'sold', 'failed'];

let database: Database;
let rows: Awaited<ReturnType<ReturnType<typeof createPositionsStore>['byKeys']>>;

beforeAll(async () => {
  database = await freshDatabase();
  const opened = `(n * 7919) % ${LAST}`;
  const closed = `${opened} + (n * 104729) % (${LAST + 1} - ${opened})`;
  const status = `(array['${STATUSES.join("','")}'])[1 + n * 31 % ${STATUSES.length}]`;
  const isOver = `${status} in ('lost', 'claimed', 'refunded', 'sold', 'failed')`;
  const isSettled = `${status} in ('won', 'refundable', 'lost', 'claimed', 'refunded')`;
  await fillTable(
    database.db,
    'positions',
    MANY,
    `'pubkey', 'P' || n, 'owner', (array['${OWNERS.join("','")}'])[1 + n % 3], 'market_id', 'M' || n % 5,
    'is_yes', n % 7 < 3, 'status', ${status}, 'contracts', n % 4, 'opened_at', ${opened},
    'settled_at', case when ${isSettled} then ${closed} end, 'closed_at', case when ${isOver} then ${closed} end,
    'updated_at', case when ${isOver} then ${closed} else ${opened} end`,
  );
  rows = await createPositionsStore(database.db).byKeys(
    Array.from({ length: MANY }, (_, index) => `P${index + 1}`),
  );
});
afterAll(() => database.close());

const filters: fc.Arbitrary<PositionFilter> = fc.record(
  {
    owners: fc.subarray(OWNERS, { minLength: 1 }),
    marketId: fc.constantFrom('M0', 'M4', 'none'),
    isYes: fc.boolean(),
  },
  { requiredKeys: [] },
);

it('lists what is in motion and what ended since, newest first, whatever page is asked for', async () => {
  expect(rows).toHaveLength(MANY);
  const most = fc.constantFrom(50, 10_000);
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.nat(LAST),
      fc.nat(250),
      fc.nat(60),
      most,
      async (filter, since, start, length, bound) => {
        const { owners, marketId, isYes } = filter;
        const listed = rows
          .filter(
            ({ status, contracts, closedAt }) =>
              (status === 'open' && contracts > 0n) ||
              status === 'won' ||
              status === 'refundable' ||
              (['lost', 'claimed', 'refunded'].includes(status) && (closedAt ?? 0) >= since),
          )
          .filter((row) => owners === undefined || owners.includes(row.owner))
          .filter((row) => marketId === undefined || row.marketId === marketId)
          .filter((row) => isYes === undefined || row.isYes === isYes)
          .sort((a, b) => b.openedAt - a.openedAt || (a.pubkey < b.pubkey ? -1 : 1));
        const end = Math.min(start + length, bound);
        const found = await createPositionsStore(database.db).listed(
          filter,
          since,
          { start, end: start + length },
          bound,
        );
        expect(found.total).toBe(Math.min(listed.length, bound));
        expect(found.rows.map(({ pubkey }) => pubkey)).toEqual(
          listed.slice(start, end).map(({ pubkey }) => pubkey),
        );
      },
    ),
    { numRuns: 150 },
  );
});

it('asks once for a list that a page from its first on holds whole, and counts it where there may be more', async () => {
  const store = createPositionsStore(database.db);
  const asked = async (start: number, end: number) => {
    const looks = vi.spyOn(database.db, 'select');
    const { rows: found, total } = await store.listed({ owners: ['A'] }, 0, { start, end }, MANY);
    const counts = looks.mock.calls.filter(([fields]) => fields !== undefined && 'total' in fields).length;
    looks.mockRestore();
    return { found: found.length, total, counts };
  };
  const { total } = await asked(0, MANY);
  expect(await asked(0, total + 1)).toEqual({ found: total, total, counts: 0 });
  expect(await asked(0, total)).toEqual({ found: total, total, counts: 1 });
  expect(await asked(1, total + 1)).toEqual({ found: total - 1, total, counts: 1 });
  expect(await asked(0, 0)).toEqual({ found: 0, total, counts: 1 });
});

it('has each on one page of what changed last, in whichever order the database puts text', async () => {
  const { db } = database;
  const collate = (name: string) =>
    db.execute(sql.raw(`alter table positions alter column pubkey type text collate "${name}"`));
  const PAGE = 20;
  await db.execute(
    sql`update positions set updated_at = ${LAST}, pubkey = case when is_yes then lower(pubkey) else pubkey end`,
  );
  try {
    for (const [collation, filter] of [
      ['C', { owners: ['A', 'B'] }],
      ['C', {}],
      ['und-x-icu', { owners: ['A', 'B'] }],
      ['und-x-icu', {}],
    ] as const) {
      await collate(collation);
      const listed: string[] = [];
      let total = Number.POSITIVE_INFINITY;
      for (let start = 0; start < total; start += PAGE) {
        const page = await createPositionsStore(db).changed(filter, { start, end: start + PAGE }, 10_000);
        listed.push(...page.keys.map(({ key }) => key));
        total = page.total;
      }
      expect(listed).toHaveLength(total);
      expect(new Set(listed).size, 'none of them twice').toBe(total);
      // As the desk puts them that come by the first version.
      if (collation === 'C') expect(listed).toEqual([...listed].sort());
    }
  } finally {
    await collate('default');
  }
});
