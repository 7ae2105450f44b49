import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/*
 * How tests, journeys and benches start what listens: a server in a process of its own, or one in this process.
 * Imports nothing of ours, so that journeys may use it too.
 */

/** The server's sources; run through tsx. */
export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The server in a process of its own. */
export interface Run {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  readonly text: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

interface BootOptions {
  /** A built server; the sources unless given. */
  readonly script?: string;
  /** Of Node. */
  readonly flags?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Starts a server on a free port, unless `env` names one, with this environment and nothing else. */
export function boot({ script, flags = [], env }: BootOptions): Run {
  const program = script === undefined ? ['--import', 'tsx', MAIN] : [script];
  const child = spawn(process.execPath, [...flags, ...program], {
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(child, 'close').then(
    ([code]: (number | null)[]) => code ?? null,
    () => null, // it could not be started
  );
  // A process that ends early, by a failure or a time limit, must not leave its server behind.
  const leaveNothing = () => child.kill('SIGKILL');
  process.once('exit', leaveNothing);
  ended.then(() => process.off('exit', leaveNothing));
  return { child, ended, text: () => Buffer.concat(chunks).toString() };
}

/**
 * For servers that live for seconds: what WebAssembly the engine compiles is not optimised, of which a start takes two
 * fifths of its CPU.
 */
export const QUICK_TO_START = '--liftoff-only';

const PRINTED_WITHIN_MS = 60_000;

/**
 * What a run has printed that matches.
 * @throws Error with all it printed when it ends first, or has not printed it within a minute; then it is ended.
 */
export async function printed({ child, ended, text }: Run, pattern: RegExp): Promise<RegExpExecArray> {
  const over = ended.then(() => 'ended early');
  const until = performance.now() + PRINTED_WITHIN_MS;
  for (;;) {
    const found = pattern.exec(text());
    if (found) return found;
    const seen = new AbortController();
    const more = [child.stdout, child.stderr].map((stream) =>
      once(stream ?? child, 'data', { signal: seen.signal }).then(
        () => undefined,
        () => undefined, // no longer waited for
      ),
    );
    const late = pause(Math.max(0, until - performance.now()), 'did not print it in time', {
      signal: seen.signal,
    }).catch(() => undefined);
    const why = await Promise.race([over, late, ...more]);
    seen.abort();
    if (why === undefined) continue;
    child.kill('SIGKILL');
    throw new Error(`${why}:\n${text()}`);
  }
}

/** The address that a run serves or, where it has to wait, stands by at; without a slash at its end. */
export async function addressOf(run: Run): Promise<string> {
  const [, address = ''] = await printed(
    run,
    /Evenline (?:is running|stands by) at (\S+?)\/? \((?:paper|live) mode\)/,
  );
  return address;
}

/** Ends a run, if it has not ended yet. @returns its exit code. */
export function endRun({ child, ended }: Run, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
  child.kill(signal);
  return ended;
}

/** Opens a server of this process on a free port of the loopback. @returns the port. */
export async function openLocally(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** The same, with the address it answers HTTP at. */
export const serveLocally = async (server: Server): Promise<string> =>
  `http://127.0.0.1:${await openLocally(server)}`;

/** A port of the loopback that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await openLocally(server);
  server.close();
  return port;
}
