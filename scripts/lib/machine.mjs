import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Absolute path of the first of these commands found on PATH; undefined when none is. */
export function which(...names) {
  for (const name of names) {
    const found = spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', name], { encoding: 'utf8' });
    const path = found.stdout?.trim();
    if (found.status === 0 && path && existsSync(path)) return path;
  }
  return undefined;
}

export const isRoot = () => process.getuid?.() === 0;

let listsFresh = false;

/** Installs Debian packages when this is root on a machine with apt. Resolves true when that worked. */
export async function aptInstall(...packages) {
  if (!isRoot() || !which('apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!listsFresh) {
    if ((await run('apt-get', ['update', '-qq'], { env })) !== 0) return false;
    listsFresh = true;
  }
  console.log(`Installing ${packages.join(', ')} …`);
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
  });
  return code === 0;
}
