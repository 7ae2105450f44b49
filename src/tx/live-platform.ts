import { hasRpc, liveConfig, paperConfig } from '@/config.ts';
import type { LivePlatform } from './check-live.ts';
import { type Roles, rolesOf } from './roles.ts';

const STABLE_DECIMALS = 6;
const SOL_DECIMALS = 9;

/** What the configuration tells of a platform that is not ours; null on paper. */
export function livePlatform(): LivePlatform | null {
  const config = liveConfig();
  if (!config) return null;
  const { mints } = config;
  return {
    rpc: hasRpc(),
    roles: rolesOf(config.chain),
    nameOf: (mint) => {
      if (mint === mints.usdc) return { symbol: 'USDC', decimals: STABLE_DECIMALS };
      if (mint === mints.stablecoin) return { symbol: 'stablecoin', decimals: STABLE_DECIMALS };
      return mint === mints.sol ? { symbol: 'SOL', decimals: SOL_DECIMALS } : undefined;
    },
  };
}

/** The addresses of the paper exchange, as its configuration names them. */
export const paperRoles = (): Roles => rolesOf(paperConfig()?.chain ?? null);
