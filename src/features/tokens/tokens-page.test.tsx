// @vitest-environment happy-dom
import { token } from '@contract/tokens/token.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queries, within } from '@/orders/testing.tsx';
import type { TokensSearch } from './search-params.ts';
import { TokensPage } from './tokens-page.tsx';

const FIRST = 'So11111111111111111111111111111111111111112';
const SECOND = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const answer = (...ids: string[]) =>
  ids.map((id, at) =>
    token.parse({
      id,
      symbol: id.slice(0, 2),
      name: id,
      firstPool: { createdAt: new Date(1_800_000_000_000 - at).toISOString() },
    }),
  );

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens the page; tells of an answer of the service. */
function open(first: TokensSearch) {
  const client = queries();
  let at = Date.now();
  const tell = (...ids: string[]) =>
    client.setQueryData(['tokens', 'recent'], answer(...ids), { updatedAt: ++at });
  tell(FIRST);
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  function Page() {
    const [search, setSearch] = useState(first);
    return <TokensPage search={search} onSearch={setSearch} />;
  }
  render(
    <RouterContextProvider router={router}>
      <Page />
    </RouterContextProvider>,
    { wrapper: within(client) },
  );
  return tell;
}
const list = () => document.getElementById('list');

it('goes on at the list once the tokens that waited are let in', async () => {
  const tell = open({});
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  act(() => void tell(SECOND, FIRST));
  const letIn = await screen.findByRole('button', { name: /1 new/ });
  expect(screen.getByRole('button', { name: 'Resume' }), 'they come without the focus').toHaveFocus();
  letIn.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: /1 new/ })).toBeNull();
  expect(list()).toHaveFocus();
});

it('goes on at the list once no filter hides it any more', async () => {
  open({ q: 'nothing is called so' });
  (await screen.findByRole('button', { name: 'Clear the filters' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText('The filters hide every token')).toBeNull();
  expect(list()).toHaveFocus();
});
