// @vitest-environment happy-dom
import type { EventId } from '@contract/ids.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { watchlist } from '@/state/watchlist.ts';
import { MarketPage } from './market-page.tsx';
import type { MarketPageData } from './use-market-page.ts';

afterEach(() => {
  watchlist.set([]);
});

it('an event that is gone can be taken off the watchlist', async () => {
  watchlist.set([
    { eventId: 'GONE', title: 'Will it rain?' },
    { eventId: 'HERE', title: 'Will it snow?' },
  ]);
  const page = {
    eventId: 'GONE' as EventId,
    loading: false,
    error: new AppError('not-found', 'Not found.'),
  } as MarketPageData;
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <main tabIndex={-1}>
        <MarketPage
          page={page}
          side="yes"
          sideLabel="Yes"
          onClosePosition={vi.fn()}
          book={null}
          ticket={null}
          bell={null}
          slip={null}
        />
      </main>
    </RouterContextProvider>,
  );
  expect(screen.getByText('Event not found')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Stop watching' }));
  expect(watchlist.get().map(({ eventId }) => eventId)).toEqual(['HERE']);
  expect(screen.queryByRole('button', { name: 'Stop watching' })).toBeNull();
  expect(screen.getByRole('main'), 'the button is gone').toHaveFocus();
});
