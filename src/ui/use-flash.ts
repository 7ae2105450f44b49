import { type RefObject, useEffect, useRef } from 'react';
import { prefersReducedMotion } from '@/lib/dom.ts';

const FLASH_MS = 350;

/** Whether what changes lights up: not under reduced motion, nor where the document says so (`data-flash`). */
export const changesLightUp = (): boolean =>
  document.documentElement.dataset.flash !== 'off' && !prefersReducedMotion();

/**
 * Lights an element up for a moment when its figure rises or falls, without rendering again; never for the first value.
 * The colour comes and goes at once: one that fades is painted sixty times a second, and on a busy page somewhere a
 * price always fades.
 */
export function useFlash(element: RefObject<HTMLElement | null>, value: bigint | null | undefined): void {
  const before = useRef(value);
  useEffect(() => {
    const from = before.current;
    before.current = value;
    if (typeof value !== 'bigint' || typeof from !== 'bigint' || value === from) return;
    const lit = element.current;
    if (!lit || !changesLightUp()) return;
    lit.style.backgroundColor = value > from ? 'var(--up-dim)' : 'var(--down-dim)';
    const goOut = () => {
      lit.style.backgroundColor = '';
    };
    const timer = setTimeout(goOut, FLASH_MS);
    return () => {
      clearTimeout(timer);
      goOut();
    };
  }, [element, value]);
}
