import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of an element in pixels, as it changes; undefined before it is known. */
export function useWidth(element: RefObject<Element | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
