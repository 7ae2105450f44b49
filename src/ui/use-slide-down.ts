import { type RefObject, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from '@/lib/dom.ts';

const SLIDE_MS = 160;
/** More new rows at once than this are another list. */
const MOST_NEW = 12;

/**
 * Lets rows glide to where new ones above have pushed them, instead of standing there at once: who reads one keeps it
 * in sight.
 * @param list names what is listed and how it is sorted: nothing glides from one list to another.
 * @param rowHeight pixels
 */
export function useSlideDown(
  body: RefObject<HTMLElement | null>,
  list: string,
  ids: readonly string[],
  rowHeight: number,
): void {
  const before = useRef<{ list: string; first: string | undefined }>({ list, first: undefined });
  const [first] = ids;
  useLayoutEffect(() => {
    const known = before.current;
    before.current = { list, first };
    if (known.list !== list || known.first === undefined || known.first === first) return;
    const pushed = ids.slice(0, MOST_NEW + 1).indexOf(known.first);
    if (pushed <= 0 || prefersReducedMotion()) return;
    const from = { transform: `translateY(${-pushed * rowHeight}px)` };
    body.current?.animate?.([from, { transform: 'none' }], { duration: SLIDE_MS, easing: 'ease-out' });
  }, [body, list, first, ids, rowHeight]);
}
