import { type Logger, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database, Db } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { fillTable } from '../../db/testing/fill.ts';
import { createAccountsStore } from '../rpc/accounts.store.ts';
import { createTriggerOrdersStore } from '../triggers/trigger-orders.store.ts';
import { createMemoryStore } from '../writer/memory.store.ts';
import { createHistoryStore } from './history.store.ts';
import { marketIdHash } from './markets.ts';
import { createOrdersStore } from './orders.store.ts';
import { createParlaysStore } from './parlays.store.ts';
import { createPositionsStore, type PositionFilter } from './positions.store.ts';

/** Rows of each table. */
const MANY = 8_000;
/** The oldest so many are what is asked for: whoever walks the others first looks at all of them. */
const FEW = 20;
/** What a statement may look at: what is asked for, some times over. */
const MOST_ROWS = 10 * FEW;
const MOST_BLOCKS = 10 * FEW;
/** Positions of others that are in motion. */
const OTHERS = 400;
const NOW = 10_000_000;
const DAY = 86_400;
const PAGE = { start: 0, end: FEW };

interface Statement {
  sql: string;
  params: unknown[];
}

/** What is below a database of the library: who is told of each statement, and the way to ask one by its text. */
interface Session {
  logger: Logger;
  prepareQuery(
    statement: Statement,
    fields: undefined,
    name: undefined,
    isResponseInArrayMode: false,
  ): { execute(): Promise<{ rows: { 'QUERY PLAN': [{ Plan: Plan }] }[] }> };
}

let database: Database;
let db: Db;
let session: Session;
let former: Logger;
const statements: Statement[] = [];

async function planOf({ sql: text, params }: Statement): Promise<Plan> {
  const explained = { sql: `explain (analyze, buffers, format json) ${text}`, params };
  const { rows } = await session.prepareQuery(explained, undefined, undefined, false).execute();
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('the database tells no plan');
  return plan;
}

const fill = (table: string, values: string): Promise<void> => fillTable(db, table, MANY, values);

const few = `n <= ${FEW}`;
const owner = `'owner', case when ${few} then 'rare' when n % 2 = 0 then 'busy' else 'W' || n % 50 end`;
const market = `'market_id', case when ${few} then 'rare' else 'M' || n % 50 end`;
const side = `'is_yes', n > ${FEW}`;

beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  session = (db as unknown as { _: { session: Session } })._.session;
  former = session.logger;
  await fill(
    'positions',
    `'pubkey', 'P' || n, ${owner}, ${market}, ${side}, 'contracts', 1, 'opened_at', n,
    'status', case when n <= ${FEW / 2} then 'open' when ${few} then 'lost' when n <= ${FEW + OTHERS} then 'won' else 'sold' end,
    'updated_at', case when ${few} and n > ${FEW / 2} then ${NOW} else n end,
    'closed_at', case when ${few} and n > ${FEW / 2} then ${NOW} else n end`,
  );
  await fill(
    'orders',
    `'pubkey', 'O' || n, 'seq', n, ${owner}, 'position', 'P' || n, 'status', case when ${few} then 'pending' else 'filled' end`,
  );
  await fill(
    'history_events',
    `'id', n, ${owner}, ${market}, ${side}, 'event_type', case when ${few} then 'order_filled' else 'order_created' end,
    'position_pubkey', 'P' || n, 'order_pubkey', 'O' || n`,
  );
  await fill(
    'parlays',
    `'parlay_id', 'Y' || n, 'nonce', n, 'closed_at', n, ${owner}, 'status', case when ${few} then 'won' else 'lost' end,
    'position', 'Q' || n, 'placed_at_ms', case when ${few} then ${NOW} * 1000::bigint else n end,
    'legs', jsonb_build_array(
      jsonb_build_object('marketId', 'first', 'state', 'won'),
      jsonb_build_object('marketId', case when ${few} then 'rare' else 'M' || n % 50 end, 'state', 'lost'))`,
  );
  await db.execute(
    sql`insert into owner_totals (owner, positions, ended_parlays) values ('rare', ${FEW}, ${FEW}), ('busy', ${MANY / 2}, ${MANY / 2})`,
  );
  await fill('markets', `'market_id', 'M' || n`);
  await fill(
    'trigger_orders',
    `'id', 'T' || n, 'seq', n, ${owner}, 'order_type', 'single', 'state', case when ${few} then 'open' when n % 2 = 0 then 'expired' else 'filled' end,
    'input_mint', case when ${few} then 'rare' else 'A' end`,
  );
  await fill(
    'accounts',
    `'pubkey', 'A' || n, 'mint', case when ${few} then 'rare' else 'M' || n % 50 end, 'spent', n > ${5 * FEW},
    'holder', case when ${few} then 'rare' when n > ${MANY - FEW} then 'few' when n % 2 = 0 then 'busy' else 'W' || n % 50 end`,
  );
  // A server gathers what it plans by in its own time; PGlite never does.
  if (inject('postgresUrl') !== undefined) await db.execute(sql`analyze`);
});
afterAll(async () => {
  session.logger = former;
  await database.close();
});

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Rows that the scans of a plan look at, those included that they leave out. */
function lookedAt(plan: Plan): number {
  const own = Object.entries(plan).reduce(
    (sum, [name, value]) => (/^(Actual Rows|Rows Removed by)/.test(name) ? sum + Number(value) : sum),
    0,
  );
  const below = (plan.Plans ?? []).reduce((sum, inner) => sum + lookedAt(inner), 0);
  // A bitmap names the rows that the scan above it looks at.
  return (/(?<!^Bitmap Index) Scan$/.test(plan['Node Type']) ? own * plan['Actual Loops'] : 0) + below;
}

