// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { opening, useRegionRefused } from '@/api/region.ts';
import { setConfig } from '@/config.ts';
import { UnavailablePage } from '@/features/unavailable/unavailable-page.tsx';
import { notePause, useBackendStatus } from '@/state/backend-status.ts';
import { useUnavailablePages } from '@/state/interfaces.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { BudgetPill } from './budget-pill.tsx';
import { ServiceNotices } from './service-notices.tsx';

const first = useBackendStatus.getState();
beforeEach(() => useBackendStatus.setState(first, true));

function notices(quiet = false) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  render(
    <>
      <ServiceNotices quiet={quiet} />
      <main tabIndex={-1} />
    </>,
    { wrapper },
  );
  return client;
}
const told = (state: Partial<typeof first>) => act(() => useBackendStatus.setState(state));
const text = () => document.body.textContent;

describe('what is said of the service', () => {
  it('is nothing while nothing is wrong', () => {
    notices();
    expect(text()).toBe('');
  });

  it('is that it is slow, or asks for a pause; neither while it does not answer at all', () => {
    notices();
    told({ waiting: 2 });
    expect(text()).toMatch(/The service is slow/);
    told({ slow: { until: Date.now() + 12_000, since: Date.now() } });
    expect(text()).toMatch(/is limiting requests.*until \d/);
    expect(text()).not.toMatch(/is slow/);
    document.body.replaceChildren();
    notices(true);
    expect(text()).toBe('');
  });

  it('is no pause whose end has passed while its timer stood still, as in a computer asleep', () => {
    vi.useFakeTimers();
    notices();
    act(() => notePause(60_000));
    expect(text()).toMatch(/until \d/);
    vi.setSystemTime(Date.now() + 3_600_000);
    act(() => vi.advanceTimersByTime(1_000));
    expect(useBackendStatus.getState().slow, 'its timer has not run out').toBeDefined();
    vi.useRealTimers();
    expect(text()).toBe('');
  });

  it.each([
    [-240_000, '4 min ahead of'],
    [45_000, '45 s behind'],
    [7_200_000, '2 h behind'],
  ])('is how far the clocks are apart: %d ms', (skewMs, words) => {
    notices();
    told({ skewMs });
    expect(text()).toContain(`This computer’s clock is ${words} the service’s`);
  });

  it('is that the region may not trade, until it is tried anew', async () => {
    notices();
    told({ regionRefusal: 'No.' });
    expect(text()).toMatch(/not available in your region.*sold, closed and claimed/);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(text()).toBe('');
    expect(screen.getByRole('main'), 'the line is gone, and its button').toHaveFocus();
  });

  it('is which field of an answer could not be read, as long as it is on show', async () => {
    const client = notices();
    const error = new AppError('malformed', 'x', { field: 'getEvent.title', requestId: 'req-9' });
    const onShow = new QueryObserver(client, {
      queryKey: ['event'],
      queryFn: () => Promise.reject(error),
      retry: false,
    });
    const leave = onShow.subscribe(() => undefined);
    await expect.poll(() => onShow.getCurrentResult().isError).toBe(true);
    told({ unreadable: true });
    expect(text()).toContain('unreadable answer: getEvent.title.');
    expect(text()).toContain('request req-9');
    expect(screen.getByRole('button', { name: 'Copy details of the answer' })).toBeInTheDocument();
    leave();
    await expect.poll(() => useBackendStatus.getState().unreadable, { timeout: 5_000 }).toBe(false);
  });
});

it('opens the details of an answer that could not be read, and lets them be copied', async () => {
  const error = new AppError('malformed', 'x', { field: 'listEvents.data.0.title', requestId: 'req-9' });
  render(<ErrorState title="Couldn’t load the events" error={error} />);
  expect(screen.getByRole('group')).toHaveAttribute('open');
  expect(screen.getByRole('alert')).toHaveTextContent('malformed · listEvents.data.0.title · request req-9');
  expect(await screen.findByRole('button', { name: 'Copy details' })).toBeInTheDocument();
});

const config = {
  mode: 'live',
  budget: { rps: 2 },
  interfaces: { missing: ['trigger'] },
} as unknown as AppConfig;
beforeEach(() => setConfig(config));

describe('what a platform lacks', () => {
  it('is known from the configuration, or from a listing that is not there', () => {
    const { result } = renderHook(() => useUnavailablePages());
    const unavailable = () =>
      ['/', '/event/E1', '/parlay', '/rounds', '/portfolio', '/tokens', '/triggers', '/settings'].filter(
        (path) => result.current(path),
      );
    expect(unavailable()).toEqual(['/triggers']);
    told({ absent: ['tokens'] });
    expect(unavailable()).toEqual(['/tokens', '/triggers']);
    told({ absent: ['prediction'] });
    expect(unavailable(), 'what one holds is looked for all the same').toEqual([
      '/',
      '/event/E1',
      '/parlay',
      '/rounds',
      '/triggers',
    ]);
  });

  it('is said by its page, which looks again where it only was not found', async () => {
    const { unmount } = render(<UnavailablePage path="/triggers" />);
    expect(screen.getByText('This platform does not offer trigger orders')).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    told({ absent: ['tokens'] });
    render(<UnavailablePage path="/tokens" />);
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(useBackendStatus.getState().absent).toEqual([]);
  });
});

it('shows the budget as configured, then as told, with its pauses', () => {
  render(<BudgetPill />);
  const pill = () => screen.getByRole('button').getAttribute('aria-label');
  expect(pill()).toBe('Live platform. Request limit: 2 requests/s');
  told({ rps: 1, waitSeconds: 3.4 });
  expect(pill()).toBe('Live platform. Request limit: 1 request/s, 3 s wait');
  told({ slow: { until: Date.now() + 60_000, since: Date.now() } });
  expect(pill()).toBe('Live platform. Request limit: 1 request/s, paused');
});

it('remembers a region that may not trade until something could be opened', async () => {
  const { result } = renderHook(() => useRegionRefused());
  const settle = (answer: Promise<unknown>) =>
    act(async () => void (await opening(answer).catch(() => null)));
  await settle(Promise.reject(new AppError('server', 'x')));
  expect(result.current).toBe(false);
  await settle(Promise.reject(new AppError('region', 'x')));
  expect(result.current).toBe(true);
  await settle(Promise.resolve('built'));
  expect(result.current).toBe(false);
});
