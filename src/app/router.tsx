import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { routeTree } from '@/route-tree.gen.ts';
import { RouteError } from './route-error.tsx';
import { Shell } from './shell/shell.tsx';

/*
 * Where the code of a page does not come, the router knows it by the first words of the error and loads the whole page
 * again (lazyRouteComponent in its source). Without a connection that would take the desk away with all it shows; with
 * other words first the page alone says so, with Retry.
 */
window.addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = `Failed to load: ${payload.message}`;
});

/** Pages are code-split; the shell wraps them here, so that no page knows about it. */
export const router = createRouter({
  routeTree,
  InnerWrap: Shell,
  defaultErrorComponent: RouteError,
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
