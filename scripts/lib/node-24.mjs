import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { which } from './machine.mjs';

const isNode24 = (command) => {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return status === 0 && stdout.startsWith('v24.');
};

/** Node 24 where it is installed: as `NODE_24` says, on PATH, or by nvm. */
export function findNode24() {
  const byNvm = join(homedir(), '.nvm', 'versions', 'node');
  const versions = existsSync(byNvm) ? readdirSync(byNvm).filter((name) => name.startsWith('v24.')) : [];
  const places = [
    process.env.NODE_24,
    which('node24', 'node-24', 'nodejs24'),
    ...versions.map((name) => join(byNvm, name, 'bin', 'node')),
  ];
  return places.find((place) => place && isNode24(place));
}
