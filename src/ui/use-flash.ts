import { type RefObject, useEffect, useRef } from 'react';
import { prefersReducedMotion } from '@/lib/dom.ts';

const FLASH_MS = 350;

/** Whether what changes lights up: not under reduced motion, nor where the document says so (`data-flash`). */
export const changesLightUp = (): boolean =>
  document.documentElement.dataset.flash !== 'off' && !prefersReducedMotion();

/**
 * Lights an element up for a moment when its figure rises or falls. Runs on the compositor's side, without
 * rendering again; never for the first value.
 */
export function useFlash(element: RefObject<HTMLElement | null>, value: bigint | null | undefined): void {
  const before = useRef(value);
  useEffect(() => {
    const from = before.current;
    before.current = value;
    if (typeof value !== 'bigint' || typeof from !== 'bigint' || value === from) return;
    if (!changesLightUp()) return;
    const color = value > from ? 'var(--up-dim)' : 'var(--down-dim)';
    element.current?.animate?.([{ backgroundColor: color }, {}], { duration: FLASH_MS, easing: 'ease-out' });
  }, [element, value]);
}
