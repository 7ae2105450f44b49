import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process holds the data: its message is one line for the person who starts the server. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** What the system tells of a process, from its state on; nothing where it tells nothing. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * When a process started: ticks of the system, and which run of the system they count from. Process numbers come
 * round again, this does not.
 */
function startOf(pid: number): string {
  const ticks = statOf(pid)[19];
  return ticks === undefined ? '' : `${ticks} ${read('/proc/sys/kernel/random/boot_id').trim()}`;
}

/** One that has ended and that nobody has asked for its exit code writes nothing more. */
const ENDED = /^[ZX]$/;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !ENDED.test(statOf(pid)[0] ?? '');
}

/** Whether the process that wrote a lock still runs. */
function holderOf(text: string): number | undefined {
  const [first = '', start = ''] = text.split('\n');
  const pid = Number(first);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  const now = startOf(pid);
  const [ticks] = now.split(' ');
  // Earlier versions wrote the ticks alone.
  const isSame = start === now || start === ticks;
  return start !== '' && now !== '' && !isSame ? undefined : pid;
}

/**
 * Takes the data folder for this process: two processes on one folder would destroy each other's data. A lock left
 * behind by a process that is gone is taken over.
 * @returns what gives the folder free again.
 * @throws LockedError when a live process holds it.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const text = `${process.pid}\n${startOf(process.pid)}`;
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    takeOver(path, folder);
  }
  throw new LockedError(`The lock file ${path} cannot be taken.`);
}

function takeOver(path: string, folder: string): void {
  let seen: string;
  try {
    seen = readFileSync(path, 'utf8');
  } catch {
    return;
  }
  const pid = holderOf(seen);
  if (pid !== undefined) {
    throw new LockedError(
      `${folder} is in use by process ${pid}: stop it first, or choose another folder with DATA_DIR.`,
    );
  }
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    // Someone else may have taken over in between: what was moved away is then a live lock, and goes back.
    if (readFileSync(aside, 'utf8') !== seen) linkSync(aside, path);
  } catch {
    return;
  } finally {
    rmSync(aside, { force: true });
  }
}
