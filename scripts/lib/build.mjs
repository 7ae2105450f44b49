import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressAhead } from './compress.mjs';
import { ROOT, runBin } from './run.mjs';

const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.stamp');
/** What `build` makes of the server. */
export const SERVER = join(DIST, 'server', 'main.js');
const OUTPUTS = [join(DIST, 'client', 'index.html'), SERVER];
const SOURCES = [
  'contract',
  'src',
  'server',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  join('scripts', 'lib', 'build.mjs'),
  join('scripts', 'lib', 'compress.mjs'),
  join('scripts', 'lib', 'chunks.ts'),
  join('scripts', 'lib', 'fetched-imports.ts'),
  join('scripts', 'lib', 'licences.ts'),
  join('scripts', 'lib', 'shared-code.ts'),
  join('docs', 'licences'),
];
/** Not part of what is built, or written by the build itself. */
const IGNORED = /\.test\.tsx?$|\.gen\.ts$/;

function* filesOf(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(full).sort()) yield* filesOf(join(path, name));
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesOf(source)) {
      if (IGNORED.test(file)) continue;
      const content = readFileSync(join(ROOT, file));
      hash.update(`${file.split(sep).join('/')}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/** True when dist holds what the sources say. */
export const isBuilt = () =>
  OUTPUTS.every(existsSync) && existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === fingerprint();

/**
 * Builds the app (dist/client) and the server (dist/server/main.js) when their sources changed.
 * @returns {Promise<boolean>} false when a part could not be built; the reason is on the terminal.
 */
export async function build() {
  if (isBuilt()) return true;
  rmSync(STAMP, { force: true });
  // Of the sources before the build: a file saved while it runs makes the next start build again.
  const built = fingerprint();
  console.log('Building (only when sources change) …');
  const client = await runBin('vite', ['build', '--logLevel', 'warn']);
  if (client !== 0) return false;
  try {
    await compressAhead(join(DIST, 'client'));
    if (!(await buildServer())) return false;
  } catch (cause) {
    console.error(cause);
    return false;
  }
  writeFileSync(STAMP, `${built}\n`);
  return true;
}

async function buildServer() {
  const out = join(DIST, 'server');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const esbuild = await import('esbuild');
  try {
    await esbuild.build({
      absWorkingDir: ROOT,
      // The built-in database and reads of the simulation have threads of their own, whose code is a file each.
      entryPoints: {
        main: 'server/main.ts',
        'pglite-thread': 'server/db/pglite-thread.ts',
        'reads-thread': 'server/exchange/reads-thread.ts',
        'create-folder': 'server/db/create-folder.ts',
      },
      outdir: out,
      // What paper mode alone needs is loaded in paper mode alone.
      splitting: true,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      sourcemap: true,
      logLevel: 'warning',
    });
  } catch {
    return false; // esbuild has printed what is wrong
  } finally {
    await esbuild.stop();
  }
  for (const name of ['migrations', 'history-migrations'])
    cpSync(join(ROOT, 'server', 'db', name), join(out, name), { recursive: true });
  // Every first start then copies it.
  const empty = join(out, 'empty-database');
  mkdirSync(empty);
  const { createDatabase } = await import(pathToFileURL(join(out, 'create-folder.js')).href);
  await createDatabase(empty);
  // Whoever runs the server may be another user than who has built it.
  for (const entry of readdirSync(empty, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  return true;
}
