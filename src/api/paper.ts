import type { Pubkey } from '@contract/ids.ts';
import { request } from './transport.ts';

/**
 * Asks the paper exchange for play money: 10,000 USDC, 10,000 stablecoin and 10 SOL, once an hour a wallet.
 * @throws AppError `rate-limited` with `retryAfterMs` when the hour has not passed.
 */
export async function requestFaucet(pubkey: Pubkey): Promise<void> {
  await request({ method: 'POST', url: '/paper/faucet', body: { pubkey } });
}
