import { useMemo, useState } from 'react';
import { copycatsOf, type SeenToken, sameNames } from '@/domain/tokens.ts';

/**
 * Tokens whose symbol looks like an older one's, by mint: what it looks like. Looked for anew only when other names
 * have come. `known` are mints that carry their famous symbol by right; the same array every time.
 */
export function useCopycats(seen: readonly SeenToken[], known: readonly string[]): Map<string, string> {
  const [named, setNamed] = useState(seen);
  const other = named !== seen && !sameNames(named, seen);
  if (other) setNamed(seen);
  const names = other ? seen : named;
  return useMemo(() => copycatsOf(names, known), [names, known]);
}
