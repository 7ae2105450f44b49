import type { Pubkey } from '@contract/ids.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReadBook, readBook } from './orderbook.queries.ts';
import { pollEvery } from './poll.ts';

export const CLOSE_ALL_POLL_MS = 5_000;

/** What selling these positions would bring, kept current while it is looked at. `rowsOf` works it out. */
export function useCloseAll<Row>(
  of: { owner: Pubkey; positions: readonly Position[]; slippageBps: number },
  rowsOf: (bookOf: ReadBook) => Promise<Row[]>,
) {
  const client = useQueryClient();
  const keys = of.positions.map(({ pubkey }) => pubkey).join(' ');
  return useQuery({
    queryKey: ['close-all', of.owner, of.slippageBps, keys],
    queryFn: () => rowsOf(readBook(client)),
    refetchInterval: pollEvery(CLOSE_ALL_POLL_MS),
    gcTime: 0,
  });
}
