import { type RefObject, useLayoutEffect, useRef } from 'react';

interface FocusAfterRemoval<L extends HTMLElement> {
  /** Goes on the list, which needs `tabIndex={-1}`. */
  list: RefObject<L | null>;
  /** Call it with the item's place, from 0, as the item is taken off. */
  leave: (place: number) => void;
}

/**
 * Keeps the focus in a list whose items have a last button that takes them off: it goes to that button of the item
 * that comes into the place, else of the last one, else to the list. `count`: how many items there are.
 */
export function useFocusAfterRemoval<L extends HTMLElement>(count: number): FocusAfterRemoval<L> {
  const list = useRef<L>(null);
  const left = useRef<number | null>(null);
  const counted = useRef(count);
  useLayoutEffect(() => {
    const fewer = count < counted.current;
    counted.current = count;
    const place = left.current;
    if (!fewer || place === null || list.current === null) return;
    left.current = null;
    const buttons = [...list.current.querySelectorAll('li')].flatMap(
      (item) => [...item.querySelectorAll('button')].at(-1) ?? [],
    );
    (buttons[place] ?? buttons.at(-1) ?? list.current).focus();
  });
  return {
    list,
    leave: (place) => {
      left.current = place;
    },
  };
}
