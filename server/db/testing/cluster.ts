import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../testing/boot.ts';

/** A PostgreSQL server of a test's own, which it may kill. */
export interface Cluster {
  readonly url: string;
  /** Ends it without a word: `SIGQUIT` all its processes at once, `SIGKILL` the first of them, which the others notice. */
  crash(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts it again; resolves when it takes connections. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;
const RETRY_MS = 50;
/** PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Folder of the programs of the server behind an address, when it runs on this machine and says so. */
async function binariesOf(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ setting: string }>(
      `select setting from pg_config() where name = 'BINDIR'`,
    );
    const folder = rows[0]?.setting ?? '';
    return ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))) ? folder : undefined;
  } catch {
    return undefined; // not for this user to know
  } finally {
    await client.end();
  }
}

/**
 * An empty server from the programs of another one. What it has committed survives its crash, but not this machine's.
 * @returns undefined when the programs are not to be had here.
 */
export async function createCluster(otherUrl: string): Promise<Cluster | undefined> {
  const programs = await binariesOf(otherUrl);
  return programs === undefined ? undefined : createClusterFrom(programs);
}

/** The same from the folder of the programs; its data lie in a new folder of `parent`. */
export async function createClusterFrom(programs: string, parent = tmpdir()): Promise<Cluster> {
  const base = mkdtempSync(join(parent, 'evenline-cluster-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(base, NOBODY.uid, NOBODY.gid);
  const data = join(base, 'data');
  const options = { cwd: base, env: { HOME: base, LC_ALL: 'C' }, ...(isRoot && NOBODY) };
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-E', 'UTF8', '--no-sync', '--auth=trust', '-U', 'evenline'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const url = `postgresql://evenline@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  const crash = async (signal: NodeJS.Signals): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const takesConnections = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  const start = async (): Promise<void> => {
    const until = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < until) {
      // It ends at once while processes of the one before have not noticed yet that theirs was killed.
      if (!server || server.exitCode !== null || server.signalCode !== null) {
        server = spawn(join(programs, 'postgres'), args, { ...options, stdio: 'ignore' });
      }
      await pause(RETRY_MS);
      if (await takesConnections()) return;
    }
    throw new Error('the server of the test does not start');
  };
  await start();
  return {
    url,
    crash,
    start,
    remove: async () => {
      await crash('SIGQUIT');
      rmSync(base, { recursive: true, force: true });
    },
  };
}
