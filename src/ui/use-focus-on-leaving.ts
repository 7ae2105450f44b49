import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusPage } from '@/lib/dom.ts';

/**
 * Of an element that what it has asked for takes away, some time after the press: where the focus is in it then, it
 * goes to the nearest part around it that can take it, else to the page.
 */
export function useFocusOnLeaving<E extends HTMLElement>(): RefObject<E | null> {
  const leaving = useRef<E>(null);
  useLayoutEffect(() => {
    const { current } = leaving;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const around = current.parentElement?.closest<HTMLElement>('[tabindex]');
      if (around) around.focus({ preventScroll: true });
      else focusPage();
    };
  }, []);
  return leaving;
}
