import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Starts an empty server for the tests: own folder, gone afterwards.
 * @param {object} kind
 * @param {string} kind.name
 * @param {string} kind.prefix of its folder
 * @param {string} kind.without what comes of it that there is none
 * @param {() => Promise<string | undefined>} kind.install finds its program; undefined: there is none
 * @param {(folder: string, program: string) => Promise<{server: import('node:child_process').ChildProcess, url: string}>} kind.launch
 * @param {'stdout' | 'stderr'} kind.log where it says that it accepts connections
 * @param {number} kind.timeoutMs until it has to
 * @param {{stop: NodeJS.Signals, kill: NodeJS.Signals}} kind.signals
 * @returns {Promise<{url: string, stop: () => Promise<void>} | undefined>} undefined after saying why not.
 */
export async function startThrowaway(kind) {
  const { name, without, signals } = kind;
  const program = await kind.install();
  if (!program) {
    console.log(`${name} is not installed: ${without}.`);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), kind.prefix));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { server, url } = await kind.launch(folder, program);
    const ended = new Promise((done) => server.once('exit', done));
    const kill = () => {
      server.kill(signals.kill);
      clean();
    };
    process.once('exit', kill);
    await ready(server, kind);
    return {
      url,
      async stop() {
        process.off('exit', kill);
        server.kill(signals.stop);
        await ended;
        clean();
      },
    };
  } catch (error) {
    clean();
    console.log(`${name} could not be started (${error.message}): ${without}.`);
    return undefined;
  }
}

/** Resolves when the server's log says that it accepts connections. */
function ready(server, { log, timeoutMs }) {
  return new Promise((done, failed) => {
    let said = '';
    const timer = setTimeout(() => settle(failed, new Error('it did not get ready in time')), timeoutMs);
    const settle = (settled, value) => {
      clearTimeout(timer);
      server[log].removeAllListeners('data').resume();
      settled(value);
    };
    server.once('error', (error) => settle(failed, error));
    server.once('exit', () => settle(failed, new Error(said.trim().split('\n').at(-1) || 'it ended')));
    server[log].setEncoding('utf8').on('data', (text) => {
      said += text;
      if (/ready to accept connections/i.test(said)) settle(done);
    });
  });
}
