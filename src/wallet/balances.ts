import type { Pubkey } from '@contract/ids.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { toAppError } from '@/api/app-error.ts';
import { useWalletStore } from './store.ts';

/** How often balances are read. */
export const BALANCE_POLL_MS = 5_000;

/** What derives addresses is wallet code: a page without a wallet does not load it. */
const reader = () =>
  import('./read-balances.ts').catch((cause: unknown) => {
    throw toAppError(cause);
  });

export const balanceKeys = {
  all: ['balances'] as const,
  of: (owner?: Pubkey) => [...balanceKeys.all, owner] as const,
  holding: (owner?: Pubkey, mint?: Pubkey) => [...balanceKeys.of(owner), 'holding', mint] as const,
};
const balancesQuery = (owner?: Pubkey) =>
  queryOptions({
    queryKey: balanceKeys.of(owner),
    queryFn: owner ? async () => (await reader()).readBalances(owner) : skipToken,
    refetchInterval: BALANCE_POLL_MS,
  });

/** Balances of the connected wallet; no data while none is connected. */
export function useBalances() {
  const owner = useWalletStore((state) => state.pubkey);
  return useQuery(balancesQuery(owner ?? undefined));
}

const holdingQuery = (owner?: Pubkey, mint?: Pubkey) =>
  queryOptions({
    queryKey: balanceKeys.holding(owner, mint),
    queryFn: owner && mint ? async () => (await reader()).readHolding(owner, mint) : skipToken,
    refetchInterval: BALANCE_POLL_MS,
  });

/** Raw units of any mint in the connected wallet (lamports of SOL); no data while none is connected. */
export function useHolding(mint: Pubkey | undefined) {
  const owner = useWalletStore((state) => state.pubkey);
  return useQuery(holdingQuery(owner ?? undefined, mint));
}
