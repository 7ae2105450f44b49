import type { Pubkey } from '@contract/ids.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReadBook, readBook } from './orderbook.queries.ts';
import { pollEvery } from './poll.ts';
import { read } from './read.ts';

export const CLOSE_ALL_POLL_MS = 5_000;

/**
 * What selling these positions would bring, kept current while it is looked at, and as old as the oldest book it is made
 * of. `rowsOf` works it out.
 */
export function useCloseAll<Row>(
  of: { owner: Pubkey; positions: readonly Position[]; slippageBps: number },
  rowsOf: (bookOf: ReadBook) => Promise<Row[]>,
) {
  const client = useQueryClient();
  const keys = of.positions.map(({ pubkey }) => pubkey).join(' ');
  return useQuery({
    queryKey: ['close-all', of.owner, of.slippageBps, keys],
    queryFn: read((options) => rowsOf(readBook(client, options))),
    refetchInterval: pollEvery(CLOSE_ALL_POLL_MS),
    gcTime: 0,
  });
}
