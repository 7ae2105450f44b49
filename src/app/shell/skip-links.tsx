import { useSkipTargets } from '@/ui/skip-target.ts';

function go(id: string): boolean {
  const target = document.getElementById(id);
  target?.focus();
  target?.scrollIntoView({ block: 'start' });
  return target !== null;
}

/** First in the order of Tab: past the navigation, and past what stands above the page's list or ticket. */
export function SkipLinks() {
  const own = useSkipTargets();
  return [{ id: 'main', name: 'Skip to content' }, ...own].map(({ id, name }) => (
    <a
      key={id}
      href={`#${id}`}
      className="-top-20 fixed left-3 z-60 rounded-md bg-text px-3 py-2 font-semibold text-bg focus:top-2"
      onClick={(event) => {
        if (go(id)) event.preventDefault();
      }}
    >
      {name}
    </a>
  ));
}
