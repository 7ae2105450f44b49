import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from './client.ts';
import { openPglite } from './pglite.ts';
import { EXCHANGE } from './purpose.ts';
import { MIGRATIONS } from './testing/database.ts';

let base: string;
let dataDir: string;
let log: Record<string, unknown>[];
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'evenline-pglite-'));
  dataDir = join(base, 'data');
});
afterAll(() => rmSync(base, { recursive: true }));

function open(): Promise<Database> {
  log = [];
  return openPglite(dataDir, MIGRATIONS, (entry) => log.push(entry), EXCHANGE);
}

/** What of a folder somebody else could read, write or enter. */
function openToOthers(folder: string): string[] {
  return ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );
}

const fill = (database: Database): Promise<unknown> =>
  database.transaction(async (tx) => {
    await tx.execute('create table if not exists filler (text text)');
    await tx.execute(`insert into filler select repeat('x', 400) from generate_series(1, 1000)`);
  });

// One after the other on one folder, for creating one takes seconds.
describe.runIf(process.platform !== 'win32')('the data folder', () => {
  it('is private from the first start on, with all that is written later', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    // Lies where the database belongs, from somebody else.
    mkdirSync(join(dataDir, 'db'), { mode: 0o700 });
    writeFileSync(join(dataDir, 'db', 'of-worth'), 'x', { mode: 0o600 });
    // What a start has begun that was killed, and is still being written by the process that it had begun it with.
    const partial = join(dataDir, 'db.partial');
    const orphan = setInterval(() => {
      mkdirSync(partial, { recursive: true, mode: 0o700 });
      writeFileSync(join(partial, 'base'), 'x', { mode: 0o600 });
    }, 1);
    const database = await open().finally(() => clearInterval(orphan));
    rmSync(partial, { recursive: true });
    await fill(database);
    expect(openToOthers(dataDir)).toEqual([]);
    await database.close();
    expect(openToOthers(dataDir)).toEqual([]);
    expect(log).toEqual([expect.objectContaining({ level: 'warn', aside: expect.any(String) })]);
    const names = readdirSync(dataDir).sort();
    expect(names).toEqual(['db', expect.stringMatching(/^db\.unusable-\d+$/)]);
    expect(readdirSync(join(dataDir, names[1] ?? ''))).toEqual(['of-worth']);
  });

  it('is closed at the next start when others could read it, with one line', async () => {
    chmodSync(dataDir, 0o755);
    chmodSync(join(dataDir, 'db', 'base'), 0o777);
    chmodSync(join(dataDir, 'db', 'PG_VERSION'), 0o666);
    const database = await open();
    expect(openToOthers(dataDir)).toEqual([]);
    expect(log).toEqual([expect.objectContaining({ level: 'warn', files: 3 })]);
    await database.close();
  });

  it('keeps its own rights where something lies that is not of the server', async () => {
    const foreign = join(dataDir, 'notes.txt');
    writeFileSync(foreign, 'x', { mode: 0o644 });
    chmodSync(dataDir, 0o755);
    chmodSync(join(dataDir, 'db'), 0o755);
    const database = await open();
    expect(openToOthers(dataDir)).toEqual(['', 'notes.txt']);
    await database.close();
    rmSync(foreign);
  });

  it('is not written to any more once another process has taken it, not even by closing', async () => {
    // Stands still, but for the look at the lock.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const database = await open();
    const write = (): Promise<unknown> =>
      database.transaction((tx) => tx.execute('create table if not exists ours ()'));
    await write();
    const files = (): unknown[] =>
      readdirSync(join(dataDir, 'db'), { recursive: true, encoding: 'utf8' })
        .map((name) => [name, statSync(join(dataDir, 'db', name)).mtimeMs])
        .sort();
    const before = files();
    const lock = join(dataDir, 'lock');
    writeFileSync(lock, `${'f'.repeat(16)}\nanother machine\n1\nis silent`);
    const waits = database.db.execute('select pg_sleep(60)').catch((error: Error) => error.cause);
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(database.lost.aborted).toBe(true);
    const taken = { name: 'LockedError' };
    await expect(write()).rejects.toMatchObject(taken);
    expect(await waits).toMatchObject(taken);
    await database.close();
    expect(files()).toEqual(before);
    expect(existsSync(lock), 'it is theirs').toBe(true);
    rmSync(lock);
  });

  it('takes no write while its disk is full, and takes them again', async (context) => {
    const disk = join(base, 'disk');
    mkdirSync(disk);
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', disk]);
    if (status !== 0) {
      console.warn('No small disk can be mounted by this user: a full one is not tested.');
      return context.skip();
    }
    const made = dataDir;
    const ballast = join(disk, 'ballast');
    try {
      writeFileSync(ballast, Buffer.alloc(30 * 1024 * 1024));
      dataDir = join(disk, 'data');
      await expect(open()).rejects.toMatchObject({
        name: 'DiskFullError',
        message: expect.stringMatching(
          new RegExp(`^The disk of ${dataDir} is full: (59|60) MB are free\\. .+$`),
        ),
      });
      expect(existsSync(dataDir)).toBe(false);

      rmSync(ballast);
      cpSync(made, dataDir, { recursive: true });
      let database = await open();
      await fill(database);
      writeFileSync(ballast, Buffer.alloc(30 * 1024 * 1024));
      await expect(fill(database)).rejects.toMatchObject({ name: 'DiskFullError' });
      const rows = (): Promise<unknown> =>
        database.db.execute('select count(*)::integer as count from filler');
      expect(await rows()).toMatchObject({ rows: [{ count: 2000 }] });
      // What frees more than it writes takes less, but never the last of it.
      const free = (): Promise<unknown> => database.transaction((tx) => tx.execute('truncate filler'), true);
      const leave = (megabytes: number): void => {
        rmSync(ballast, { force: true });
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(ballast, Buffer.alloc(bavail * bsize - megabytes * 1024 * 1024));
      };
      leave(15);
      await expect(free()).rejects.toMatchObject({ name: 'DiskFullError' });
      leave(25);
      await free();
      expect(await rows()).toMatchObject({ rows: [{ count: 0 }] });
      rmSync(ballast);
      await fill(database);

      // Somebody else takes the room after it was asked for: what finds none ends it, and it comes back with the rest.
      const log = `select pg_logical_emit_message(true, 'x', repeat('x', 4000000))::text`;
      const starved = database.transaction(async (tx) => {
        leave(1);
        for (let piece = 0; piece < 20; piece++) await tx.execute(log);
      });
      await expect(starved).rejects.toThrow();
      await expect.poll(() => database.lost.aborted).toBe(true);
      await expect(rows()).rejects.toThrow();
      await database.close();
      rmSync(ballast);
      database = await open();
      expect(await rows()).toMatchObject({ rows: [{ count: 1000 }] });
      await fill(database);
      await database.close();
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });
});
