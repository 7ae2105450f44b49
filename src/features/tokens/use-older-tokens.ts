import { type Pubkey, pubkeyInput } from '@contract/ids.ts';
import type { Token } from '@contract/tokens/token.ts';
import { useCallback, useMemo, useState } from 'react';
import { useNamedTokens } from '@/api/tokens.queries.ts';
import type { SeenToken } from '@/domain/tokens.ts';
import { useRenewedTokens } from '@/state/token-memory.ts';

interface Listing {
  /** In the order they are drawn. */
  rows: readonly SeenToken[];
  /** The newest tokens, as last answered; undefined before the first answer. */
  newest: readonly Token[] | undefined;
  /** Mint of the address whose details are open. */
  opened: string | undefined;
  /** The rows are to stay as they are. */
  paused: boolean;
}

/**
 * Tokens that have left the newest hundred: those on the screen are asked for by address, all in one request, and so
 * is the one whose details are open, even if this browser has never seen it.
 */
export function useOlderTokens({ rows, newest, opened, paused }: Listing) {
  const [[first, last], setVisible] = useState<readonly [number, number]>([0, -1]);
  const onVisible = useCallback((from: number, to: number) => setVisible([from, to]), []);
  const listed = useMemo(() => newest && new Set<string>(newest.map(({ id }) => id)), [newest]);
  const visible = paused ? [] : rows.slice(first, last + 1).map(({ token }) => token.id);
  const wanted = pubkeyInput.safeParse(opened).success ? [opened as Pubkey, ...visible] : visible;
  const { data, dataUpdatedAt, isPending, isError } = useNamedTokens(
    listed ? wanted.filter((mint) => !listed.has(mint)) : [],
  );
  useRenewedTokens(data, dataUpdatedAt);
  const answered = data?.find(({ id }) => id === opened);
  return {
    onVisible,
    /** The opened one, where it is none of those seen. */
    found: answered && { token: answered, seenAt: dataUpdatedAt },
    looking: opened !== undefined && (listed === undefined || (isPending && !isError)),
  };
}
