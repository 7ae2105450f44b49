import type { AppConfigWire } from '@contract/config.ts';
import { baseConfig } from './common/base-config.ts';
import { STABLECOIN, USDC } from './exchange/ledger/mints.ts';

/**
 * What the paper exchange tells a browser about itself. Its transactions are on no public explorer.
 * @param speed simulated seconds per real second.
 */
export const paperConfig = (chain: AppConfigWire['chain'], speed: number): AppConfigWire => ({
  ...baseConfig({ usdc: USDC.address, stablecoin: STABLECOIN.address }),
  mode: 'paper',
  explorer: null,
  history: true,
  paper: { faucet: true, speed },
  chain,
});
