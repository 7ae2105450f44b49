import { useMemo, useState } from 'react';
import { copycatsOf, newestFirst, type SeenToken, sameNames } from '@/domain/tokens.ts';

/**
 * Tokens whose symbol looks like an older one's, by mint: what it looks like. Looked for anew only when other names
 * have come. `known` are mints that carry their famous symbol by right; the same array every time. `found` is one that
 * was asked for by address: where the listing has verified it, it is what others copy.
 */
export function useCopycats(
  seen: readonly SeenToken[],
  known: readonly string[],
  found?: SeenToken,
): Map<string, string> {
  const all = useMemo(() => (found ? [...seen, found].sort(newestFirst) : seen), [seen, found]);
  const [named, setNamed] = useState(all);
  const other = named !== all && !sameNames(named, all);
  if (other) setNamed(all);
  const names = other ? all : named;
  const verified = found?.token.isVerified ? found.token.id : undefined;
  return useMemo(
    () => copycatsOf(names, verified === undefined ? known : [...known, verified]),
    [names, known, verified],
  );
}
