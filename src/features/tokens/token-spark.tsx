import { useMemo } from 'react';
import { useTokenSeries } from '@/api/token-series.queries.ts';
import { NO_LINE, type TokenLine, tokenLine } from '@/domain/token-line.ts';
import { type SeenToken, startOf } from '@/domain/tokens.ts';
import { useMedia } from '@/lib/use-media.ts';
import { Sparkline } from './sparkline.view.tsx';

/** Pixels of what is drawn in a line; it is as wide as its column. */
const SPARK = { width: 56, height: 24 } as const;

/** What a token's price was since its first pool; empty while, and where, that is not known. */
export function useTokenLine(seen: SeenToken | undefined, isShown = true): TokenLine {
  const { data } = useTokenSeries(isShown ? seen?.token.id : undefined, seen ? startOf(seen.token) : null);
  return useMemo(() => (data && seen ? tokenLine(data, seen) : NO_LINE), [data, seen]);
}

function TokenSpark({ seen }: { seen: SeenToken }) {
  return <Sparkline line={useTokenLine(seen, useMedia('(width >= 80rem)'))} {...SPARK} />;
}
/** The line of a row. */
export const tokenSpark = (seen: SeenToken) => <TokenSpark seen={seen} />;
