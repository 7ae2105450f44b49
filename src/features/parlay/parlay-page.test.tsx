// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { parlayKeys } from '@/api/parlays.queries.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { openDesk, queries, within } from '@/orders/testing.tsx';
import { fragmentOf, type ParlayLeg, parlayBatch, parlaySlip } from '@/state/parlay-slip.ts';
import { ParlayPage } from './parlay-page.tsx';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);

const NAMES = ['A', 'B', 'C', 'D', 'E'];
const LEGS: ParlayLeg[] = NAMES.map((name) => ({
  eventId: `EV-${name}`,
  marketId: `MK-${name}`,
  label: name,
  eventTitle: name,
}));

beforeEach(() => {
  openDesk();
  parlaySlip.set([]);
  parlayBatch.set([]);
});

/** Opens the page, by a link that carries a slip where `isShared`. */
function open(isShared = false): void {
  const client = queries();
  const ids = NAMES.map((name) => `MK-${name}`);
  const events = NAMES.map((name) => eventOf([{ marketId: `MK-${name}` }], `EV-${name}`));
  client.setQueryData([...parlayKeys.all, 'shared', ids], events);
  function Page() {
    const [fragment, setFragment] = useState(isShared ? fragmentOf(LEGS) : '');
    return <ParlayPage fragment={fragment} onFragmentDone={() => setFragment('')} />;
  }
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <Page />
    </RouterContextProvider>,
    { wrapper: within(client) },
  );
}
async function press(name: string): Promise<void> {
  const button = screen.getByRole('button', { name });
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(button, 'it goes').not.toBeInTheDocument();
}
const slip = () => screen.getByRole('heading', { name: 'Your slip' });

it.each(['Keep for later', 'Clear'])('%s leaves the focus to the slip that it empties', async (name) => {
  parlaySlip.set(LEGS);
  open();
  await press(name);
  expect(parlaySlip.get()).toEqual([]);
  expect(slip()).toHaveFocus();
});

it('takes the focus along to the slip that is edited', async () => {
  parlayBatch.set([{ id: 'kept', legs: LEGS }]);
  open();
  await press('Edit slip 1');
  expect(parlaySlip.get()).toEqual(LEGS);
  expect(slip()).toHaveFocus();
});

it.each([
  ['Use this slip', 0, NAMES],
  ['Dismiss', 0, []],
  ['Replace mine', 1, NAMES],
  ['Keep mine', 1, ['A']],
])('%s leaves the focus to the slip, whatever the link carries', async (name, own, left) => {
  parlaySlip.set(LEGS.slice(0, own));
  open(true);
  await press(name);
  expect(screen.queryByText(/This link carries/)).toBeNull();
  expect(parlaySlip.get().map(({ marketId }) => marketId)).toEqual(left.map((leg) => `MK-${leg}`));
  expect(slip()).toHaveFocus();
});
