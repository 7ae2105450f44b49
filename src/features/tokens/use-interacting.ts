import { type RefObject, useEffect, useState } from 'react';

/** How far the list may be scrolled before its rows stay put, pixels. */
const SCROLLED = 140;

/**
 * Whether somebody reads or reaches into the list: a pointer over it, the keyboard's focus in it, or its head out of
 * view. While so, nothing may move.
 */
export function useInteracting(list: RefObject<HTMLElement | null>): boolean {
  const [over, setOver] = useState(false);
  const [inside, setInside] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const enter = ({ pointerType }: PointerEvent) => setOver(pointerType !== 'touch');
    const leave = () => setOver(false);
    const focusIn = ({ target }: FocusEvent) =>
      setInside(
        target instanceof HTMLElement && target.closest('tbody') !== null && target.matches(':focus-visible'),
      );
    const focusOut = () => setInside(false);
    const scroll = () => setScrolled(element.getBoundingClientRect().top < -SCROLLED);
    element.addEventListener('pointerenter', enter);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('focusin', focusIn);
    element.addEventListener('focusout', focusOut);
    window.addEventListener('scroll', scroll, { passive: true });
    scroll();
    return () => {
      element.removeEventListener('pointerenter', enter);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('focusin', focusIn);
      element.removeEventListener('focusout', focusOut);
      window.removeEventListener('scroll', scroll);
    };
  }, [list]);
  return over || inside || scrolled;
}
