import { useCallback, useRef, useState } from 'react';

/** What is under way, by key. A key that is takes no second press, whatever a drawing of it still shows. */
export function useUnderWay<Key extends string>() {
  const held = useRef(new Set<Key>());
  const [busy, setBusy] = useState<ReadonlySet<Key>>(new Set());
  const begin = useCallback((key: Key, work: () => Promise<unknown>) => {
    if (held.current.has(key)) return;
    held.current.add(key);
    setBusy(new Set(held.current));
    void work().finally(() => {
      held.current.delete(key);
      setBusy(new Set(held.current));
    });
  }, []);
  return { busy, begin };
}
