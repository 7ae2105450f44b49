import type { Pubkey } from '@contract/ids.ts';
import { pubkeyInput } from '@contract/ids.ts';
import * as z from 'zod/mini';

export type OrdersTab = 'open' | 'past';
/** What a phone shows below the chart; a wide screen shows all of them. */
export type TriggersPart = 'form' | 'orders' | 'vault';
export interface TriggersSearch {
  /** Token on show; SOL when absent. */
  mint?: Pubkey | undefined;
  tab?: OrdersTab | undefined;
  /** The form when absent. */
  part?: TriggersPart | undefined;
}

const search = z.object({
  mint: z.catch(z.optional(pubkeyInput), undefined),
  tab: z.catch(z.optional(z.enum(['open', 'past'])), undefined),
  part: z.catch(z.optional(z.enum(['orders', 'vault'])), undefined),
});

/** What an address gets wrong is as if it were absent. */
export function parseTriggersSearch(raw: Record<string, unknown>): TriggersSearch {
  const { mint, ...rest } = search.parse(raw);
  return { ...rest, mint: mint as Pubkey | undefined };
}
