import type { App } from './app.ts';
import { shortAddress } from './common/client-address.ts';
import type { Log } from './common/log.ts';
import type { Env } from './env.ts';
import { createIngress, type Internet } from './http/ingress.ts';
import { connectionsWithin, openFilesOf } from './http/open-files.ts';
import { type HttpServer, type ServeLimits, serve, type Unreadable } from './http/serve.ts';

/** Opens an app to its network, as that was described. @throws ListenError when the address cannot be had. */
export function serveApp(
  { listener, traffic }: Pick<App, 'listener' | 'traffic'>,
  internet: Internet & Pick<Env, 'host' | 'port'> & Partial<Pick<Env, 'logAll' | 'maxConnections'>>,
  log: Log,
  limits: Partial<ServeLimits> = {},
): Promise<HttpServer> {
  const ingress = createIngress(listener, { internet, traffic, log, now: () => performance.now() });
  // All connections are the proxy's then: it is the one to count whose they are.
  const perAddress = internet.trustProxy > 0 ? { maxPerAddress: Number.POSITIVE_INFINITY } : {};
  const atOnce =
    internet.maxConnections === undefined
      ? {}
      : { maxConnections: connectionsWithin(internet.maxConnections, openFilesOf(), log) };
  const unreadable: Unreadable = (status, requestId, address) => {
    if (!internet.logAll) return;
    log({
      level: 'info',
      request_id: requestId,
      operation: 'unreadable',
      status,
      client: shortAddress(address),
    });
  };
  const all = { ...perAddress, ...atOnce, ...limits };
  return serve(ingress, internet.host, internet.port, all, traffic, unreadable, log);
}
