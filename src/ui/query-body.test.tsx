// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { QueryBody, type QueryView } from './query-body.tsx';

const refetch = vi.fn();
const body = (state: Partial<QueryView<string>>) => (
  <>
    <button type="button">before it</button>
    <QueryBody
      query={{ data: undefined, error: null, isFetching: false, dataUpdatedAt: 0, refetch, ...state }}
      what="orders"
      intervalMs={1_000}
      skeleton={<p>to come</p>}
    >
      {(text) => <button type="button">{text}</button>}
    </QueryBody>
  </>
);
const error = { kind: 'offline', message: 'Away.' } as const;

afterEach(() => {
  cleanup();
  refetch.mockReset();
});

it('keeps a failure and its Retry in place, busy, until the next answer is there', async () => {
  const { rerender } = render(body({ isFetching: true }));
  expect(screen.getByText('to come')).toBeInTheDocument();
  rerender(body({ error }));
  const told = screen.getByRole('alert');
  const retry = screen.getByRole('button', { name: 'Retry' });
  await userEvent.click(retry);
  expect(refetch).toHaveBeenCalledOnce();
  rerender(body({ error, isFetching: true }));
  expect(screen.getByRole('alert')).toBe(told);
  expect(screen.queryByText('to come')).toBeNull();
  expect(retry).toHaveAttribute('aria-busy', 'true');
  expect(retry).toHaveFocus();
  rerender(body({ data: 'the orders', dataUpdatedAt: 1 }));
  expect(screen.getByText('the orders')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['for the first time', undefined],
  ['before', 'the orders'],
])('leaves who pressed Retry at what it has brought, whether or not it was there %s', async (_, data) => {
  const { rerender } = render(body({ error, data }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  rerender(body({ error, data, isFetching: true }));
  rerender(body({ data: 'the orders', dataUpdatedAt: 1 }));
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'the orders' })).toHaveFocus();
});

it('takes it on from what is around, where Retry has left it', async () => {
  const page = (state: Partial<QueryView<string>>) => <main tabIndex={-1}>{body(state)}</main>;
  const { rerender } = render(page({ error }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  rerender(page({ data: 'the orders', dataUpdatedAt: 1 }));
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'the orders' })).toHaveFocus();
});

it('takes the focus of nobody who has pressed nothing, or gone elsewhere', async () => {
  const { rerender } = render(body({ error }));
  rerender(body({ data: 'the orders', dataUpdatedAt: 1 }));
  expect(document.body).toHaveFocus();
  rerender(body({ data: 'the orders', dataUpdatedAt: 1, error }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await userEvent.click(screen.getByRole('button', { name: 'the orders' }));
  rerender(body({ data: 'the orders', dataUpdatedAt: 2 }));
  expect(screen.getByRole('button', { name: 'the orders' })).toHaveFocus();
});

it('is drawn anew when its data has been left behind, and not with every second before', () => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
  let drawn = 0;
  const query = { data: 'the orders', error: null, isFetching: false, dataUpdatedAt: Date.now(), refetch };
  const { container } = render(
    <QueryBody query={query} what="orders" intervalMs={10_000} skeleton={null}>
      {(text) => {
        drawn += 1;
        return text;
      }}
    </QueryBody>,
  );
  for (let second = 0; second < 45; second += 1) act(() => vi.advanceTimersByTime(1_000));
  expect(container.querySelector('.stale')).toHaveTextContent('the orders');
  expect(drawn, 'as it aged, and as it was left behind').toBe(3);
  vi.useRealTimers();
});
