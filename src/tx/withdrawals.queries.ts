import type { Pubkey } from '@contract/ids.ts';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { withdrawals } from './withdrawals.ts';

/** Cancellations that a wallet has begun on this device and that are not known to have ended, oldest first. */
export const begunWithdrawalsQuery = (owner?: Pubkey) =>
  queryOptions({
    queryKey: ['withdrawals', owner],
    queryFn: owner ? () => withdrawals.of(owner) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
