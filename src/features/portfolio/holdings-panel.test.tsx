// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError, type AppErrorKind } from '@/api/app-error.ts';
import { Holdings } from './holdings-panel.tsx';
import { aPosition, draw, OWNER } from './testing.tsx';

vi.mock('./positions/positions-panel.tsx', () => ({ PositionsPanel: () => null }));
vi.mock('./positions/positions-actions.tsx', () => ({
  PositionsActions: () => null,
  ParlaysActions: () => null,
}));
vi.mock('./history/history-panel.tsx', () => ({ HistoryPanel: () => null }));

afterEach(cleanup);

type Read = { data?: unknown; error?: AppError };
const failed = (kind: AppErrorKind): Read => ({ error: new AppError(kind, 'Not now.') });
async function show(tab: 'positions' | 'history', positions: Read, slips: Read): Promise<string[]> {
  const props = {
    owner: OWNER,
    signer: null,
    view: { account: { rows: [] }, sources: { records: null }, ofAll: true },
    reads: { positions, orders: {}, history: {}, slips },
    past: [],
    records: [{}],
    search: { tab },
    onSearch: vi.fn(),
    onReceipt: vi.fn(),
    parlays: () => null,
    legsOf: () => null,
  };
  cleanup();
  await draw(<Holdings {...(props as unknown as ComponentProps<typeof Holdings>)} />);
  return screen
    .getAllByRole<HTMLButtonElement>('button', { name: /^(Profits|History)?Export/ })
    .map(({ disabled, title }) => `${disabled ? 'waits' : 'saves'}: ${title}`);
}

const READ: Read = { data: [aPosition()] };
const NONE: Read = { data: [] };
const PROFITS = 'saves: Save the disposals as CSV';
const HISTORY = 'saves: Save the history as CSV';
const POSITIONS = 'saves: Save the positions as CSV';
const NO_SLIPS = 'waits: Parlays are not loaded yet';
const NO_POSITIONS = 'waits: Positions are not loaded yet';

it.each([
  ['both are read', READ, NONE, [PROFITS, HISTORY]],
  ['parlays are on their way', READ, {}, [NO_SLIPS, NO_SLIPS]],
  ['parlays could not be read', READ, failed('server'), [NO_SLIPS, NO_SLIPS]],
  ['the service has no parlays', READ, failed('not-found'), [PROFITS, HISTORY]],
  ['positions could not be read', failed('server'), NONE, [NO_POSITIONS, NO_POSITIONS]],
] as const)(
  'saves records once it is known which are parlays, and what is paid in what: %s',
  async (_, positions, slips, buttons) => {
    expect(await show('history', positions, slips)).toEqual(buttons);
  },
);

it('saves no positions without the parlays among them', async () => {
  expect(await show('positions', READ, {})).toEqual([NO_SLIPS]);
  expect(await show('positions', READ, NONE)).toEqual([POSITIONS]);
});
