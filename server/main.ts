import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { causeOf, createLog, discreet, secretsOf } from './common/log.ts';
import { groupRepeats } from './common/repeats.ts';
import { type Env, readEnv } from './env.ts';
import { isPlain, type Started, type Starting } from './starting.ts';

/*
 * A heap may grow to half more than what lives in it before it is collected: left to itself it grows to several times
 * as much under a stream of orders, for no speed that could be measured.
 */
setFlagsFromString('--heap-growing-percent=50');

/** Nothing of these is ever written, whoever writes it. */
const SECRETS = secretsOf(process.env);
const log = createLog(SECRETS, (line) => process.stderr.write(line));

const DEADLINE_MS = 9_000;
/** Signals that come within this are one press. */
const ONE_PRESS_MS = 1_000;

/** Folders beside the bundle when built, in the source tree when run from it. */
function folders(): Pick<Starting, 'migrationsDir' | 'historyMigrationsDir' | 'clientDir'> {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = existsSync(join(here, 'migrations'));
  const client = join(here, '..', built ? 'client' : 'dist/client');
  const migrations = (name: string): string => join(here, built ? name : `db/${name}`);
  return {
    migrationsDir: migrations('migrations'),
    historyMigrationsDir: migrations('history-migrations'),
    clientDir: client,
  };
}

function fail(error: unknown): never {
  if (isPlain(error)) {
    console.error(discreet(error.message, SECRETS));
  } else {
    log({ level: 'fatal', ...causeOf(error) });
  }
  process.exit(1);
}

/** Each mode loads what it needs: a gateway has no ledger, and a database for its history alone. */
async function start(env: Env): Promise<Started & { mode: string }> {
  const isRequest = ({ request_id, status }: Record<string, unknown>): boolean =>
    request_id !== undefined && status !== undefined;
  const starting: Starting = {
    ...folders(),
    log: groupRepeats(log, (entry) => env.logAll && isRequest(entry)),
    fatal: fail,
    say: (line) => console.log(line),
  };
  const { upstreamUrl } = env;
  if (upstreamUrl !== undefined) {
    const { startLive } = await import('./live.ts');
    return { ...(await startLive({ ...env, upstreamUrl }, starting)), mode: 'live' };
  }
  const { startPaper } = await import('./paper.ts');
  return { ...(await startPaper(env, starting)), mode: 'paper' };
}

function endOnSignal(stop: () => Promise<void>): void {
  let asked: number | undefined;
  const end = () => {
    const now = performance.now();
    // Asked twice: somebody is in a hurry. What was answered is in the database. One Ctrl+C may come twice by itself: from
    // the terminal, and from npm, which passes it on.
    if (asked !== undefined && now - asked > ONE_PRESS_MS) process.exit(1);
    if (asked !== undefined) return;
    asked = now;
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);

try {
  const { url, standsBy, stop, mode } = await start(readEnv(process.env));
  endOnSignal(stop);
  console.log(
    standsBy === undefined
      ? `Evenline is running at ${url} (${mode} mode). Press Ctrl+C to stop.`
      : `Evenline stands by at ${url} (${mode} mode): ${standsBy}. Press Ctrl+C to stop.`,
  );
} catch (error) {
  fail(error);
}
