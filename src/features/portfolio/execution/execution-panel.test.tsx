// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { HistoryQuery } from '@/api/history.queries.ts';
import { draw, OWNER } from '../testing.tsx';
import { ExecutionPanel } from './execution-panel.tsx';

const FILLS = Array.from({ length: 101 }, (_, nth) => nth);
vi.mock('./use-execution.ts', () => ({
  useExecution: () => ({ execution: { fills: FILLS, ended: 0 }, loading: false, failed: false }),
}));
vi.mock('./execution.view.tsx', () => ({
  ExecutionSums: () => null,
  ExecutionFills: ({ fills }: { fills: readonly number[] }) => <p>{fills.length} fills</p>,
}));

it('shows more of them at each press, and stays at them once all are there', async () => {
  await draw(
    <main tabIndex={-1}>
      <ExecutionPanel
        owner={OWNER}
        query={{ data: { pages: [] } } as unknown as HistoryQuery}
        past={[]}
        search={{}}
        onSearch={() => undefined}
      />
    </main>,
  );
  const more = screen.getByRole('button', { name: 'Show more fills' });
  more.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('100 fills')).toBeVisible();
  expect(more).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('101 fills')).toBeVisible();
  expect(more).not.toBeInTheDocument();
  expect(document.activeElement).toContainElement(screen.getByText('101 fills'));
  expect(document.body).not.toHaveFocus();
  expect(screen.getByRole('main'), 'it is the panel within the page').not.toHaveFocus();
});
