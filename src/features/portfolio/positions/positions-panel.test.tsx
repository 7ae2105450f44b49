// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { arrangePositions } from '@/domain/portfolio.ts';
import type { QueryView } from '@/ui/query-body.tsx';
import { shownPositions } from '../portfolio-rows.ts';
import type { PortfolioSearch } from '../search-params.ts';
import { aPosition, draw, OWNER } from '../testing.tsx';
import { PositionsPanel } from './positions-panel.tsx';

vi.mock('../queue/row-actions.ts', () => ({
  useRowProblem: () => null,
  useRowTx: () => ({ busy: new Set(), waiting: new Map(), start: () => undefined }),
}));

type Positions = ReturnType<typeof aPosition>[];
function Panel({ positions, first }: { positions: Positions; first: PortfolioSearch }) {
  const [search, setSearch] = useState(first);
  const all = arrangePositions(positions);
  const query: QueryView<Positions> = {
    data: positions,
    error: null,
    isFetching: false,
    dataUpdatedAt: Date.now(),
    refetch: () => undefined,
  };
  return (
    <QueryClientProvider client={new QueryClient()}>
      <section aria-label="Holdings" id="list" tabIndex={-1}>
        <PositionsPanel
          query={query}
          rows={shownPositions(all, search, search.ended !== 'hidden', 0)}
          of={all.length}
          orders={{ data: [] }}
          records={null}
          owner={OWNER}
          signer={null}
          search={search}
          onSearch={setSearch}
          picked={new Set()}
          onPick={() => undefined}
          onShowEnded={() => setSearch({})}
        />
      </section>
    </QueryClientProvider>
  );
}

it.each<[string, Positions, PortfolioSearch]>([
  ['Show all', [aPosition()], { settles: 'unknown' }],
  ['Show all 1', [aPosition()], { settles: 'day' }],
  ['Show 1 ended', [aPosition({ status: 'closed', result: 'no' })], { ended: 'hidden' }],
])('%s goes, and leaves the focus to the list', async (name, positions, search) => {
  await draw(<Panel positions={positions} first={search} />);
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getByRole('table', { name: 'Positions' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Holdings' })).toHaveFocus();
});
