// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useWhatsNew, type WhatsNew } from './use-whats-new.ts';
import { WhatsNewNotice } from './whats-new-notice.tsx';

vi.mock('./use-whats-new.ts');
afterEach(() => void vi.useRealTimers());

function draw(whatsNew: Partial<WhatsNew>) {
  const nothing = { changes: [], known: 3, of: 3, failed: 0, retry: () => undefined };
  vi.mocked(useWhatsNew).mockReturnValue({ ...nothing, ...whatsNew });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <WhatsNewNotice visit={{ at: Date.now() - 60_000, markets: [], claimable: [] }} />
    </RouterContextProvider>,
  );
}

it('reads out what changed, and not how long ago the visit was', () => {
  vi.useFakeTimers();
  draw({});
  const notice = screen.getByTestId('whats-new-notice');
  expect(notice).toHaveTextContent('Since you left 1 min ago: nothing moved by 2¢ or ended');
  expect(screen.getByRole('status')).toHaveTextContent(/^nothing moved by 2¢ or ended$/);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(notice).toHaveTextContent('Since you left 2 min ago');
  expect(screen.getByRole('status')).toHaveTextContent(/^nothing moved by 2¢ or ended$/);
});

it('does not say of what could not be loaded that nothing moved', () => {
  draw({ failed: 3 });
  expect(screen.getByRole('status')).toHaveTextContent(/^couldn’t load what changed$/);
  // There it can be asked for again.
  expect(screen.getByRole('link', { name: 'Show' })).toBeInTheDocument();
  cleanup();
  draw({ failed: 1 });
  expect(screen.getByRole('status')).toHaveTextContent(/^couldn’t load 1 of 3 events, none of the others/);
});
