import { useMemo, useState } from 'react';
import type { SeenToken } from '@/domain/tokens.ts';

export interface StableRows {
  readonly rows: readonly SeenToken[];
  /** Rows that wait until the list may move. */
  readonly waiting: number;
  /** Lets them in now. */
  readonly letIn: () => void;
}

const idsOf = (rows: readonly SeenToken[]): string[] => rows.map(({ token }) => token.id);
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/**
 * The rows as they are drawn: while `frozen`, rows keep their places and new ones wait, so that nothing moves under a
 * pointer; figures go on, also of a row of `all` that passes the filters no more. `of` names what is listed: another filter or order shows at once.
 */
export function useStableRows(
  rows: readonly SeenToken[],
  all: readonly SeenToken[],
  frozen: boolean,
  of: string,
): StableRows {
  const ids = useMemo(() => idsOf(rows), [rows]);
  const [shown, setShown] = useState({ ids, of });
  const free = !frozen || shown.of !== of || shown.ids.length === 0;
  if (free && (shown.of !== of || !same(shown.ids, ids))) setShown({ ids, of });
  const byId = useMemo(() => new Map(all.map((row) => [row.token.id as string, row])), [all]);
  const kept = useMemo(() => shown.ids.flatMap((id) => byId.get(id) ?? []), [shown.ids, byId]);
  const waiting = useMemo(() => {
    const drawn = new Set(shown.ids);
    return ids.filter((id) => !drawn.has(id)).length;
  }, [ids, shown.ids]);
  return {
    rows: free ? rows : kept,
    waiting: free ? 0 : waiting,
    letIn: () => setShown({ ids, of }),
  };
}
