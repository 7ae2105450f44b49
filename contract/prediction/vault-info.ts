import * as z from 'zod/mini';
import { pubkey } from '../ids.ts';
import { rawAmount } from '../wire.ts';

/** The platform's own vault: what its account says, by name, and what it holds in raw units of its settlement mint. */
export const vaultInfo = z.object({
  pubkey,
  data: z.record(z.string(), z.string()),
  vaultBalance: rawAmount,
});
