import type { Pubkey } from '@contract/ids.ts';
import { MAX_TOKENS, type Token } from '@contract/tokens/token.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { OLDER_TOKENS_POLL_MS, pollEvery, TOKENS_POLL_MS } from './poll.ts';
import { read } from './read.ts';
import type { CallOptions } from './transport.ts';

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

/** A hundred in one request after another. */
async function fetchNamed(mints: readonly Pubkey[], options: CallOptions): Promise<Token[]> {
  const found: Token[] = [];
  for (let at = 0; at < mints.length; at += MAX_TOKENS) {
    const query = mints.slice(at, at + MAX_TOKENS).join(',');
    found.push(...(await call('searchTokens', { query: { query } }, options)));
  }
  return found;
}

/** Tokens by address, in any order; one nobody knows is not among the answers. */
const namedTokensQuery = (mints: readonly Pubkey[]) => {
  const asked = [...new Set(mints)].sort();
  // The more requests it takes, the less often.
  const pollMs = OLDER_TOKENS_POLL_MS * Math.max(1, Math.ceil(asked.length / MAX_TOKENS));
  return queryOptions({
    queryKey: tokenKeys.named(asked.join(',')),
    queryFn: asked.length === 0 ? skipToken : read((options) => fetchNamed(asked, options)),
    refetchInterval: pollEvery(pollMs),
    // Another place in the list is another query: what it answered is kept by who has asked.
    gcTime: 2 * OLDER_TOKENS_POLL_MS,
  });
};
export const useNamedTokens = (mints: readonly Pubkey[]) => useQuery(namedTokensQuery(mints));
