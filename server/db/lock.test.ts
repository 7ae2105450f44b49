import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LockedError, lockFolder } from './lock.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evenline-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true });
});

const path = (): string => join(folder, 'lock');
const HOLD = `
  const { lockFolder } = await import(process.argv[1]);
  await lockFolder(process.argv[2]);
  console.log('holds');
  setInterval(() => {}, 1000);
`;

/** Another process that holds the folder, started by `by` where that is given. */
async function holder(by: readonly string[] = []): Promise<ChildProcess> {
  const module = new URL('./lock.ts', import.meta.url).href;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', HOLD, module, folder];
  const [command = '', ...rest] = [...by, process.execPath, ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

async function millisecondsToTake(): Promise<number> {
  const started = performance.now();
  (await lockFolder(folder)).release();
  return performance.now() - started;
}

describe('the lock of a data folder', () => {
  it('lets one in, refuses the next in one line, opens again, and leaves nothing', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(LockedError);
    await expect(lockFolder(folder)).rejects.toThrow(
      new RegExp(
        `^${folder} is in use by another server \\(process ${process.pid}\\): stop it.* DATA_DIR\\.$`,
      ),
    );
    lock.release();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    expect(await millisecondsToTake()).toBeLessThan(1_000);
  });

  it.each(['999999999\n1', '', 'nonsense', `${process.pid}\n1 another-boot`])(
    'takes over what says nothing of a holder: %j',
    async (text) => {
      writeFileSync(path(), text);
      expect(await millisecondsToTake()).toBeLessThan(1_000);
    },
  );

  it('lets one of many in, whoever left it behind', async () => {
    const dead = await holder();
    dead.kill('SIGKILL');
    await once(dead, 'exit');
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of taken) if (result.status === 'fulfilled') result.value.release();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  it('holds while another process lives, also one that stands still, and not a moment longer', async () => {
    const child = await holder();
    await expect(lockFolder(folder)).rejects.toThrow(LockedError);
    child.kill('SIGSTOP');
    await expect(lockFolder(folder)).rejects.toThrow(LockedError);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(await millisecondsToTake()).toBeLessThan(1_000);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  it.skipIf(!existsSync('/proc/self/stat'))(
    'takes over from one that has ended and stays listed',
    async () => {
      // The shell's own child, once the shell is a program that never asks for it.
      const script = '"$@" & exec sleep 60';
      await holder(['sh', '-c', script, '-']);
      const [, , pid = ''] = readFileSync(path(), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      expect(await millisecondsToTake()).toBeLessThan(1_000);
    },
  );

  const isolated = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
  const canIsolate = spawnSync(isolated[0] ?? '', [...isolated.slice(1), 'true']).status === 0;
  it.skipIf(!canIsolate)(
    'holds against a container that does not see this process, and the other way round',
    async () => {
      await holder(isolated);
      const [, , pid] = readFileSync(path(), 'utf8').split('\n');
      expect(Number(pid), 'a number that means somebody else here').toBeLessThan(100);
      await expect(lockFolder(folder)).rejects.toThrow(LockedError);
    },
  );

  describe('of another machine', () => {
    const theirs = ['0123456789abcdef', 'another-boot', '7', 'listens'].join('\n');

    it('is held while it is touched', async () => {
      writeFileSync(path(), theirs);
      let beats = 0;
      const beat = setInterval(() => utimesSync(path(), 1_000, ++beats), 1_000);
      try {
        await expect(lockFolder(folder)).rejects.toThrow(LockedError);
      } finally {
        clearInterval(beat);
      }
    });

    it('is held while it is touched, also when the clock of this one is set ahead meanwhile', async () => {
      writeFileSync(path(), theirs);
      let beats = 0;
      const beat = setInterval(() => utimesSync(path(), 1_000, ++beats), 1_000);
      const [clock, began] = [Date.now, performance.now()];
      vi.spyOn(Date, 'now').mockImplementation(
        () => clock() + (performance.now() - began > 300 ? 3_600_000 : 0),
      );
      try {
        await expect(lockFolder(folder)).rejects.toThrow(LockedError);
      } finally {
        clearInterval(beat);
      }
    });

    it('is taken after some seconds of silence', async () => {
      writeFileSync(path(), theirs);
      expect(await millisecondsToTake()).toBeLessThan(8_000);
    });
  });

  it('tells its holder once somebody else has it after all', async () => {
    const lock = await lockFolder(folder);
    writeFileSync(path(), 'somebody else');
    await expect.poll(() => lock.lost.aborted, { timeout: 5_000 }).toBe(true);
    lock.release();
    expect(readFileSync(path(), 'utf8'), 'and is not ours to remove').toBe('somebody else');
  });

  it('is touched again and again while it is held', async () => {
    const lock = await lockFolder(folder);
    utimesSync(path(), 1, 1);
    await expect.poll(() => statSync(path()).mtimeMs, { timeout: 5_000 }).toBeGreaterThan(1_000);
    lock.release();
  });
});
