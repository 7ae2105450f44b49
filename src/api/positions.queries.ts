import type { Pubkey } from '@contract/ids.ts';
import { MAX_PAGE } from '@contract/page.ts';
import type { Position } from '@contract/prediction/position.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { POSITIONS_POLL_MS, pollEvery } from './poll.ts';
import { type ReadOptions, read } from './read.ts';
import { withV2Fallback } from './v2-fallback.ts';

export const positionKeys = {
  all: ['positions'] as const,
  of: (owner?: Pubkey) => [...positionKeys.all, 'of', owner] as const,
};

/** Enough for any wallet, and an end to a listing that never says it has ended. */
const MAX_PAGES = 20;

async function fetchAllV1(id: 'listPositions', owner: Pubkey, options: ReadOptions): Promise<Position[]> {
  // A position that moved from one page to the next between two requests is kept once.
  const all = new Map<Pubkey, Position>();
  let start = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = {
      ownerPubkey: owner,
      includePrices: 'true',
      start: String(start),
      end: String(start + MAX_PAGE),
    } as const;
    const { data, pagination } = await call(id, { query }, options);
    for (const position of data) all.set(position.pubkey, position);
    if (!pagination.hasNext || pagination.end <= start) break;
    start = pagination.end;
  }
  return [...all.values()];
}

/** All positions of an owner: by the second version of the listing, or the first where it is absent. */
const fetchPositions = (owner: Pubkey, options: ReadOptions): Promise<Position[]> =>
  withV2Fallback(
    'listPositionsV2',
    async (id) => {
      const { data } = await call(id, { query: { ownerPubkey: owner } }, options);
      return data[owner] ?? [];
    },
    (id) => fetchAllV1(id, owner, options),
  );

export const positionsQuery = (owner?: Pubkey) =>
  queryOptions({
    queryKey: positionKeys.of(owner),
    queryFn: owner ? read((options) => fetchPositions(owner, options)) : skipToken,
    refetchInterval: pollEvery(POSITIONS_POLL_MS),
  });
export const usePositions = (owner?: Pubkey) => useQuery(positionsQuery(owner));
