import { createApp } from './app.ts';
import type { Env } from './env.ts';
import { createGateway } from './gateway/gateway.ts';
import { readLiveConfig } from './gateway/live-config.ts';
import { createRedisState } from './gateway/redis-state.ts';
import { serveApp } from './serve-app.ts';
import { GRACE_MS, type Started, type Starting } from './starting.ts';

/** Starts a gateway to a live platform: no database, no ledger, nothing on the disk. */
export async function startLive(
  env: Env & { readonly upstreamUrl: string },
  { clientDir, log }: Starting,
): Promise<Started> {
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
    config: readLiveConfig(env.liveConfig),
    rpc:
      env.solanaRpcUrl === undefined
        ? undefined
        : { url: env.solanaRpcUrl, wsUrl: env.solanaWsUrl, rps: env.rpcRps },
    shared: redis,
    log,
  });
  const gauges = [...gateway.platform.gauges, ...(redis?.gauges ?? [])];
  const app = createApp(
    { ...gateway.platform, gauges },
    { clientDir, checkAnswers: false, desks: env, log, logAll: env.logAll },
  );
  const server = await serveApp(app, env, log);
  return {
    url: server.url,
    stop: async () => {
      await server.close(GRACE_MS);
      app.close();
      gateway.close();
      redis?.close();
    },
  };
}
