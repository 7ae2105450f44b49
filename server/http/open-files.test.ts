import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connectionsWithin, openFilesOf } from './open-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'evenline-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('open files', () => {
  it('are known where the system tells, and not where it does not', () => {
    const file = join(folder, 'limits');
    writeFileSync(
      file,
      'Limit      Soft Limit   Hard Limit   Units\nMax open files            1024     4096     files\n',
    );
    expect(openFilesOf(file)).toBe(1_024);
    writeFileSync(file, 'Max open files            unlimited            unlimited            files\n');
    expect(openFilesOf(file)).toBeUndefined();
    expect(openFilesOf(join(folder, 'absent'))).toBeUndefined();
  });

  it('bound the connections, with one line that says what to change', () => {
    const log: Record<string, unknown>[] = [];
    expect(connectionsWithin(8_192, 1_024, (entry) => log.push(entry))).toBe(768);
    expect(log).toEqual([
      {
        level: 'warn',
        message:
          'ulimit -n is 1024: 768 connections are taken, not the 8192 of MAX_CONNECTIONS, which need 8448',
      },
    ]);
  });

  it('say nothing where there are enough, or nobody knows', () => {
    const log: Record<string, unknown>[] = [];
    expect(connectionsWithin(8_192, 8_448, (entry) => log.push(entry))).toBe(8_192);
    expect(connectionsWithin(8_192, undefined, (entry) => log.push(entry))).toBe(8_192);
    expect(log).toEqual([]);
  });
});
