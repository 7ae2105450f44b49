import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { addressOf, endRun, type Run } from './testing/boot.ts';
import { runMain } from './testing/run-main.ts';

const base = mkdtempSync(join(tmpdir(), 'evenline-first-'));
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));

async function killWhen(dataDir: string, moment: (names: string[]) => boolean): Promise<void> {
  const run: Run = runMain({ DATA_DIR: dataDir });
  while (!(existsSync(dataDir) && moment(readdirSync(dataDir)))) {
    if (run.child.exitCode !== null) throw new Error(`ended early:\n${run.text()}`);
    await pause(5);
  }
  await endRun(run);
}

describe('the first start', () => {
  it('may be killed at any moment: the next one begins anew, at once', async () => {
    const dataDir = join(base, 'killed');
    const isPartial = (name: string): boolean => name.startsWith('db.partial');
    const began = (names: string[]): boolean => names.some(isPartial);
    await killWhen(dataDir, began);
    // What that one has begun is still being made.
    await killWhen(dataDir, (names) =>
      names.filter(isPartial).some((name) => existsSync(join(dataDir, name, 'PG_VERSION'))),
    );
    await killWhen(dataDir, (names) => names.includes('db'));
    const run = runMain({ DATA_DIR: dataDir });
    const url = await addressOf(run);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await endRun(run, 'SIGTERM')).toBe(0);
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'vault.key']);
  });

  it('says in one line that the disk is full', async (context) => {
    const disk = join(base, 'disk');
    mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status !== 0) {
      console.warn('No small disk can be mounted by this user: a start on a full one is not tested.');
      return context.skip();
    }
    try {
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(1024 * 1024));
      const dataDir = join(disk, 'data');
      const run = runMain({ DATA_DIR: dataDir });
      expect(await run.ended).toBe(1);
      expect(run.text()).toMatch(new RegExp(`^The disk of ${dataDir} is full: 0 MB are free\\. .+\\n$`));
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });
});
