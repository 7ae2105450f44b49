import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { openDatabase } from '../../db/open.ts';
import { createPostgres, MIGRATIONS, NO_WAIT } from '../../db/testing/database.ts';
import type { LockOptions } from '../../db/writer-lock.ts';
import { createExchangeStore } from '../exchange.store.ts';
import { Harness } from '../testing/exchange.ts';
import { emptyChanges } from './commit.store.ts';

let url: string;
let drop: () => Promise<void>;
const opened: Database[] = [];
beforeEach(async () => {
  ({ url, drop } = await createPostgres(inject('postgresUrl') ?? ''));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await drop();
});

async function open(lock: Partial<LockOptions> = {}): Promise<Database> {
  const options = { dataDir: '', databaseUrl: url, migrationsDir: MIGRATIONS, log: () => undefined };
  const database = await openDatabase({ ...options, lock: { ...NO_WAIT, ...lock } });
  opened.push(database);
  return database;
}

/** A second process's turn: resolves once it is known to wait. */
async function queue(lock: Partial<LockOptions> = {}) {
  const reasons: string[] = [];
  let turn: Promise<Database> | undefined;
  await new Promise<void>((waits) => {
    const onWait = (reason: string): void => {
      reasons.push(reason);
      waits();
    };
    turn = open({ ...lock, onWait });
    turn.catch(() => undefined);
  });
  return { reasons, turn };
}

/** Does something with the database from beside it. */
async function beside(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') ?? '' });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Ends connections by the name they go under, as a database does that restarts. */
async function cut(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Of this database alone: the server has those of other tests too.
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [name],
  );
  await client.end();
}

const lostOf = ({ lost }: Database): Promise<void> =>
  new Promise((resolve) => {
    if (lost.aborted) resolve();
    lost.addEventListener('abort', () => resolve());
  });

describe('the one that writes', () => {
  it('lets the next one in when it ends, who said once why it waits', async () => {
    const first = await open();
    const { reasons, turn } = await queue();
    await first.close();
    opened.splice(opened.indexOf(first), 1);
    const second = await turn;
    expect(second?.lost.aborted).toBe(false);
    expect(reasons).toEqual(['another process writes']);
  });

  it('goes by names of its own, and does not end itself by one that the address gives', async () => {
    url = `${url}?application_name=evenline`;
    const database = await open();
    await database.db.execute('select 1');
    const { rows } = (await database.db.execute(
      `select application_name as name from pg_stat_activity
        where datname = current_database() and application_name <> '' order by 1`,
    )) as unknown as { rows: { name: string }[] };
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['evenline', 'evenline lock']));
    expect(database.lost.aborted).toBe(false);
  });

  it('is waited for until somebody gives up', async () => {
    await open();
    const tired = new AbortController();
    const { turn } = await queue({ signal: tired.signal });
    tired.abort(new Error('tired'));
    await expect(turn).rejects.toThrow();
  });

  it('stops when the connection of its lock is gone, with nothing lost and nothing doubled', async () => {
    const mine = await open();
    const a = await Harness.open(mine);
    const wallet = await a.wallet();
    const bought = await a.buy(wallet);
    const built = await a.buildBuy(wallet);
    const transaction = a.sign(built.transaction, wallet);
    const { turn } = await queue();
    const noticed = lostOf(mine);
    await cut('evenline lock');
    await noticed;
    await expect(a.execute(transaction)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(a.exchange.control.setTrading(false)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(a.fatal.map(({ name }) => name)).toEqual(['FencedError']);

    const theirs = await turn;
    if (!theirs) throw new Error('nobody took over');
    const b = await Harness.open(theirs);
    expect(await b.position(bought.positionPubkey)).toMatchObject({ pubkey: bought.positionPubkey });
    expect(await b.look(() => b.usdc(wallet))).toBe(a.usdc(wallet));
    expect((await b.execute(transaction)).status).toBe('Success');
    expect((await b.execute(transaction)).status).toBe('Success');
    expect(await b.exchange.audit()).toMatchObject({ ok: true });
  });

  it('commits nothing more once another has claimed the database', async () => {
    const database = await open();
    const old = createExchangeStore(database).commits;
    const next = createExchangeStore(database).commits;
    await old.claim();
    const clock = { real: 1, now: 1, wall: 1, speed: 1 };
    const changes = emptyChanges();
    await old.commit(1, { counters: {}, clock }, changes);
    expect(await next.claim()).toMatchObject({ batch: 1 });
    await expect(old.commit(2, { counters: {}, clock }, changes)).rejects.toThrow(/Another process/);
    await expect(old.landed(1)).rejects.toThrow(/Another process/);
    await next.commit(2, { counters: {}, clock }, changes);
    expect(await next.landed(2)).toBe(true);
  });

  it('says whether a commit has landed only when it is over, though its connection is gone', async () => {
    const database = await open();
    const store = createExchangeStore(database).commits;
    await store.claim();
    const clock = { real: 1, now: 1, wall: 1, speed: 1 };
    await store.commit(1, { counters: {}, clock }, emptyChanges());
    // What the database still does for a connection that this process has given up.
    const orphan = new pg.Client({ connectionString: url });
    await orphan.connect();
    await orphan.query('begin');
    await orphan.query(`update meta set value = jsonb_set(value, '{batch}', '2') where key = 'writer'`);
    const verdict = store.landed(2);
    await orphan.query('commit');
    await orphan.end();
    expect(await verdict).toBe(true);
  });

  it('says at once that nothing happened while no connection is to be had, though it holds its lock', async () => {
    const a = await Harness.open(await open());
    const wallet = await a.wallet();
    const built = await a.buildBuy(wallet);
    const transaction = a.sign(built.transaction, wallet);
    const name = new URL(url).pathname.slice(1);
    await beside(
      `alter database ${name} with allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'evenline' and datname = '${name}'`,
    );
    const untouched = { kind: 'unavailable', message: expect.stringContaining('nothing happened') };
    await expect(a.execute(transaction)).rejects.toMatchObject(untouched);
    expect(await a.exchange.rpc.read(() => a.usdc(wallet))).toBe(10_000_000_000n);
    expect(await a.exchange.notReady()).toBe('the database does not answer');
    expect(a.fatal).toEqual([]);

    await beside(`alter database ${name} with allow_connections true`);
    expect((await a.execute(transaction)).status).toBe('Success');
    expect(await a.history(wallet)).toHaveLength(4);
    expect(await a.exchange.audit()).toMatchObject({ ok: true });
  });

  it('commits while all that is read waits', async () => {
    const database = await open();
    const store = createExchangeStore(database).commits;
    await store.claim();
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('select pg_advisory_lock(1)');
    let read = 0;
    const reads = Array.from({ length: 12 }, () =>
      database.db.execute('select pg_advisory_xact_lock_shared(1)').then(() => {
        read += 1;
      }),
    );
    const settled = Promise.allSettled(reads);
    const clock = { real: 1, now: 1, wall: 1, speed: 1 };
    await store.commit(1, { counters: {}, clock }, emptyChanges());
    expect(await store.landed(1)).toBe(true);
    expect(read).toBe(0);
    await holder.end();
    await settled;
  });

  it('closes within seconds although a transaction never ends', async () => {
    const database = await open();
    opened.splice(opened.indexOf(database), 1);
    await new Promise<void>((begun, failed) => {
      const transaction = database.transaction((tx) => {
        begun();
        return tx.execute('select pg_sleep(60)');
      });
      transaction.catch(failed);
    });
    const closing = performance.now();
    await database.close();
    expect(performance.now() - closing).toBeLessThan(10_000);
  });
});
