import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's root, absolute. Every script works from there, wherever it was called from. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Path of a package's command, run with this very Node: no shell, no PATH. */
export const bin = (name) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

/**
 * Runs a command with its output passed through. Resolves with its exit code, never rejects; a command that
 * cannot be started is 127, one ended by a signal 1.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    // What ends this process need not have reached the child.
    const end = () => child.kill();
    process.once('exit', end);
    const over = (code) => {
      process.off('exit', end);
      done(code);
    };
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      over(127);
    });
    child.once('close', (code) => over(code ?? 1));
  });
}

/** Runs a package's command by this Node. */
export const runBin = (name, args = [], options = {}) => run(process.execPath, [bin(name), ...args], options);
