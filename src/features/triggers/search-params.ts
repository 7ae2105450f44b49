import type { Pubkey } from '@contract/ids.ts';
import { pubkeyInput } from '@contract/ids.ts';
import * as z from 'zod/mini';

export type OrdersTab = 'open' | 'past';
export interface TriggersSearch {
  /** Token on show; SOL when absent. */
  mint?: Pubkey | undefined;
  tab?: OrdersTab | undefined;
}

const search = z.object({
  mint: z.catch(z.optional(pubkeyInput), undefined),
  tab: z.catch(z.optional(z.enum(['open', 'past'])), undefined),
});

/** What an address gets wrong is as if it were absent. */
export function parseTriggersSearch(raw: Record<string, unknown>): TriggersSearch {
  const { mint, tab } = search.parse(raw);
  return { ...(mint ? { mint: mint as Pubkey } : {}), ...(tab ? { tab } : {}) };
}
