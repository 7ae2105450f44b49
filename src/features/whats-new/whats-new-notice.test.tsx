// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useWhatsNew } from './use-whats-new.ts';
import { WhatsNewNotice } from './whats-new-notice.tsx';

vi.mock('./use-whats-new.ts');
afterEach(() => void vi.useRealTimers());

it('reads out what changed, and not how long ago the visit was', () => {
  vi.useFakeTimers();
  vi.mocked(useWhatsNew).mockReturnValue({ changes: [], known: 3, of: 3, failed: 0, retry: () => undefined });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <WhatsNewNotice visit={{ at: Date.now() - 60_000, markets: [], claimable: [] }} />
    </RouterContextProvider>,
  );
  const notice = screen.getByTestId('whats-new-notice');
  expect(notice).toHaveTextContent('Since you left 1 min ago: nothing moved by 2¢ or ended');
  expect(screen.getByRole('status')).toHaveTextContent(/^nothing moved by 2¢ or ended$/);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(notice).toHaveTextContent('Since you left 2 min ago');
  expect(screen.getByRole('status')).toHaveTextContent(/^nothing moved by 2¢ or ended$/);
});
