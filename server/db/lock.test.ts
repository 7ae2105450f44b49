import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LockedError, lockFolder } from './lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evenline-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the lock of a data folder', () => {
  it('lets one in, refuses the next in one line, and opens again', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(LockedError);
    expect(() => lockFolder(folder)).toThrow(
      new RegExp(`^${folder} is in use by process ${process.pid}: stop it first, .* DATA_DIR\\.$`),
    );
    unlock();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
    lockFolder(folder)();
  });

  it.each(['999999999\n1', '', 'nonsense', `${process.pid}\n1`])('takes over from the dead: %j', (text) => {
    writeFileSync(join(folder, 'lock'), text);
    const unlock = lockFolder(folder);
    expect(readdirSync(folder)).toEqual(['lock']);
    unlock();
  });
});
