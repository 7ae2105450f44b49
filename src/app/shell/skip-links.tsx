import { useSkipTargets } from '@/ui/skip-target.ts';

/** What is opened on request is drawn within so many frames; a page that has none of it is not waited for longer. */
const MOST_FRAMES = 60;

/** Whether the element has the focus now; one that is not shown takes none. */
function focus(target: HTMLElement): boolean {
  target.focus();
  if (document.activeElement !== target) return false;
  target.scrollIntoView({ block: 'start' });
  return true;
}

function focusOnceShown(id: string, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(id);
    if ((target && focus(target)) || frames === 0) return;
    focusOnceShown(id, frames - 1);
  });
}

/** First in the order of Tab: past the navigation, and past what stands above the page's list or ticket. */
export function SkipLinks() {
  const own = useSkipTargets();
  return [{ id: 'main', name: 'Skip to content', open: undefined }, ...own].map(({ id, name, open }) => (
    <a
      key={id}
      href={`#${id}`}
      className="-top-20 fixed left-3 z-60 rounded-md bg-text px-3 py-2 font-semibold text-bg focus:top-2 print:hidden"
      onClick={(event) => {
        const target = document.getElementById(id);
        if (!target) return;
        event.preventDefault();
        if (focus(target)) return;
        open?.();
        focusOnceShown(id);
      }}
    >
      {name}
    </a>
  ));
}
