import { useLocation } from '@tanstack/react-router';

/** What one can go to at once on a page, by the ids that the pages give it. */
const TARGETS: readonly (readonly [
  path: RegExp,
  targets: readonly (readonly [id: string, name: string])[],
])[] = [
  [/^\/$/, [['list', 'Skip to the events']]],
  [/^\/event\//, [['ticket', 'Skip to the ticket']]],
  [/^\/tokens/, [['list', 'Skip to the tokens']]],
  [/^\/portfolio/, [['list', 'Skip to positions and orders']]],
];

const LINK = '-top-20 fixed left-3 z-60 rounded-md bg-text px-3 py-2 font-semibold text-bg focus:top-2';

function go(id: string): boolean {
  const target = document.getElementById(id);
  target?.focus();
  target?.scrollIntoView({ block: 'start' });
  return target !== null;
}

/** First in the order of Tab: past the navigation, and past what stands above the page's list or ticket. */
export function SkipLinks() {
  const path = useLocation({ select: (location) => location.pathname });
  const own = TARGETS.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  return [['main', 'Skip to content'] as const, ...own].map(([id, name]) => (
    <a
      key={id}
      href={`#${id}`}
      className={LINK}
      onClick={(event) => {
        if (go(id)) event.preventDefault();
      }}
    >
      {name}
    </a>
  ));
}
