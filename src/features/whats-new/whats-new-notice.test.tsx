// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lastVisit, useLastVisit, type Visit } from '@/state/visit.ts';
import { useWhatsNew, type WhatsNew } from './use-whats-new.ts';
import { WhatsNewNotice } from './whats-new-notice.tsx';
import { WhatsNewPanel } from './whats-new-panel.tsx';

vi.mock('./use-whats-new.ts');
beforeEach(() => lastVisit.set(visit()));
afterEach(() => {
  vi.useRealTimers();
  lastVisit.set(null);
});

const visit = (): Visit => ({ at: Date.now() - 60_000, markets: [], claimable: [] });
const Notice = () => {
  const last = useLastVisit();
  return last && <WhatsNewNotice visit={last} />;
};

function draw(whatsNew: Partial<WhatsNew>, shown = <Notice />, isListed = true) {
  const nothing = { changes: [], known: 3, of: 3, failed: 0, retry: () => undefined };
  vi.mocked(useWhatsNew).mockReturnValue({ ...nothing, ...whatsNew });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <main tabIndex={-1}>
        {shown}
        {isListed && (
          <section aria-label="Events" id="list" tabIndex={-1}>
            <button type="button">The first event</button>
          </section>
        )}
      </main>
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

it.each([
  ['line', <Notice key="line" />],
  ['panel', <WhatsNewPanel key="panel" />],
])('dismissed, the %s leaves the focus to what it stood above', async (_, shown) => {
  draw({ failed: 1 }, shown);
  screen.getByRole('button', { name: 'Dismiss what changed' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText(/Since you left/)).toBeNull();
  expect(screen.getByRole('region', { name: 'Events' })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'The first event' })).toHaveFocus();
  cleanup();
  lastVisit.set(visit());
  draw({}, shown, false);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss what changed' }));
  expect(screen.getByRole('main')).toHaveFocus();
});

it('goes by itself without taking the focus from where it is', () => {
  draw({});
  screen.getByRole('button', { name: 'The first event' }).focus();
  act(() => lastVisit.set(null));
  expect(screen.queryByText(/Since you left/)).toBeNull();
  expect(screen.getByRole('button', { name: 'The first event' })).toHaveFocus();
});

it('leaves the focus to the page when it is followed, and none where that opens another tab', async () => {
  draw({ failed: 1 });
  const show = screen.getByRole('link', { name: 'Show' });
  const user = userEvent.setup();
  await user.keyboard('{Control>}');
  await user.click(show);
  await user.keyboard('{/Control}');
  expect(show).toHaveFocus();
  await user.click(show);
  expect(screen.getByRole('main')).toHaveFocus();
});
