import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Another process holds the data: its message is one line for the person who starts the server. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

export interface FolderLock {
  /** Aborted when somebody else has the folder after all. */
  readonly lost: AbortSignal;
  release(): void;
}

const BEAT_MS = 1_000;
/** How long a holder that cannot be asked may be silent: it may be at work for a while. */
const SILENCE_MS = 5_000;
/** How long one that was killed may take to be gone. */
const GOING_MS = 600;
const LOOK_MS = 100;
/** Longest path of a socket that every system takes. */
const SOCKET_PATH_BYTES = 100;

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Which run of which system this is: containers of one machine share it, and a process of one can reach the other's. */
function thisMachine(): string {
  return read('/proc/sys/kernel/random/boot_id')?.trim() || hostname();
}

/** What a lock file says. A holder answers at its socket, if it could open one. */
interface Holder {
  readonly id: string;
  readonly machine: string;
  readonly pid: string;
  readonly listens: boolean;
}

function holderOf(text: string): Holder | undefined {
  const [id = '', machine = '', pid = '', listens] = text.split('\n');
  return /^[0-9a-f]{16}$/.test(id) && machine !== ''
    ? { id, machine, pid, listens: listens === 'listens' }
    : undefined;
}

function socketPath(folder: string, id: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const path = join(folder, `lock.${id}`);
  return [path, relative(process.cwd(), path)].find((form) => Buffer.byteLength(form) <= SOCKET_PATH_BYTES);
}

/** A socket that the system closes when the process ends, however it ends; none where the folder cannot hold one. */
async function listen(path: string | undefined): Promise<Server | undefined> {
  if (path === undefined) return undefined;
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen(path), 'listening');
    chmodSync(path, 0o600);
    return server.unref();
  } catch {
    return undefined;
  }
}

const NOBODY_LISTENS = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/** Whether anybody listens; undefined where that cannot be found out. */
async function isListening(path: string): Promise<boolean | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return NOBODY_LISTENS.has((error as NodeJS.ErrnoException).code ?? '') ? false : undefined;
  } finally {
    socket.destroy();
  }
}

/** One that was just killed listens until the system has cleared it away. */
async function keepsListening(path: string): Promise<boolean | undefined> {
  for (let looks = GOING_MS / LOOK_MS; looks > 0; looks--) {
    const listening = await isListening(path);
    if (listening !== true) return listening;
    await wait(LOOK_MS);
  }
  return true;
}

/** When a file was last touched, by the clock of whoever keeps it, which need not be ours. */
const beatOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/** Watches for as long as a live holder can be silent. */
async function isBeating(path: string): Promise<boolean> {
  const first = beatOf(path);
  for (const end = performance.now() + SILENCE_MS; performance.now() < end; ) {
    await wait(LOOK_MS);
    if (beatOf(path) !== first) return true;
  }
  return false;
}

async function isAlive(holder: Holder, folder: string, path: string): Promise<boolean> {
  const socket = socketPath(folder, holder.id);
  if (holder.machine === thisMachine() && holder.listens && socket !== undefined) {
    const listening = await keepsListening(socket);
    if (listening !== undefined) return listening;
  }
  return isBeating(path);
}

/**
 * Takes the data folder for this process: two on one folder would destroy each other's data, be they in containers that
 * do not see each other's processes or on two machines. Who holds it listens at a socket in it, and touches the lock
 * once a second. Of a holder on this machine the system says at once whether it still runs; of another, or of one from
 * before a restart of the machine, only its silence does. A lock left behind is taken over.
 * @throws LockedError when a live process holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, 'lock');
  const id = randomBytes(8).toString('hex');
  const server = await listen(socketPath(folder, id));
  const text = [id, thisMachine(), process.pid, server ? 'listens' : 'is silent'].join('\n');
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (create(path, text, id)) return hold(path, text, server);
      await takeOver(path, folder, id);
    }
    throw new LockedError(`The lock file ${path} cannot be taken.`);
  } catch (error) {
    server?.close();
    throw error;
  }
}

/** Whole from the first moment on: who reads it never finds half a lock. */
function create(path: string, text: string, id: string): boolean {
  const draft = `${path}.${id}.draft`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function hold(path: string, text: string, server: Server | undefined): FolderLock {
  const lost = new AbortController();
  const beat = setInterval(() => {
    // One that is gone or cannot be read is nobody else's yet.
    if ((read(path) ?? text) !== text) {
      clearInterval(beat);
      lost.abort(new LockedError(`Another process has taken the folder of ${path}.`));
      return;
    }
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // The next one may succeed.
    }
  }, BEAT_MS);
  beat.unref();
  return {
    lost: lost.signal,
    release: () => {
      clearInterval(beat);
      if (read(path) === text) rmSync(path, { force: true });
      server?.close();
    },
  };
}

async function takeOver(path: string, folder: string, id: string): Promise<void> {
  const seen = read(path);
  if (seen === undefined) return;
  const holder = holderOf(seen);
  if (holder && (await isAlive(holder, folder, path))) {
    throw new LockedError(
      `${folder} is in use by another server (process ${holder.pid}): stop it first, or choose another folder with DATA_DIR.`,
    );
  }
  const aside = `${path}.${id}.aside`;
  try {
    renameSync(path, aside);
    // Someone else may have taken over in between: what was moved away is then a live lock, and goes back.
    if (readFileSync(aside, 'utf8') !== seen) linkSync(aside, path);
    else if (holder) rmSync(join(folder, `lock.${holder.id}`), { force: true });
  } catch {
    return;
  } finally {
    rmSync(aside, { force: true });
  }
}
