// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

it.each([
  ['/?q=rain', 'rain'],
  ['/tokens?q=pepe', ''],
])('of %s has the words “%s”', async (address, words) => {
  // The element is unknown here.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const root = createRootRoute();
  const routeTree = root.addChildren(
    ['/', '/tokens'].map((path) => createRoute({ getParentRoute: () => root, path })),
  );
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  render(
    <RouterContextProvider router={router}>
      <SearchBox />
    </RouterContextProvider>,
  );
  expect(screen.getByRole('searchbox')).toHaveValue(words);
});
