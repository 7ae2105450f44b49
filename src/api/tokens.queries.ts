import type { Pubkey } from '@contract/ids.ts';
import { MAX_TOKENS } from '@contract/tokens/token.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { OLDER_TOKENS_POLL_MS, pollEvery, TOKENS_POLL_MS } from './poll.ts';
import { read } from './read.ts';

const tokenKeys = {
  recent: ['tokens', 'recent'] as const,
  named: (mints: string) => ['tokens', 'named', mints] as const,
};

/** The newest tokens, newest pool first. */
const recentTokensQuery = () =>
  queryOptions({
    queryKey: tokenKeys.recent,
    queryFn: read((options) => call('recentTokens', { query: { limit: String(MAX_TOKENS) } }, options)),
    refetchInterval: pollEvery(TOKENS_POLL_MS),
  });
export const useRecentTokens = () => useQuery(recentTokensQuery());

/** Tokens by address, in any order; one nobody knows is not among the answers. At most a hundred are asked for. */
const namedTokensQuery = (mints: readonly Pubkey[]) => {
  const query = [...new Set(mints)].slice(0, MAX_TOKENS).sort().join(',');
  return queryOptions({
    queryKey: tokenKeys.named(query),
    queryFn:
      query === '' ? skipToken : read((options) => call('searchTokens', { query: { query } }, options)),
    refetchInterval: pollEvery(OLDER_TOKENS_POLL_MS),
    // Another place in the list is another query: what it answered is kept by who has asked.
    gcTime: 2 * OLDER_TOKENS_POLL_MS,
  });
};
export const useNamedTokens = (mints: readonly Pubkey[]) => useQuery(namedTokensQuery(mints));
