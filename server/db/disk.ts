import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

const MB = 1024 * 1024;

/** Nothing more can be written; the message is one line for the person who runs the server. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  constructor(folder: string, options?: ErrorOptions) {
    const free = Math.floor(freeBytes(folder) / MB);
    super(
      `The disk of ${folder} is full: ${free} MB are free. Make room, or choose another folder with DATA_DIR.`,
      options,
    );
  }
}

/** What this user may still write where a folder is, or will be. */
function freeBytes(folder: string): number {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return bavail * bsize;
}

export const hasRoom = (folder: string, megabytes: number): boolean => freeBytes(folder) >= megabytes * MB;

/** @throws DiskFullError when less is free. */
export function requireRoom(folder: string, megabytes: number): void {
  if (!hasRoom(folder, megabytes)) throw new DiskFullError(folder);
}

/** The failure of a write to a full disk by its name, also where it is what caused another; any other failure as it is. */
export function nameFullDisk(error: unknown, folder: string): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DiskFullError) return cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') return new DiskFullError(folder, { cause: error });
  }
  return error;
}
