import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.evenline-lock');

/** What the installed packages depend on: the lockfile, and the platform their native parts are for. */
function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  return hash.update(`${process.platform}-${process.arch}`).digest('hex');
}

const installed = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === fingerprint();

/**
 * Installs the pinned packages when they are absent or the lockfile changed. Needs nothing but Node and npm.
 * Ends the process with npm's exit code when that fails.
 */
export async function setup() {
  requireNode();
  if (installed()) return;
  console.log('Installing packages (only when package-lock.json changes) …');
  // Tools are development dependencies, and the Solana VM an optional one: both are needed, whatever NODE_ENV says.
  // No script of a package runs: none is needed.
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  const code = await run('npm', args);
  if (code !== 0) {
    console.error('npm ci failed: see its message above.');
    process.exit(code);
  }
  writeFileSync(STAMP, `${fingerprint()}\n`);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  console.error(`Evenline needs Node 20.19, 22.12 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
