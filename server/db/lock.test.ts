import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
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

  it.each(['999999999\n1', '', 'nonsense', `${process.pid}\n1`, `${process.pid}\n1 another-boot`])(
    'takes over from the dead: %j',
    (text) => {
      writeFileSync(join(folder, 'lock'), text);
      const unlock = lockFolder(folder);
      expect(readdirSync(folder)).toEqual(['lock']);
      unlock();
    },
  );

  it.skipIf(!existsSync('/proc/self/stat'))(
    'takes over from one that has ended and stays listed',
    async () => {
      // What becomes of its own child once the shell is a program that never asks for it.
      const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
      });
      try {
        const [pid] = (await once(parent.stdout as Readable, 'data')).map((text: Buffer) =>
          text.toString().trim(),
        );
        const program = (): string => readFileSync(`/proc/${parent.pid}/comm`, 'utf8');
        await expect.poll(program, { timeout: 10_000 }).toBe('sleep\n');
        (parent.stdio[3] as Writable).end();
        const stat = (): string => readFileSync(`/proc/${pid}/stat`, 'utf8');
        await expect.poll(stat, { timeout: 10_000 }).toContain(') Z ');
        const [, started] = /^\d+ \(.*\)(?: \S+){19} (\d+)/.exec(stat()) ?? [];
        writeFileSync(join(folder, 'lock'), `${pid}\n${started}`);
        lockFolder(folder)();
      } finally {
        parent.kill();
        await once(parent, 'exit');
      }
    },
  );

  it('knows a live holder that an earlier version has written down', () => {
    const unlock = lockFolder(folder);
    const path = join(folder, 'lock');
    const [pid, start = ''] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${pid}\n${start.split(' ')[0]}`);
    expect(() => lockFolder(folder)).toThrow(LockedError);
    unlock();
  });
});
