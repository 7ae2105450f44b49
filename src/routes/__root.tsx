import { createRootRoute, Outlet, useLocation } from '@tanstack/react-router';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useUnavailablePages } from '@/state/interfaces.ts';

const UnavailablePage = lazyWithRetry(
  async () => (await import('@/features/unavailable/unavailable-page.tsx')).UnavailablePage,
);

/** The frame around pages comes from the app (its shell wraps the router). */
export const Route = createRootRoute({ component: Root });

/** A page, or why this platform has nothing for it. */
function Root() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (!useUnavailablePages()(path)) return <Outlet />;
  return <UnavailablePage path={path} />;
}
