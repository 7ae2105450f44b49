import { readFileSync } from 'node:fs';
import type { Log } from '../common/log.ts';

/** Files that are no connections of clients: the platform, the database, the log, refusals that are being told. */
const OTHERS = 256;

/** How many files this process may hold open at once, by the system; undefined where it does not say. */
export function openFilesOf(limits = '/proc/self/limits'): number | undefined {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'utf8'));
    return found ? Number(found[1]) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Connections that a process can hold, of those it was told to. Each takes a file: without one the system cuts who
 * comes before anybody here hears of it, and the platform and the database cannot be reached either.
 */
export function connectionsWithin(wanted: number, files: number | undefined, log: Log): number {
  const possible = files === undefined ? wanted : Math.max(1, files - OTHERS);
  if (possible >= wanted) return wanted;
  log({
    level: 'warn',
    message: `ulimit -n is ${files}: ${possible} connections are taken, not the ${wanted} of MAX_CONNECTIONS, which need ${wanted + OTHERS}`,
  });
  return possible;
}
