import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Another process holds the data: its message is one line for the person who starts the server. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/** When a process started, in the system's own ticks; process numbers come round again, this pair does not. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process that wrote a lock still runs. */
function holderOf(text: string): number | undefined {
  const [first = '', start = ''] = text.split('\n');
  const pid = Number(first);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  const now = startOf(pid);
  return start !== '' && now !== '' && now !== start ? undefined : pid;
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
      const file = openSync(path, 'wx');
      writeSync(file, text);
      closeSync(file);
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
