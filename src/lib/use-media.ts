import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds: where a part must exist only once, such as the ticket, hiding by CSS is not enough. */
export function useMedia(query: string): boolean {
  const join = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    join,
    () => matchMedia(query).matches,
    () => false,
  );
}
