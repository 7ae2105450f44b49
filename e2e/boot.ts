import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const ADDRESS = /Evenline (?:is running|stands by) at (http:\/\/\S+)/;
const START_TIMEOUT_MS = 60_000;
/** Names the folder, in the environment, that the data folders of a run are copies of. */
export const TEMPLATE = 'E2E_DATA_TEMPLATE';

/**
 * For servers of journeys, which are many and live for seconds: what WebAssembly the engine compiles is not optimised,
 * of which a start took two fifths of its CPU.
 */
const QUICK_TO_START = '--liftoff-only';

/**
 * Prices all but stand still: for journeys about anything but prices, which a price that moves against their buyer
 * would end with a question of its own. Busy markets renew their books every second or two: in a whole run none does.
 * Wall time (block heights, freshness, fills) goes on as ever.
 */
export const STILL_PRICES = { PAPER_SPEED: '0.0001' };

/** The built server in a process of its own, on a free port and a data folder of its own. */
export interface RunningServer {
  /** Base address without a slash at the end; the same after a restart. */
  readonly url: string;
  /** Opens the test control, sent as `x-paper-control`. */
  readonly token: string;
  readonly dataDir: string;
  readonly pid: number | undefined;
  /** What the server has printed so far, newest last. */
  readonly log: readonly string[];
  /** Asks it to end and removes its data folder, unless the folder was given. */
  stop(): Promise<void>;
  /** Ends it as a power button would; the data folder stays. */
  kill9(): Promise<void>;
  /** Starts it again on the same folder and port, ending it politely first if it still runs. */
  restart(): Promise<void>;
}

/**
 * Starts dist/server/main.js and resolves once it prints its address. `env` adds to and overrides what it is told.
 * `unprepared`: on an empty folder, as whoever starts it for the first time; else on a copy of the run's template.
 * @throws Error with the server's output when it ends first or takes longer than a minute.
 */
export async function bootServer({
  env = {},
  dataDir,
  unprepared = false,
}: {
  env?: Record<string, string>;
  dataDir?: string;
  unprepared?: boolean;
} = {}): Promise<RunningServer> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'evenline-e2e-'));
  const template = process.env[TEMPLATE];
  if (dataDir === undefined && template !== undefined && !unprepared && env.UPSTREAM_URL === undefined) {
    cpSync(template, folder, { recursive: true });
  }
  const token = env.PAPER_CONTROL_TOKEN ?? randomUUID();
  const log: string[] = [];
  // A gateway has neither: it refuses the settings of the exchange.
  const paper = env.UPSTREAM_URL === undefined ? { DATA_DIR: folder, PAPER_CONTROL_TOKEN: token } : {};
  const settings = { ...paper, PORT: '0', ...env };

  const start = async (more: Record<string, string> = {}) => {
    const flags = ['--enable-source-maps', ...(template === undefined ? [] : [QUICK_TO_START])];
    const child = spawn(process.execPath, [...flags, MAIN], {
      env: { ...withoutOurs(process.env), ...settings, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, url: await addressOf(child, log) };
  };

  let { child, url } = await start();
  // A test process that ends early, by a failure or a time limit, must not leave its server behind.
  const leaveNothing = () => child.kill('SIGKILL');
  process.once('exit', leaveNothing);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };

  return {
    url,
    token,
    dataDir: folder,
    log,
    get pid() {
      return child.pid;
    },
    async stop() {
      process.off('exit', leaveNothing);
      await end('SIGTERM');
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
    kill9: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM');
      ({ child, url } = await start({ PORT: new URL(url).port }));
    },
  };
}

/** The caller's environment without what would configure the server behind a test's back. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours =
    /^(PAPER_.*|HOST|PORT|DATA_DIR|DATABASE_URL|UPSTREAM_.*|SOLANA_RPC_URL|SOLANA_WS_URL|LIVE_CONFIG|REDIS_URL|TRUST_PROXY|CLIENT_RPS|MAX_CONNECTIONS|RPC_RPS|ALLOWED_ORIGINS|PUBLIC_HOSTS|HSTS_SECONDS)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}

/** The address a starting server prints, also one that stands by. Its output keeps being read afterwards, so its pipes never fill up. */
function addressOf(child: ChildProcess, log: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The server ${why}:\n${log.slice(-30).join('\n')}`));
    };
    const timer = setTimeout(() => fail('did not print its address in time'), START_TIMEOUT_MS);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', (code, signal) => fail(`ended early (${signal ?? code})`));
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        log.push(line);
        const address = ADDRESS.exec(line)?.[1];
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(address.replace(/\/$/, ''));
      });
    }
  });
}
