import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, boot, endRun, QUICK_TO_START, type Run } from '../server/testing/boot.ts';

const MAIN = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
/** Names the folder, in the environment, that the data folders of a run are copies of. */
export const TEMPLATE = 'E2E_DATA_TEMPLATE';

/**
 * Prices all but stand still: for journeys about anything but prices, which a price that moves against their buyer
 * would end with a question of its own. Busy markets renew their books every second or two: in a whole run none does.
 * Wall time (block heights, freshness, fills) goes on as ever.
 */
export const STILL_PRICES = { PAPER_SPEED: '0.0001' };

/**
 * Markets of one day, whichever day it is: which events there are, and which of their outcomes are quoted where, is not
 * what a journey is about. Those behind a gateway need today's, for it goes by the real time.
 */
export const ONE_DAY = { PAPER_START: '2026-11-25T12:00:00Z' };

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
 * `lasting`: serves many journeys, for which optimised code is worth a slower start.
 * @throws Error with the server's output when it ends first or takes longer than a minute.
 */
export async function bootServer({
  env = {},
  dataDir,
  unprepared = false,
  lasting = false,
}: {
  env?: Record<string, string>;
  dataDir?: string;
  unprepared?: boolean;
  lasting?: boolean;
} = {}): Promise<RunningServer> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'evenline-e2e-'));
  const template = process.env[TEMPLATE];
  if (dataDir === undefined && template !== undefined && !unprepared && env.UPSTREAM_URL === undefined) {
    cpSync(template, folder, { recursive: true });
  }
  const token = env.PAPER_CONTROL_TOKEN ?? randomUUID();
  // A gateway refuses the settings of the exchange, and most journeys through one are not about its history.
  const own = env.UPSTREAM_URL === undefined ? { PAPER_CONTROL_TOKEN: token } : { HISTORY: 'off' };
  const settings = { ...own, DATA_DIR: folder, PORT: '0', ...env };

  const runs: Run[] = [];
  const start = (more: Record<string, string> = {}): Run => {
    const flags = ['--enable-source-maps', ...(template === undefined || lasting ? [] : [QUICK_TO_START])];
    const started = boot({ script: MAIN, flags, env: { ...withoutOurs(process.env), ...settings, ...more } });
    runs.push(started);
    return started;
  };

  let run = start();
  const url = await addressOf(run);

  return {
    url,
    token,
    dataDir: folder,
    get log() {
      return runs.flatMap(({ text }) => text().trimEnd().split('\n'));
    },
    get pid() {
      return run.child.pid;
    },
    async stop() {
      await endRun(run, 'SIGTERM');
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
    async kill9() {
      await endRun(run);
    },
    async restart() {
      await endRun(run, 'SIGTERM');
      run = start({ PORT: new URL(url).port });
      await addressOf(run);
    },
  };
}

/** The caller's environment without what would configure the server behind a test's back. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours =
    /^(PAPER_.*|HOST|PORT|DATA_DIR|DATABASE_URL|UPSTREAM_.*|SOLANA_RPC_URL|SOLANA_WS_URL|LIVE_CONFIG|REDIS_URL|TRUST_PROXY|CLIENT_RPS|MAX_CONNECTIONS|RPC_RPS|ALLOWED_ORIGINS|PUBLIC_HOSTS|HSTS_SECONDS|VAULT_KEY|HISTORY.*|LOG_REQUESTS)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}
