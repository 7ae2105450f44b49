import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SharedDatabase } from './client.ts';
import { openPglite } from './pglite.ts';
import { EXCHANGE } from './purpose.ts';
import { openReader } from './reader.ts';
import { meta } from './schema.ts';
import { MIGRATIONS, placeEmptyDatabase } from './testing/database.ts';
import { openThreaded } from './threaded-pglite.ts';

let dataDir: string;
let database: SharedDatabase;
let thread: Worker | undefined;

async function open(): Promise<void> {
  process.once('worker', (started) => {
    thread = started;
  });
  database = await openPglite(dataDir, MIGRATIONS, () => undefined, EXCHANGE);
}

const keys = async (): Promise<string[]> =>
  (await database.db.select({ key: meta.key }).from(meta).orderBy(meta.key)).map(({ key }) => key);

// One folder, for opening one takes as long as most of these tests.
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'evenline-thread-'));
  placeEmptyDatabase(join(dataDir, 'db'));
  await open();
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => database.db.delete(meta));

describe('a database in a thread of its own', () => {
  it('leaves this thread free while a statement runs', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await database.db.execute(sql`select count(*) from generate_series(1, 3000000)`);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  it('keeps the types of columns and parameters', async () => {
    const { rows } = (await database.db.execute(
      sql`select 1::integer as i, 2::float8 as f, null as n, true as b, '{"a":[1]}'::jsonb as j,
            ${Buffer.from([0, 255])}::bytea as bytes, ${sql.param(['x', 'y'])}::text[] as list, 12345678901234567890::numeric as big`,
    )) as unknown as { rows: Record<string, unknown>[] };
    expect(rows).toEqual([
      {
        i: 1,
        f: 2,
        n: null,
        b: true,
        j: { a: [1] },
        bytes: new Uint8Array([0, 255]),
        list: ['x', 'y'],
        big: '12345678901234567890',
      },
    ]);
  });

  it('reads long answers, text in every script, and values of the same statement that differ', async () => {
    const ask = async (count: number, word: string, bytes: Uint8Array) => {
      const { rows } = (await database.db.execute(
        sql`select n::bigint as n, ${word}::text || n as word, ${bytes}::bytea as bytes, null::bytea as none,
              array[n, 9007199254740993] as list, n % 2 = 0 as even from generate_series(1, ${count}) n`,
      )) as unknown as { rows: Record<string, unknown>[] };
      return rows;
    };
    for (const [count, word, bytes] of [
      [0, '', []],
      [2, 'größer 東京 🏁', [0, 128, 255]],
      [5_000, 'é'.repeat(40), Array.from({ length: 300 }, (_, at) => at % 256)],
    ] as const) {
      expect(await ask(count, word, Uint8Array.from(bytes))).toEqual(
        Array.from({ length: count }, (_, at) => ({
          n: at + 1,
          word: `${word}${at + 1}`,
          bytes: Uint8Array.from(bytes),
          none: null,
          list: [at + 1, 9007199254740993n],
          even: at % 2 === 1,
        })),
      );
    }
  });

  it('runs more statements than stay prepared, each again, also after one that failed', async () => {
    const answerOf = async (n: number): Promise<unknown> => {
      const { rows } = (await database.db.execute(sql.raw(`select ${n} as n`))) as unknown as {
        rows: { n: number }[];
      };
      return rows[0]?.n;
    };
    const numbers = Array.from({ length: 300 }, (_, n) => n);
    for (const n of numbers) expect(await answerOf(n)).toBe(n);
    for (const bad of ['select nothing', 'select 1 / 0', 'select 1 / 0', "select 'x'::integer"])
      await expect(database.db.execute(sql.raw(bad))).rejects.toThrow();
    expect(await Promise.all(numbers.map(answerOf))).toEqual(numbers);
    const prepared = (await database.db.execute(
      sql`select count(*)::integer as count from pg_prepared_statements`,
    )) as unknown as { rows: { count: number }[] };
    expect(prepared.rows[0]?.count).toBeLessThanOrEqual(128);
  });

  it('tells a failure with the code of SQL', async () => {
    await database.db.insert(meta).values({ key: 'a', value: 1 });
    await expect(database.db.insert(meta).values({ key: 'a', value: 2 })).rejects.toMatchObject({
      cause: { code: '23505', table: 'meta', constraint: 'meta_pkey' },
    });
  });

  it('keeps transactions apart from each other and from single statements', async () => {
    const seen: string[] = [];
    const first = database.transaction(async (tx) => {
      await tx.insert(meta).values({ key: 'first', value: 1 });
      await tx.insert(meta).values({ key: 'second', value: 1 });
      seen.push('first');
    });
    const second = database.transaction(async (tx) => {
      await tx.insert(meta).values({ key: 'third', value: 1 });
      seen.push('second');
    });
    const between = keys().then((found) => found.length !== 1 && seen.push('read'));
    await Promise.all([first, second, between]);
    expect(seen.toSorted()).toEqual(['first', 'read', 'second']);
    expect(await keys()).toEqual(['first', 'second', 'third']);
  });

  it('takes back what a transaction did that failed, in the work or in SQL', async () => {
    const failed = new Error('not so');
    const refused = database.transaction(async (tx) => {
      await tx.insert(meta).values({ key: 'a', value: 1 });
      throw failed;
    });
    await expect(refused).rejects.toBe(failed);
    const twice = database.transaction(async (tx) => {
      await tx.insert(meta).values({ key: 'a', value: 1 });
      await tx.insert(meta).values({ key: 'a', value: 1 });
    });
    await expect(twice).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await keys()).toEqual([]);
    await database.transaction((tx) => tx.insert(meta).values({ key: 'b', value: 1 }));
    expect(await keys()).toEqual(['b']);
  });

  it('is read by a way of its own as well: what is committed, and nothing of a transaction under way', async () => {
    const reader = openReader(database.reader());
    const seen = async () => (await reader.db.select({ key: meta.key }).from(meta)).map(({ key }) => key);
    await database.transaction(async (tx) => {
      await tx.insert(meta).values({ key: 'a', value: 1 });
    });
    expect(await seen()).toEqual(['a']);
    let meanwhile: Promise<string[]> | undefined;
    const refused = database.transaction(async (tx) => {
      await tx.insert(meta).values({ key: 'b', value: 1 });
      meanwhile = seen();
      await tx.insert(meta).values({ key: 'b', value: 1 });
    });
    await expect(refused).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await meanwhile).toEqual(['a']);
    await expect(reader.db.execute(sql`select nothing`)).rejects.toMatchObject({ cause: { code: '42703' } });
    await reader.close();
  });

  it('refuses whoever reads by a way of its own when the thread ends', async () => {
    const reader = openReader(database.reader());
    const waits = reader.db.execute(sql`select pg_sleep(30)`).execute();
    void thread?.terminate();
    await expect(waits).rejects.toMatchObject({ cause: { message: 'The database has ended.' } });
    await expect(reader.db.execute(sql`select 1`)).rejects.toMatchObject({
      cause: { message: 'The database has ended.' },
    });
    await database.close();
    await open();
  });

  it('refuses whoever waits when the thread ends, says that it is lost, and opens again with what was committed', async () => {
    await database.transaction((tx) => tx.insert(meta).values({ key: 'kept', value: 1 }));
    const interrupted = database.transaction(async (tx) => {
      await tx.insert(meta).values({ key: 'not kept', value: 1 });
      void thread?.terminate();
      await tx.execute(sql`select pg_sleep(30)`);
    });
    const waits = database.db.select().from(meta);
    await expect(interrupted).rejects.toThrow();
    await expect(waits.execute()).rejects.toThrow();
    await expect(database.transaction(async () => undefined)).rejects.toThrow('The database has ended.');
    expect(database.lost.aborted).toBe(true);
    await database.close();
    await open();
    expect(await keys()).toEqual(['kept']);
    expect(database.lost.aborted).toBe(false);
  });

  it('is lost once it answers nothing for longer than anything may take, and opens again', async () => {
    await database.close();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open();
    const endless = database.db.execute(sql`select count(*) from generate_series(1, 1000000000000)`);
    const refused = expect(endless).rejects.toMatchObject({
      cause: { message: 'The database has answered nothing for 300 seconds.' },
    });
    // Until it is asked: what is asked after it waits, while a transaction before it would have its turn.
    await turn();
    const waits = expect(database.transaction(async () => undefined)).rejects.toThrow(/answered nothing/);
    vi.advanceTimersByTime(301_000);
    vi.useRealTimers();
    await Promise.all([refused, waits]);
    expect(database.lost.aborted).toBe(true);
    await database.close();
    await open();
    expect(await keys()).toEqual([]);
  });

  it('is not opened for who has lost the folder by then', async () => {
    const began = vi.fn();
    process.once('worker', began);
    const lost = AbortSignal.abort(new Error('Another process has the folder.'));
    await expect(openThreaded(join(dataDir, 'none'), lost)).rejects.toThrow(
      'Another process has the folder.',
    );
    process.off('worker', began);
    expect(began).not.toHaveBeenCalled();
  });

  it('closes within seconds while a statement does not end', async () => {
    const endless = database.db.execute(sql`select count(*) from generate_series(1, 1000000000000)`);
    const refused = expect(endless).rejects.toMatchObject({ cause: { message: 'The database has ended.' } });
    // Until the thread is at it and hears nothing.
    await pause(300);
    await database.close();
    await refused;
    expect(database.lost.aborted).toBe(false);
    await open();
    expect(await keys()).toEqual([]);
  });
});
