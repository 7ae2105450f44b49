import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusPage } from '@/lib/dom.ts';

/** What can take the focus around an element, the nearest first. */
function stopsAround(element: HTMLElement): HTMLElement[] {
  const stop = element.parentElement?.closest<HTMLElement>('[tabindex]');
  return stop ? [stop, ...stopsAround(stop)] : [];
}

/**
 * Of an element that what it has asked for takes away, some time after the press: where the focus is in it then, it
 * goes to the nearest part around it that stays and can take it, else to the page.
 */
export function useFocusOnLeaving<E extends HTMLElement>(): RefObject<E | null> {
  const leaving = useRef<E>(null);
  useLayoutEffect(() => {
    const { current } = leaving;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const around = stopsAround(current);
      const goOn = () => {
        const stop = around.find(({ isConnected }) => isConnected);
        if (stop) stop.focus({ preventScroll: true });
        else focusPage();
      };
      goOn();
      // The list of the last item goes with it.
      queueMicrotask(() => {
        if (document.activeElement === document.body) goOn();
      });
    };
  }, []);
  return leaving;
}
