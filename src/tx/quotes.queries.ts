import type { Pubkey } from '@contract/ids.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { orderKeys } from '@/api/orders.queries.ts';
import { journal } from './journal.ts';

/** Trades of a wallet as they were agreed to in this browser. Renewed whenever its orders are. */
const quotesQuery = (owner: Pubkey) =>
  queryOptions({
    queryKey: [...orderKeys.of(owner), 'quotes'] as const,
    queryFn: () => journal.quoted(owner),
  });
export const useQuotes = (owner: Pubkey) => useQuery(quotesQuery(owner));
