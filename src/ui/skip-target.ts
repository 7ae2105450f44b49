import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

interface Target {
  /** Of the element, which takes the focus without being reached by Tab. */
  readonly id: string;
  /** "Skip to the events". */
  readonly name: string;
  /** Brings it into view where the page shows another part instead. */
  readonly open: () => void;
}

const useTargets = create<{ targets: readonly Target[] }>(() => ({ targets: [] }));

/** What the page on show can be skipped to, in the order in which it came. */
export const useSkipTargets = (): readonly Target[] => useTargets(({ targets }) => targets);

/**
 * Offers the element of this id among the skip links of the page for as long as it is there. `open` is asked for it
 * where it cannot take the focus, for it is not shown.
 */
export function useSkipTarget(id: string, name: string, open?: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  // It is there from the moment its element can be seen: whoever presses Tab then does not go past it.
  useLayoutEffect(() => {
    const target = { id, name, open: () => latest.current?.() };
    useTargets.setState(({ targets }) => ({ targets: [...targets, target] }));
    return () => useTargets.setState(({ targets }) => ({ targets: targets.filter((one) => one !== target) }));
  }, [id, name]);
}
