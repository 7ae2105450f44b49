import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** What everybody but the owner may do. */
export const OTHERS = 0o077;
export const OWNER_ONLY_FOLDER = 0o700;

/** Everything that a server puts into its data folder. */
const OURS = /^(db|lock|history|vault\.key)(\..+)?$/;

/**
 * Takes from others what they may do with a file, or with a folder and everything in it. Links are not followed.
 * @returns how many were open to others. @throws EPERM where one belongs to somebody else.
 */
export function makePrivate(path: string): number {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return 0;
  const wasOpen = (stat.mode & OTHERS) !== 0;
  if (wasOpen) chmodSync(path, stat.mode & ~OTHERS & 0o7777);
  const inside = stat.isDirectory() ? readdirSync(path) : [];
  return inside.reduce((sum, name) => sum + makePrivate(join(path, name)), wasOpen ? 1 : 0);
}

/**
 * Makes private what the server has in its data folder, and the folder itself unless something else lies there too:
 * then it may be meant for others.
 * @returns how many files and folders were open to others. @throws EPERM where one belongs to somebody else.
 */
export function makeDataPrivate(dataDir: string): number {
  if (process.platform === 'win32') return 0; // has no such rights
  const folder = realpathSync(dataDir);
  const names = readdirSync(folder);
  const ours = names.filter((name) => OURS.test(name));
  if (ours.length === names.length) return makePrivate(folder);
  return ours.reduce((sum, name) => sum + makePrivate(join(folder, name)), 0);
}
