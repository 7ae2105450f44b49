// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { useDrawer } from './use-drawer.ts';

const MINT = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

async function at(...addresses: string[]) {
  const history = createMemoryHistory({ initialEntries: addresses });
  const root = createRootRoute();
  const routeTree = root.addChildren(
    ['/', '/tokens'].map((path) => createRoute({ getParentRoute: () => root, path })),
  );
  const router = createRouter({ routeTree, history });
  await router.load();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContextProvider router={router}>{children}</RouterContextProvider>
  );
  const { result } = renderHook(() => useDrawer({ sort: 'mcap' }), { wrapper });
  const shown = () => expect.poll(() => history.location.href);
  return { history, drawer: result.current, shown };
}

it('closes a token by going back to the list it was opened from, so that Back leaves the page', async () => {
  const { history, drawer, shown } = await at('/', '/tokens?sort=mcap');
  act(() => drawer.open(MINT));
  await shown().toBe(`/tokens?sort=mcap&token=${MINT}`);
  act(() => drawer.close());
  await shown().toBe('/tokens?sort=mcap');
  act(() => history.back());
  await shown().toBe('/');
});

it('closes a token whose address was opened in its place', async () => {
  const { history, drawer, shown } = await at('/', `/tokens?token=${MINT}`);
  act(() => drawer.close());
  await shown().toBe('/tokens?sort=mcap');
  act(() => history.back());
  await shown().toBe('/');
});
