import { useCallback, useMemo } from 'react';
import { toAppError } from '@/api/app-error.ts';
import { showTx } from '@/tx/toast.tsx';
import type { OnWaiting, Waiting } from '@/tx/types.ts';
import { isUnderWay, setUnderWay, useAllUnderWay } from '@/tx/under-way.ts';

/**
 * What is under way on the whole desk, by key. A key that is takes no second press, whatever a drawing of it still shows.
 * `waiting`: those of them that were sent and could still land, as their work tells. Work tells of its end itself; one
 * that fails instead is told of here.
 */
export function useUnderWay() {
  const keys = useAllUnderWay();
  const busy = useMemo((): ReadonlySet<string> => new Set(keys.keys()), [keys]);
  const waiting = useMemo(
    (): ReadonlyMap<string, Waiting> =>
      new Map([...keys].flatMap(([key, told]) => (told === null ? [] : [[key, told] as const]))),
    [keys],
  );
  const begin = useCallback((key: string, work: (onWaiting: OnWaiting) => Promise<unknown>) => {
    if (isUnderWay(key)) return;
    setUnderWay(key, work, null);
    const fail = (cause: unknown) => {
      const { message } = toAppError(cause);
      const detail = 'It is not known how far it came: see what you hold before you try again.';
      showTx(`under-way-${key}`, 'Not finished', { tone: 'bad', text: message, detail }, null);
    };
    let isOver = false;
    const onWaiting = (told: Waiting | null) => {
      if (!isOver) setUnderWay(key, work, told);
    };
    void work(onWaiting)
      .catch(fail)
      .finally(() => {
        isOver = true;
        setUnderWay(key, work, undefined);
      });
  }, []);
  return { busy, waiting, begin };
}
