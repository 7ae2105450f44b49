import { useCallback, useSyncExternalStore } from 'react';

const isOn = (): boolean => document.fullscreenElement !== null;
const never = (): boolean => false;
function join(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Whether the document fills the screen, and how to change that; `toggle` is undefined where it cannot. */
export function useFullScreen(): { on: boolean; toggle: (() => void) | undefined } {
  const on = useSyncExternalStore(join, isOn, never);
  const toggle = useCallback(() => {
    // A browser may refuse: then all stays as it is.
    const change = isOn() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  }, []);
  return { on, toggle: document.fullscreenEnabled ? toggle : undefined };
}
