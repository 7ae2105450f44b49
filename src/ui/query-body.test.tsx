// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { QueryBody } from './query-body.tsx';

it('keeps a failure and its Retry in place, busy, until the next answer is there', async () => {
  let answer: (text: string) => void = () => undefined;
  let tries = 0;
  const load = () =>
    ++tries === 1
      ? Promise.reject({ kind: 'offline', message: 'Away.' })
      : new Promise<string>((resolve) => {
          answer = resolve;
        });
  function Panel() {
    const query = useQuery({ queryKey: ['x'], queryFn: load, retry: false });
    return (
      <QueryBody query={query} what="orders" intervalMs={1_000} skeleton={<p>to come</p>}>
        {(text) => <p>{text}</p>}
      </QueryBody>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Panel />
    </QueryClientProvider>,
  );
  expect(screen.getByText('to come')).toBeInTheDocument();
  const told = await screen.findByRole('alert');
  const retry = screen.getByRole('button', { name: 'Retry' });
  await userEvent.click(retry);
  expect(tries).toBe(2);
  expect(screen.getByRole('alert')).toBe(told);
  expect(screen.queryByText('to come')).toBeNull();
  expect(retry).toHaveAttribute('aria-busy', 'true');
  expect(retry).toHaveFocus();
  answer('the orders');
  expect(await screen.findByText('the orders')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});
