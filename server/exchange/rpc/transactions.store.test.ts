import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { transactions } from '../../db/schema.ts';
import { freshDatabase } from '../../db/testing.ts';
import { Harness } from '../testing.ts';
import { createCommitStore, emptyChanges } from '../writer/commit.store.ts';
import type { RpcDeps } from './ports.ts';
import { createTransactionsStore, newestOf } from './transactions.store.ts';

const LANDED = 3_000;
const PLATFORM = PublicKey.unique().toBase58();
const WALLETS = Array.from({ length: 40 }, () => PublicKey.unique().toBase58());
const signatureOf = (n: number): string => {
  const bytes = Buffer.alloc(64, 7);
  bytes.writeUInt32BE(n);
  return bs58.encode(bytes);
};

let database: Database;
let store: RpcDeps['transactions'];

beforeAll(async () => {
  database = await freshDatabase();
  const h = await Harness.open(database);
  await h.buy(await h.wallet());
  const [row] = await database.db.select().from(transactions).limit(1);
  if (!row) throw new Error('Nothing has landed.');
  await h.exchange.close();
  await database.close();

  database = await freshDatabase();
  store = createTransactionsStore(database.db);
  const commits = createCommitStore(database);
  await commits.claim();
  const changes = emptyChanges();
  for (let n = 1; n <= LANDED; n++) {
    const signature = signatureOf(n);
    const addresses = [PLATFORM, WALLETS[n % WALLETS.length] ?? '', PublicKey.unique().toBase58()];
    changes.transactions.set(signature, { ...row, meta: {}, signature, seq: BigInt(n), slot: n, addresses });
  }
  const clock = { wall: 0, now: 0, speed: 1 };
  await commits.commit(1, { counters: {}, clock: clock as never }, changes);
});
afterAll(() => database.close());

const numbered = (from: number, step: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => signatureOf(from - i * step));
const signaturesOf = async (address: string, page: Parameters<typeof store.byAddress>[1]) =>
  (await store.byAddress(address, page)).map(({ signature }) => signature);

describe('transactions of an address', () => {
  it('come newest first, between two signatures, whatever the number of all', async () => {
    expect(await signaturesOf(PLATFORM, { limit: 1_000 })).toEqual(numbered(LANDED, 1, 1_000));
    expect(await signaturesOf(PLATFORM, { limit: 250, before: signatureOf(2_500) })).toEqual(
      numbered(2_499, 1, 250),
    );
    expect(await signaturesOf(PLATFORM, { limit: 1_000, until: signatureOf(LANDED - 3) })).toEqual(
      numbered(LANDED, 1, 3),
    );
    expect(await signaturesOf(WALLETS[7] ?? '', { limit: 1_000 })).toEqual(numbered(2_967, 40, 75));
    expect(await signaturesOf(PublicKey.unique().toBase58(), { limit: 10 })).toEqual([]);
  });

  it('let others have their turn while a long page is read', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      again = setImmediate(count);
    };
    let again = setImmediate(count);
    await store.byAddress(PLATFORM, { limit: 1_000 });
    clearImmediate(again);
    expect(turns).toBeGreaterThanOrEqual(39);
  });

  it('are read in the order of their index, never collected and sorted', async () => {
    // A server gathers what it plans by in its own time; PGlite never does.
    if (inject('postgresUrl') !== undefined) await database.db.execute(sql`analyze`);
    for (const bounds of [{}, { below: 2_500n }, { above: 10n }, { below: 2_500n, above: 10n }]) {
      const query = newestOf(database.db, PLATFORM, bounds, 100).getSQL();
      const { rows } = (await database.db.execute(sql`explain ${query}`)) as unknown as { rows: object[] };
      const plan = rows.map((row) => Object.values(row).join()).join('\n');
      expect(plan).toMatch(/Index.* Backward using transaction_addresses/);
      expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap/);
    }
  });
});

it('many signatures are looked up at once', async () => {
  const slots = await store.slotsOf([signatureOf(5), signatureOf(LANDED + 1), signatureOf(9)]);
  expect([...slots].sort()).toEqual([
    [signatureOf(5), 5],
    [signatureOf(9), 9],
  ]);
});
