import { createApp } from './app.ts';
import { operationsOf } from './common/operation.ts';
import type { Platform } from './common/platform.ts';
import type { Env } from './env.ts';
import { createGateway } from './gateway/gateway.ts';
import { type LiveConfig, readLiveConfig } from './gateway/live-config.ts';
import { createRedisState } from './gateway/redis-state.ts';
import type { History } from './history/open-history.ts';
import { serveApp } from './serve-app.ts';
import { GRACE_MS, type Started, type Starting } from './starting.ts';

/** What the gateway records, unless it is not to; the database is loaded where there is one alone. */
async function historyOf(
  env: Env,
  { browser }: LiveConfig,
  { historyMigrationsDir, log }: Starting,
): Promise<History | undefined> {
  if (!env.history) return undefined;
  const { openHistory } = await import('./history/open-history.ts');
  const mints = new Map(browser.trigger?.tokens?.map(({ symbol, mint }) => [symbol.toUpperCase(), mint]));
  return openHistory({
    dataDir: env.dataDir,
    databaseUrl: env.databaseUrl,
    migrationsDir: historyMigrationsDir,
    maxMegabytes: env.historyMaxMb,
    mintOf: (symbol) => mints.get(symbol.toUpperCase()),
    log,
  });
}

/** The platform, and beside it what is answered from the history. */
function withHistory(platform: Platform, history: History): Platform {
  const own = new Map(operationsOf(history.handlers).flatMap((one) => (one.handle ? [[one.id, one]] : [])));
  return {
    ...platform,
    interfaces: platform.interfaces.map((one) => own.get(one.id) ?? one),
    gauges: [...platform.gauges, ...history.gauges],
    config: () => ({ ...platform.config(), history: true }),
  };
}

/** Starts a gateway to a live platform: no ledger, and nothing on the disk but what it records of prices. */
export async function startLive(
  env: Env & { readonly upstreamUrl: string },
  starting: Starting,
): Promise<Started> {
  const { clientDir, log } = starting;
  const config = readLiveConfig(env.liveConfig);
  const history = await historyOf(env, config, starting);
  const redis =
    env.redisUrl === undefined
      ? undefined
      : createRedisState({ url: env.redisUrl, scope: [env.upstreamUrl, env.upstreamApiKey ?? ''], log });
  const gateway = createGateway({
    upstreamUrl: env.upstreamUrl,
    apiKey: env.upstreamApiKey,
    rps: env.upstreamRps,
    windowSeconds: env.upstreamWindow,
    reserve: env.upstreamReserve / 100,
    config,
    rpc:
      env.solanaRpcUrl === undefined
        ? undefined
        : { url: env.solanaRpcUrl, wsUrl: env.solanaWsUrl, rps: env.rpcRps },
    shared: redis,
    recorder: history,
    sweepShare: env.historySweep / 100,
    log,
  });
  const platform = history ? withHistory(gateway.platform, history) : gateway.platform;
  const gauges = [...platform.gauges, ...(redis?.gauges ?? [])];
  const app = createApp(
    { ...platform, gauges },
    { clientDir, checkAnswers: false, desks: env, log, logAll: env.logAll },
  );
  const server = await serveApp(app, env, log);
  return {
    url: server.url,
    stop: async () => {
      await server.close(GRACE_MS);
      app.close();
      gateway.close();
      await redis?.close();
      await history?.close();
    },
  };
}
