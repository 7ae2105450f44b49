import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { freePort } from './free-port.mjs';
import { aptInstall, which } from './machine.mjs';
import { startThrowaway } from './throwaway-server.mjs';

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
export const startRedis = () =>
  startThrowaway({
    name: 'Redis',
    prefix: 'evenline-redis-',
    without: 'the tests of gateways that share a budget are skipped',
    install: installRedis,
    launch,
    log: 'stdout',
    timeoutMs: 15_000,
    signals: { stop: 'SIGTERM', kill: 'SIGKILL' },
  });

async function launch(folder, binary) {
  const port = await freePort();
  const password = randomBytes(16).toString('hex');
  // By the standard input: a command line can be read by everybody on the machine.
  const config = `port ${port}\nbind 127.0.0.1\nrequirepass ${password}\nsave ""\nappendonly no\ndir ${folder}\n`;
  const server = spawn(binary, ['-'], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  server.stdin.on('error', () => undefined);
  server.stdin.end(config);
  return { server, url: `redis://:${password}@127.0.0.1:${port}` };
}
