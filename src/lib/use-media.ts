import { useCallback, useSyncExternalStore } from 'react';

/** One list a query: making one takes longer than drawing what asks for it. */
const lists = new Map<string, MediaQueryList>();
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query);
  lists.set(query, list);
  return list;
}

/** Whether a media query holds: where a part must exist only once, such as the ticket, hiding by CSS is not enough. */
export function useMedia(query: string): boolean {
  const join = useCallback(
    (listener: () => void) => {
      const list = listOf(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    join,
    () => listOf(query).matches,
    () => false,
  );
}
