import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';
const PATH = (process.env.PATH ?? '').split(delimiter);

/** Folder with `initdb` and `postgres`: the newest of Debian's, else one on PATH. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => join(DEBIAN, version, 'bin')), ...PATH].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** Path of `redis-server`. */
export const redisProgram = (): string | undefined =>
  PATH.map((folder) => join(folder, 'redis-server')).find((file) => existsSync(file));
