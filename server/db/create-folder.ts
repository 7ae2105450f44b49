import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makePrivate } from './private.ts';

/** Of the built server, a database with nothing in it: creating one takes seconds, copying it a tenth of one. */
const EMPTY = fileURLToPath(new URL('./empty-database', import.meta.url));

/**
 * Creates a database, and ends early when the process that wants it has ended. What runs once is not worth being
 * optimised, which would take as long again; where the engine does not know that flag it goes on without it.
 */
const CREATE = `
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
  process.stdin.on('end', () => process.exit(1)).resume();
  const [module, dataDir] = process.argv.slice(1);
  const { PGlite } = await import(module);
  const client = await PGlite.create({ dataDir });
  await client.close();
  process.exit(0);`;

/**
 * Creates a database in an empty folder, in a process of its own: that takes half a gigabyte which WebAssembly would
 * never give back, and of which even a thread leaves a part behind.
 */
export async function createDatabase(folder: string): Promise<void> {
  const module = import.meta.resolve('@electric-sql/pglite');
  const args = ['--input-type=module', '--eval', CREATE, '--', module, folder];
  // What it prints is only wanted should it fail, when it becomes the message of the error.
  await promisify(execFile)(process.execPath, args);
}

/**
 * Makes a folder with an empty database that nobody but its owner can read: a copy of the one that was built with the
 * server or, where there is none, a new one.
 * @param prefix of its path; whoever asks gives it its name, once it is whole
 * @returns its path
 */
export async function createFolder(prefix: string): Promise<string> {
  const folder = mkdtempSync(prefix);
  if (existsSync(EMPTY)) await cp(EMPTY, folder, { recursive: true });
  else await createDatabase(folder);
  makePrivate(folder);
  return folder;
}
