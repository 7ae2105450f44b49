import { useLayoutEffect } from 'react';

type RootMark = 'covers' | 'action-bar';

/**
 * Marks the document while a part of a page is there that the frame gives way to: `data-covers` for what fills the
 * screen, `data-action-bar` for a bar in the place of the tabs. `:has()` would tell the same without code, but has the
 * browser style the whole document anew whenever anything is inserted or removed.
 */
export function useRootMark(mark: RootMark, on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return;
    const root = document.documentElement;
    root.setAttribute(`data-${mark}`, '');
    return () => root.removeAttribute(`data-${mark}`);
  }, [mark, on]);
}
