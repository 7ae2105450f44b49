import { EnvError } from './common/env-error.ts';
import { causeOf } from './common/log.ts';
import type { SharedDatabase } from './db/client.ts';
import { nameFullDisk } from './db/disk.ts';
import { openDatabase } from './db/open.ts';
import type { Waiting } from './db/writer-lock.ts';
import type { Env } from './env.ts';
import { createExchangeStore } from './exchange/exchange.store.ts';
import { createExchange } from './exchange/exchange.ts';
import { openFeeds } from './exchange/open-feeds.ts';
import { openUniverse } from './exchange/open-universe.ts';
import { createRpc } from './exchange/rpc/rpc.ts';
import { createSubscriptions } from './exchange/rpc/subscriptions.ts';
import { type ReadsThread, startReadsThread } from './exchange/threaded-reads.ts';
import { createTokenMarket } from './exchange/tokens/tokens.ts';
import { Traffic } from './http/traffic.ts';
import { type Candidacy, serveAsLeader, type Term } from './leader-election.ts';
import { startLoop } from './loop.ts';
import { createPaperApp } from './paper-app.ts';
import { paperConfig } from './paper-config.ts';
import { serveApp } from './serve-app.ts';
import { isPlain, type Started, type Starting } from './starting.ts';
import { hasVaultKey, readVaultKey } from './vault-key.ts';

const TICK_MS = 100;
const AFTER_FAILURE_MS = 2_000;

const REASONS: Readonly<Record<Waiting, string>> = {
  'another process writes':
    'another process writes the database of DATABASE_URL; this one takes over when that ends',
  'the database does not answer': 'the database of DATABASE_URL does not answer',
};

const NO_VAULT_KEY =
  'VAULT_KEY must be set to stand by for another process: the vaults of trigger orders open with its key alone.';

/**
 * Opens the database once no other process writes to it.
 * @throws LockedError when another process uses the folder, DiskFullError when it has no room, EnvError when the database of the address cannot be used.
 */
async function databaseOf(
  env: Env,
  { migrationsDir, log }: Starting,
  candidacy: Candidacy,
): Promise<SharedDatabase> {
  const { dataDir, databaseUrl } = env;
  let waited = candidacy.again;
  const onWait = (reason: Waiting): void => {
    waited = true;
    candidacy.onWait(REASONS[reason]);
  };
  const lock = { onWait, signal: candidacy.signal, again: candidacy.again };
  try {
    return await openDatabase({ dataDir, databaseUrl, migrationsDir, lock, log });
  } catch (error) {
    const isOurs = databaseUrl === undefined || waited || candidacy.signal.aborted || isPlain(error);
    if (isOurs || !(error instanceof Error)) throw error;
    throw new EnvError(`DATABASE_URL cannot be used: ${error.message}`);
  }
}

const UNUSABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** The failure of a data folder that is none, or is not for this user to write to, in a line; any other as it is. */
function nameUnusable(error: unknown, dataDir: string): unknown {
  const {
    code = '',
    path = '',
    message = '',
  } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const isOfFolder = path !== '' && (path.startsWith(dataDir) || dataDir.startsWith(path));
  return UNUSABLE.has(code) && isOfFolder
    ? new EnvError(`DATA_DIR ${dataDir} cannot be used: ${message}.`)
    : error;
}

/** @throws EnvError when what was recorded is not what it should be. */
function recorded<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new EnvError(error instanceof Error ? error.message : String(error));
  }
}

/** Opens the exchange on its database, and everything that serves it. `thread`: closed with the term. */
async function openTerm(
  env: Env,
  starting: Starting,
  candidacy: Candidacy,
  { traffic, thread }: { traffic: Traffic; thread: ReadsThread },
): Promise<Term> {
  const { clientDir, log } = starting;
  const { paperSeed: seed } = env;
  const knownKey = hasVaultKey(env) ? readVaultKey(env, log) : undefined;
  const feeds = recorded(() => openFeeds({ seed, btc: env.paperBtcFeed, sol: env.paperSolFeed }));
  const onWait = (reason: string): void => {
    if (knownKey) candidacy.onWait(reason);
    else starting.fatal(new EnvError(NO_VAULT_KEY));
  };
  const database = await databaseOf(env, starting, { ...candidacy, onWait });
  // Made by who leads alone: who was refused must not find one at its next start that opens nothing.
  const vaultKey = knownKey ?? readVaultKey(env, log);
  const fenced = new AbortController();
  const exchange = await createExchange({
    feeds,
    told: thread.told,
    rounds: { seed },
    store: createExchangeStore(database),
    openUniverse: ({ anchor }) =>
      recorded(() => openUniverse({ seed, file: env.paperUniverse, anchor, feeds })),
    tokens: createTokenMarket({ seed }),
    vaultKey,
    speed: env.paperSpeed,
    begin: env.paperStart,
    fillDelayMs: env.paperFillDelayMs,
    transactionDays: env.paperTransactionDays,
    log,
    fatal: (error) => fenced.abort(error),
  }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const sources = {
    ...{ seed, universe: env.paperUniverse, btc: env.paperBtcFeed, sol: env.paperSolFeed },
    records: database.reader(),
  };
  const reads = thread.open({ ...exchange.opening(), ...sources }, exchange.clock);
  const report = (error: unknown, method: string) => log({ level: 'error', rpc: method, ...causeOf(error) });
  const subscriptions = createSubscriptions(exchange.rpc, report);
  const app = createPaperApp({
    exchange,
    reads,
    rpc: createRpc(exchange.rpc, report),
    subscriptions,
    config: paperConfig(exchange.chain, env.paperSpeed),
    clientDir,
    controlToken: env.paperControlToken,
    checkAnswers: false,
    desks: env,
    random: Math.random,
    log,
    logAll: env.logAll,
    traffic,
  });
  const stopKeeper = startLoop(async () => (await exchange.tick()) > 0, {
    everyMs: TICK_MS,
    afterFailureMs: AFTER_FAILURE_MS,
    onFailure: (error) => log({ level: 'error', keeper: true, ...causeOf(error) }),
  });
  return {
    listener: app.listener,
    over: AbortSignal.any([database.lost, thread.lost, fenced.signal]),
    end: async () => {
      // First whoever is told over a socket: what the keeper is doing may wait for a database that is gone.
      subscriptions.close();
      app.close();
      await stopKeeper();
      await Promise.all([thread.close(), exchange.close()]);
    },
  };
}

/**
 * Starts the paper exchange. On a PostgreSQL database one process writes; another one stands by until it leads.
 * @throws EnvError, LockedError, DiskFullError, ListenError or VaultKeyError for what a person can act on.
 */
export function startPaper(env: Env, starting: Starting): Promise<Started> {
  const traffic = new Traffic();
  const open = async (candidacy: Candidacy): Promise<Term> => {
    // Before it is known whether this process may open anything: a standby that takes over has loaded it by then.
    const thread = startReadsThread();
    return openTerm(env, starting, candidacy, { traffic, thread }).catch(async (error: unknown) => {
      await thread.close();
      const named = nameFullDisk(error, env.dataDir);
      // Who has served on it before waits for it to come back, or for room on its disk.
      throw candidacy.again ? named : nameUnusable(named, env.dataDir);
    });
  };
  return serveAsLeader({
    ...starting,
    open,
    listen: (listener) => serveApp({ listener, traffic }, env, starting.log),
  });
}
