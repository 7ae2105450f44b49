import { MessageV0, PublicKey, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { createCommitStore, emptyChanges } from '../writer/commit.store.ts';
import { packTransaction } from '../writer/transaction-body.ts';
import type { RpcDeps } from './ports.ts';
import { createTransactionsStore, newestOf, slotsAmong } from './transactions.store.ts';

const LANDED = 3_000;
const BATCH = 10;
const PLATFORM = PublicKey.unique().toBase58();
const WALLETS = Array.from({ length: 40 }, () => PublicKey.unique().toBase58());
const signatureOf = (n: number): string => {
  const bytes = Buffer.alloc(64, 7);
  bytes.writeUInt32BE(n);
  return bs58.encode(bytes);
};

let database: Database;
let store: RpcDeps['transactions'];

/** A transaction that names these addresses, as it is stored. */
function body(addresses: readonly string[]): Uint8Array {
  const message = new MessageV0({
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 0 },
    staticAccountKeys: addresses.map((address) => new PublicKey(address)),
    recentBlockhash: PLATFORM,
    compiledInstructions: [],
    addressTableLookups: [],
  });
  const meta = {
    fee: 5_000,
    computeUnits: 0,
    logs: [],
    preBalances: [],
    postBalances: [],
    tokenBalances: [],
  };
  return packTransaction(new VersionedTransaction(message), meta);
}

beforeAll(async () => {
  database = await freshDatabase();
  store = createTransactionsStore(database.db);
  const commits = createCommitStore(database);
  await commits.claim();
  const clock = { wall: 0, now: 0, speed: 1 };
  let changes = emptyChanges();
  for (let n = 1; n <= LANDED; n++) {
    const signature = signatureOf(n);
    const addresses = [PLATFORM, WALLETS[n % WALLETS.length] ?? '', PublicKey.unique().toBase58()];
    const place = { signature, seq: BigInt(n), slot: n, time: n };
    changes.transactions.set(signature, {
      ...place,
      addresses,
      logs: [],
      body: body(addresses),
      raw: null,
      meta: null,
    });
    if (n % BATCH > 0) continue;
    await commits.commit(n / BATCH, { counters: {}, clock: clock as never }, changes);
    changes = emptyChanges();
  }
});
afterAll(() => database.close());

const numbered = (from: number, step: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => signatureOf(from - i * step));
const signaturesOf = async (address: string, page: Parameters<typeof store.byAddress>[1]) =>
  (await store.byAddress(address, page)).map(({ signature }) => signature);

async function planOf(query: SQL): Promise<string> {
  // A server gathers what it plans by in its own time; PGlite never does.
  if (inject('postgresUrl') !== undefined) await database.db.execute(sql`analyze`);
  const { rows } = (await database.db.execute(sql`explain ${query}`)) as unknown as { rows: object[] };
  return rows.map((row) => Object.values(row).join()).join('\n');
}

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

  it('are none before one that is not known, and not the newest again', async () => {
    const unknown = signatureOf(LANDED + 1);
    expect(await signaturesOf(PLATFORM, { limit: 10, before: unknown })).toEqual([]);
    expect(await signaturesOf(PLATFORM, { limit: 10, until: unknown })).toEqual(numbered(LANDED, 1, 10));
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
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('are read by indexes, the batches of a page in the order of theirs', async () => {
    for (const bounds of [{}, { below: 2_500n }, { above: 10n }, { below: 2_500n, above: 10n }]) {
      const plan = await planOf(newestOf(database.db, PLATFORM, bounds, 25).getSQL());
      expect(plan).toMatch(/Index.* Backward using transaction_addresses/);
      expect(plan).toMatch(/Index Scan Backward using transactions_pkey/);
      expect(plan).not.toMatch(/Seq Scan|Bitmap/);
    }
  });

  it('are told apart from those of an address with the same hash', async () => {
    const [one, other] = [signatureOf(1), PublicKey.unique().toBase58()];
    const page = { limit: 10 };
    const wallet = WALLETS[1] ?? '';
    const hash = (address: string) => sql`hashtextextended(${address}, 0)`;
    await database.db.execute(
      sql`insert into transaction_addresses select ${hash(other)}, seq from transaction_addresses
          where address_hash = ${hash(wallet)}`,
    );
    expect(await signaturesOf(wallet, page)).toHaveLength(10);
    expect(await signaturesOf(other, page)).toEqual([]);
    expect(await store.bySignature(one)).toMatchObject({ slot: 1, blockTime: 1 });
  });
});

it('many signatures are looked up at once', async () => {
  const slots = await store.slotsOf([signatureOf(5), signatureOf(LANDED + 1), signatureOf(9)]);
  expect([...slots].sort()).toEqual([
    [signatureOf(5), 5],
    [signatureOf(9), 9],
  ]);
});

it('many signatures are found by their index', async () => {
  for (const count of [1, 2, 256]) {
    const plan = await planOf(slotsAmong(database.db, numbered(LANDED, 1, count)).getSQL());
    expect(plan).toMatch(/transactions_signature/);
    expect(plan).not.toMatch(/Seq Scan/);
  }
});
