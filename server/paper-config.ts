import type { AppConfigWire } from '@contract/config.ts';
import { baseConfig } from './common/base-config.ts';

export interface ConfigFacts {
  readonly usdc: string;
  readonly stablecoin: string;
  readonly chain: AppConfigWire['chain'];
  /** Simulated seconds per real second. */
  readonly speed: number;
}

/** What the paper exchange tells a browser about itself. Its transactions are on no public explorer. */
export function paperConfig({ usdc, stablecoin, chain, speed }: ConfigFacts): AppConfigWire {
  return {
    ...baseConfig({ usdc, stablecoin }),
    mode: 'paper',
    explorer: null,
    history: true,
    paper: { faucet: true, speed },
    chain,
  };
}
