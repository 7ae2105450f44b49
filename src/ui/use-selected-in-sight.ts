import { type RefObject, useEffect, useRef } from 'react';

/** What of a row is selected, by how tabs, radio buttons and chips say so. */
const SELECTED = ':is([data-state=active], label:has(:checked), [aria-pressed=true])';

/** Scrolls a row sideways, never the page, until all of the part is in sight, with a little of what follows. */
function reveal(row: HTMLElement, part: Element): void {
  const { left, right } = row.getBoundingClientRect();
  const at = part.getBoundingClientRect();
  const room = Math.max(0, Math.min(24, (right - left - at.width) / 2));
  if (at.left < left + room) row.scrollLeft -= left + room - at.left;
  else if (at.right > right - room) row.scrollLeft += at.right - right + room;
}

/** Keeps what is selected of a row that scrolls sideways in sight: at first, and when something else is selected. */
export function useSelectedInSight<Row extends HTMLElement>(
  selected: string | undefined,
): RefObject<Row | null> {
  const ref = useRef<Row>(null);
  useEffect(() => {
    const row = ref.current;
    if (!row || selected === undefined) return;
    // An observer is called when the layout is done: reading it in the effect would force one.
    const observer = new ResizeObserver(() => {
      const part = row.querySelector(SELECTED);
      if (part && row.scrollWidth > row.clientWidth) reveal(row, part);
    });
    observer.observe(row);
    const watch = () => {
      for (const part of row.children) observer.observe(part);
    };
    watch();
    // A part that comes later pushes those behind it, and changes the size of none.
    const added = new MutationObserver(watch);
    added.observe(row, { childList: true });
    return () => {
      observer.disconnect();
      added.disconnect();
    };
  }, [selected]);
  return ref;
}
