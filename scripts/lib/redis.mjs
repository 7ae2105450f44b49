import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { aptInstall, which } from './machine.mjs';

const START_TIMEOUT_MS = 15_000;

/** Path of the server, out of Debian's package where there is none yet (as root); undefined without either. */
export async function installRedis() {
  const found = which('redis-server');
  if (found !== undefined) return found;
  return (await aptInstall('redis-server')) ? which('redis-server') : undefined;
}

/**
 * Starts an empty Redis for the tests: own port on the loopback, nothing on the disk, gone afterwards.
 * @returns {Promise<{url: string, stop: () => Promise<void>} | undefined>} undefined after saying why not.
 */
export async function startRedis() {
  const binary = await installRedis();
  if (!binary) {
    console.log('Redis is not installed: the tests of gateways that share a budget are skipped.');
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'evenline-redis-'));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  try {
    return await startIn(folder, binary, clean);
  } catch (error) {
    clean();
    console.log(
      `Redis could not be started (${error.message}): the tests of gateways that share a budget are skipped.`,
    );
    return undefined;
  }
}

async function startIn(folder, binary, clean) {
  const port = await freePort();
  const password = randomBytes(16).toString('hex');
  // By the standard input: a command line can be read by everybody on the machine.
  const config = `port ${port}\nbind 127.0.0.1\nrequirepass ${password}\nsave ""\nappendonly no\ndir ${folder}\n`;
  const server = spawn(binary, ['-'], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise((done) => server.once('exit', done));
  const kill = () => {
    server.kill('SIGKILL');
    clean();
  };
  process.once('exit', kill);
  server.stdin.on('error', () => undefined);
  server.stdin.end(config);
  await ready(server);
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    async stop() {
      process.off('exit', kill);
      server.kill('SIGTERM');
      await ended;
      clean();
    },
  };
}

/** Resolves when the server's log says that it accepts connections. */
function ready(server) {
  return new Promise((done, failed) => {
    let log = '';
    const timer = setTimeout(
      () => settle(failed, new Error('it did not get ready in time')),
      START_TIMEOUT_MS,
    );
    const settle = (settled, value) => {
      clearTimeout(timer);
      server.stdout.removeAllListeners('data').resume();
      settled(value);
    };
    server.once('error', (error) => settle(failed, error));
    server.once('exit', () => settle(failed, new Error(log.trim().split('\n').at(-1) || 'it ended')));
    server.stdout.setEncoding('utf8').on('data', (text) => {
      log += text;
      if (/ready to accept connections/i.test(log)) settle(done);
    });
  });
}
