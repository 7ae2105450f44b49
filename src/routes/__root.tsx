import { createRootRoute, Outlet, useChildMatches, useLocation } from '@tanstack/react-router';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useUnavailablePages } from '@/state/interfaces.ts';
import { useShownForms } from '@/state/shown-forms.ts';

const UnavailablePage = lazyWithRetry(
  async () => (await import('@/features/unavailable/unavailable-page.tsx')).UnavailablePage,
);

/** The frame around pages comes from the app (its shell wraps the router). */
export const Route = createRootRoute({ component: Root });

/** A page, or why this platform has nothing for it. */
function Root() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isSettings = useChildMatches({ select: ([page]) => page?.routeId === '/settings' });
  const { numbers, zone } = useShownForms();
  // A page begins anew where figures are written otherwise or days begin at another hour: no row, chart or ladder keeps
  // one of before. Settings listen themselves, so that the choice keeps the focus.
  if (!useUnavailablePages()(path)) return <Outlet key={isSettings ? 'settings' : `${numbers} ${zone}`} />;
  return <UnavailablePage path={path} />;
}
