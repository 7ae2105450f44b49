import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readVaultKey } from './vault-key.ts';

const KEY = 'ab'.repeat(32);

let dataDir: string;
let log: Record<string, unknown>[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'evenline-vault-key-'));
  log = [];
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const file = (): string => join(dataDir, 'vault.key');
const rights = (path: string): number => statSync(path).mode & 0o777;
const read = (vaultKey?: string): string =>
  Buffer.from(readVaultKey({ vaultKey, dataDir }, (entry) => log.push(entry))).toString('hex');

describe.runIf(process.platform !== 'win32')('the key of the vaults', () => {
  it('is made for its owner alone, and is the same ever after', () => {
    const made = read();
    expect(rights(file())).toBe(0o600);
    expect(read()).toBe(made);
    expect(log).toEqual([]);
  });

  it.each([
    ['is read', undefined],
    ['is given and the file only lies there', 'cd'.repeat(32)],
  ])('is closed to others at a start when it was open, where it %s', (_, given) => {
    writeFileSync(file(), `${KEY}\n`);
    chmodSync(file(), 0o644);
    chmodSync(dataDir, 0o755);
    expect(read(given)).toBe(given ?? KEY);
    expect(rights(file())).toBe(0o600);
    // Whatever else lies beside it may be meant for others.
    expect(rights(dataDir)).toBe(0o755);
    expect(log).toEqual([{ level: 'warn', message: expect.stringContaining('could read'), path: file() }]);
    read(given);
    expect(log).toHaveLength(1);
  });

  it('that is none is refused', () => {
    writeFileSync(file(), 'no key\n', { mode: 0o600 });
    expect(() => read()).toThrow(/must hold 64 hex digits/);
  });
});
