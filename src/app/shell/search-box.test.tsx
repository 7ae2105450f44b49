// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

async function draw(address: string) {
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
  return router;
}

it('shows all events again once its words are deleted, and keeps the focus when they are cleared', async () => {
  const router = await draw('/?q=ra');
  await userEvent.type(screen.getByRole('searchbox'), '{Backspace}{Backspace}');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  await userEvent.type(screen.getByRole('searchbox'), 'rain');
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'rain' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

it.each([
  ['/?q=rain', 'rain'],
  ['/?q=2026', '2026'],
  ['/tokens?q=pepe', ''],
])('of %s has the words “%s”', async (address, words) => {
  await draw(address);
  expect(screen.getByRole('searchbox')).toHaveValue(words);
});
