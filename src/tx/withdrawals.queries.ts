import type { Pubkey } from '@contract/ids.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { withdrawals } from './withdrawals.ts';

/** Cancellations that a wallet has begun on this device and that are not known to have ended, oldest first. */
const begunWithdrawalsQuery = (owner: Pubkey) =>
  queryOptions({
    queryKey: ['withdrawals', owner],
    queryFn: () => withdrawals.of(owner),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

/** Those cancellations, and a way to read them again after one has begun or ended. */
export function useBegunWithdrawals(owner: Pubkey) {
  const client = useQueryClient();
  const query = begunWithdrawalsQuery(owner);
  const { data: begun = [] } = useQuery(query);
  return { begun, renew: () => client.invalidateQueries({ queryKey: query.queryKey }) };
}
