import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvError } from './common/env-error.ts';

const HEX = /^[0-9a-f]{64}$/i;
const FILE = 'vault.key';
const OWNER_ONLY = 0o600;

interface KeySource {
  vaultKey: string | undefined;
  dataDir: string;
}

/** Whether there is a key already, from whoever made it. */
export function hasVaultKey({ vaultKey, dataDir }: KeySource): boolean {
  return vaultKey !== undefined || existsSync(join(dataDir, FILE));
}

/**
 * The key that seals the vaults: 64 hex digits of the environment, else those of a file in the data folder, which is
 * made with the first start.
 * @throws EnvError when the file holds something else.
 */
export function readVaultKey({ vaultKey, dataDir }: KeySource): Uint8Array {
  if (vaultKey !== undefined) return Buffer.from(vaultKey, 'hex');
  const path = join(dataDir, FILE);
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const partial = `${path}.partial`;
    writeFileSync(partial, `${randomBytes(32).toString('hex')}\n`, { mode: OWNER_ONLY });
    renameSync(partial, path);
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!HEX.test(text)) throw new EnvError(`${path} must hold 64 hex digits: the key that opens the vaults.`);
  return Buffer.from(text, 'hex');
}
