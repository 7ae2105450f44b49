import { useCallback, useRef, useState } from 'react';
import { toAppError } from '@/api/app-error.ts';
import { showTx } from '@/tx/toast.tsx';
import type { OnWaiting, Waiting } from '@/tx/types.ts';

/**
 * What is under way, by key. A key that is takes no second press, whatever a drawing of it still shows. `waiting`: those
 * of them that were sent and could still land, as their work tells. Work tells of its end itself; one that fails
 * instead is told of here.
 */
export function useUnderWay<Key extends string>() {
  const held = useRef(new Set<Key>());
  const [busy, setBusy] = useState<ReadonlySet<Key>>(new Set());
  const [waiting, setWaiting] = useState<ReadonlyMap<Key, Waiting>>(new Map());
  const begin = useCallback((key: Key, work: (onWaiting: OnWaiting) => Promise<unknown>) => {
    if (held.current.has(key)) return;
    held.current.add(key);
    setBusy(new Set(held.current));
    const onWaiting = (told: Waiting | null) =>
      setWaiting((before) => {
        if (!told && !before.has(key)) return before;
        const others = [...before].filter(([other]) => other !== key);
        return new Map(told ? [...others, [key, told]] : others);
      });
    const fail = (cause: unknown) => {
      const { message } = toAppError(cause);
      const detail = 'It is not known how far it came: see what you hold before you try again.';
      showTx(`under-way-${key}`, 'Not finished', { tone: 'bad', text: message, detail }, null);
    };
    void work(onWaiting)
      .catch(fail)
      .finally(() => {
        held.current.delete(key);
        setBusy(new Set(held.current));
        onWaiting(null);
      });
  }, []);
  return { busy, waiting, begin };
}
