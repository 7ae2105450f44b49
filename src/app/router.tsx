import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { routeTree } from '@/route-tree.gen.ts';
import { PageLoading } from './page-loading.tsx';
import { RouteError } from './route-error.tsx';
import { Shell } from './shell/shell.tsx';

/** Pages are code-split; the shell wraps them here, so that no page knows about it. */
export const router = createRouter({
  routeTree,
  InnerWrap: Shell,
  defaultErrorComponent: RouteError,
  defaultPendingComponent: PageLoading,
  // A page that has come is not held back for what stood in its place.
  defaultPendingMinMs: 0,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound'),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
