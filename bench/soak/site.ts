import { randomBytes, randomUUID } from 'node:crypto';
import { bootServer, type RunningServer } from '../../e2e/boot.ts';
import { bootGateway, platformOf } from '../../e2e/gateway.ts';
import { type Cluster, createClusterFrom } from '../../server/db/testing/cluster.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Redis, startRedis } from './redis.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** Everything that runs: an exchange and its standby on one database, two gateways before them that share a Redis. */
export interface Site {
  readonly cluster: Cluster;
  /** The disk of the database; undefined where none could be mounted. */
  readonly disk: SmallDisk | undefined;
  readonly redis: Redis;
  readonly exchanges: readonly [RunningServer, RunningServer];
  /** Leads to the one that serves. */
  readonly balancer: Balancer;
  readonly gateways: readonly [RunningServer, RunningServer];
  readonly token: string;
  /** What is not as it should be while nothing is broken; undefined: all of it is. */
  notReady(): Promise<string | undefined>;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 2_000;
/** No wallet, but one that can be asked for. */
const SOMEBODY = '4Nd1mYQ5wW6oGj9SxM6qjAcfX8S4Gk1jN6w7vE9U2pQx';

const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ status }) => status,
    () => 0,
  );
const textOf = (url: string): Promise<string> =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (answer) => answer.text(),
    () => '',
  );

/** @param programs folders and paths of what Debian installs */
export async function openSite(programs: { postgres: string; redis: string }): Promise<Site> {
  const undo: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const disk = mountSmallDisk();
    if (disk) undo.push(disk.remove);
    const cluster = await createClusterFrom(programs.postgres, disk?.folder);
    undo.push(cluster.remove);
    const redis = await startRedis(programs.redis);
    undo.push(() => redis.end('SIGKILL'));
    const token = randomUUID();
    const settings = {
      DATABASE_URL: cluster.url,
      VAULT_KEY: randomBytes(32).toString('hex'),
      PAPER_CONTROL_TOKEN: token,
      PAPER_FILL_DELAY_MS: '50',
    };
    const exchange = async (): Promise<RunningServer> => {
      const server = await bootServer({ env: settings });
      undo.push(server.stop);
      return server;
    };
    const exchanges = [await exchange(), await exchange()] as const;
    const balancer = await startBalancer(exchanges.map(({ url }) => url));
    undo.push(balancer.stop);
    const platform = await platformOf(balancer.url);
    const gateway = async (): Promise<RunningServer> => {
      const env = { REDIS_URL: redis.url, UPSTREAM_RPS: '400', RPC_RPS: '400', CLIENT_RPS: '0' };
      const server = await bootGateway({ upstream: balancer.url, platform, env });
      undo.push(server.stop);
      return server;
    };
    const gateways = [await gateway(), await gateway()] as const;

    const notReady = async (): Promise<string | undefined> => {
      if ((await statusOf(`${balancer.url}/readyz`)) !== 200) return 'no exchange serves';
      for (const { url } of exchanges) {
        if ((await statusOf(`${url}/healthz`)) !== 200) return 'an exchange is away';
      }
      for (const { url } of gateways) {
        // Nobody keeps what somebody owns: it comes from the exchange.
        const path = `/prediction/v1/orders?ownerPubkey=${SOMEBODY}`;
        const [ready, read] = [await statusOf(`${url}/readyz`), await statusOf(`${url}${path}`)];
        if (ready !== 200 || read !== 200) return `a gateway is ${ready} and reads ${read}`;
        if (!/^shared_up 1$/m.test(await textOf(`${url}/metrics`))) return 'a gateway is without Redis';
      }
      return undefined;
    };
    return { cluster, disk, redis, exchanges, balancer, gateways, token, notReady, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
