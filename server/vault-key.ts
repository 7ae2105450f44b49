import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { EnvError } from './common/env-error.ts';
import type { Log } from './common/log.ts';

const HEX = /^[0-9a-f]{64}$/i;
const FILE = 'vault.key';
const OWNER_ONLY = 0o600;
/** What everybody but the owner may do. */
const OTHERS = 0o077;

interface KeySource {
  vaultKey: string | undefined;
  dataDir: string;
}

/** Whether there is a key already, from whoever made it. */
export function hasVaultKey({ vaultKey, dataDir }: KeySource): boolean {
  return vaultKey !== undefined || existsSync(join(dataDir, FILE));
}

/** Closes to others a key that a copy, or somebody's hand, has left open to them. */
function tighten(path: string, log: Log): void {
  if (process.platform === 'win32' || !existsSync(path)) return; // has no such rights
  const stat = lstatSync(path);
  // A link leads to what somebody else keeps.
  if (stat.isSymbolicLink() || (stat.mode & OTHERS) === 0) return;
  try {
    chmodSync(path, stat.mode & ~OTHERS & 0o7777);
    log({ level: 'warn', message: 'others could read the key of the vaults; they cannot any more', path });
  } catch (error) {
    const cause = String(error);
    log({
      level: 'warn',
      message: 'others can read the key of the vaults: it is not ours to close',
      path,
      cause,
    });
  }
}

/**
 * The key that seals the vaults: 64 hex digits of the environment, else those of a file in the data folder, which is
 * made with the first start, and closed to others wherever the database is.
 * @throws EnvError when the file holds something else.
 */
export function readVaultKey({ vaultKey, dataDir }: KeySource, log: Log): Uint8Array {
  const path = join(dataDir, FILE);
  tighten(path, log);
  if (vaultKey !== undefined) return Buffer.from(vaultKey, 'hex');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const partial = `${path}.partial`;
    // On the disk before it has its name: what it seals may survive a power cut, and nothing else opens that.
    const hex = `${randomBytes(32).toString('hex')}\n`;
    writeFileSync(partial, hex, { mode: OWNER_ONLY, flush: true });
    renameSync(partial, path);
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!HEX.test(text)) throw new EnvError(`${path} must hold 64 hex digits: the key that opens the vaults.`);
  return Buffer.from(text, 'hex');
}
