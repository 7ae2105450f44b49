// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { QueryBody, type QueryView } from './query-body.tsx';

it('keeps a failure and its Retry in place, busy, until the next answer is there', async () => {
  const refetch = vi.fn();
  const body = (state: Partial<QueryView<string>>) => (
    <QueryBody
      query={{ data: undefined, error: null, isFetching: false, dataUpdatedAt: 0, refetch, ...state }}
      what="orders"
      intervalMs={1_000}
      skeleton={<p>to come</p>}
    >
      {(text) => <p>{text}</p>}
    </QueryBody>
  );
  const { rerender } = render(body({ isFetching: true }));
  expect(screen.getByText('to come')).toBeInTheDocument();
  const error = { kind: 'offline', message: 'Away.' } as const;
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
