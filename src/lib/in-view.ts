import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is on the screen, at least in part; `before` it is known. */
export function useInView(element: RefObject<Element | null>, before = false): boolean {
  const [inView, setInView] = useState(before);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}
