import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.mjs';
import { aptInstall, isRoot, which } from './machine.mjs';
import { startThrowaway } from './throwaway-server.mjs';

const DEBIAN = '/usr/lib/postgresql';
const USER = 'evenline';

/** Folder with `initdb` and `postgres`: the newest of Debian's, else the one on PATH. */
function findBinaries() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = which('postgres');
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(onPath ? [dirname(onPath)] : []),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** PostgreSQL refuses to run as root: then it runs as its own user, or as nobody. */
function unprivileged() {
  if (!isRoot()) return {};
  const id = (flag, user) => {
    const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  };
  const user = id('-u', 'postgres') === undefined ? 'nobody' : 'postgres';
  return { uid: id('-u', user), gid: id('-g', user) };
}

/** Folder of its programs, out of Debian's package where there is none yet (as root); undefined without either. */
export async function installPostgres() {
  const found = findBinaries();
  if (found !== undefined) return found;
  return (await aptInstall('postgresql')) ? findBinaries() : undefined;
}

/**
 * Starts an empty PostgreSQL for the tests: own folder, own port on the loopback, gone afterwards.
 * @returns {Promise<{url: string, stop: () => Promise<void>} | undefined>} undefined after saying why not.
 */
export const startPostgres = () =>
  startThrowaway({
    name: 'PostgreSQL',
    prefix: 'evenline-pg-',
    without: 'its tests are skipped (PGlite runs the same ones)',
    install: installPostgres,
    launch,
    log: 'stderr',
    timeoutMs: 30_000,
    signals: { stop: 'SIGINT', kill: 'SIGQUIT' }, // its fast shutdown, and its fastest
  });

async function launch(base, folder) {
  const owner = unprivileged();
  const data = join(base, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(base, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (owner.uid !== undefined) for (const path of [base, passwordFile]) chownSync(path, owner.uid, owner.gid);

  const options = { cwd: base, env: { PATH: process.env.PATH, HOME: base, LC_ALL: 'C' }, ...owner };
  const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-U', USER];
  const init = spawnSync(join(folder, 'initdb'), ['-D', data, '-E', 'UTF8', '--no-sync', ...auth], {
    ...options,
    encoding: 'utf8',
  });
  if (init.status !== 0) throw new Error((init.error?.message ?? init.stderr ?? 'initdb failed').trim());

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // All units together keep 22 open at most; a hundred were too few once, and what took them is not known.
    max_connections: 400,
    fsync: 'off', // thrown away after the run
    full_page_writes: 'off',
    synchronous_commit: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(folder, 'postgres'), ['-D', data, ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { server, url: `postgresql://${USER}:${password}@127.0.0.1:${port}/postgres` };
}