const since = NOW - DAY;
/** As many as the lists of everybody have. */
const most = 10_000;
const page = { version: 2, owner: 'rare', sort: 'updated_at', dir: 'desc', limit: FEW, offset: 0 } as const;

const MANY_KEYS = Array.from({ length: 100 }, (_, n) => `P${n + 1}`);

type Read = [name: string, read: () => Promise<unknown>, others?: number];
const one = { owners: ['rare'] };

/** All that a filter of positions is for; `others`: what is in motion may be looked at, whoever has it. */
const ofPositions = (name: string, filter: PositionFilter, upTo: number, others = 0): Read[] => [
  [`positions by ${name}`, () => createPositionsStore(db).listed(filter, since, PAGE, upTo), others],
  [`markets of positions by ${name}`, () => createPositionsStore(db).markets(filter, since, upTo), others],
  [`positions with records by ${name}`, () => createPositionsStore(db).changed(filter, PAGE, upTo)],
];

/** Every documented filter of every list, and what a start reads. */
const READS: Read[] = [
  ...ofPositions('nothing', {}, FEW, OTHERS),
  ...ofPositions('owner', one, most),
  ...ofPositions('owner and marketId', { ...one, marketId: 'rare' }, most),
  ...ofPositions('marketId', { marketId: 'rare' }, most, OTHERS),
  ...ofPositions('isYes', { isYes: false }, most, OTHERS),
  ...ofPositions('marketId and isYes', { marketId: 'rare', isYes: false }, most, OTHERS),
  // In the order of the index: half of all positions are theirs, and half of all parlays that are over.
  [
    'positions with records by a busy owner',
    () => createPositionsStore(db).changed({ owners: ['busy'] }, PAGE, most),
  ],
  [
    'positions with records beyond those that are listed',
    () => createPositionsStore(db).changed({}, { start: MANY, end: MANY + FEW }, FEW),
  ],
  [
    'positions by several owners',
    () => createPositionsStore(db).listed({ owners: ['rare', 'nobody', 'no one'] }, since, PAGE, most),
  ],
  ['a position with records', () => createPositionsStore(db).changed({ keys: ['P3'] }, PAGE, most)],
  ['a parlay with records', () => createPositionsStore(db).changed({ keys: ['Q3'] }, PAGE, most)],
  ['orders by owner', () => createOrdersStore(db).page('rare', PAGE, most)],
  ['orders of everybody', () => createOrdersStore(db).page(undefined, PAGE, FEW)],
  ['history by owner', () => createHistoryStore(db).page({ owner: 'rare' }, PAGE, most)],
  ['history by position', () => createHistoryStore(db).page({ positionPubkey: 'P3' }, PAGE, most)],
  [
    'history by owner and position',
    () => createHistoryStore(db).page({ owner: 'busy', positionPubkey: 'P4000' }, PAGE, most),
  ],
  ['history by marketId', () => createHistoryStore(db).page({ marketId: 'rare' }, PAGE, most)],
  ['history by isYes', () => createHistoryStore(db).page({ isYes: false }, PAGE, most)],
  ['history by id', () => createHistoryStore(db).page({ id: 3 }, PAGE, most)],
  ['history of everybody', () => createHistoryStore(db).page({}, PAGE, FEW)],
  ['history of an order', () => createOrdersStore(db).eventsOf('O3')],
  // Each is found by itself, through some blocks of the index.
  ['records of many positions', () => createHistoryStore(db).ofPositions(MANY_KEYS), 4 * MANY_KEYS.length],
  // As many as a page is read by at once.
  ['many positions', () => createPositionsStore(db).byKeys(MANY_KEYS.slice(0, 40)), 4 * 40],
  ['trades', () => createHistoryStore(db).newestFills(FEW)],
  ['slips', () => createParlaysStore(db).idsOf('rare')],
  ['slips of a turn', () => createParlaysStore(db).byIds(['Y3', 'Y4'])],
  ['parlay statistics', () => createParlaysStore(db).totals()],
  ['trigger orders', () => createTriggerOrdersStore(db).page({ ...page, states: ['open'], mint: 'rare' })],
  ['trigger orders with funds', () => createTriggerOrdersStore(db).fundedIds('rare', 2)],
  ['trigger orders by age', () => createTriggerOrdersStore(db).page({ ...page, sort: 'created_at' })],
  ['markets by id and by hashed id', () => createMemoryStore(db).marketsNamed(['M3', marketIdHash('M4')])],
  ['positions in motion', () => createMemoryStore(db).positionsInMotion(), OTHERS],
  ['pending orders', () => createMemoryStore(db).pendingOrders()],
  ['parlays in motion', () => createMemoryStore(db).parlaysInMotion(since * 1_000)],
  ['trigger orders in motion', () => createMemoryStore(db).triggerOrdersInMotion()],
  ['accounts of a holder', () => createMemoryStore(db).accountsAround(['A3', 'A4', 'nobody'])],
  ['accounts of a holder in pages', () => createMemoryStore(db, 7).accountsAround(['rare'])],
  ['accounts of a holder who has many that are spent', () => createMemoryStore(db).accountsAround(['busy'])],
  ['spent accounts by their own addresses', () => createMemoryStore(db).accountsAround(['A7000', 'A7002'])],
  ['spent accounts of a holder', () => createAccountsStore(db).spentOf('few')],
  ['spent accounts of a holder and a mint', () => createAccountsStore(db).spentOf('busy', 'M2'), OTHERS],
  ['accounts at addresses', () => createAccountsStore(db).at(['A3', 'A7000'])],
  ['holders of a mint', () => createMemoryStore(db).holdersOf('rare')],
  ['trigger orders named', () => createMemoryStore(db).triggerOrdersNamed(['T3', 'T4'])],
];

/** What a read looks at is what it is about, and at most `others` more. */
async function expectFew(read: () => Promise<unknown>, others = 0): Promise<void> {
  statements.length = 0;
  session.logger = { logQuery: (text, params) => statements.push({ sql: text, params }) };
  await read();
  session.logger = former;
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    const plan = await planOf(statement);
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    expect.soft(lookedAt(plan), statement.sql).toBeLessThanOrEqual(MOST_ROWS + others);
    expect.soft(blocks, statement.sql).toBeLessThanOrEqual(MOST_BLOCKS + others);
  }
}

describe('a list of many rows', () => {
  it.each(READS)('is read without looking at what it does not hold: %s', (_, read, others) =>
    expectFew(read, others),
  );

  it('is read without sorting a day that is most of what there is: everybody’s positions', async () => {
    await db.execute(
      sql`update positions set status = 'lost', opened_at = ${NOW - DAY / 2} + opened_at, updated_at = ${NOW},
        closed_at = ${NOW} where status = 'sold'`,
    );
    if (inject('postgresUrl') !== undefined) await db.execute(sql`analyze positions`);
    await expectFew(() => createPositionsStore(db).listed({}, since, PAGE, FEW), OTHERS);
  });
});
