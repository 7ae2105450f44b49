import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppConfigWire } from '@contract/config.ts';
import { bootServer, type RunningServer } from './boot.ts';

/** What a gateway is told of its platform; the rest stays as a platform without settings has it. */
type Platform = Partial<Pick<AppConfigWire, 'providers' | 'mints' | 'explorer' | 'trigger' | 'chain'>>;

const NO_ROLES = { authority: null, sponsor: null, vault: null, fees: null, parlays: null };

/**
 * The built server as a gateway to the platform at `upstream`, an address without a slash at the end.
 * `env` adds to and overrides what it is told.
 */
export async function bootGateway({
  upstream,
  platform,
  env = {},
}: {
  upstream: string;
  platform: Platform;
  env?: Record<string, string>;
}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'evenline-gateway-'));
  const file = join(folder, 'live.json');
  writeFileSync(file, JSON.stringify(platform));
  const server = await bootServer({
    dataDir: folder,
    env: {
      UPSTREAM_URL: upstream,
      UPSTREAM_API_KEY: 'journey-key',
      SOLANA_RPC_URL: `${upstream}/rpc`,
      LIVE_CONFIG: file,
      ...env,
    },
  });
  return {
    ...server,
    // Spread once, a getter would stand still.
    get url() {
      return server.url;
    },
    get pid() {
      return server.pid;
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a paper exchange says of itself, as the settings of a gateway in front of it. */
export async function platformOf(url: string): Promise<Platform> {
  const { providers, mints, explorer, trigger, chain } = (await (
    await fetch(`${url}/config.json`)
  ).json()) as AppConfigWire;
  // It signs wallets in under the host that the gateway asks it by.
  const signsIn = trigger && { ...trigger, signInDomains: [new URL(url).host] };
  // Nobody derives what a live platform builds: what the addresses of the exchange follow from is not for its settings.
  const { mintAuthority: _mints, escrow: _escrow, vaults: _vaults, ...roles } = chain ?? {};
  return { providers, mints, explorer, trigger: signsIn, chain: chain && { ...NO_ROLES, ...roles } };
}
