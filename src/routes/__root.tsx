import { createRootRoute, Outlet, useLocation } from '@tanstack/react-router';
import { part } from '@/lib/part.ts';
import { useMissingInterfaces } from '@/state/interfaces.ts';

const UnavailablePage = part(
  async () => (await import('@/features/unavailable/unavailable-page.tsx')).UnavailablePage,
);

/** The frame around pages comes from the app (its shell wraps the router). */
export const Route = createRootRoute({ component: Root });

/** A page, or why this platform has nothing for it. */
function Root() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (!useMissingInterfaces()(path)) return <Outlet />;
  return <UnavailablePage path={path} />;
}
