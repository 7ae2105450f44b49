import { type Pubkey, pubkeyInput } from '@contract/ids.ts';
import { useCallback, useMemo, useState } from 'react';
import { useNamedTokens, type useRecentTokens } from '@/api/tokens.queries.ts';
import type { SeenToken } from '@/domain/tokens.ts';
import { isNews } from '@/lib/clock.ts';
import { useRenewedTokens } from '@/state/token-memory.ts';

interface Listing {
  /** In the order they are drawn. */
  rows: readonly SeenToken[];
  /** The newest tokens. */
  recent: ReturnType<typeof useRecentTokens>;
  /** Mint of the address whose details are open. */
  opened: string | undefined;
  /** The rows are to stay as they are. */
  paused: boolean;
}

/** What is known of a token that is looked for: nothing yet, that nobody knows it, or that nobody could be asked. */
export type Lookup = 'looking' | 'none' | Pick<Listing['recent'], 'error' | 'isFetching' | 'refetch'>;

/**
 * Tokens that have left the newest hundred: those on the screen are asked for by address, all in one request, and so
 * is the one whose details are open, even if this browser has never seen it.
 */
export function useOlderTokens({ rows, recent, opened, paused }: Listing) {
  const [[first, last], setVisible] = useState<readonly [number, number]>([0, -1]);
  const onVisible = useCallback((from: number, to: number) => setVisible([from, to]), []);
  const newest = recent.data;
  const listed = useMemo(() => newest && new Set<string>(newest.map(({ id }) => id)), [newest]);
  const visible = paused ? [] : rows.slice(first, last + 1).map(({ token }) => token.id);
  const isAddress = pubkeyInput.safeParse(opened).success;
  const wanted = isAddress ? [opened as Pubkey, ...visible] : visible;
  const named = useNamedTokens(listed ? wanted.filter((mint) => !listed.has(mint)) : []);
  const { data, dataUpdatedAt } = named;
  useRenewedTokens(data, dataUpdatedAt);
  const asked = listed ? named : recent;
  // Other rows on the screen are another query: what was found stays until that has answered too.
  const [found, setFound] = useState<SeenToken>();
  const answered = data?.find(({ id }) => id === opened);
  if (answered && (found?.token.id !== answered.id || isNews(dataUpdatedAt, found.seenAt)))
    setFound({ token: answered, seenAt: dataUpdatedAt });
  return {
    onVisible,
    /** The opened one, where it is none of those seen. */
    found: found?.token.id === opened ? found : undefined,
    lookup: isAddress ? lookupOf(asked) : 'none',
  };
}

/** A service that cannot be asked by address knows the newest alone. */
function lookupOf({ data, error, isFetching, refetch }: Listing['recent']): Lookup {
  if (data || error?.kind === 'not-found') return 'none';
  return error ? { error, isFetching, refetch } : 'looking';
}
